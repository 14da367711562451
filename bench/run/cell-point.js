/** Writes a finished cell as one point to InfluxDB: the figures of the report, for the dashboard that compares targets. */
import { group } from '../analyse/cell/group.js';
import { publishPoint, quoted } from '../collect/influx.js';
import { voidText } from '../report/words/void.js';
import { highest, present, sum } from '../util/math.js';

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
  const successes = sumOfAll(stages.map((stage) => stage.plateauSuccesses));
  /** @type {Record<string, number | string | null>} */
  const fields = {
    startMs: measured.cell.startMs,
    endMs: measured.cell.endMs,
    plateauSeconds: sumOfAll(stages.map((stage) => stage.plateauSeconds)),
    plateauSuccesses: successes,
    failures,
    p99Ms: highest(stages.map(({ latency }) => latency.p99)),
    cpuSeconds: overall.cpuPer1000 === null || successes === null ? null : (overall.cpuPer1000 * successes) / 1000,
    threadsMax: overall.threadsMax,
    heapMaxBytes: overall.heapMaxBytes,
  };
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  known.push(['void', quoted(measured.voids.map(voidText).join('; '))]);
  const tags = Object.entries({ run: run.id, target, scenario, round }).map(([name, value]) => `${name}=${value}`);
  return `cell,${tags.join(',')} ${known.map(([name, value]) => `${name}=${value}`).join(',')} ${measured.cell.startMs}`;
}

/** @param {(number | null)[]} values @returns {number | null} null if one is missing */
function sumOfAll(values) {
  const known = present(values);
  return known.length === values.length ? sum(known) : null;
}
