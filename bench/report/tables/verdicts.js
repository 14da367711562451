import { TOLERANCE } from '../../analyse/cell/littles-law.js';
import { sum } from '../../util/math.js';
import { percent } from '../../util/text.js';
import { isDecided, notComparedText, printed, uncertaintyText, verdictText } from '../words/verdicts.js';
import { voidText } from '../words/void.js';
import { cellsOf, groupsOf, unfitCell } from './figures.js';

/**
 * What the comparisons with the baseline say, as the tables print it.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../analyse/types.js').Comparison} Comparison
 * @typedef {import('../../analyse/types.js').StageOfRounds} StageOfRounds
 * @typedef {import('../../analyse/cell/littles-law.js').Explanation} Explanation
 * @typedef {import('../../analyse/statistics/verdict.js').Metric} Metric
 * @typedef {import('./figures.js').Cell} Cell
 * @typedef {import('./figures.js').Table} Table
 */

/**
 * @param {Figures} figures
 * @param {{scenario: string, target: string, stage: number, metric: Metric}} which
 * @returns {Comparison | null} null for the baseline, and where nothing valid could be compared
 */
export function comparisonOf({ comparisons }, { scenario, target, stage, metric }) {
  const comparison = comparisons.find((each) => {
    return each.scenario === scenario && each.target === target && each.stage === stage && each.metric === metric;
  });
  return comparison ?? null;
}

/** @param {Figures} figures @returns {Table} scenarios × targets: what the last stage says against the baseline */
export function decisionTable(figures) {
  const { run, baseline } = figures;
  const stage = run.stages.length - 1;
  const { targets } = run.catalogue;
  const ordered = [baseline, ...run.targets.filter((target) => target !== baseline)];
  return {
    caption: `Requests/s at ${run.stages[stage].vus} VUs against ${targets[baseline].label}; below: CPU per request; ratio [95 % interval]; ~: no difference was shown`,
    columns: [
      { head: 'Scenario', rowHead: true },
      ...ordered.map((target) => ({ head: targets[target].label, unit: target === baseline ? 'baseline' : 'verdict', target })),
    ],
    rows: run.scenarios.map((scenario) => {
      const groups = groupsOf(figures, scenario);
      const cells = ordered.map((target) => {
        const group = groups.find((each) => each.target === target);
        return group ? decisionCell(figures, group, stage) : unfitCell(run, scenario, target);
      });
      return [{ text: scenario, note: run.catalogue.scenarios[scenario].does }, ...cells];
    }),
  };
}

/** @param {Figures} figures @param {Group} group @param {number} stage @returns {Cell} */
function decisionCell(figures, group, stage) {
  const { scenario, target } = group;
  if (group.isVoid) return { text: 'void', note: voidText(group.voided[0].voids[0]), target };
  if (target === figures.baseline) return { text: group.good.length > 0 ? '×1' : '–', target };
  const throughput = comparisonOf(figures, { scenario, target, stage, metric: 'throughput' });
  if (!throughput) return { text: '–', note: uncompared(figures, group, stage, 'throughput'), target };
  const cpu = comparisonOf(figures, { scenario, target, stage, metric: 'cpu' });
  const notes = [uncertaintyText(throughput), fewerRounds(throughput, group), cpu ? `CPU per request: ${verdictText(cpu)}` : null];
  return { text: printed(throughput), note: notes.filter((note) => note !== null).join('; '), target, decided: isDecided(throughput) };
}

/** @param {Figures} figures @param {Group} group @param {number} stage @param {Metric} metric @returns {string} why it is not compared with the baseline there */
function uncompared({ findings }, { scenario, target }, stage, metric) {
  const [why] = findings.flatMap((finding) => {
    const isIt = finding.kind === 'not-compared' && finding.scenario === scenario && finding.target === target;
    return isIt && finding.stage === stage && finding.metric === metric ? [finding.why] : [];
  });
  return why ? notComparedText(why) : '';
}

