/** The files of a bundle's small form, as texts. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { metricValues } from '../../../k6/lib/summary.js';
import { RUN_FILE } from '../../record/run.ts';
import { partDir, serverFile } from '../../record/part.ts';
import { requestsText } from './requests.ts';
import { processesText, serverText } from './samples.ts';
import type { Bundle, RawPart } from '../../record/raw-part.ts';
import type { Files } from '../archive.ts';

/** k6's own counts, by which those of the log are checked. */
const COUNTS = /^http_reqs(\{slice:\d{1,9}\})?$/;

/** @param dir the run's folder @param bundle without what is private @param asked metrics that figures are made of */
export function rawTexts(dir: string, { run, readPart }: Bundle, asked: Set<string>): Files {
  const files = new Map([[RUN_FILE, json(run)]]);
  for (const planned of run.parts) {
    const folder = partDir('', planned);
    for (const [name, content] of Object.entries(partTexts(path.join(dir, folder), readPart(planned), asked)))
      if (content !== null) files.set([...folder.split(path.sep), name].join('/'), content);
  }
  return files;
}

/** @returns by file; null: it is left out */
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

/** @param content of k6-summary.json @returns its counts alone */
function summaryText(content: string): string | null {
  let data: any;
  try {
    data = JSON.parse(content);
  } catch {
    return null;
  }
  const names = Object.keys(data?.metrics ?? {})
    .filter((name) => COUNTS.test(name))
    .sort();
  const metrics = names.map((name) => [name, { values: { count: metricValues(data, name).count } }]);
  return json({ metrics: Object.fromEntries(metrics) });
}

/** @returns a line for each field at the top alone: figures by the thousand would be mostly indentation */
function json(value: object): string {
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{\n${fields.map(([key, each]) => `${JSON.stringify(key)}: ${JSON.stringify(each)}`).join(',\n')}\n}\n`;
}
