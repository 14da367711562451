import { calibrationFits } from '../../record/calibration-fits.js';
import { sideOf, silence, tooFast, whyNotComparable } from './comparability.js';
import { METRICS, compared, decided, rate } from './comparison.js';
import { isUnlike, machineSpeed } from './machine-speed.js';

/**
 * Two runs of the same targets and scenarios, the second against the first. Rounds of two runs are no pairs: each run's are drawn on
 * their own.
 *
 * @typedef {import('../types.js').Figures} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../types.js').Comparison} Comparison
 * @typedef {{ kind: 'value', name: string, a: string | null, b: string | null }} ValueDifference null: not recorded
 * @typedef {{ kind: 'definition', name: string }} DefinitionDifference of an entry of the catalogue, which is too long to be shown
 * @typedef {{ kind: 'speed', measure: import('./machine-speed.js').Measure, aNs: number, bNs: number }} SpeedDifference medians of the cells
 * @typedef {ValueDifference | DefinitionDifference | SpeedDifference} Difference of the environments
 *
 * @typedef {{ kind: 'in one run only', what: 'targets' | 'scenarios' | 'stages', names: (string | number)[] }} InOneRunOnly names, or VUs of stages
 * @typedef {{ runId: string, scenario: string, target: string, round: number }} CellOfRun
 * @typedef {{ kind: 'void', reasons: import('../cell/health.js').VoidReason[] } & CellOfRun} VoidCell
 * @typedef {{ kind: 'failed', reason: string | null } & CellOfRun} FailedCell
 * @typedef {{ kind: 'not measured' } & CellOfRun} PendingCell
 * @typedef {{ kind: 'not compared', vus: number, why: import('./comparability.js').NotCompared } & Omit<CellOfRun, 'round'>} StageNotCompared
 * @typedef {InOneRunOnly | VoidCell | FailedCell | PendingCell | StageNotCompared} Omission what is left out
 *
 * @typedef {{a: Run, b: Run, environment: Difference[], comparisons: Comparison[], omissions: Omission[]}} Diff `comparisons`: b against a, at
 *   the stages that both have; `stage` counts those of b
 */

/** Fields that say which run it is, what it measured and what came of it, and nothing about its conditions. */
const NOT_CONDITIONS = [
  ...['schema', 'id', 'seed', 'startedAt', 'endedAt', 'resumedAt', 'verified', 'notes', 'cells', 'calibration', 'baseline'],
  ...['targets', 'scenarios', 'catalogue', 'loadVariables', 'spareRounds'],
];

/**
 * @param {Figures} a
 * @param {Figures} b
 * @returns {Diff}
 */
export function diff(a, b) {
  const families = b.run.stages.flatMap((_, stage) => METRICS.map((metric) => family(a, b, stage, metric)));
  const noise = isOfMachine(b.run.calibration, a.run) ? b.unpairedNoise : null;
  return {
    a: a.run,
    b: b.run,
    environment: [...differences(a.run, b.run), ...speedDifferences(a, b)],
    comparisons: families.flatMap((members) => decided(members, noise)),
    omissions: [
      ...onlyInOne(a.run, b.run),
      ...[a, b].flatMap((figures) => [...voids(figures), ...notOk(figures), ...notCompared(figures)]),
    ],
  };
}

/** @param {Run['calibration']} calibration @param {Run} run */
export function isOfMachine(calibration, run) {
  return calibrationFits({ ...run, calibration }).usable;
}

/** @param {Figures} a @param {Figures} b @param {number} stage of b @param {import('../statistics/verdict.js').Metric} metric */
function family(a, b, stage, metric) {
  const { vus } = b.run.stages[stage];
  const stageOfA = stageAs(a.run.stages, b.run.stages, stage);
  if (stageOfA === null) return [];
  return b.groups.flatMap((group) => {
    const { scenario, target } = group;
    const before = a.groups.find((each) => each.scenario === scenario && each.target === target);
    if (!before || before.isVoid || group.isVoid) return [];
    if ((whyLeftOut(group, stage) ?? whyLeftOut(before, stageOfA)) !== null) return [];
    const sample = { a: rates(group, stage, metric), b: rates(before, stageOfA, metric), paired: false };
    const notComparable = whyNotComparable([sideOf(group, stage), sideOf(before, stageOfA)], metric);
    return compared({ scenario, target, stage, vus, metric, notComparable }, sample, b.run.seed);
  });
}

/**
 * @param {Run['stages']} before
 * @param {Run['stages']} after
 * @param {number} stage of these
 * @returns {number | null} the stage with as many users, the second for the second where several have as many
 */
function stageAs(before, after, stage) {
  const { vus } = after[stage];
  const nth = after.slice(0, stage).filter((each) => each.vus === vus).length;
  return before.flatMap((each, index) => (each.vus === vus ? [index] : []))[nth] ?? null;
}

/** @param {Group} group @param {number} stage @param {import('../statistics/verdict.js').Metric} metric */
function rates({ good }, stage, metric) {
  return good.flatMap((cell) => rate(cell.stages[stage], metric) ?? []);
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

/** @param {Run} a @param {Run} b @returns {InOneRunOnly[]} */
function onlyInOne(a, b) {
  const vus = (/** @type {Run} */ { stages }) => stages.map((stage) => stage.vus);
  const lists = /** @type {const} */ ([
    ['targets', a.targets, b.targets],
    ['scenarios', a.scenarios, b.scenarios],
    ['stages', vus(a), vus(b)],
  ]);
  return lists.flatMap(([what, before, after]) => {
    /** @type {(string | number)[][]} */
    const [one, other] = [[...before], [...after]];
    const names = [...one.filter((each) => !other.includes(each)), ...other.filter((each) => !one.includes(each))];
    return names.length > 0 ? [{ kind: /** @type {const} */ ('in one run only'), what, names }] : [];
  });
}

/** @param {Group} group @param {number} stage @returns {import('./comparability.js').NotCompared | null} why its rounds are no sample of what the target does there */
function whyLeftOut(group, stage) {
  const rounds = group.good.map((cell) => [cell]);
  return silence(rounds, stage) ?? tooFast(group, stage);
}

/** @param {Figures} figures @returns {StageNotCompared[]} */
function notCompared({ run, groups }) {
  return groups.flatMap((group) =>
    run.stages.flatMap(({ vus }, stage) => {
      const { scenario, target } = group;
      const why = whyLeftOut(group, stage);
      return why === null ? [] : [{ kind: /** @type {const} */ ('not compared'), runId: run.id, scenario, target, vus, why }];
    }),
  );
}

/** @param {Figures} figures @returns {(FailedCell | PendingCell)[]} */
function notOk({ run, cells }) {
  return cells
    .filter(({ state }) => state !== 'ok')
    .map(({ planned: { scenario, target, round }, state, reason }) => {
      const cell = { runId: run.id, scenario, target, round };
      return state === 'pending' ? { kind: 'not measured', ...cell } : { kind: 'failed', ...cell, reason };
    });
}

/** @param {Figures} figures @returns {VoidCell[]} */
function voids({ run, cells }) {
  return cells
    .filter((cell) => cell.voids.length > 0)
    .map(({ planned: { scenario, target, round }, voids: reasons }) => ({ kind: 'void', runId: run.id, scenario, target, round, reasons }));
}
