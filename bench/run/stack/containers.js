/** Which containers a command needs beyond the core, as lines that a shell can read: bench/engines/docker/stack.sh starts them. */
import { readRunNamed } from '../../record/results/runs.js';
import { UsageError } from '../../util/errors.js';
import { asUsageError } from '../../plan/knobs.js';
import { chooseScenarios, chooseTargets, needsOf } from '../../plan/pairs.js';
import { studyRuns } from '../../plan/study.js';
import { chooseSettings, databaseRttMs, environmentOf } from '../../plan/environment.js';
import { resumable } from '../resumable.js';
import { chooseStudy, STUDIES } from '../../studies/index.js';

/** @typedef {import('../../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../../setup/command.js').Command} Command */
/** @typedef {{ targets: string[], needs: string[], settings: string | null, databaseRttMs: number | null }} Wanted */

/**
 * @param {Command} command
 * @param {string} name of the command that will follow
 * @returns {string[]} lines of `key=value`
 */
export function containersFor(command, name) {
  const { env, catalogue } = command;
  if (name === 'studies') return STUDIES.map(({ id }) => `study=${id}`);
  if (name === 'study' && !env.STUDY_PART) return runsOf(command).map((run) => `part=${run.name}`);
  const lines = { ...settled(catalogue, wanted(command, name), env), ...(env.RESUME ? limitsOfRecord(command, env.RESUME) : {}) };
  return Object.entries(lines).flatMap(([key, value]) => (value ? [`${key}=${value}`] : []));
}

/** @param {Command} command @param {string} id @returns {Record<string, string | number | null>} the limits of the containers of a resumed run */
function limitsOfRecord(command, id) {
  const { poolSize, jvmArgs, generatorCpus, limits } = toResume(command, id);
  return { targetCpus: limits.targetCpus, poolSize, jvmArgs: jvmArgs.join(' '), generatorCpus };
}

/** @param {Command} command @param {string} id @returns {import('../../record/run.js').Run} */
function toResume(command, id) {
  return resumable(command, readRunNamed(command.resultsDir, 'RESUME', id));
}

/** @param {Command} command @param {string} name @returns {Wanted} */
function wanted(command, name) {
  const { env, catalogue } = command;
  if (name === 'study') return ofPart(command);
  if (env.RESUME) {
    const run = toResume(command, env.RESUME);
    return { targets: run.targets, ...environmentOf(run) };
  }
  const variation = { settings: chooseSettings(env.SETTINGS, catalogue), databaseRttMs: asUsageError(() => databaseRttMs(env.DB_RTT_MS)) };
  if (name === 'up') {
    const targets = chooseTargets(env.TARGETS, catalogue);
    // Whatever a request by hand may need.
    return { targets, needs: needsOf(catalogue, env.TARGETS ? Object.keys(catalogue.scenarios) : []), ...variation };
  }
  /** @type {{ unnamed: 'core' | 'all', flawed: boolean }} */
  const how = name === 'verify' ? { unnamed: 'all', flawed: true } : { unnamed: 'core', flawed: false };
  const scenarios = chooseScenarios(env.SCENARIOS, catalogue, how);
  return { targets: chooseTargets(env.TARGETS, catalogue, how), needs: needsOf(catalogue, scenarios), ...variation };
}

/**
 * The runs of a study differ in settings and delay, for which containers must be recreated: each run is a command of its own.
 * @param {Command} command
 * @returns {import('../../studies/types.js').StudyRun[]} those with a requested scenario
 */
function runsOf(command) {
  const { env } = command;
  const part = env.RESUME ? toResume(command, env.RESUME).study : undefined;
  return studyRuns(chooseStudy(env.RESUME ? part?.id : env.STUDY), part?.knobs ?? env);
}

/** @param {Command} command @returns {Wanted} */
function ofPart(command) {
  const run = runsOf(command).find(({ name }) => name === command.env.STUDY_PART);
  if (!run) throw new UsageError(`STUDY_PART=${command.env.STUDY_PART}: no run of the study`);
  const { targets, scenarios, settings = null, databaseRttMs: rttMs = null } = run;
  return { targets, needs: needsOf(command.catalogue, scenarios), settings, databaseRttMs: rttMs };
}

/**
 * @param {Catalogue} catalogue
 * @param {Wanted} wanted
 * @param {Command['env']} env as docker-compose.yml sets it for `bench`
 * @returns {Record<string, string | number | null>} what bench/engines/docker/stack.sh reads
 */
function settled({ targets }, { targets: names, needs, settings, databaseRttMs: rttMs }, { MONGO_URI }) {
  const services = [...names.filter((name) => targets[name].extended), ...needs].join(' ');
  return { services, settings, databaseRttMs: rttMs, mongoUri: needs.includes('mongo') ? (MONGO_URI ?? null) : null };
}
