/** What a bundle says twice must be the same twice: requests by k6, by http.hlog and by InfluxDB, and the sums of slices. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { metricValues, sliceRequestsMetric } from '../../../k6/lib/summary.js';
import { partDir } from '../../record/part.ts';
import { sum } from '../../util/math.ts';
import type { Bundle, RawPart } from '../../record/bundle-reader.ts';

/** a file and field with its value, and another that must have the same */
type Pair = [what: string, count: number | null | undefined, otherWhat: string, other: number | null | undefined];

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
  const ofK6 = (metric: string) => summaryCount(path.join(dir, folder), metric);
  // InfluxDB has live data alone, and may miss some: then its check has failed, and the report says so.
  const influxMayMiss = checks.some(({ name, ok }) => name === 'counts' && !ok);
  const ofSlices = slices.flatMap(({ slice, counts }): Pair[] => {
    const field = `part.json, slices[${slice - 1}].counts`;
    const influx = influxMayMiss || counts.influx === null ? counts.k6 : counts.influx;
    return [
      [`${field}.hlog`, counts.hlog, `http.hlog, slice ${slice}`, requests.get(slice)?.total ?? 0],
      [`${field}.k6`, counts.k6, `k6-summary.json, slice ${slice}`, ofK6(sliceRequestsMetric(slice))],
      [`${field}.influx`, influx, `${field}.k6`, counts.k6],
    ];
  });
  const all = sum(slices.map(({ counts }) => counts.k6)) + (k6?.setupReqs ?? 0);
  const ofGenerators = (by: 'k6' | 'hlog') => sum(generators.map((each) => each.requests[by] ?? 0));
  const ofPart: [otherWhat: string, other: number | undefined][] = [
    ['the sum of its generators, k6', ofGenerators('k6')],
    ['the sum of its generators, hlog', ofGenerators('hlog')],
    ['k6-summary.json, http_reqs', ofK6('http_reqs')],
    ['the sum of its slices and of setup()', all],
  ];
  const pairs = [...ofSlices, ...ofPart.map((others): Pair => ['part.json, k6.httpReqs', k6?.httpReqs, ...others])];
  const found = pairs.find(([, count, , other]) => count !== other);
  if (!found) return null;
  const [what, count, otherWhat, other] = found;
  return `${folder}/${what}: ${count ?? 'nothing'}; ${otherWhat}: ${other ?? 'nothing'}`;
}

/** @returns k6's own; undefined where its summary cannot be read */
function summaryCount(folder: string, metric: string): number | undefined {
  try {
    return metricValues(JSON.parse(readFileSync(path.join(folder, 'k6-summary.json'), 'utf8')), metric).count ?? 0;
  } catch {
    return undefined;
  }
}
