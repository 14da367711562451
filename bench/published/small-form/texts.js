/** The files of a bundle's small form, as texts. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { metricValues } from '../../../k6/lib/summary.js';
import { cellDir } from '../../record/cell.js';
import { RUN_FILE } from '../../record/run.js';
import { sequenceDir, serverFile } from '../../record/sequence.js';
import { requestsText } from './requests.js';
import { processesText, serverText, wholeServerText } from './samples.js';

/**
 * @typedef {import('../../record/raw-cell.js').Bundle} Bundle
 * @typedef {import('../../record/raw-cell.js').LabelledSample} LabelledSample
 * @typedef {object} Needed
 * @property {Set<string>} asked metrics that figures are made of
 * @property {readonly import('../manifest.js').Trimmed[]} whole files that are not trimmed
 *
 * @typedef {Map<string, string>} Files content by path below the run's folder, with slashes
 */

/** k6's own counts, by which those of the log are checked. */
const COUNTS = /^(http_reqs(\{slice:\d{1,9}\})?|iterations|dropped_iterations|requests_unanswered|answers_\d{3})$/;

/**
 * @param {string} dir the run's folder
 * @param {Bundle} bundle without what is private
 * @param {Needed} needed
 * @returns {Files}
 */
export function rawTexts(dir, bundle, needed) {
  /** @type {Files} */
  const files = new Map([[RUN_FILE, json(bundle.run)]]);
  for (const planned of bundle.run.cells) addFolder(files, dir, cellDir('', planned), cellTexts(bundle, planned, needed));
  for (const planned of bundle.run.sequences) addFolder(files, dir, sequenceDir('', planned), sequenceTexts(bundle, planned, needed));
  return files;
}

/**
 * @param {Files} files
 * @param {string} dir
 * @param {string} folder of the cell or the sequence
 * @param {Record<string, (content: string) => string | null>} texts what becomes of each file that is there; null: it is left out
 */
function addFolder(files, dir, folder, texts) {
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(dir, folder, name);
    const content = existsSync(file) ? text(readFileSync(file, 'utf8')) : null;
    if (content !== null) files.set([...folder.split(path.sep), name].join('/'), content);
  }
}

/** @param {Bundle} bundle @param {import('../../record/run.js').PlannedCell} planned @param {Needed} needed */
function cellTexts(bundle, planned, needed) {
  const { cell, server, downstream, rollup } = bundle.readCell(planned);
  const plateaus = cell?.stages ?? [];
  const samples = samplesText(needed, { plateaus, isDrawn: true });
  return {
    'cell.json': () => cell && json(cell),
    'http.hlog': (/** @type {string} */ content) => requestsText(content),
    'server.csv': () => server && samples(server),
    'downstream.csv': () => downstream && samples(downstream),
    'processes.csv': (/** @type {string} */ content) => (needed.whole.includes('processes') ? content : processesText(content, plateaus)),
    'rollup.json': () => rollup && json(rollup),
    'k6-summary.json': summaryText,
  };
}

/** @param {Bundle} bundle @param {import('../../record/run.js').PlannedSequence} planned @param {Needed} needed */
function sequenceTexts(bundle, planned, needed) {
  const { sequence, servers, downstream, rollup } = bundle.readSequence(planned);
  const slices = sequence?.slices ?? [];
  const ofTarget = [...servers].map(([target, samples]) => {
    const plateaus = slices.filter((slice) => slice.target === target);
    return /** @type {const} */ ([serverFile(target), () => samplesText(needed, { plateaus, isDrawn: false })(samples)]);
  });
  return {
    'sequence.json': () => sequence && json(sequence),
    'http.hlog': (/** @type {string} */ content) => requestsText(content, needed.whole.includes('requests') ? [] : slices),
    ...Object.fromEntries(ofTarget),
    'downstream.csv': () => downstream && samplesText(needed, { plateaus: slices, isDrawn: false })(downstream),
    'processes.csv': (/** @type {string} */ content) => (needed.whole.includes('processes') ? content : processesText(content, slices)),
    'rollup.json': () => rollup && json(rollup),
    'k6-summary.json': summaryText,
  };
}

/** @param {Needed} needed @param {Parameters<typeof serverText>[2]} where @returns {(samples: Map<string, LabelledSample[]>) => string} */
function samplesText({ asked, whole }, where) {
  return (samples) => (whole.includes('samples') ? wholeServerText(samples) : serverText(samples, asked, where));
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

/** @param {unknown} value @returns {string} a line for each field at the top alone: figures by the thousand would be mostly indentation */
function json(value) {
  const fields = Object.entries(/** @type {object} */ (value)).filter(([, each]) => each !== undefined);
  return `{\n${fields.map(([key, each]) => `${JSON.stringify(key)}: ${JSON.stringify(each)}`).join(',\n')}\n}\n`;
}
