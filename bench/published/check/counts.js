/** What a bundle says twice must be the same twice: requests by k6, by http.hlog and by InfluxDB, and the sums of slices. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { metricValues, sliceRequestsMetric } from '../../../k6/lib/summary.js';
import { cellDir } from '../../record/cell.js';
import { sequenceDir } from '../../record/sequence.js';
import { sum } from '../../util/math.js';

/**
 * @typedef {import('../../record/raw-cell.js').Bundle} Bundle
 * @typedef {{ k6: number, hlog: number, influx: number | null }} Counts
 * @typedef {[what: string, count: number | null | undefined]} Count a file and field, and its value
 */

/**
 * @param {string} dir
 * @param {Bundle} bundle
 * @returns {string | null} the first two counts that differ, by file and field
 */
export function countsDiffer(dir, { run, readCell, readSequence }) {
  for (const planned of run.cells) {
    const found = planned.state === 'ok' ? cellCounts(dir, readCell(planned)) : null;
    if (found !== null) return found;
  }
  for (const planned of run.sequences) {
    const found = planned.state === 'ok' ? sequenceCounts(dir, readSequence(planned)) : null;
    if (found !== null) return found;
  }
  return null;
}

/** @param {string} dir @param {import('../../record/raw-cell.js').RawCell} raw */
function cellCounts(dir, { planned, cell, requests, missing, server }) {
  const folder = cellDir('', planned);
  if (missing.length > 0) return `${folder}/${missing[0]}`;
  if (!cell?.counts || !requests) return `${folder}/cell.json, counts: nothing; accepted are those of its requests`;
  const { k6, counts, scrapes, checks, stages, generators } = cell;
  const answered = new Set(
    (server?.get('jvm_threads_live_threads') ?? [])
      .map(({ timeMs }) => timeMs)
      .filter(isWithin(stages[0].startMs, stages[stages.length - 1].endMs)),
  ).size;
  const pairs = /** @type {[Count, Count][]} */ ([
    [
      ['cell.json, counts.hlog', counts.hlog],
      ['http.hlog', requests.total],
    ],
    [
      ['cell.json, counts.k6', counts.k6],
      ['k6.httpReqs', k6?.httpReqs],
    ],
    [
      ['cell.json, k6.httpReqs', k6?.httpReqs],
      ['k6-summary.json, http_reqs', summaryCount(dir, folder, 'http_reqs')],
    ],
    ...generatorPairs(generators, ['cell.json, counts.k6', counts.k6]),
    [['cell.json, counts.influx', counts.influx], influxPair(counts, checks, 'cell.json, counts.k6')],
    [
      ['cell.json, scrapes.ok', scrapes?.ok],
      server?.has('jvm_threads_live_threads') ? ['samples in server.csv', Math.min(answered, scrapes?.expected ?? 0)] : ['', scrapes?.ok],
    ],
  ]);
  return firstOf(folder, pairs);
}

/** @param {string} dir @param {import('../../record/raw-cell.js').RawSequence} raw */
function sequenceCounts(dir, { planned, sequence, requests, missing }) {
  const folder = sequenceDir('', planned);
  if (missing.length > 0) return `${folder}/${missing[0]}`;
  if (!sequence || !requests) return `${folder}/sequence.json: nothing was measured`;
  const { k6, slices, checks, generators } = sequence;
  const ofSlices = slices.flatMap(({ slice, counts }) => {
    const field = `sequence.json, slices[${slice - 1}].counts`;
    const log = requests.get(slice);
    return /** @type {[Count, Count][]} */ ([
      [
        [`${field}.hlog`, counts.hlog],
        [`http.hlog, slice ${slice}`, log?.total ?? 0],
      ],
      [
        [`${field}.k6`, counts.k6],
        [`k6-summary.json, slice ${slice}`, summaryCount(dir, folder, sliceRequestsMetric(slice))],
      ],
      [[`${field}.influx`, counts.influx], influxPair(counts, checks, `${field}.k6`)],
    ]);
  });
  const all = sum(slices.map(({ counts }) => counts.k6)) + (k6?.setupReqs ?? 0);
  return firstOf(folder, [
    ...ofSlices,
    ...generatorPairs(generators, ['sequence.json, k6.httpReqs', k6?.httpReqs]),
    [
      ['sequence.json, k6.httpReqs', k6?.httpReqs],
      ['k6-summary.json, http_reqs', summaryCount(dir, folder, 'http_reqs')],
    ],
    [
      ['sequence.json, k6.httpReqs', k6?.httpReqs],
      ['the sum of its slices and of setup()', all],
    ],
  ]);
}

/**
 * @param {import('../../record/json/generators.js').Instance[] | undefined} generators older bundles have none
 * @param {Count} counted requests of all together
 * @returns {[Count, Count][]}
 */
function generatorPairs(generators, counted) {
  if (generators === undefined) return [];
  return /** @type {const} */ (['k6', 'hlog']).map((by) => [
    counted,
    [`the sum of its generators, ${by}`, sum(generators.map(({ requests }) => requests[by] ?? 0))],
  ]);
}

/**
 * InfluxDB has live data alone, and may miss some: then its check has failed, and the report says so.
 * @param {Counts} counts
 * @param {{ name: string, ok: boolean }[]} checks
 * @param {string} name
 * @returns {Count}
 */
function influxPair({ k6, influx }, checks, name) {
  const mayDiffer = influx === null || checks.some((check) => check.name === 'counts' && !check.ok);
  return [name, mayDiffer ? influx : k6];
}

/** @param {number} fromMs @param {number} toMs */
function isWithin(fromMs, toMs) {
  return (/** @type {number} */ timeMs) => timeMs >= fromMs && timeMs < toMs;
}

/** @param {string} dir @param {string} folder @param {string} metric @returns {number | undefined} k6's own count */
function summaryCount(dir, folder, metric) {
  try {
    return metricValues(JSON.parse(readFileSync(path.join(dir, folder, 'k6-summary.json'), 'utf8')), metric).count ?? 0;
  } catch {
    return undefined;
  }
}

/** @param {string} folder @param {[Count, Count][]} pairs */
function firstOf(folder, pairs) {
  const found = pairs.find(([[, one], [, other]]) => one !== other);
  if (!found) return null;
  const [[what, one], [otherWhat, other]] = found;
  return `${folder}/${what}: ${one ?? 'nothing'}; ${otherWhat}: ${other ?? 'nothing'}`;
}
