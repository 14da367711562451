import { METRICS } from '../../analyse/comparison/comparison.js';
import { isOfMachine } from '../../analyse/comparison/diff.js';
import { calibrationFinding } from '../../analyse/findings/calibration.js';
import { table, plain } from '../markdown/parts.js';
import { calibrationCaveat } from '../words/findings/calibration.js';
import { differenceTexts, omissionText } from '../words/diff.js';
import { sampleText, verdictText } from '../words/verdicts.js';

/**
 * Two runs side by side, as Markdown: what differs between their environments first, since that is what the rest may be due to.
 * @typedef {import('../../analyse/comparison/diff.js').Diff} Diff
 * @typedef {import('../../analyse/types.js').Comparison} Comparison
 */

/** @param {Diff} diff @returns {string} */
export function diffMarkdown(diff) {
  const { a, b, omissions } = diff;
  const blocks = [
    `# stackbench ${plain(a.id)} → ${plain(b.id)}`,
    'B against A: `faster` means that B answered more requests per second. Rounds of two runs are not paired, and no interval contains the drift between the runs. Repeat A after B before you act on a small difference.',
    '## What differs between the environments',
    diff.environment.length > 0 ? table(environmentTable(diff)) : 'Nothing that was recorded.',
    '## What changed',
    diff.comparisons.length > 0 ? levelTables(diff) : 'Nothing could be compared.',
    floorText(diff),
    ...(omissions.length > 0 ? ['## Left out', omissions.map((omission) => `- ${plain(omissionText(omission))}`).join('\n')] : []),
    ...(diff.comparisons.length > 0 ? ['## Every stage', table(stagesTable(diff))] : []),
  ];
  return blocks.join('\n\n') + '\n';
}

/** The noise floor that the verdicts were compared with, as B recorded it. @param {Diff} diff */
function floorText({ a, b }) {
  const { calibration } = b;
  if (calibration && !isOfMachine(calibration, a))
    return `**No noise floor.** A was measured on another machine than the calibration ${calibration.runId}.`;
  const { title, text, items } = calibrationCaveat(calibrationFinding({ ...b, calibrates: undefined }, 'unpairedNoise'));
  return [`**${title}** ${plain(text)}`, ...items.map((item) => `- ${plain(item)}`)].join('\n');
}

/** @param {Diff} diff @returns {import('./figures.js').Table} */
function environmentTable({ a, b, environment }) {
  return {
    caption: 'As recorded with the runs',
    columns: [{ head: 'What' }, { head: `A: ${a.id}` }, { head: `B: ${b.id}` }],
    rows: environment.map((difference) => differenceTexts(difference).map((text) => ({ text }))),
  };
}

/** Of the blocks of a scenario, or else at the last stage that both have. @param {Diff} diff */
function levelTables({ b, comparisons }) {
  const last = Math.max(...comparisons.map(({ stage }) => stage));
  const own = b.scenarios.flatMap((scenario) => {
    const all = comparisons.filter((each) => each.scenario === scenario);
    const ofBlocks = all.filter(({ blocks }) => blocks !== null);
    return ofBlocks.length > 0 ? ofBlocks : all.filter(({ stage }) => stage === last);
  });
  const targets = b.targets.filter((target) => own.some((each) => each.target === target));
  const rows = (/** @type {string} */ metric) =>
    b.scenarios.flatMap((scenario) => {
      const row = targets.map((target) =>
        own.find((each) => each.scenario === scenario && each.target === target && each.metric === metric),
      );
      return row.some(Boolean) ? [[{ text: scenario }, ...row.map((each) => ({ text: each ? verdictText(each) : '–' }))]] : [];
    });
  const columns = [{ head: 'Scenario' }, ...targets.map((target) => ({ head: b.catalogue.targets[target].label }))];
  const levels = [...new Set(own.map(({ vus }) => vus))].join(' or ');
  return [
    table({ caption: `Requests/s at ${levels} VUs, B against A`, columns, rows: rows('throughput') }),
    table({ caption: `CPU per request at ${levels} VUs, B against A`, columns, rows: rows('cpu') }),
  ].join('\n\n');
}

/** @param {Diff} diff @returns {import('./figures.js').Table} */
function stagesTable({ b, comparisons }) {
  const keyOf = (/** @type {Comparison} */ { scenario, target, stage, blocks }) => `${scenario} ${target} ${stage} ${blocks !== null}`;
  const [rows, ofCpu] = METRICS.map((metric) => comparisons.filter((each) => each.metric === metric));
  return {
    caption: 'B against A',
    columns: [
      { head: 'Scenario' },
      { head: 'Target' },
      { head: 'VUs', numeric: true },
      { head: 'Requests/s' },
      { head: 'CPU per request' },
      { head: 'Rounds', numeric: true },
    ],
    rows: rows.map((each) => {
      const cpu = ofCpu.find((other) => keyOf(other) === keyOf(each));
      const words = [
        each.scenario,
        b.catalogue.targets[each.target].label,
        each.blocks === null ? String(each.vus) : `${each.vus}, blocks`,
        verdictText(each),
        cpu ? verdictText(cpu) : '–',
        each.blocks === null ? String(each.rounds) : sampleText(each),
      ];
      return words.map((text) => ({ text }));
    }),
  };
}