/** @param {Comparison} comparison @param {Group} group @returns {string | null} '6 of 10 rounds', where one of the two lacks some or has void ones */
function fewerRounds({ rounds }, group) {
  return rounds < cellsOf(group) ? `${rounds} of ${cellsOf(group)} rounds` : null;
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per stage and target: verdicts and bottlenecks */
export function verdictsTable(figures, scenario) {
  const { run, baseline } = figures;
  const against = run.catalogue.targets[baseline].label;
  return {
    caption: `${scenario}: every stage against ${against}, the bottleneck of each target, and the users by Little's law`,
    columns: [
      { head: 'Stage', unit: 'VUs', numeric: true },
      { head: 'Target', rowHead: true },
      { head: 'Requests/s', unit: `against ${against}` },
      { head: 'CPU per request', unit: `against ${against}` },
      { head: 'Bottleneck' },
      { head: "Users by Little's law", unit: 'mean of rounds', numeric: true },
      { head: "Little's law" },
      { head: 'Plateau' },
    ],
    rows: run.stages.flatMap(({ vus }, stage) =>
      groupsOf(figures, scenario).map((group) => [
        { text: String(vus) },
        { text: run.catalogue.targets[group.target].label, target: group.target },
        verdictCell(figures, group, stage, 'throughput'),
        verdictCell(figures, group, stage, 'cpu'),
        { text: bottlenecksText(group.stages[stage]) },
        ...littlesLawCells(group.stages[stage]),
        { text: riseText(group.stages[stage]) },
      ]),
    ),
  };
}

/** @param {Figures} figures @param {Group} group @param {number} stage @param {Metric} metric @returns {Cell} */
function verdictCell(figures, group, stage, metric) {
  if (group.isVoid) return { text: 'void' };
  if (group.target === figures.baseline) return { text: group.good.length > 0 ? 'baseline' : '–' };
  const comparison = comparisonOf(figures, { scenario: group.scenario, target: group.target, stage, metric });
  if (!comparison) return { text: '–', note: uncompared(figures, group, stage, metric) };
  const notes = [uncertaintyText(comparison), fewerRounds(comparison, group)];
  return { text: printed(comparison), note: notes.filter((note) => note !== null).join('; '), decided: isDecided(comparison) };
}

/** @param {StageOfRounds} stage @returns {string} the bottlenecks of the rounds, the most frequent first */
function bottlenecksText({ bottlenecks }) {
  if (bottlenecks.length < 2) return bottlenecks[0]?.kind ?? '–';
  const of = sum(bottlenecks.map(({ rounds }) => rounds));
  return bottlenecks.map(({ kind, rounds }) => `${kind} (${rounds} of ${of})`).join(', ');
}

/** @param {StageOfRounds} stage @returns {Cell[]} the users, and whether they are those of the stage */
function littlesLawCells({ littlesLaw }) {
  if (littlesLaw === null) return [{ text: '–' }, { text: '' }];
  const { users, betweenRequests, off, rounds, explanations } = littlesLaw;
  const generator = betweenRequests > TOLERANCE ? [`${percent(betweenRequests)} of their time between requests, in the generator`] : [];
  const note = [...new Set([...explanations.map(explanationText), ...generator])].join('; ');
  return [{ text: users.toFixed(1) }, { text: off === 0 ? 'holds' : `off in ${off} of ${rounds}`, note }];
}

/** @param {Explanation | null} explanation */
function explanationText(explanation) {
  if (explanation === null) return 'not explained';
  if (explanation.kind === 'generator') return 'the generator had no CPU left, and users waited for it between their iterations';
  return `${explanation.requests} requests were never answered and have no duration`;
}

/** @param {StageOfRounds} stage */
function riseText({ rise: { rising, rounds } }) {
  if (rounds === 0) return 'too short to tell';
  return rising === 0 ? 'level' : `still rising in ${rising} of ${rounds}`;
}
