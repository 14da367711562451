/** Checks a submission: nothing of it is believed that can be computed. Nothing of it is run, and nothing is written but a temporary folder. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { metricValues, sliceRequestsMetric } from '../../../k6/lib/summary.js';
import { readBundle } from '../../analyse/index.ts';
import { RecordError, shortPath } from '../../record/json/file.ts';
import { partDir } from '../../record/part.ts';
import { RUN_FILE, type Run } from '../../record/run.ts';
import { orNull, UsageError } from '../../util/errors.ts';
import { sum } from '../../util/math.ts';
import { DATA_FILE, inFolder, packed, unpacked, type Files } from '../archive.ts';
import { firstDifference } from '../difference.ts';
import { partsOf } from '../small-form/index.ts';
import { NOBODY } from '../small-form/private.ts';
import { MANIFEST_FILE, hashes, readFiles, readHashes } from './files.ts';
import { notWorth } from './worth.ts';
import type { Bundle, RawPart } from '../../record/bundle-reader.ts';

/** @throws {UsageError} one line: the file, the figure, and what is wrong with it */
export function checkSubmission(dir: string): { run: Run; files: number; bytes: number } {
  const files = readFiles(dir);
  const [own, wanted] = [hashes(files), readHashes(dir)];
  const changed = Object.keys({ ...own, ...wanted }).find((name) => own[name] !== wanted[name]);
  const texts = new Map([...files].map(([name, content]) => [name, content.toString('utf8')]));
  let fault = 'no figure that is recomputed differs';
  try {
    const run = examine(dir, texts);
    if (changed === undefined) return { run, files: files.size, bytes: sum([...files.values()].map(({ length }) => length)) };
  } catch (error) {
    if (changed === undefined || !(error instanceof UsageError)) throw error;
    fault = error.message;
  }
  throw new RecordError(path.join(dir, changed), `was changed, ${MANIFEST_FILE} has another hash; ${fault}`);
}

/** @param dir for messages @throws {UsageError} one line: the first figure that the rest does not make, or the file that is not valid */
export function examine(dir: string, files: Files): Run {
  const place = path.join(dir, DATA_FILE);
  const data = unpacked(place, files.get(DATA_FILE) ?? '');
  return inFolder(place, data, (folder) => {
    const bundle = readBundle(folder);
    const { raw, derived } = partsOf(folder, NOBODY);
    const worth = notWorth(bundle.run);
    const made = firstDifference(files, derived);
    // What the small form does not have is no part of a submission: other fields, commands, private names, other files.
    const sent = inData(firstDifference(data, raw)) ?? firstDifference(files, new Map([[DATA_FILE, packed(raw)]]));
    const fault =
      inData(worth && `${RUN_FILE}, ${worth}`) ??
      inData(countsDiffer(folder, bundle)) ??
      (made && `${made} (make published makes it again)`) ??
      (sent && sent.replace('; recomputed: ', '; make submit writes: '));
    if (fault !== null) throw new UsageError(`${shortPath(dir)}/${fault}`);
    return bundle.run;
  });
}

/** @param fault of a file in the data */
function inData(fault: string | null) {
  return fault && `${DATA_FILE}, ${fault}`;
}

/** a file and field with its value, and another that must have the same */
type Pair = [what: string, count: number | null | undefined, otherWhat: string, other: number | null | undefined];

/** What a bundle says twice must be the same twice: requests by k6, by http.hlog and by InfluxDB, and the sums of slices.
 * @returns the first two counts that differ, by file and field */
function countsDiffer(dir: string, { run, readPart }: Bundle): string | null {
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
  const summary = path.join(dir, folder, 'k6-summary.json');
  const ofK6 = (metric: string) => orNull(() => metricValues(JSON.parse(readFileSync(summary, 'utf8')), metric).count ?? 0) ?? undefined;
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
