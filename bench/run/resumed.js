/** A run that is gone on with: what must be as it was, and what is only noted. */
import { differences } from '../analyse/comparison/diff.js';
import { UsageError } from '../util/errors.js';

/** @typedef {import('../record/bundle-writer.js').RunRecord} RunRecord */
/** @typedef {ReturnType<typeof import('./describe.js').describe>} Circumstances */

/** What the targets are given. With others the rest would be another measurement under the same name. */
const GIVEN = ['targetCpus', 'enforced', 'poolSize', 'generatorCpus', 'jvmArgs'];

/**
 * @param {RunRecord} run as it was recorded
 * @param {Circumstances} now
 * @returns {string | null} a sentence for the reader of the run, where the sources, versions or the machine have changed meanwhile
 * @throws {UsageError} if it would be gone on with by another engine, or under other limits
 */
export function changedMeanwhile(run, now) {
  if (run.engine !== now.engine) {
    throw new UsageError(`RESUME=${run.id}: it was begun with ENGINE=${run.engine}, this is ENGINE=${now.engine}`);
  }
  const [then, limits] = /** @type {Record<string, any>[]} */ ([run.limits ?? {}, now.limits]);
  const other = GIVEN.find((name) => name in then && JSON.stringify(then[name]) !== JSON.stringify(limits[name] ?? null));
  if (other) {
    const [before, after] = [then[other], limits[other]].map((value) => JSON.stringify(value));
    throw new UsageError(`RESUME=${run.id}: ${other} was ${before}, is ${after}; a run is measured under the same limits`);
  }
  const { machine, versions, commit, dirty } = now;
  const changed = differences(run, { ...run, machine, versions, commit, dirty });
  if (changed.length === 0) return null;
  const words = changed.map(({ name, a, b }) => `${name} was ${a}, is ${b}`);
  return `gone on with under other circumstances at ${new Date().toISOString()}: ${words.join('; ')}`;
}
