import { blocksOf } from '../../analyse/findings/scopes.js';
import { METRICS } from '../../analyse/comparison/comparison.js';
import { TOLERANCE } from '../../analyse/cell/littles-law.js';
import { sum } from '../../util/math.js';
import { percent } from '../../util/text.js';
import { comparisonAtStage, isOfBlocks, sampleOf, staircaseRatio, whyNotCompared } from '../level.js';
import { outcomeOf, verdictRow } from '../verdicts/rows.js';
import { isShown, notComparedText, printed, ratioText, uncertaintyText, verdictText } from '../words/verdicts.js';
import { groupsOf, levelText, scenarioCell, unfitCell } from './figures.js';
import { tableOf } from './table.js';

/**
 * What the comparisons with the baseline say, as the tables print it.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').StageOfRounds} StageOfRounds
 * @typedef {import('../../analyse/cell/littles-law.js').Explanation} Explanation
 * @typedef {import('../../analyse/statistics/verdict.js').Metric} Metric
 * @typedef {import('../verdicts/rows.js').Outcome} Outcome
 * @typedef {import('./table.js').Cell} Cell
 * @typedef {import('./table.js').Table} Table
 * @typedef {{ level: Cell, target: string, verdicts: Cell[], bottleneck: string, law: Cell[], plateau: string }} Row
 */

