/** Collects what was observed of a part, from its sources into the part's folder. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { answersCheck } from '../own/same-answers.ts';
import { countSlices } from '../../collect/influx.ts';
import { fetchSamples, scrapeCoverage, toCsv, type Sample } from '../../collect/prometheus.ts';
import { DOWNSTREAM, callsDownstream } from '../../record/catalogue.ts';
import { serverFile, targetsIn, type Part, type Check, type Slice } from '../../record/part.ts';
import { readRollup, type RollupAccount } from '../../record/rollup.ts';
import { sliceCount } from '../../record/run.ts';
import { sum } from '../../util/math.ts';
import { filesIn } from '../generators/files.ts';
import { readSlicedSummary } from '../generators/results.ts';
import { soldOutFault, stockOf } from '../stock.ts';
import { alignmentCheck, clockCheck, countsCheck, liveDataCheck, recordFault, spreadCheck } from './checks.ts';
import { PartFailure } from './failure.ts';
import { sliceBounds } from './slices.ts';
import type { PartWork, EndedLoad } from './load.ts';

type Observed = PartWork & { load: EndedLoad };

/** Samples are kept from that long before the load on, so that the first rates have a start. */
const SAMPLES_BEFORE_MS = 2000;

/** @returns `fault`: why the part has failed @throws {PartFailure} if k6 left no summary */
export async function collect(observed: Observed): Promise<{ fields: Partial<Part>; checks: Check[]; fault: string | null }> {
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

/** @throws {PartFailure} if k6 left no summary that can be used */
function summaryOf({ planned, dir, context: { run } }: Observed) {
  const { rate } = run.catalogue.scenarios[planned.scenario];
  try {
    return readSlicedSummary(filesIn(dir).summary, sliceCount(planned.blocks), rate === undefined ? null : rate * run.sliceSeconds);
  } catch (error) {
    throw new PartFailure(`k6 left no usable summary: ${(error as Error).message}`);
  }
}

/** @returns null without one: the check reports it */
function rollupAccount(dir: string): RollupAccount | null {
  try {
    return readRollup(dir);
  } catch {
    return null;
  }
}

async function faultOfStock({ planned, context: { engine, run } }: Observed): Promise<string | null> {
  const { eventId } = run.catalogue.scenarios[planned.scenario];
  return eventId === undefined ? null : soldOutFault(await stockOf(engine.endpoints.mariadb, eventId));
}

/** @returns do the three ways to count agree in every slice? */
function countsOfSlices(slices: Slice[]): Check {
  const off = slices.filter(({ counts: { k6, hlog, influx } }) => k6 !== hlog || hlog !== influx);
  if (off.length === 0) return { name: 'counts', ok: true, detail: `k6, http.hlog and InfluxDB agree in ${slices.length} slices` };
  const { detail } = countsCheck(off[0].counts);
  return { name: 'counts', ok: false, detail: `${off.length} of ${slices.length} slices differ; slice ${off[0].slice}: ${detail}` };
}

function sliceTotal({ planned: { scenario }, load: { tail } }: Observed, slice: number) {
  return tail.count(`${scenario}#${slice}.ok`) + tail.count(`${scenario}#${slice}.failed`);
}

/** @returns by target */
async function serverSamples({ planned, dir, context: { engine }, load }: Observed, startMs: number): Promise<Map<string, Sample[]>> {
  const targets = targetsIn(planned.blocks);
  const from = startMs - SAMPLES_BEFORE_MS;
  const all = await Promise.all(targets.map((target) => fetchSamples(engine.endpoints.prometheus, target, from, load.endMs)));
  targets.forEach((target, index) => writeFileSync(path.join(dir, serverFile(target)), toCsv(all[index])));
  return new Map(targets.map((target, index) => [target, all[index]]));
}

/** Shows whether it was the downstream service that the targets waited for. */
async function collectDownstream({ planned, dir, context: { engine, run }, load }: Observed, startMs: number) {
  if (!callsDownstream(run, planned.scenario)) return;
  const samples = await fetchSamples(engine.endpoints.prometheus, DOWNSTREAM, startMs - SAMPLES_BEFORE_MS, load.endMs, true);
  writeFileSync(path.join(dir, 'downstream.csv'), toCsv(samples));
}

/**
 * An earlier part of the round has points with the same tags, up to the second in which this k6 was started.
 * @param startMs of the first slice
 * @returns null where InfluxDB did not answer: it has live data only
 */
async function influxCounts(
  { planned: { scenario, round }, context: { engine, run } }: Observed,
  startMs: number,
): Promise<Awaited<ReturnType<typeof countSlices>> | null> {
  try {
    return await countSlices(engine.endpoints.influx, { run: run.id, scenario, round }, startMs);
  } catch {
    return null;
  }
}
