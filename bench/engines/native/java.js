/** What the Java that runs the targets can do. */
import { UsageError } from '../../util/errors.js';
import { run } from '../../util/programs.js';
import { collectorFlag } from '../jvm.js';

/** @typedef {import('../jvm.js').Collector} Collector */

/**
 * Not every build of OpenJDK has every collector: Oracle's have no Shenandoah.
 * @param {{ bin: string, version: string }} java
 * @param {Collector | null} gc null: nothing is chosen
 * @throws {UsageError} one line, if this Java does not start with it
 */
export async function requireCollector({ bin, version }, gc) {
  if (gc === null) return;
  try {
    await run(bin, [collectorFlag(gc), '-version']);
  } catch (error) {
    throw new UsageError(`TARGET_GC=${gc}: ${bin} (Java ${version}) does not start with it; accepted: what this Java was built with`, {
      cause: error,
    });
  }
}
