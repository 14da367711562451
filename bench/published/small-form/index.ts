/** The small form of a run: its bundle without what no figure needs and without what is private, and the files that are made of it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { metricValues } from '../../../k6/lib/summary.js';
import { figures, readBundle } from '../../analyse/index.ts';
import { madeOf } from '../../record/json/file.ts';
import { partDir, serverFile } from '../../record/part.ts';
import { RUN_FILE } from '../../record/run.ts';
import { smallTexts } from '../../report/index.ts';
import { orNull } from '../../util/errors.ts';
import { runPage } from '../pages/run-page.ts';
import { publicBundle, type Private } from './private.ts';
import { processesText, requestsText, serverText } from './needed.ts';
import type { RawPart } from '../../record/bundle-reader.ts';
import type { Files } from '../archive.ts';

/** @returns of its own result it makes the same; `derived` is without report.html: with the code of its charts it is larger than the rest */
export function partsOf(dir: string, found: Private): { raw: Files; derived: Files } {
  return madeOf(path.join(dir, RUN_FILE), () => {
    const { bundle, asked } = publicBundle(readBundle(dir), found);
    const result = figures(bundle);
    const derived = new Map(Object.entries({ ...smallTexts(result), 'index.html': runPage(result) }));
    const raw = new Map([[RUN_FILE, json(bundle.run)]]);
    for (const planned of bundle.run.parts) {
      const folder = partDir('', planned);
      for (const [name, content] of Object.entries(partTexts(path.join(dir, folder), bundle.readPart(planned), asked)))
        if (content !== null) raw.set([...folder.split(path.sep), name].join('/'), content);
    }
    return { derived, raw };
  });
}

/** @param asked metrics that figures are made of @returns by file; null: it is left out */
function partTexts(folder: string, { part, rollup, servers, downstream }: RawPart, asked: Set<string>): Record<string, string | null> {
  const from = (name: string, text: (content: string) => string | null) => {
    const file = path.join(folder, name);
    return existsSync(file) ? text(readFileSync(file, 'utf8')) : null;
  };
  const slices = part?.slices ?? [];
  const ofTargets = [...servers].map(([target, samples]) => {
    const own = slices.filter((slice) => slice.target === target);
    return [serverFile(target), serverText(samples, asked, own)];
  });
  return {
    'part.json': part && json(part),
    'rollup.json': rollup && json(rollup),
    'http.hlog': from('http.hlog', (content) => requestsText(content, slices)),
    ...Object.fromEntries(ofTargets),
    'downstream.csv': downstream && serverText(downstream, asked, slices),
    'processes.csv': from('processes.csv', (content) => processesText(content, slices)),
    'k6-summary.json': from('k6-summary.json', summaryText),
  };
}

/** k6's own counts, by which those of the log are checked. */
const COUNTS = /^http_reqs(\{slice:\d{1,9}\})?$/;

/** @param content of k6-summary.json @returns its counts alone */
function summaryText(content: string): string | null {
  return orNull(() => {
    const data = JSON.parse(content);
    const names = Object.keys(data?.metrics ?? {}).filter((name) => COUNTS.test(name));
    const metrics = names.sort().map((name) => [name, { values: { count: metricValues(data, name).count } }]);
    return json({ metrics: Object.fromEntries(metrics) });
  });
}

/** @returns a line for each field at the top alone: figures by the thousand would be mostly indentation */
function json(value: object): string {
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{\n${fields.map(([key, each]) => `${JSON.stringify(key)}: ${JSON.stringify(each)}`).join(',\n')}\n}\n`;
}
