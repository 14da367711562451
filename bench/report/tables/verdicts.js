import { METRICS } from '../../analyse/comparison/comparison.js';
import { comparedUsers, sampleOf, whyNotCompared } from '../level.js';
import { verdictRow } from '../verdicts/rows.js';
import { isShown, notComparedText, printed, uncertaintyText, verdictText } from '../words/verdicts.js';
import { scenarioCell, unfitCell } from './figures.js';
import { tableOf } from './table.js';

/**
 * What the comparisons with the baseline say, as the tables print it.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../verdicts/rows.js').VerdictRow} VerdictRow
 * @typedef {import('./table.js').Cell} Cell
 */

/** @param {Figures} figures @returns {import('./table.js').Table} scenarios × targets */
export function decisionTable(figures) {
  const { run, baseline } = figures;
  const { targets } = run.catalogue;
  const ordered = [baseline, ...run.targets.filter((target) => target !== baseline)];
  const caption = `Requests/s at ${comparedUsers(run)} against ${targets[baseline].label}; below: CPU per request; ratio [95 % interval]; ~: no difference was shown`;
  return tableOf(caption, run.scenarios, [
    { head: 'Scenario', rowHead: true, of: (scenario) => scenarioCell(figures, scenario) },
    ...ordered.map((target) => ({
      ...{ head: targets[target].label, unit: target === baseline ? 'baseline' : 'verdict', target },
      of: (/** @type {string} */ scenario) => ({ ...decisionCell(figures, scenario, target), target }),
    })),
  ]);
}

/** @param {Figures} figures @param {string} scenario @param {string} target @returns {Cell} */
function decisionCell(figures, scenario, target) {
  const [throughput, cpu] = METRICS.map((metric) => verdictRow(figures, { scenario, target, metric }));
  if (throughput.reason === 'unfit') return unfitCell(figures.run, scenario, target);
  const cpuText = cpu.ratio === null ? null : `CPU per request: ${verdictText(cpu)}`;
  if (throughput.verdict === 'discarded') return { text: 'discarded', note: joined([throughput.because, cpuText]) };
  if (target === figures.baseline) return { text: throughput.verdict === 'not measured' ? '–' : '×1' };
  if (throughput.ratio === null) return { text: '–', note: joined([uncompared(figures, throughput), cpuText]) };
  const notes = [uncertaintyText(throughput), fewerSamples(figures, throughput), cpuText];
  return { text: printed(throughput), note: joined(notes), decided: isShown(throughput) };
}

/** @param {(string | null)[]} notes */
function joined(notes) {
  return notes.filter((note) => note !== null && note !== '').join('; ');
}

/** @param {Figures} figures @param {Parameters<typeof whyNotCompared>[1]} which */
function uncompared(figures, which) {
  const why = whyNotCompared(figures, which);
  return why ? notComparedText(why) : '';
}

/** @param {Figures} figures @param {VerdictRow} row @returns {string | null} '14 of 15 blocks', where one of the two lacks some or has discarded ones */
function fewerSamples(figures, { scenario, blocks }) {
  const all = sampleOf(figures, scenario).blocks;
  return blocks !== null && blocks < all ? `${blocks} of ${all} blocks` : null;
}
