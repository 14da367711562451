/** What a bundle says twice must be the same twice: requests by k6, by http.hlog and by InfluxDB, and the sums of slices. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { metricValues, sliceRequestsMetric } from '../../../k6/lib/summary.js';
import { cellDir } from '../../record/cell.js';
import { sequenceDir } from '../../record/sequence.js';
import { sum } from '../../util/math.js';

/**
 * @typedef {import('../../record/raw-cell.js').Bundle} Bundle
 * @typedef {number | null | undefined} Count
 * @typedef {[what: string, count: Count, otherWhat: string, other: Count]} Pair a file and field with its value, and another that must have the same
 */

const LIVE_THREADS = 'jvm_threads_live_threads';

/**
 * @param {string} dir
 * @param {Bundle} bundle
 * @returns {string | null} the first two counts that differ, by file and field
 */
export function countsDiffer(dir, { run, readCell, readSequence }) {
  for (const planned of run.cells.filter(isOk)) {
    const found = inCell(dir, readCell(planned));
    if (found !== null) return found;
  }
  for (const planned of run.sequences.filter(isOk)) {
    const found = inSequence(dir, readSequence(planned));
    if (found !== null) return found;
  }
  return null;
}

/** @param {{ state: string }} planned */
function isOk({ state }) {
  return state === 'ok';
}

/** @param {string} dir @param {import('../../record/raw-cell.js').RawCell} raw */
function inCell(dir, { planned, cell, requests, missing, server }) {
  const folder = cellDir('', planned);
  if (missing.length > 0) return `${folder}/${missing[0]}`;
  if (!cell?.counts || !requests) return `${folder}/cell.json, counts: nothing; accepted are those of its requests`;
  const { k6, counts, scrapes, checks, stages, generators } = cell;
  const [from, to] = [stages[0].startMs, stages[stages.length - 1].endMs];
  const times = (server?.get(LIVE_THREADS) ?? []).map(({ timeMs }) => timeMs).filter((timeMs) => timeMs >= from && timeMs < to);
  const answered = server?.has(LIVE_THREADS) ? Math.min(new Set(times).size, scrapes?.expected ?? 0) : scrapes?.ok;
  return firstOf(folder, [
    ['cell.json, counts.hlog', counts.hlog, 'http.hlog', requests.total],
    ['cell.json, counts.k6', counts.k6, 'k6.httpReqs', k6?.httpReqs],
    ['cell.json, k6.httpReqs', k6?.httpReqs, 'k6-summary.json, http_reqs', summaryCount(dir, folder, 'http_reqs')],
    ...ofGenerators(generators, 'cell.json, counts.k6', counts.k6),
    ofInflux('cell.json, counts', counts, checks),
    ['cell.json, scrapes.ok', scrapes?.ok, 'samples in server.csv', answered],
  ]);
}

/** @param {string} dir @param {import('../../record/raw-cell.js').RawSequence} raw */
function inSequence(dir, { planned, sequence, requests, missing }) {
  const folder = sequenceDir('', planned);
  if (missing.length > 0) return `${folder}/${missing[0]}`;
  if (!sequence || !requests) return `${folder}/sequence.json: nothing was measured`;
  const { k6, slices, checks, generators } = sequence;
  const ofSlices = slices.flatMap(({ slice, counts }) => {
    const field = `sequence.json, slices[${slice - 1}].counts`;
    return /** @type {Pair[]} */ ([
      [`${field}.hlog`, counts.hlog, `http.hlog, slice ${slice}`, requests.get(slice)?.total ?? 0],
      [`${field}.k6`, counts.k6, `k6-summary.json, slice ${slice}`, summaryCount(dir, folder, sliceRequestsMetric(slice))],
      ofInflux(field, counts, checks),
    ]);
  });
  const all = sum(slices.map(({ counts }) => counts.k6)) + (k6?.setupReqs ?? 0);
  return firstOf(folder, [
    ...ofSlices,
    ...ofGenerators(generators, 'sequence.json, k6.httpReqs', k6?.httpReqs),
    ['sequence.json, k6.httpReqs', k6?.httpReqs, 'k6-summary.json, http_reqs', summaryCount(dir, folder, 'http_reqs')],
    ['sequence.json, k6.httpReqs', k6?.httpReqs, 'the sum of its slices and of setup()', all],
  ]);
}

/**
 * @param {import('../../record/json/generators.js').Instance[] | undefined} generators older bundles have none
 * @param {string} what
 * @param {Count} count requests of all together
 * @returns {Pair[]}
 */
function ofGenerators(generators, what, count) {
  if (generators === undefined) return [];
  const total = (/** @type {'k6' | 'hlog'} */ by) => sum(generators.map(({ requests }) => requests[by] ?? 0));
  return [
    [what, count, 'the sum of its generators, k6', total('k6')],
    [what, count, 'the sum of its generators, hlog', total('hlog')],
  ];
}

/**
 * InfluxDB has live data alone, and may miss some: then its check has failed, and the report says so.
 * @param {string} what
 * @param {{ k6: number, influx: number | null }} counts
 * @param {{ name: string, ok: boolean }[]} checks
 * @returns {Pair}
 */
function ofInflux(what, { k6, influx }, checks) {
  const mayDiffer = influx === null || checks.some((check) => check.name === 'counts' && !check.ok);
  return [`${what}.influx`, influx, `${what}.k6`, mayDiffer ? influx : k6];
}

/** @param {string} dir @param {string} folder @param {string} metric @returns {Count} k6's own */
function summaryCount(dir, folder, metric) {
  try {
    return metricValues(JSON.parse(readFileSync(path.join(dir, folder, 'k6-summary.json'), 'utf8')), metric).count ?? 0;
  } catch {
    return undefined;
  }
}

/** @param {string} folder @param {Pair[]} pairs */
function firstOf(folder, pairs) {
  const found = pairs.find(([, count, , other]) => count !== other);
  if (!found) return null;
  const [what, count, otherWhat, other] = found;
  return `${folder}/${what}: ${count ?? 'nothing'}; ${otherWhat}: ${other ?? 'nothing'}`;
}
