/** What a bundle says twice must be the same twice: requests by k6, by http.hlog and by InfluxDB, and the sums of slices. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { metricValues, sliceRequestsMetric } from '../../../k6/lib/summary.js';
import { partDir } from '../../record/part.ts';
import { sum } from '../../util/math.ts';
import type { Bundle, RawPart } from '../../record/raw-part.ts';

type Count = number | null | undefined;

/** a file and field with its value, and another that must have the same */
type Pair = [what: string, count: Count, otherWhat: string, other: Count];

/** @returns the first two counts that differ, by file and field */
export function countsDiffer(dir: string, { run, readPart }: Bundle): string | null {
  for (const planned of run.parts.filter(({ state }) => state === 'ok')) {
    const found = inPart(dir, readPart(planned));
    if (found !== null) return found;
  }
  return null;
}

function inPart(dir: string, { planned, part, requests, missing }: RawPart) {
  const folder = partDir('', planned);
  if (missing.length > 0) return `${folder}/${missing[0]}`;
  if (!part || !requests) return `${folder}/part.json: nothing was measured`;
  const { k6, slices, checks, generators } = part;
  const ofSlices = slices.flatMap(({ slice, counts }) => {
    const field = `part.json, slices[${slice - 1}].counts`;
    return [
      [`${field}.hlog`, counts.hlog, `http.hlog, slice ${slice}`, requests.get(slice)?.total ?? 0],
      [`${field}.k6`, counts.k6, `k6-summary.json, slice ${slice}`, summaryCount(dir, folder, sliceRequestsMetric(slice))],
      ofInflux(field, counts, checks),
    ] as Pair[];
  });
  const all = sum(slices.map(({ counts }) => counts.k6)) + (k6?.setupReqs ?? 0);
  const ofGenerators = (by: 'k6' | 'hlog') => sum(generators.map((each) => each.requests[by] ?? 0));
  return firstOf(folder, [
    ...ofSlices,
    ['part.json, k6.httpReqs', k6?.httpReqs, 'the sum of its generators, k6', ofGenerators('k6')],
    ['part.json, k6.httpReqs', k6?.httpReqs, 'the sum of its generators, hlog', ofGenerators('hlog')],
    ['part.json, k6.httpReqs', k6?.httpReqs, 'k6-summary.json, http_reqs', summaryCount(dir, folder, 'http_reqs')],
    ['part.json, k6.httpReqs', k6?.httpReqs, 'the sum of its slices and of setup()', all],
  ]);
}

/** InfluxDB has live data alone, and may miss some: then its check has failed, and the report says so. */
function ofInflux(what: string, { k6, influx }: { k6: number; influx: number | null }, checks: { name: string; ok: boolean }[]): Pair {
  const mayDiffer = influx === null || checks.some((check) => check.name === 'counts' && !check.ok);
  return [`${what}.influx`, influx, `${what}.k6`, mayDiffer ? influx : k6];
}

/** @returns k6's own */
function summaryCount(dir: string, folder: string, metric: string): Count {
  try {
    return metricValues(JSON.parse(readFileSync(path.join(dir, folder, 'k6-summary.json'), 'utf8')), metric).count ?? 0;
  } catch {
    return undefined;
  }
}

function firstOf(folder: string, pairs: Pair[]) {
  const found = pairs.find(([, count, , other]) => count !== other);
  if (!found) return null;
  const [what, count, otherWhat, other] = found;
  return `${folder}/${what}: ${count ?? 'nothing'}; ${otherWhat}: ${other ?? 'nothing'}`;
}
