import { readK6Log } from '../k6.js';
import path from 'node:path';

/** Why a cell or a sequence failed, in a sentence for the report. The run continues with the next one. */
export class CellFailure extends Error {}

/**
 * @param {Pick<import('../../engines/engine.js').Engine, 'targetExit'>} engine
 * @param {string[]} targets
 * @param {string} when such as 'in the cell'
 * @throws {CellFailure} if one of them has ended
 */
export function refuseEnded(engine, targets, when) {
  for (const target of targets) {
    const exit = engine.targetExit(target);
    if (exit) throw new CellFailure(`${target} ended ${when} (${exit.signal ?? `exit code ${exit.code}`})`);
  }
}

/**
 * @param {number | string | null} exit code or signal
 * @param {string} logFile of k6
 * @param {string} when
 * @throws {CellFailure} if k6 has failed
 */
export function refuseFailedK6(exit, logFile, when) {
  if (exit !== 0 && exit !== null)
    throw new CellFailure(`k6 ended with ${exit} ${when}: ${readK6Log(logFile).error ?? `see ${path.basename(logFile)}`}`);
}
