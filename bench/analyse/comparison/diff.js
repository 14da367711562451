import { calibrationFits } from '../../record/calibration-fits.js';
import { METRICS, compared, decided, rate, silence, stageOf, tooFast, whyMoot } from './comparison.js';
import { isUnlike, machineSpeed } from './machine-speed.js';

/**
 * Two runs of the same targets and scenarios, the second against the first. Rounds of two runs are no pairs: each run's are drawn on
 * their own.
 *
 * @typedef {import('../types.js').Figures} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../types.js').Comparison} Comparison
 * @typedef {{name: string, a: string, b: string}} Difference of the environments
 * @typedef {{a: Run, b: Run, environment: Difference[], comparisons: Comparison[], notes: string[]}} Diff `comparisons`: b against a, at
 *   the stages that both have; `stage` counts those of b
 */

/** What says which run it is, what it measured, found or is compared with; and not under which conditions. */
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
  const noise = isOfMachine(b.run.calibration, a.run) ? b.noiseApart : null;
  return {
    a: a.run,
    b: b.run,
    environment: [...differences(a.run, b.run), ...speedDifferences(a, b)],
    comparisons: families.flatMap((members) => decided(members, noise)),
    notes: [...onlyInOne(a.run, b.run), ...[a, b].flatMap((figures) => [...voids(figures), ...notOk(figures), ...notCompared(figures)])],
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
    const moot = whyMoot([stageOf(group, stage), stageOf(before, stageOfA)], metric);
    return compared({ scenario, target, stage, vus, metric, moot }, sample, b.run.seed);
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

/** @param {Run} a @param {Run} b @returns {Difference[]} of what was recorded of their circumstances */
export function differences(a, b) {
  const [before, after] = [conditions(a), conditions(b)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const differing = names.flatMap((name) => {
    const [one, other] = [before.get(name) ?? 'not recorded', after.get(name) ?? 'not recorded'];
    return one === other ? [] : [{ name, a: one, b: other }];
  });
  return [...differing, ...catalogueDifferences(a, b)];
}

/** @param {Run} run @returns {Map<string, string>} what is one level deep by its path, as `versions.java`; what is deeper as JSON */
function conditions(run) {
  const own = Object.entries(run).filter(([name]) => !NOT_CONDITIONS.includes(name));
  return new Map(
    own.flatMap(([name, value]) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, words(value)]];
      return Object.entries(value).map(([part, inner]) => /** @type {[string, string]} */ ([`${name}.${part}`, words(inner)]));
    }),
  );
}

/** An entry of the catalogue is too long to be shown. @param {Run} a @param {Run} b @returns {Difference[]} */
function catalogueDifferences({ catalogue: before }, { catalogue: after }) {
  return /** @type {const} */ (['targets', 'scenarios']).flatMap((kind) =>
    Object.keys(before[kind])
      .filter((name) => after[kind][name] && words(before[kind][name]) !== words(after[kind][name]))
      .map((name) => ({ name: `catalogue.${kind}.${name}`, a: 'one definition', b: 'another, see its run.json' })),
  );
}

/** @param {unknown} value */
function words(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The same machine at another time may be another machine. @param {Figures} a @param {Figures} b @returns {Difference[]} */
function speedDifferences(a, b) {
  const after = machineSpeed(b);
  return machineSpeed(a).flatMap(({ what, median }, index) => {
    const [one, other] = [median, after[index].median];
    if (one === null || other === null || !isUnlike([one, other])) return [];
    return [{ name: `machine: ${what}, median of the cells`, a: `${one.toFixed(1)} ns`, b: `${other.toFixed(1)} ns` }];
  });
}

/** @param {Run} a @param {Run} b @returns {string[]} */
function onlyInOne(a, b) {
  const lists = [
    { what: 'targets', before: a.targets, after: b.targets },
    { what: 'scenarios', before: a.scenarios, after: b.scenarios },
    { what: 'stages', before: a.stages.map(({ vus }) => `${vus} VUs`), after: b.stages.map(({ vus }) => `${vus} VUs`) },
  ];
  return lists.flatMap(({ what, before, after }) => {
    const single = [...before.filter((each) => !after.includes(each)), ...after.filter((each) => !before.includes(each))];
    return single.length > 0 ? [`${what} in one run only, not compared: ${single.join(', ')}`] : [];
  });
}

/** @param {Group} group @param {number} stage @returns {string | null} why its rounds are no sample of what the target does there */
function whyLeftOut(group, stage) {
  const rounds = group.good.map((cell) => [cell]);
  return silence(rounds, stage) ?? tooFast(group, stage);
}

/** @param {Figures} figures @returns {string[]} */
function notCompared({ run, groups }) {
  return groups.flatMap((group) =>
    run.stages.flatMap(({ vus }, stage) => {
      const why = whyLeftOut(group, stage);
      return why === null ? [] : [`${run.id}: ${group.scenario} · ${group.target} at ${vus} VUs: ${why}`];
    }),
  );
}

/** @param {Figures} figures @returns {string[]} cells that failed or were never measured */
function notOk({ run, cells }) {
  return cells
    .filter(({ state }) => state !== 'ok')
    .map(({ planned: { scenario, target, round }, state, reason }) => {
      const how = state === 'pending' ? 'was not measured' : `failed: ${reason ?? 'no reason recorded'}`;
      return `${run.id}: ${scenario} · ${target} · round ${round} ${how}`;
    });
}

/** @param {Figures} figures @returns {string[]} */
function voids({ run, cells }) {
  return cells
    .filter((cell) => cell.voids.length > 0)
    .map(
      ({ planned, voids: reasons }) =>
        `${run.id}: ${planned.scenario} · ${planned.target} · round ${planned.round} is void: ${reasons.join('; ')}`,
    );
}
