/** A run that is resumed: what must be as it was, and what is only noted. */
import { differences } from '../analyse/comparison/diff.js';
import { withGenerators } from '../record/json/circumstances.js';
import { COMPARED_LIMITS } from '../record/json/limits.js';
import { differenceTexts } from '../report/words/diff.js';
import { UsageError } from '../util/errors.js';

/**
 * @typedef {import('../record/run.js').Run} Run
 * @typedef {import('../record/run.js').Circumstances} Circumstances
 */

/** What makes it another machine; a new kernel does not. */
const MACHINE = /** @type {const} */ (['cpuModel', 'cores']);

/**
 * @param {Run} run as it was recorded
 * @param {Circumstances} now
 * @returns {import('../record/json/notes.js').Note | null} where sources, versions or the machine's system have changed since
 * @throws {UsageError} if another engine, another machine or other limits would resume it
 */
export function changedSinceStart(run, now) {
  const { id, engine } = run;
  if (engine !== now.engine) throw new UsageError(`RESUME=${id}: it was started with ENGINE=${engine}, this is ENGINE=${now.engine}`);
  const part = MACHINE.find((name) => run.machine[name] !== now.machine[name]);
  if (part) {
    const [before, after] = [run.machine[part], now.machine[part]].map((value) => JSON.stringify(value));
    throw new UsageError(`RESUME=${id}: ${part} was ${before}, is ${after}; a run is measured on one machine`);
  }
  const [then, given] = [run.limits, now.limits].map(withGenerators);
  // With others the rest would be another measurement under the same name.
  const other = COMPARED_LIMITS.find((name) => JSON.stringify(then[name]) !== JSON.stringify(given[name]));
  if (other) {
    const [before, after] = [then[other], given[other]].map((value) => JSON.stringify(value));
    throw new UsageError(`RESUME=${id}: ${other} was ${before}, is ${after}; a run is measured under the same limits`);
  }
  const { machine, versions, commit, dirty } = now;
  const changes = differences(run, { ...run, machine, versions, commit, dirty })
    .map(differenceTexts)
    .map(([name, a, b]) => ({ name, a, b }));
  return changes.length === 0 ? null : { kind: 'changed-while-resumed', at: new Date().toISOString(), changes };
}
