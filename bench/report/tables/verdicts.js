import { METRICS } from '../../analyse/comparison/comparison.js';
import { TOLERANCE } from '../../analyse/cell/littles-law.js';
import { sum } from '../../util/math.js';
import { percent } from '../../util/text.js';
import { blockGroupsOf, comparisonAtLevel, comparisonAtStage, isOfBlocks, measuredOf, sampleOf, staircaseRatio } from '../level.js';
import { factor, isDecided, notComparedText, printed, uncertaintyText, verdictText } from '../words/verdicts.js';
import { voidText } from '../words/void.js';
import { groupsOf, levelText, scenarioCell, unfitCell } from './figures.js';

/**
 * What the comparisons with the baseline say, as the tables print it.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').CellFigures} CellFigures
 * @typedef {import('../../analyse/types.js').Comparison} Comparison
 * @typedef {import('../../analyse/types.js').StageOfRounds} StageOfRounds
 * @typedef {import('../../analyse/cell/littles-law.js').Explanation} Explanation
 * @typedef {import('../../analyse/statistics/verdict.js').Metric} Metric
 * @typedef {import('../level.js').Measured} Measured
 * @typedef {import('./figures.js').Cell} Cell
 * @typedef {import('./figures.js').Table} Table
 */

/** @param {Figures} figures @returns {Table} scenarios × targets: what their blocks, or else the last stage, say against the baseline */
export function decisionTable(figures) {
  const { run, baseline } = figures;
  const { targets } = run.catalogue;
  const ordered = [baseline, ...run.targets.filter((target) => target !== baseline)];
  return {
    caption: `Requests/s${levelText(figures)} against ${targets[baseline].label}; below: CPU per request; ratio [95 % interval]; ~: no difference was shown`,
    columns: [
      { head: 'Scenario', rowHead: true },
      ...ordered.map((target) => ({ head: targets[target].label, unit: target === baseline ? 'baseline' : 'verdict', target })),
    ],
    rows: run.scenarios.map((scenario) => {
      const measured = measuredOf(figures, scenario);
      const cells = ordered.map((target) => {
        const own = measured.find((each) => each.target === target);
        return own ? decisionCell(figures, own) : unfitCell(run, scenario, target);
      });
      return [scenarioCell(figures, scenario), ...cells];
    }),
  };
}

/** @param {Figures} figures @param {Measured} measured @returns {Cell} */
function decisionCell(figures, measured) {
  const { scenario, target, isVoid, voidReason, isMeasured } = measured;
  const [throughput, cpu] = METRICS.map((metric) => comparisonAtLevel(figures, { scenario, target, metric }));
  const cpuText = cpu ? `CPU per request: ${verdictText(cpu)}` : null;
  if (isVoid) return { text: 'void', note: joined([voidReason && voidText(voidReason), cpuText]), target };
  if (target === figures.baseline) return { text: isMeasured ? '×1' : '–', target };
  if (!throughput) return { text: '–', note: joined([uncompared(figures, measured, 'throughput'), cpuText]), target };
  const notes = [uncertaintyText(throughput), fewerSamples(figures, throughput), cpuText];
  return { text: printed(throughput), note: joined(notes), target, decided: isDecided(throughput) };
}

/** @param {(string | null)[]} notes */
function joined(notes) {
  return notes.filter((note) => note !== null && note !== '').join('; ');
}

/**
 * @param {Figures} figures
 * @param {{ scenario: string, target: string }} pair
 * @param {Metric} metric
 * @param {number} [stage] that of the verdicts
 * @returns {string} why it is not compared with the baseline there
 */
function uncompared({ run, findings }, { scenario, target }, metric, stage = run.stages.length - 1) {
  const [why] = findings.flatMap((finding) => {
    const isIt = finding.kind === 'not-compared' && finding.scenario === scenario && finding.target === target;
    return isIt && finding.stage === stage && finding.metric === metric ? [finding.why] : [];
  });
  return why ? notComparedText(why) : '';
}