/** @param {Figures} figures @returns {Table} scenarios × targets: what their blocks, or else the last stage, say against the baseline */
export function decisionTable(figures) {
  const { run, baseline } = figures;
  const { targets } = run.catalogue;
  const ordered = [baseline, ...run.targets.filter((target) => target !== baseline)];
  const caption = `Requests/s${levelText(figures)} against ${targets[baseline].label}; below: CPU per request; ratio [95 % interval]; ~: no difference was shown`;
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
  if (throughput.verdict === 'void') return { text: 'void', note: joined([throughput.because, cpuText]) };
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

/** @param {Figures} figures @param {Outcome & { scenario: string }} outcome @returns {string | null} '14 of 15 blocks', where one of the two lacks some or has void ones */
function fewerSamples(figures, { scenario, blocks }) {
  if (blocks === null) return null;
  const all = sampleOf(figures, scenario).blocks;
  return blocks < all ? `${blocks} of ${all} blocks` : null;
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per stage and target, and per target with blocks: verdicts and bottlenecks */
export function verdictsTable(figures, scenario) {
  const { run, baseline } = figures;
  const { targets } = run.catalogue;
  const against = `against ${targets[baseline].label}`;
  const withBlocks = isOfBlocks(figures, scenario);
  const rows = [...run.stages.flatMap((_, stage) => stageRows(figures, scenario, stage)), ...blockRows(figures, scenario)];
  const stages = `every stage${withBlocks ? ' of the staircase (measured once, no interval) and the blocks' : ''}`;
  return tableOf(`${scenario}: ${stages} ${against}, the bottleneck of each target, and the users by Little's law`, rows, [
    { head: 'Stage', unit: 'VUs', numeric: true, of: ({ level }) => level },
    { head: 'Target', rowHead: true, of: ({ target }) => ({ text: targets[target].label, target }) },
    { head: 'Requests/s', unit: against, of: ({ verdicts }) => verdicts[0] },
    { head: 'CPU per request', unit: against, of: ({ verdicts }) => verdicts[1] },
    { head: 'Bottleneck', of: ({ bottleneck }) => bottleneck },
    { head: "Users by Little's law", unit: withBlocks ? 'mean' : 'mean of rounds', numeric: true, of: ({ law }) => law[0] },
    { head: "Little's law", of: ({ law }) => law[1] },
    { head: 'Plateau', of: ({ plateau }) => plateau },
  ]);
}

/** @param {Figures} figures @param {string} scenario @param {number} stage @returns {Row[]} of the cells */
function stageRows(figures, scenario, stage) {
  const hasBlocks = isOfBlocks(figures, scenario);
  return groupsOf(figures, scenario).map(({ target, isVoid, cell }) => {
    const verdicts = METRICS.map((metric) => {
      const which = { scenario, target, metric, stage };
      const comparison = hasBlocks ? null : comparisonAtStage(figures, which);
      const otherwise = hasBlocks
        ? { text: ratioText({ ratio: staircaseRatio(figures, which), low: null, high: null }) }
        : { text: '–', note: uncompared(figures, which) };
      const outcome = comparison && { scenario, ...outcomeOf(comparison) };
      return verdictCell(figures, { target, isVoid, isMeasured: cell !== null }, outcome, otherwise);
    });
    const law = cell?.littlesLaw[stage] ?? null;
    const isOff = law?.holds === false;
    const isRising = cell?.stillRising[stage] ?? null;
    return {
      ...{ level: { text: String(figures.run.stages[stage].vus) }, target, verdicts },
      bottleneck: cell?.bottlenecks[stage]?.kind ?? '–',
      law: littlesLawCells(law, isOff ? 'off' : null, isOff ? [law.explanation] : []),
      plateau: isRising === null ? 'too short to tell' : isRising ? 'still rising' : 'level',
    };
  });
}

/** @param {Figures} figures @param {string} scenario @returns {Row[]} of the blocks */
function blockRows(figures, scenario) {
  return blocksOf(figures, scenario).map(({ target, isVoid, good, stage }) => {
    const verdicts = METRICS.map((metric) => {
      const row = verdictRow(figures, { scenario, target, metric });
      // Where other processes made all slices void, CPU per request may still be compared.
      const side = { target, isVoid: isVoid && row.ratio === null, isMeasured: good.length > 0 };
      return verdictCell(figures, side, row.ratio === null ? null : row, { text: '–', note: uncompared(figures, row) });
    });
    const { bottlenecks, littlesLaw, rise } = stage;
    const off = littlesLaw && littlesLaw.off > 0 ? `off in ${littlesLaw.off} of ${littlesLaw.slices}` : null;
    return {
      ...{ level: { text: String(stage.vus), note: 'blocks' }, target, verdicts, bottleneck: bottlenecksText(bottlenecks) },
      law: littlesLawCells(littlesLaw, off, littlesLaw?.explanations ?? []),
      plateau: rise.rounds === 0 ? 'too short to tell' : rise.rising === 0 ? 'level' : `still rising in ${rise.rising} of ${rise.rounds}`,
    };
  });
}

/**
 * @param {Figures} figures
 * @param {{ target: string, isVoid: boolean, isMeasured: boolean }} side
 * @param {(Outcome & { scenario: string }) | null} outcome
 * @param {Cell} otherwise what stands there without one
 * @returns {Cell}
 */
function verdictCell(figures, { target, isVoid, isMeasured }, outcome, otherwise) {
  if (isVoid) return { text: 'void' };
  if (target === figures.baseline) return { text: isMeasured ? 'baseline' : '–' };
  if (!outcome) return otherwise;
  return {
    text: printed(outcome),
    note: joined([uncertaintyText(outcome), fewerSamples(figures, outcome)]),
    decided: isShown(outcome),
  };
}

/** @param {StageOfRounds['bottlenecks']} bottlenecks of the slices, the most frequent first */
function bottlenecksText(bottlenecks) {
  if (bottlenecks.length < 2) return bottlenecks[0]?.kind ?? '–';
  const of = sum(bottlenecks.map(({ slices }) => slices));
  return bottlenecks.map(({ kind, slices }) => `${kind} (${slices} of ${of})`).join(', ');
}

/**
 * @param {{ users: number, betweenRequests: number } | null} law
 * @param {string | null} off null where it holds
 * @param {(Explanation | null)[]} explanations why it does not
 * @returns {Cell[]} the users, and whether they are those of the stage
 */
function littlesLawCells(law, off, explanations) {
  if (law === null) return [{ text: '–' }, { text: '' }];
  const { users, betweenRequests } = law;
  const generator = betweenRequests > TOLERANCE ? [`${percent(betweenRequests)} of their time between requests, in the generator`] : [];
  const note = [...new Set([...explanations.map(explanationText), ...generator])].join('; ');
  return [{ text: users.toFixed(1) }, { text: off ?? 'holds', note }];
}

/** @param {Explanation | null} explanation */
function explanationText(explanation) {
  if (explanation === null) return 'not explained';
  if (explanation.kind === 'generator') return 'the generator had no CPU left, and users waited for it between their iterations';
  return `${explanation.requests} requests were never answered and have no duration`;
}
