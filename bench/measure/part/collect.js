/** Collects what was observed of a part, from its sources into the part's folder. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { answersCheck } from '../own/same-answers.js';
import { countSlices } from '../../collect/influx.js';
import { fetchSamples, scrapeCoverage, toCsv } from '../../collect/prometheus.js';
import { DOWNSTREAM, callsDownstream } from '../../record/catalogue.js';
import { serverFile, targetsIn } from '../../record/part.js';
import { readRollup } from '../../record/rollup.js';
import { sliceCount } from '../../record/run.js';
import { sum } from '../../util/math.js';
import { filesIn } from '../generators/files.js';
import { readSlicedSummary } from '../generators/results.js';
import { soldOutFault, stockOf } from '../stock.js';
import { alignmentCheck, clockCheck, countsCheck, liveDataCheck, recordFault, spreadCheck } from './checks.js';
import { PartFailure } from './failure.js';
import { sliceBounds } from './slices.js';

/**
 * @typedef {import('../../record/part.js').Part} Part
 * @typedef {import('../../record/part.js').Slice} Slice
 * @typedef {import('../../record/part.js').Check} Check
 * @typedef {import('./load.js').PartWork & { load: import('./load.js').EndedLoad }} Observed
 * @typedef {import('../../collect/prometheus.js').Sample} Sample
 */

/** Samples are kept from that long before the load on, so that the first rates have a start. */
const SAMPLES_BEFORE_MS = 2000;

/**
 * @param {Observed} observed
 * @returns {Promise<{ fields: Partial<Part>, checks: Check[], fault: string | null }>} `fault`: why the part has failed
 * @throws {PartFailure} if k6 left no summary
 */
export async function collect(observed) {
  const { planned, gapSeconds, dir, context, load } = observed;
  const { end, tail } = load;
  const summary = summaryOf(observed);
  const { startMs } = summary;
  const samples = await serverSamples(observed, startMs);
  await collectDownstream(observed, startMs);
  const influx = await influxCounts(observed, startMs);
  const bounds = sliceBounds({ blocks: planned.blocks, sliceSeconds: context.run.sliceSeconds, gapSeconds }, startMs);
  const slices = bounds.map((slice) => ({
    ...slice,
    counts: { k6: summary.bySlice[slice.slice], hlog: sliceTotal(observed, slice.slice), influx: influx && influx(slice) },
    ...(summary.besides[slice.slice] > 0 && { besides: summary.besides[slice.slice] }),
    scrapes: scrapeCoverage(samples.get(slice.target) ?? [], slice.startMs, slice.endMs),
    others: load.disturbances.of(slice.slice),
  }));
  const { exitCode, interrupted, instances } = end;
  const setupReqs = tail.count('setup.ok') + tail.count('setup.failed');
  const k6 = { exitCode, httpReqs: summary.httpReqs, setupReqs, interrupted };
  const rollup = rollupAccount(dir);
  const counts = { k6: summary.httpReqs, hlog: tail.total() };
  const checks = [
    countsOfSlices(slices),
    alignmentCheck(startMs),
    ...spreadCheck(instances),
    ...clockCheck(instances),
    liveDataCheck(rollup),
    ...answersCheck(context.run.catalogue, dir, targetsIn(planned.blocks)),
  ];
  const successes = sum(slices.map(({ slice }) => tail.count(`${planned.scenario}#${slice}.ok`)));
  const fields = { startMs, slices, k6 };
  const fault = recordFault(counts, successes, { rollup, instances }) ?? (await faultOfStock(observed));
  return { fields, checks, fault };
}

/** @param {Observed} observed @throws {PartFailure} if k6 left no summary that can be used */
function summaryOf({ planned, dir, context: { run } }) {
  const { rate } = run.catalogue.scenarios[planned.scenario];
  try {
    return readSlicedSummary(filesIn(dir).summary, sliceCount(planned.blocks), rate === undefined ? null : rate * run.sliceSeconds);
  } catch (error) {
    throw new PartFailure(`k6 left no usable summary: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} dir @returns {import('../../record/rollup.js').RollupAccount | null} null without one: the check reports it */
function rollupAccount(dir) {
  try {
    return readRollup(dir);
  } catch {
    return null;
  }
}

/** @param {Observed} observed @returns {Promise<string | null>} */
async function faultOfStock({ planned, context: { engine, run } }) {
  const { eventId } = run.catalogue.scenarios[planned.scenario];
  return eventId === undefined ? null : soldOutFault(await stockOf(engine.endpoints.mariadb, eventId));
}

/** @param {Slice[]} slices @returns {Check} do the three ways to count agree in every slice? */
function countsOfSlices(slices) {
  const off = slices.filter(({ counts: { k6, hlog, influx } }) => k6 !== hlog || hlog !== influx);
  if (off.length === 0) return { name: 'counts', ok: true, detail: `k6, http.hlog and InfluxDB agree in ${slices.length} slices` };
  const { detail } = countsCheck(off[0].counts);
  return { name: 'counts', ok: false, detail: `${off.length} of ${slices.length} slices differ; slice ${off[0].slice}: ${detail}` };
}

/** @param {Observed} observed @param {number} slice */
function sliceTotal({ planned: { scenario }, load: { tail } }, slice) {
  return tail.count(`${scenario}#${slice}.ok`) + tail.count(`${scenario}#${slice}.failed`);
}

/** @param {Observed} observed @param {number} startMs @returns {Promise<Map<string, Sample[]>>} by target */
async function serverSamples({ planned, dir, context: { engine }, load }, startMs) {
  const targets = targetsIn(planned.blocks);
  const from = startMs - SAMPLES_BEFORE_MS;
  const all = await Promise.all(targets.map((target) => fetchSamples(engine.endpoints.prometheus, target, from, load.endMs)));
  targets.forEach((target, index) => writeFileSync(path.join(dir, serverFile(target)), toCsv(all[index])));
  return new Map(targets.map((target, index) => [target, all[index]]));
}

/** Shows whether it was the downstream service that the targets waited for. @param {Observed} observed @param {number} startMs */
async function collectDownstream({ planned, dir, context: { engine, run }, load }, startMs) {
  if (!callsDownstream(run, planned.scenario)) return;
  const samples = await fetchSamples(engine.endpoints.prometheus, DOWNSTREAM, startMs - SAMPLES_BEFORE_MS, load.endMs, true);
  writeFileSync(path.join(dir, 'downstream.csv'), toCsv(samples));
}

/**
 * An earlier part of the round has points with the same tags, up to the second in which this k6 was started.
 * @param {Observed} observed
 * @param {number} startMs of the first slice
 * @returns {Promise<Awaited<ReturnType<typeof countSlices>> | null>} null where InfluxDB did not answer: it has live data only
 */
async function influxCounts({ planned: { scenario, round }, context: { engine, run } }, startMs) {
  try {
    return await countSlices(engine.endpoints.influx, { run: run.id, scenario, round }, startMs);
  } catch {
    return null;
  }
}
