/** Writes a finished cell as one point to InfluxDB: the report's figures of its stage with the most users, for the dashboard that compares targets. */
import { group } from '../analyse/cell/group.js';
import { publishPoint, quoted } from '../collect/influx.js';
import { voidText } from '../report/words/void.js';

/** @typedef {import('../analyse/types.js').CellFigures} CellFigures */
/** @typedef {import('../record/run.js').Run} Run */

/**
 * @param {import('../collect/influx.js').Influx} influx
 * @param {Run} run
 * @param {CellFigures} cell
 * @returns {Promise<void>} fulfilled also if InfluxDB refuses it: no figure of the report needs this point
 */
export async function publishCell(influx, run, cell) {
  const line = cellLine(run, cell);
  if (line !== null) await publishPoint(influx, line);
}

/**
 * @param {Run} run
 * @param {CellFigures} cell
 * @returns {string | null} line protocol, in milliseconds; null for a cell without figures
 */
export function cellLine(run, cell) {
  const { scenario, target, round } = cell.planned;
  const { cell: measured, stages, overall, failures } = group(scenario, target, cell);
  if (!measured?.cell) return null;
  // A mean over stages would be a third figure beside those of the report: where users wait, throughput is that of their number.
  const { plateauSeconds, plateauSuccesses, latency, cpuPer1000 } = stages.reduce((one, other) => (other.vus > one.vus ? other : one));
  /** @type {Record<string, number | string | null>} */
  const fields = {
    startMs: measured.cell.startMs,
    endMs: measured.cell.endMs,
    plateauSeconds,
    plateauSuccesses,
    failures,
    p99Ms: latency.p99,
    cpuSeconds: cpuPer1000 === null || plateauSuccesses === null ? null : (cpuPer1000 * plateauSuccesses) / 1000,
    threadsMax: overall.threadsMax,
    heapMaxBytes: overall.heapMaxBytes,
  };
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  known.push(['void', quoted(measured.voids.map(voidText).join('; '))]);
  const tags = Object.entries({ run: run.id, target, scenario, round }).map(([name, value]) => `${name}=${value}`);
  return `cell,${tags.join(',')} ${known.map(([name, value]) => `${name}=${value}`).join(',')} ${measured.cell.startMs}`;
}
