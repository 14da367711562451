/** Targets that are running and warm for a scenario. */
import { fitting } from '../record/fits.js';
import { levelsOf } from '../record/run.js';
import { RunAborted } from '../util/errors.js';
import { subjectOf } from './part/context.js';
import { PartFailure } from './part/failure.js';
import { rateAfter } from './part/gap.js';
import { warmUpLoad } from './warm-up/load.js';
import { warmUpTogether } from './warm-up/together.js';

/** @typedef {import('./part/context.js').PartContext} PartContext */
/** @typedef {import('./jvms.js').Jvm} Jvm */
/** @typedef {import('../record/part.js').RecordedWarmUp} RecordedWarmUp */

/**
 * Starts the targets that are not running, and warms up together those that are not warm.
 * @param {PartContext} context
 * @param {string} scenario
 * @param {string[]} targets
 * @param {string} dir for the logs of the warm-up
 * @param {(what: string) => void} [onLook] progress
 * @returns {Promise<Map<string, Jvm>>} the JVM of each
 * @throws {PartFailure} if one of them does not start, or ends, or k6 fails
 * @throws {RunAborted} if there is no place for any
 */
export async function warmed(context, scenario, targets, dir, onLook = () => {}) {
  const { jvms, spent } = context;
  const running = await spent.on('jvm-starts', () =>
    Promise.all(targets.map((target) => jvms.running(target))).catch((error) => {
      throw error instanceof RunAborted ? error : new PartFailure(error.message);
    }),
  );
  const byTarget = new Map(targets.map((target, index) => [target, running[index]]));
  const cold = targets.filter((target) => !isWarm(context, scenario, target, byTarget.get(target)));
  if (cold.length === 0) return byTarget;
  await warmFirst(context, scenario, cold, dir, onLook);
  const warmups = await spent.on('warm-ups', () => warmUp(context, scenario, cold, dir, onLook));
  for (const target of cold) {
    const warmup = warmups[target] ?? null;
    byTarget.get(target)?.warmed.set(scenario, warmup);
    if (warmup) byTarget.get(target)?.rates.set(scenario, rateAfter(warmup, context.run, target));
  }
  return byTarget;
}

/**
 * Few requests a second make a new JVM's own server hot only in minutes, so that it gets those of another scenario first.
 * @param {PartContext} context
 * @param {string} scenario
 * @param {string[]} cold targets
 * @param {string} dir
 * @param {(what: string) => void} onLook
 */
async function warmFirst(context, scenario, cold, dir, onLook) {
  const { catalogue } = context.run;
  const { warmedBy, leavesBacklog = false } = catalogue.scenarios[scenario];
  if (warmedBy !== undefined && !leavesBacklog) await warmed(context, warmedBy, cold.filter(fitting(catalogue, warmedBy)), dir, onLook);
}

/**
 * @param {PartContext} context
 * @param {string} scenario
 * @param {string} target
 * @param {Jvm | undefined} jvm
 * @returns {boolean} for that scenario, or for the one whose load would warm it up
 */
function isWarm({ run }, scenario, target, jvm) {
  const load = warmUpLoad(run.catalogue, { scenario, target }, Math.max(...levelsOf(run, scenario)));
  return jvm !== undefined && (jvm.warmed.has(scenario) || jvm.warmed.has(load.scenario));
}

/**
 * @param {PartContext} context
 * @param {string} scenario
 * @param {string[]} targets
 * @param {string} dir
 * @param {(what: string) => void} onLook
 * @returns {Promise<Record<string, RecordedWarmUp>>} by target; none where the run has no warm-ups
 */
async function warmUp(context, scenario, targets, dir, onLook) {
  const { run } = context;
  const { catalogue, warmupMaxSeconds, steadyBursts, limitInTurn } = run;
  if (warmupMaxSeconds === 0) return {};
  const { warmups, exit } = await warmUpTogether(subjectOf(context, scenario), targets, {
    catalogue,
    mostVus: Math.max(...levelsOf(run, scenario)),
    dir,
    onLook: (rps) => onLook(`warming up${rps === null ? '' : `, ${rps}/s`}`),
    maxSeconds: warmupMaxSeconds,
    steadyBursts,
    limitInTurn,
  });
  if (exit !== null) throw new PartFailure(exit);
  return warmups;
}

/**
 * @param {Jvm} jvm
 * @param {string} scenario
 * @returns {RecordedWarmUp | null} of the JVM for that scenario, for the record of what is measured first with it; null for what follows
 */
export function takeWarmUp(jvm, scenario) {
  const warmup = jvm.warmed.get(scenario) ?? null;
  jvm.warmed.set(scenario, null);
  return warmup;
}
