/** Writes a finished part as points to InfluxDB, one for each of its targets, for the dashboard that compares targets. */
import { pooledStage } from '../analyse/group/pooled.js';
import { publishPoint, quoted } from '../collect/influx.js';
import { comparedVus } from '../record/run.js';
import { discardText } from '../report/words/discarded.js';
import { groupBy } from '../util/group.js';
import { present, sum } from '../util/math.js';

/** @typedef {import('../analyse/types.js').PartFigures} PartFigures */
/** @typedef {import('../analyse/types.js').SliceFigures} SliceFigures */
/** @typedef {import('../record/run.js').Run} Run */

/**
 * @param {import('../collect/influx.js').Influx} influx
 * @param {Run} run
 * @param {PartFigures} part
 * @returns {Promise<void>} fulfilled also if InfluxDB refuses them: no figure of the report needs these points
 */
export async function publishPart(influx, run, part) {
  const lines = partLines(run, part);
  if (lines.length > 0) await publishPoint(influx, lines.join('\n'));
}

/**
 * @param {Run} run
 * @param {PartFigures} part
 * @returns {string[]} line protocol, in milliseconds: of each target the slices at which targets are compared; none of a part without figures
 */
export function partLines(run, { part, slices }) {
  if (part === null) return [];
  const compared = slices.filter(({ scenario, stage }) => stage.vus === comparedVus(run, scenario));
  const byTarget = groupBy(compared, ({ target }) => target);
  return [...byTarget].map(([target, own]) => {
    const { scenario, round } = own[0];
    const tags = Object.entries({ run: run.id, target, scenario, round }).map(([name, value]) => `${name}=${value}`);
    const fields = Object.entries(fieldsOf(own, part)).filter(([, value]) => value !== null);
    return `cell,${tags.join(',')} ${fields.map(([name, value]) => `${name}=${value}`).join(',')} ${part.startMs}`;
  });
}

/**
 * @param {SliceFigures[]} slices of one target
 * @param {Pick<import('../record/part.js').MeasuredPart, 'startMs' | 'endMs'>} part
 * @returns {Record<string, number | string | null>} those of the valid slices, or where there is none of the discarded ones, with why they are discarded
 */
function fieldsOf(slices, { startMs, endMs }) {
  const valid = slices.filter(({ discardedFor }) => discardedFor.length === 0);
  const good = valid.length > 0 ? valid : slices;
  const stage = pooledStage(good.map((slice) => slice.stage));
  const { plateauSeconds, plateauSuccesses, cpuPer1000, threadsMax, heapMaxBytes } = stage;
  return {
    ...{ startMs, endMs, plateauSeconds, plateauSuccesses },
    failures: sumOfAll(good.flatMap((slice) => [slice.stage.failures, slice.afterSlice?.failures ?? null])),
    p99Ms: stage.latency.p99,
    cpuSeconds: cpuPer1000 === null || plateauSuccesses === null ? null : (cpuPer1000 * plateauSuccesses) / 1000,
    ...{ threadsMax, heapMaxBytes },
    discarded: quoted([...new Set(good.flatMap(({ discardedFor }) => discardedFor.map(discardText)))].join('; ')),
  };
}

/** @param {(number | null)[]} values @returns {number | null} null if one is missing */
function sumOfAll(values) {
  const known = present(values);
  return known.length === values.length ? sum(known) : null;
}