/** @param {Figures} figures @param {Comparison} comparison @returns {string | null} '14 of 15 blocks', where one of the two lacks some or has void ones */
function fewerSamples(figures, { scenario, blocks }) {
  if (blocks === null) return null;
  const all = sampleOf(figures, scenario).blocks;
  return blocks < all ? `${blocks} of ${all} blocks` : null;
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per stage and target, and per target with blocks: verdicts and bottlenecks */
export function verdictsTable(figures, scenario) {
  const { run, baseline } = figures;
  const against = run.catalogue.targets[baseline].label;
  const withBlocks = isOfBlocks(figures, scenario);
  return {
    caption: `${scenario}: every stage${withBlocks ? ' of the staircase (measured once, no interval) and the blocks' : ''} against ${against}, the bottleneck of each target, and the users by Little's law`,
    columns: [
      { head: 'Stage', unit: 'VUs', numeric: true },
      { head: 'Target', rowHead: true },
      { head: 'Requests/s', unit: `against ${against}` },
      { head: 'CPU per request', unit: `against ${against}` },
      { head: 'Bottleneck' },
      { head: "Users by Little's law", unit: withBlocks ? 'mean' : 'mean of rounds', numeric: true },
      { head: "Little's law" },
      { head: 'Plateau' },
    ],
    rows: [...run.stages.flatMap(({ vus }, stage) => stageRows(figures, scenario, vus, stage)), ...blockRows(figures, scenario)],
  };
}

/** @param {Figures} figures @param {string} scenario @param {number} vus @param {number} stage @returns {Cell[][]} of the cells */
function stageRows(figures, scenario, vus, stage) {
  const hasBlocks = isOfBlocks(figures, scenario);
  return groupsOf(figures, scenario).map(({ target, isVoid, cell }) => {
    const side = { target, isVoid, isMeasured: cell !== null };
    const verdicts = METRICS.map((metric) => {
      const which = { scenario, target, metric, stage };
      if (hasBlocks) return verdictCell(figures, side, null, () => onceCell(staircaseRatio(figures, which)));
      const why = () => ({ text: '–', note: uncompared(figures, which, metric, stage) });
      return verdictCell(figures, side, comparisonAtStage(figures, which), why);
    });
    return [{ text: String(vus) }, ...targetCells(figures, target, verdicts, seenInCell(cell, stage))];
  });
}

/** @param {number | null} ratio @returns {Cell} of a staircase that was measured once */
function onceCell(ratio) {
  return { text: ratio === null ? '–' : `×${factor(ratio)}` };
}

/** @param {Figures} figures @param {string} scenario @returns {Cell[][]} of the blocks */
function blockRows(figures, scenario) {
  return blockGroupsOf(figures, scenario).map(({ target, isVoid, good, stage }) => {
    const cellOf = (/** @type {Metric} */ metric) => {
      const comparison = comparisonAtLevel(figures, { scenario, target, metric });
      // Where other processes made all slices void, CPU per request may still be compared.
      const side = { target, isVoid: isVoid && comparison === null, isMeasured: good.length > 0 };
      const why = () => ({ text: '–', note: uncompared(figures, { scenario, target }, metric) });
      return verdictCell(figures, side, comparison, why);
    };
    return [{ text: String(stage.vus), note: 'blocks' }, ...targetCells(figures, target, METRICS.map(cellOf), seenInSlices(stage))];
  });
}

/** @param {Figures} figures @param {string} target @param {Cell[]} verdicts @param {Cell[]} seen beside them @returns {Cell[]} */
function targetCells({ run }, target, verdicts, seen) {
  return [{ text: run.catalogue.targets[target].label, target }, ...verdicts, ...seen];
}

/** @param {CellFigures | null} cell @param {number} stage @returns {Cell[]} its bottleneck, its users by Little's law, and whether throughput was still rising */
function seenInCell(cell, stage) {
  const law = cell?.littlesLaw[stage] ?? null;
  const isRising = cell?.stillRising[stage] ?? null;
  return [
    { text: cell?.bottlenecks[stage]?.kind ?? '–' },
    ...littlesLawCells(law, law?.holds === false ? 'off' : null, law?.holds === false ? [law.explanation] : []),
    { text: isRising === null ? 'too short to tell' : isRising ? 'still rising' : 'level' },
  ];
}

/** @param {StageOfRounds} stage @returns {Cell[]} the same of blocks */
function seenInSlices({ bottlenecks, littlesLaw, rise: { rising, rounds } }) {
  const off = littlesLaw && littlesLaw.off > 0 ? `off in ${littlesLaw.off} of ${littlesLaw.slices}` : null;
  return [
    { text: bottlenecksText(bottlenecks) },
    ...littlesLawCells(littlesLaw, off, littlesLaw?.explanations ?? []),
    { text: rounds === 0 ? 'too short to tell' : rising === 0 ? 'level' : `still rising in ${rising} of ${rounds}` },
  ];
}

/**
 * @param {Figures} figures
 * @param {{ target: string, isVoid: boolean, isMeasured: boolean }} side
 * @param {Comparison | null} comparison
 * @param {() => Cell} otherwise what stands there without a comparison
 * @returns {Cell}
 */
function verdictCell(figures, { target, isVoid, isMeasured }, comparison, otherwise) {
  if (isVoid) return { text: 'void' };
  if (target === figures.baseline) return { text: isMeasured ? 'baseline' : '–' };
  if (!comparison) return otherwise();
  return {
    text: printed(comparison),
    note: joined([uncertaintyText(comparison), fewerSamples(figures, comparison)]),
    decided: isDecided(comparison),
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
