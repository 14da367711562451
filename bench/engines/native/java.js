/** What the Java that runs the targets can do. */
import { UsageError } from '../../util/errors.js';
import { run } from '../../util/programs.js';
import { collectorFlag } from '../jvm.js';

/** @typedef {import('../jvm.js').Collector} Collector */

/**
 * Not every build of OpenJDK has every collector: Oracle's have no Shenandoah.
 * @param {{ bin: string, version: string }} java
 * @param {Collector | null} gc null: nothing is chosen
 * @param {string} [option] that chose it
 * @throws {UsageError} one line, if this Java does not start with it
 */
export async function requireCollector(java, gc, option = 'TARGET_GC') {
  if (gc === null || (await hasCollector(java, gc))) return;
  const { bin, version } = java;
  throw new UsageError(`${option}=${gc}: ${bin} (Java ${version}) does not start with it; accepted: what this Java was built with`);
}

/** @param {{ bin: string }} java @param {Collector} gc @returns {Promise<boolean>} does it start with that collector? */
export async function hasCollector({ bin }, gc) {
  try {
    await run(bin, [collectorFlag(gc), '-version']);
    return true;
  } catch {
    return false;
  }
}
