/** Which containers a command needs beyond the core, told to the host of the Docker engine in lines that a shell can read. */
import { readRun } from '../record/bundle-writer.js';
import { UsageError } from '../util/errors.js';
import { asUsageError } from '../plan/knobs.js';
import { chooseScenarios, chooseTargets, needsOf } from '../plan/pairs.js';
import { studyRuns } from '../plan/study.js';
import { chooseSettings, databaseRttMs, surroundingsOf } from '../plan/surroundings.js';
import { chooseStudy, STUDIES } from '../studies/index.js';
import { check } from './check.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {{ targets: string[], needs: string[], settings: string | null, databaseRttMs: number | null }} Wanted */

/**
 * Checks the knobs, too.
 * @param {Command} command
 * @param {string} name of the command that will follow
 * @returns {Promise<number>} exit code 0
 * @throws {import('../util/errors.js').UsageError} one line
 */
export async function containers(command, name) {
  await check(command, name);
  const { env, catalogue, log } = command;
  if (name === 'studies') {
    for (const { id } of STUDIES) log(`study=${id}`);
    return 0;
  }
  if (name === 'study' && !env.STUDY_PART) {
    for (const run of runsOf(command)) log(`part=${run.name}`);
    return 0;
  }
  const lines = { ...settled(catalogue, wanted(command, name), env), ...(env.RESUME ? limitsOfRecord(command, env.RESUME) : {}) };
  for (const [key, value] of Object.entries(lines)) if (value) log(`${key}=${value}`);
  return 0;
}

/** @param {Command} command @param {string} id @returns {Record<string, string | number | null>} what containers of a run that is gone on with are given */
function limitsOfRecord({ resultsDir }, id) {
  const { targetCpus, poolSize, jvmArgs = [], generatorCpus, limits } = readRun(resultsDir, 'RESUME', id);
  return { targetCpus: limits?.targetCpus ?? targetCpus, poolSize, jvmArgs: jvmArgs.join(' '), generatorCpus };
}

/** @param {Command} command @param {string} name @returns {Wanted} */
function wanted(command, name) {
  const { env, catalogue, resultsDir } = command;
  if (name === 'study') return ofPart(command);
  if (env.RESUME) {
    const run = readRun(resultsDir, 'RESUME', env.RESUME);
    return { targets: run.targets, ...surroundingsOf({ ...run, catalogue }) };
  }
  const variation = { settings: chooseSettings(env.SETTINGS, catalogue), databaseRttMs: asUsageError(() => databaseRttMs(env.DB_RTT_MS)) };
  if (name === 'up') {
    const targets = chooseTargets(env.TARGETS, catalogue);
    // Whatever a request by hand may need.
    return { targets, needs: needsOf(catalogue, env.TARGETS ? Object.keys(catalogue.scenarios) : []), ...variation };
  }
  /** @type {{ usual: 'core' | 'all', flawed: boolean }} */
  const how = name === 'verify' ? { usual: 'all', flawed: true } : { usual: 'core', flawed: false };
  const scenarios = chooseScenarios(env.SCENARIOS, catalogue, how);
  return { targets: chooseTargets(env.TARGETS, catalogue, how), needs: needsOf(catalogue, scenarios), ...variation };
}

/**
 * Settings and the delay differ between the runs of a study, and containers must be made anew for that: each run is a command of its own.
 * @param {Command} command
 * @returns {import('../studies/types.js').StudyRun[]} those that have a scenario which is, or was, asked for
 */
function runsOf({ env, resultsDir }) {
  const part = env.RESUME ? readRun(resultsDir, 'RESUME', env.RESUME).study : undefined;
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
