import { baseOf, whyNotCompared } from '../../analyse/comparison/comparison.js';
import { limitersOfRounds } from '../../analyse/bottleneck/limiter.js';
import { TOLERANCE } from '../../analyse/cell/littles-law.js';
import { factor, printed } from '../../analyse/statistics/verdict.js';
import { percent } from '../../util/text.js';
import { groupsOf } from '../groups.js';
import { cellsOf, unfitCell } from './figures.js';

/**
 * What the comparisons with the baseline say, as the tables print it.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../analyse/types.js').Comparison} Comparison
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
  const found = comparisons.find((each) => {
    return each.scenario === scenario && each.target === target && each.stage === stage && each.metric === metric;
  });
  return found ?? null;
}

/** @param {Figures} figures @returns {Table} scenarios × targets: what the last stage says against the baseline */
export function decisionTable(figures) {
  const { run, baseline } = figures;
  const stage = run.stages.length - 1;
  const { targets } = run.catalogue;
  const ordered = [baseline, ...run.targets.filter((target) => target !== baseline)];
  return {
    caption: `Requests/s at ${run.stages[stage].vus} VUs against ${targets[baseline].label}, and below CPU per request: ratio [95 % interval]; ~: no difference was shown`,
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
  if (group.isVoid) return { text: 'void', note: group.voided[0].voids[0], target };
  if (target === figures.baseline) return { text: group.good.length > 0 ? '×1' : '–', target };
  const throughput = comparisonOf(figures, { scenario, target, stage, metric: 'throughput' });
  if (!throughput) return { text: '–', note: uncompared(figures, group, stage), target };
  const cpu = comparisonOf(figures, { scenario, target, stage, metric: 'cpu' });
  const notes = [uncertain(throughput), fewerRounds(throughput, group), cpu ? `CPU per request: ${inWords(cpu)}` : null];
  return { text: printed(throughput), note: notes.filter((note) => note !== null).join('; '), target, decided: isDecided(throughput) };
}

/** @param {Figures} figures @param {Group} group @param {number} stage @returns {string} why it is not held against the baseline there */
function uncompared({ groups, baseline }, group, stage) {
  const base = baseOf(groups, group, baseline);
  return (base && whyNotCompared(group, base, stage)) ?? 'not recorded';
}

/** @param {Comparison} comparison @param {Group} group @returns {string | null} '6 of 10 rounds', where one of the two lacks some or has void ones */
function fewerRounds({ rounds }, group) {
  return rounds < cellsOf(group) ? `${rounds} of ${cellsOf(group)} rounds` : null;
}

/** @param {Pick<Comparison, 'kind'>} comparison */
export function isDecided({ kind }) {
  return kind !== 'same' && kind !== 'indicative';
}

/** What stands below a verdict that is none. @param {Comparison} comparison @returns {string | null} */
function uncertain(comparison) {
  if (isDecided(comparison)) return null;
  const { kind, roundRatios, because } = comparison;
  const known = kind === 'indicative' ? roundsText(roundRatios) : intervalText(comparison);
  return [known, because].filter((part) => part !== null).join(', ');
}

/** @param {number[]} ratios of each round */
function roundsText(ratios) {
  return ratios.length > 1 ? `rounds ×${factor(Math.min(...ratios))} to ×${factor(Math.max(...ratios))}` : 'one round';
}

/** @param {Comparison} comparison @returns {string} 'less CPU ×0.80 [0.75, 0.86]', '~ (×1.01 [0.97, 1.05])', 'indicative ×1.1', with the reason where there is one */
export function inWords(comparison) {
  const { kind, because } = comparison;
  const notes = [kind === 'same' ? intervalText(comparison) : null, because].filter((part) => part !== null);
  return notes.length > 0 ? `${printed(comparison)} (${notes.join(', ')})` : printed(comparison);
}

/** @param {Comparison} comparison @returns {string} */
function intervalText({ ratio, low, high }) {
  return low === null || high === null ? `×${factor(ratio)}` : `×${factor(ratio)} [${factor(low)}, ${factor(high)}]`;
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per stage and target: verdicts, and what held the target */
export function verdictsTable(figures, scenario) {
  const { run, baseline } = figures;
  const against = run.catalogue.targets[baseline].label;
  return {
    caption: `${scenario}: every stage against ${against}, what held each target, and the users by Little's law`,
    columns: [
      { head: 'Stage', unit: 'VUs', numeric: true },
      { head: 'Target', rowHead: true },
      { head: 'Requests/s', unit: `against ${against}` },
      { head: 'CPU per request', unit: `against ${against}` },
      { head: 'Held by' },
      { head: "Users by Little's law", unit: 'mean of rounds', numeric: true },
      { head: 'Which are' },
      { head: 'Plateau' },
    ],
    rows: run.stages.flatMap(({ vus }, stage) =>
      groupsOf(figures, scenario).map((group) => [
        { text: String(vus) },
        { text: run.catalogue.targets[group.target].label, target: group.target },
        verdictCell(figures, group, stage, 'throughput'),
        verdictCell(figures, group, stage, 'cpu'),
        { text: kinds(group, stage) },
        ...littlesLawCells(group, stage),
        { text: rising(group, stage) },
      ]),
    ),
  };
}

/** @param {Figures} figures @param {Group} group @param {number} stage @param {Metric} metric @returns {Cell} */
function verdictCell(figures, group, stage, metric) {
  if (group.isVoid) return { text: 'void' };
  if (group.target === figures.baseline) return { text: group.good.length > 0 ? 'baseline' : '–' };
  const comparison = comparisonOf(figures, { scenario: group.scenario, target: group.target, stage, metric });
  if (!comparison) return { text: '–', note: uncompared(figures, group, stage) };
  const notes = [uncertain(comparison), fewerRounds(comparison, group)];
  return { text: printed(comparison), note: notes.filter((note) => note !== null).join('; '), decided: isDecided(comparison) };
}

/** @param {Group} group @param {number} stage @returns {string} the limiters of the rounds, the most frequent first */
function kinds({ good }, stage) {
  const found = limitersOfRounds(good, stage);
  if (found.length < 2) return found[0]?.kind ?? '–';
  const of = found.reduce((sum, { rounds }) => sum + rounds, 0);
  return found.map(({ kind, rounds }) => `${kind} (${rounds} of ${of})`).join(', ');
}

/** @param {Group} group @param {number} stage @returns {Cell[]} the users, and whether they are those of the stage */
function littlesLawCells({ good }, stage) {
  const laws = good.flatMap(({ littlesLaw }) => littlesLaw[stage] ?? []);
  if (laws.length === 0) return [{ text: '–' }, { text: '' }];
  const users = laws.reduce((sum, law) => sum + law.users, 0) / laws.length;
  const off = laws.filter(({ holds }) => !holds);
  const why = off.map(({ explanation }) => explanation ?? 'not explained');
  const between = Math.max(...laws.map(({ betweenRequests }) => betweenRequests));
  const generator = between > TOLERANCE ? [`${percent(between)} of their time between requests, in the generator`] : [];
  const note = [...new Set([...why, ...generator])].join('; ');
  return [{ text: users.toFixed(1) }, { text: off.length === 0 ? 'right' : `off in ${off.length} of ${laws.length}`, note }];
}

/** @param {Group} group @param {number} stage */
function rising({ good }, stage) {
  const known = good.flatMap((cell) => cell.stillRising[stage] ?? []);
  if (known.length === 0) return 'too short to tell';
  const count = known.filter(Boolean).length;
  return count === 0 ? 'level' : `still rising in ${count} of ${known.length}`;
}
