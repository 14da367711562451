import { calibrationFits } from '../../record/calibration/fits.js';
import { ratioInterval } from '../statistics/bootstrap.js';
import { tTest } from '../statistics/rate-ratio.js';
import { ROUNDS_FOR_VERDICT } from '../statistics/verdict.js';
import { sum } from '../../util/math.js';
import { whyNotComparable } from './comparability.js';
import { METRICS, decided, rate } from './comparison.js';
import { omissions, whyLeftOut } from './diff-omissions.js';
import { isUnlike, machineSpeed } from './machine-speed.js';

/**
 * Two runs of the same targets and scenarios, the second against the first. Rounds of two runs are no pairs: each run's are drawn on
 * their own.
 *
 * @typedef {import('../types.js').Figures} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../types.js').Comparison} Comparison
 * @typedef {import('../statistics/rate-ratio.js').Rate} Rate
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 * @typedef {import('./comparison.js').Member} Member
 * @typedef {{ kind: 'value', name: string, a: string | null, b: string | null }} ValueDifference null: not recorded
 * @typedef {{ kind: 'definition', name: string }} DefinitionDifference of an entry of the catalogue, which is too long to be shown
 * @typedef {{ kind: 'speed', measure: import('./machine-speed.js').Measure, aNs: number, bNs: number }} SpeedDifference medians of the parts
 * @typedef {ValueDifference | DefinitionDifference | SpeedDifference} Difference of the environments
 * @typedef {import('./diff-omissions.js').Omission} Omission what is left out
 *
 * @typedef {{a: Run, b: Run, environment: Difference[], comparisons: Comparison[], omissions: Omission[]}} Diff `comparisons`: b against a
 */

/** Fields that say which run it is, what it measured and what came of it, and nothing about its conditions. */
const NOT_CONDITIONS = [
  ...['schema', 'id', 'seed', 'startedAt', 'endedAt', 'resumedAt', 'continued', 'verified', 'notes', 'calibration', 'baseline'],
  ...['parts', 'spentSeconds', 'budgetSeconds', 'halfWidth', 'targets', 'scenarios', 'catalogue'],
];

/** @param {Figures} a @param {Figures} b @returns {Diff} */
export function diff(a, b) {
  const families = METRICS.map((metric) => b.groups.flatMap((group) => comparedGroups(a, b, group, metric)));
  const noise = isOfMachine(b.run.calibration, a.run) ? b.unpairedNoise : null;
  return {
    a: a.run,
    b: b.run,
    environment: [...differences(a.run, b.run), ...speedDifferences(a, b)],
    comparisons: families.flatMap((members) => decided(members, noise)),
    omissions: omissions(a, b),
  };
}

/** @param {Run['calibration']} calibration @param {Run} run */
export function isOfMachine(calibration, run) {
  return calibrationFits({ ...run, calibration }).usable;
}

/** @param {Figures} a @param {Figures} b @param {Group} group of b @param {Metric} metric */
function comparedGroups(a, b, group, metric) {
  const { scenario, target, stage } = group;
  const before = a.groups.find((each) => each.scenario === scenario && each.target === target && each.stage.vus === stage.vus);
  if (!before || (whyLeftOut(group) ?? whyLeftOut(before)) !== null) return [];
  const what = { scenario, target, vus: stage.vus, metric, notComparable: whyNotComparable([group, before], metric) };
  const members = compared(what, ratesOfRounds(group, metric), ratesOfRounds(before, metric), b.run.seed);
  return members.map((member) => ({ ...member, blocks: Math.min(group.good.length, before.good.length) }));
}

/**
 * @param {import('./comparison.js').What} what
 * @param {Rate[]} own of its rounds
 * @param {Rate[]} base
 * @param {number} seed
 * @returns {Member[]} one, or none
 */
function compared(what, own, base, seed) {
  const rounds = Math.min(own.length, base.length);
  if (rounds === 0) return [];
  // What drifts between two runs is the same in all rounds of one, and more rounds do not average it out.
  const member = { what, rounds, blocks: 0, roundRatios: [], leastRounds: ROUNDS_FOR_VERDICT, floorRounds: 1 };
  if (rounds < ROUNDS_FOR_VERDICT) return [{ ...member, ratio: pooled(own) / pooled(base), low: null, high: null, pValue: null }];
  const sample = { a: own, b: base, paired: false };
  return [{ ...member, ...ratioInterval(sample, seed), pValue: tTest(sample) }];
}

/** @param {Rate[]} rates */
function pooled(rates) {
  return sum(rates.map(({ above }) => above)) / sum(rates.map(({ below }) => below));
}

/** @param {Group} group @param {Metric} metric @returns {Rate[]} of its rounds */
function ratesOfRounds({ rounds }, metric) {
  return rounds.flatMap((round) => rate(metric === 'cpu' ? round.cpu : round.throughput, metric) ?? []);
}

/** @param {Run} a @param {Run} b @returns {(ValueDifference | DefinitionDifference)[]} of the conditions that were recorded */
export function differences(a, b) {
  const [before, after] = [conditions(a), conditions(b)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const differing = names.flatMap((name) => {
    const [one, other] = [before.get(name) ?? null, after.get(name) ?? null];
    return one === other ? [] : [/** @type {ValueDifference} */ ({ kind: 'value', name, a: one, b: other })];
  });
  return [...differing, ...catalogueDifferences(a, b)];
}

/** @param {Run} run @returns {Map<string, string>} what is one level deep by its path, as `versions.java`; what is deeper as JSON */
function conditions(run) {
  const own = Object.entries(run).filter(([name]) => !NOT_CONDITIONS.includes(name));
  return new Map(
    own.flatMap(([name, value]) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, textOf(value)]];
      return Object.entries(value).map(([part, inner]) => /** @type {[string, string]} */ ([`${name}.${part}`, textOf(inner)]));
    }),
  );
}

/** @param {Run} a @param {Run} b @returns {DefinitionDifference[]} */
function catalogueDifferences({ catalogue: before }, { catalogue: after }) {
  return /** @type {const} */ (['targets', 'scenarios']).flatMap((list) =>
    Object.keys(before[list])
      .filter((name) => after[list][name] && textOf(before[list][name]) !== textOf(after[list][name]))
      .map((name) => ({ kind: /** @type {const} */ ('definition'), name: `catalogue.${list}.${name}` })),
  );
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The same machine at another time may be another machine. @param {Figures} a @param {Figures} b @returns {SpeedDifference[]} */
function speedDifferences(a, b) {
  const after = machineSpeed(b);
  return machineSpeed(a).flatMap(({ measure, medianNs: aNs }, index) => {
    const { medianNs: bNs } = after[index];
    if (aNs === null || bNs === null || !isUnlike([aNs, bNs])) return [];
    return [{ kind: /** @type {const} */ ('speed'), measure, aNs, bNs }];
  });
}
