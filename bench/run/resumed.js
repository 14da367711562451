/** A run that is resumed: by the command that began it, under what must be as it was. What else has changed since is noted. */
import { differences } from '../analyse/comparison/diff.js';
import { withGenerators } from '../record/json/circumstances.js';
import { COMPARED_LIMITS } from '../record/json/limits.js';
import { shortPath } from '../record/json/file.js';
import { pendingOf } from '../record/journal/run.js';
import { readRunNamed } from '../record/results/runs.js';
import { differenceTexts } from '../report/words/diff.js';
import { UsageError } from '../util/errors.js';

/**
 * @typedef {import('../record/run.js').Run} Run
 * @typedef {import('../record/run.js').PlannedRun} PlannedRun
 * @typedef {import('../record/run.js').Circumstances} Circumstances
 */

/** What a command begins. */
const BEGUN_BY = {
  ab: 'a comparison of a service of your own',
  compare: 'a comparison',
  calibrate: 'a calibration',
  sweep: 'a sweep',
  study: 'a run of a study',
};
/** What makes it another machine; a new kernel does not. */
const MACHINE = /** @type {const} */ (['cpuModel', 'cores']);

/** @param {Run | PlannedRun} run @returns {keyof typeof BEGUN_BY} the command that begins such a run, and resumes it */
export function commandOf({ calibrates, sweep, study, catalogue }) {
  if (catalogue.own) return 'ab';
  if (calibrates) return 'calibrate';
  if (sweep) return 'sweep';
  return study ? 'study' : 'compare';
}

/** @param {Run | PlannedRun} run @returns {string} the command that continues it, but for RESUME */
export function commandLineOf(run) {
  const { own } = run.catalogue;
  return `make ${commandOf(run)}${own ? ` FILE=${shortPath(own.file)}` : ''}`;
}

/**
 * @param {Pick<import('../setup/command.js').Command, 'env' | 'resultsDir'>} command
 * @param {keyof typeof BEGUN_BY} name of the command
 * @returns {Run} that RESUME names
 * @throws {UsageError} one line, if there is none, or another command has begun it
 */
export function runToResume({ env, resultsDir }, name) {
  const id = String(env.RESUME);
  const run = readRunNamed(resultsDir, 'RESUME', id);
  const own = commandOf(run);
  if (own === name) return run;
  throw new UsageError(`RESUME=${id}: that is ${BEGUN_BY[own]}; resume it with: ${commandLineOf(run)} RESUME=${id}`);
}

/** @param {Run | PlannedRun} run @returns {boolean} has it ended with all that it planned? */
export function isComplete(run) {
  return run.endedAt !== null && pendingOf(run).length === 0;
}

/**
 * @param {Run} run as it was recorded
 * @param {Circumstances} now
 * @returns {Run} under way again
 * @throws {UsageError} as `changedSinceStart`
 */
export function resumedNow(run, now) {
  const note = changedSinceStart(run, now);
  const notes = note ? [...run.notes, note] : run.notes;
  return { ...run, ...now, endedAt: null, resumedAt: [...run.resumedAt, new Date().toISOString()], notes };
}

/**
 * @param {Run} run as it was recorded
 * @param {Circumstances} now
 * @returns {import('../record/json/notes.js').Note | null} where sources, versions or the machine's system have changed since
 * @throws {UsageError} if another engine, another machine or other limits would resume it
 */
export function changedSinceStart(run, now) {
  const { id, engine } = run;
  if (engine !== now.engine) throw new UsageError(`RESUME=${id}: it was started with ENGINE=${engine}, this is ENGINE=${now.engine}`);
  refuseOther(id, 'measured on one machine', MACHINE, [run.machine, now.machine]);
  // With others the rest would be another measurement under the same name.
  refuseOther(id, 'measured under the same limits', COMPARED_LIMITS, [withGenerators(run.limits), withGenerators(now.limits)]);
  const { machine, versions, commit, dirty } = now;
  const changes = differences(run, { ...run, machine, versions, commit, dirty })
    .map(differenceTexts)
    .map(([name, a, b]) => ({ name, a, b }));
  return changes.length === 0 ? null : { kind: 'changed-while-resumed', at: new Date().toISOString(), changes };
}

/**
 * @template {object} T
 * @param {string} id
 * @param {string} rule
 * @param {readonly (keyof T)[]} names
 * @param {[then: T, now: T]} thenAndNow
 */
function refuseOther(id, rule, names, thenAndNow) {
  for (const name of names) {
    const [before, after] = thenAndNow.map((each) => JSON.stringify(each[name]));
    if (before !== after) throw new UsageError(`RESUME=${id}: ${String(name)} was ${before}, is ${after}; a run is ${rule}`);
  }
}
