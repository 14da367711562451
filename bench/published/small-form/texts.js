/** The files of a bundle's small form, as texts. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { metricValues } from '../../../k6/lib/summary.js';
import { cellDir } from '../../record/cell.js';
import { RUN_FILE } from '../../record/run.js';
import { sequenceDir, serverFile } from '../../record/sequence.js';
import { requestsText } from './requests.js';
import { processesText, serverText } from './samples.js';

/**
 * @typedef {import('./samples.js').Plateau} Plateau
 * @typedef {import('./public-bundle.js').Samples} Samples
 *
 * @typedef {object} Part a cell or a sequence
 * @property {Record<string, object | null>} records by file
 * @property {[file: string, samples: Samples | null, plateaus: readonly Plateau[]][]} samples
 * @property {readonly Plateau[]} plateaus
 * @property {readonly import('./requests.js').SlicePlateau[] | null} slices null: a staircase, which is drawn second by second
 */

/** k6's own counts, by which those of the log are checked. */
const COUNTS = /^(http_reqs(\{slice:\d{1,9}\})?|iterations|dropped_iterations|requests_unanswered|answers_\d{3})$/;

/**
 * @param {string} dir the run's folder
 * @param {import('../../record/raw-cell.js').Bundle} bundle without what is private
 * @param {Set<string>} asked metrics that figures are made of
 * @returns {import('../archive.js').Files}
 */
export function rawTexts(dir, { run, readCell, readSequence }, asked) {
  const files = new Map([[RUN_FILE, json(run)]]);
  const add = (/** @type {string} */ folder, /** @type {Part} */ part) => {
    for (const [name, content] of Object.entries(partTexts(path.join(dir, folder), part, asked)))
      if (content !== null) files.set([...folder.split(path.sep), name].join('/'), content);
  };
  for (const planned of run.cells) {
    const { cell, server, downstream, rollup } = readCell(planned);
    const plateaus = cell?.stages ?? [];
    add(cellDir('', planned), {
      records: { 'cell.json': cell, 'rollup.json': rollup },
      samples: [
        ['server.csv', server, plateaus],
        ['downstream.csv', downstream, plateaus],
      ],
      ...{ plateaus, slices: null },
    });
  }
  for (const planned of run.sequences) {
    const { sequence, servers, downstream, rollup } = readSequence(planned);
    const slices = sequence?.slices ?? [];
    const ofTargets = [...servers].map(([target, samples]) => {
      const own = slices.filter((slice) => slice.target === target);
      return /** @type {Part['samples'][number]} */ ([serverFile(target), samples, own]);
    });
    add(sequenceDir('', planned), {
      records: { 'sequence.json': sequence, 'rollup.json': rollup },
      samples: [...ofTargets, ['downstream.csv', downstream, slices]],
      ...{ plateaus: slices, slices },
    });
  }
  return files;
}

/** @param {string} folder @param {Part} part @param {Set<string>} asked @returns {Record<string, string | null>} by file; null: it is left out */
function partTexts(folder, { records, samples, plateaus, slices }, asked) {
  const from = (/** @type {string} */ name, /** @type {(content: string) => string | null} */ text) => {
    const file = path.join(folder, name);
    return existsSync(file) ? text(readFileSync(file, 'utf8')) : null;
  };
  const isDrawn = slices === null;
  return {
    ...Object.fromEntries(Object.entries(records).map(([name, record]) => [name, record && json(record)])),
    'http.hlog': from('http.hlog', (content) => requestsText(content, slices ?? [])),
    ...Object.fromEntries(samples.map(([name, all, where]) => [name, all && serverText(all, asked, { plateaus: where, isDrawn })])),
    'processes.csv': from('processes.csv', (content) => processesText(content, plateaus)),
    'k6-summary.json': from('k6-summary.json', summaryText),
  };
}

/** @param {string} content of k6-summary.json @returns {string | null} its counts alone */
function summaryText(content) {
  /** @type {any} */
  let data;
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

/** @param {object} value @returns {string} a line for each field at the top alone: figures by the thousand would be mostly indentation */
function json(value) {
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{\n${fields.map(([key, each]) => `${JSON.stringify(key)}: ${JSON.stringify(each)}`).join(',\n')}\n}\n`;
}
