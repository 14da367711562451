/** Collects what was observed of a part, from its sources into the part's folder. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ofSlice, sliceRequestsMetric } from '../../../k6/lib/summary.js';
import { countSlices } from '../../collect/influx.ts';
import { fetchSamples, scrapeCoverage, toCsv } from '../../collect/prometheus.ts';
import { DOWNSTREAM, callsDownstream } from '../../record/catalogue.ts';
import { serverFile, targetsIn } from '../../record/part.ts';
import { readRollup } from '../../record/rollup.ts';
import { messageOf, orNull } from '../../util/errors.ts';
import { sum } from '../../util/math.ts';
import { filesIn } from '../generators/files.ts';
import { readSummary, type LoadSummary } from '../generators/results.ts';
import { soldOutFault, stockOf } from '../prepared.ts';
import { answersCheck } from '../same-answers.ts';
import { alignmentCheck, clockCheck, countsCheck, liveDataCheck, recordFault, spreadCheck } from './checks.ts';
import { PartFailure } from './context.ts';
import { sliceBounds, type PartWork } from './slices.ts';
import type { EndedLoad } from './load.ts';

/** Samples are kept from that long before the load on, so that the first rates have a start. */
const SAMPLES_BEFORE_MS = 2000;

/** @returns `fault`: why the part has failed @throws {PartFailure} if k6 left no summary */
export async function collect(work: PartWork, { end, tail, disturbed }: EndedLoad) {
  const { planned, dir, context } = work;
  const { engine, run } = context;
  const { scenario } = planned;
  const targets = targetsIn(planned.blocks);
  const summary = summaryIn(dir);
  const { startMs } = summary;
  const samplesOf = (name: string, isDownstream?: boolean) =>
    fetchSamples(engine.endpoints.prometheus, name, startMs - SAMPLES_BEFORE_MS, end.endMs, isDownstream);
  const samples = await Promise.all(targets.map((target) => samplesOf(target)));
  targets.forEach((target, index) => writeFileSync(path.join(dir, serverFile(target)), toCsv(samples[index])));
  // Shows whether it was the downstream service that the targets waited for.
  if (callsDownstream(run, scenario)) writeFileSync(path.join(dir, 'downstream.csv'), toCsv(await samplesOf(DOWNSTREAM, true)));
  // It has live data only. An earlier part of the round has points with the same tags, up to the second in which this k6 was started.
  const tags = { run: run.id, scenario, round: planned.round };
  const influx = await countSlices(engine.endpoints.influx, tags, startMs).catch(() => null);
  const slices = sliceBounds(work.sequence, startMs).map((slice) => {
    const [ok, failed] = ['ok', 'failed'].map((outcome) => tail.count(`${scenario}#${slice.slice}.${outcome}`));
    const besides = failedBesides(work, summary, slice.slice);
    return {
      ...slice,
      counts: { k6: summary.count(sliceRequestsMetric(slice.slice)), hlog: ok + failed, influx: influx && influx(slice) },
      ...(besides > 0 && { besides }),
      scrapes: scrapeCoverage(samples[targets.indexOf(slice.target)], slice.startMs, slice.endMs),
      others: disturbed.get(slice.slice) ?? [],
    };
  });
  const { exitCode, interrupted, instances } = end;
  const httpReqs = summary.count('http_reqs');
  const k6 = { exitCode, httpReqs, setupReqs: tail.count('setup.ok') + tail.count('setup.failed'), interrupted };
  // Its check reports where there is none.
  const rollup = orNull(() => readRollup(dir));
  const checks = [
    countsCheck(slices),
    alignmentCheck(startMs),
    ...spreadCheck(instances),
    ...clockCheck(instances),
    liveDataCheck(rollup),
    ...answersCheck(run.catalogue, dir, targets),
  ];
  const successes = sum(slices.map(({ slice }) => tail.count(`${scenario}#${slice}.ok`)));
  const fault = recordFault({ k6: httpReqs, hlog: sum(tail.totals()) }, successes, { rollup, instances }) ?? (await faultOfStock(work));
  return { fields: { startMs, slices, k6 }, checks, fault };
}

/** @throws {PartFailure} if k6 left no summary that can be used */
function summaryIn(dir: string): LoadSummary {
  try {
    return readSummary(filesIn(dir).summary);
  } catch (error) {
    throw new PartFailure(`k6 left no usable summary: ${messageOf(error)}`);
  }
}

/** @returns what failed in a slice beside its requests: checks of a user's script, and iterations of a rate that were not begun, or not ended */
function failedBesides({ planned, context: { run } }: PartWork, { values, count }: LoadSummary, slice: number): number {
  const { rate } = run.catalogue.scenarios[planned.scenario];
  const lacking = rate === undefined ? 0 : Math.max(0, rate * run.sliceSeconds - count(ofSlice('iterations', slice)));
  return (values(ofSlice('checks', slice)).fails ?? 0) + lacking;
}

async function faultOfStock({ planned, context: { engine, run } }: PartWork): Promise<string | null> {
  const { eventId } = run.catalogue.scenarios[planned.scenario];
  return eventId === undefined ? null : soldOutFault(await stockOf(engine.endpoints.mariadb, eventId));
}
