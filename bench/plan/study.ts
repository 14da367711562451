/** The plan of a study's run. The study sets targets, scenarios, load and settings; the profile sets rounds and warm-up. */
import { fitting, hasBlocks, type Catalogue } from '../record/catalogue.ts';
import { UsageError } from '../util/errors.ts';
import { compareOptions, refuseKnobs, REPEATABLE, seedOf, STUDY_KNOBS, type Env } from './knobs.ts';
import type { Plan } from '../record/run.ts';

export interface StudyRun {
  /** part of the run's id; distinct within a study */
  name: string;
  title: string;
  targets: string[];
  scenarios: string[];
  /** VUS_START, VUS_STEP, STAGES, SLICE_SECONDS; the profile's, where left out */
  load?: Record<string, string>;
  /** the profile whose load is the study's own: `load` is not put in its place */
  ownProfile?: string;
  /** entry of the catalogue's `settings` */
  settings?: string;
  databaseRttMs?: number;
}

const SESSION_KNOBS = [...STUDY_KNOBS, 'SCENARIOS'];

/** @returns the knobs of all runs of a study, recorded with each, so that the study can be resumed */
export function knobsOf(env: Env): Record<string, string> {
  const given = SESSION_KNOBS.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  return { SEED: String(seedOf({})), ...Object.fromEntries(given) };
}

/** @param knob that named a run whose plan is fixed @throws {UsageError} if another knob is given beside it */
export function refuseOtherKnobs(env: Env, knob: 'RUN' | 'RESUME') {
  const others = SESSION_KNOBS.filter((name) => knob === 'RUN' || name !== REPEATABLE);
  refuseKnobs(env, others, `${knob}=${env[knob]} has its plan`);
}

/** @returns with the scenarios that are asked for, without runs that have none of them @throws {UsageError} for another scenario */
export function studyRuns({ id, runs }: { id: string; runs: StudyRun[] }, { SCENARIOS }: { SCENARIOS?: string }): StudyRun[] {
  if (!SCENARIOS) return runs;
  const known = [...new Set(runs.flatMap(({ scenarios }) => scenarios))];
  const chosen = SCENARIOS.split(',').map((name) => name.trim());
  const wrong = chosen.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new UsageError(`SCENARIOS=${SCENARIOS}: '${wrong}' is not in ${id}; accepted: ${known.join(', ')}`);
  const reduced = runs.map((run) => ({ ...run, scenarios: run.scenarios.filter((name) => chosen.includes(name)) }));
  return reduced.filter(({ scenarios }) => scenarios.length > 0);
}

/** @param engine native by default @throws {UsageError | InputError} one line that names the knob, its value and what is accepted */
export function studyOptions(run: StudyRun, knobs: Record<string, string>, catalogue: Catalogue, engine?: string): Plan {
  const { PROFILE = 'quick' } = knobs;
  const load = PROFILE === run.ownProfile ? {} : run.load;
  // The other runs of the study may have both; this one has nothing that more time makes more exact.
  const end = run.scenarios.some((scenario) => hasBlocks(catalogue, scenario)) ? {} : { BUDGET: undefined, HALF_WIDTH: undefined };
  const targets = run.targets.filter((target) => run.scenarios.some((scenario) => fitting(catalogue, scenario)(target)));
  // A flawed target is never compared. A study that demonstrates the fault shows it beside the honest targets.
  const honest = targets.filter((target) => !catalogue.targets[target]?.flawed);
  const chosen = { TARGETS: honest.join(), SCENARIOS: run.scenarios.join() };
  const environment = { SETTINGS: run.settings, DB_RTT_MS: run.databaseRttMs?.toString() };
  const options = compareOptions({ ...knobs, ...end, ENGINE: engine, PROFILE, ...load, ...chosen, ...environment }, catalogue);
  return { ...options, targets };
}
