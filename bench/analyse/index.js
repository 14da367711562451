import { levelsOf } from '../record/run.js';
import { fitting } from '../record/fits.js';
import { usableNoise } from '../record/calibration/fits.js';
import { groupOf } from './group/group.js';
import { judged, partFigures } from './slice/index.js';
import { comparisons } from './comparison/comparison.js';
import { findings } from './findings/index.js';
import { groupBy } from '../util/group.js';

export { readBundle } from '../record/bundle-reader.js';

/**
 * @typedef {import('./types.js').PartFigures} PartFigures
 * @typedef {import('./types.js').SliceFigures} SliceFigures
 */

/**
 * All figures of a run: of each slice, of each target in each scenario, and what they say against the baseline.
 * @param {import('../record/raw-part.js').Bundle} bundle
 * @param {string} [baseline] one of its targets, in place of the one recorded with the run
 * @returns {import('./types.js').Figures}
 */
export function figures({ run, readPart, cpuProfiles }, baseline = run.baseline) {
  const parts = withWarmUps(withOtherLevels(run.parts.map((planned) => partFigures(readPart(planned), run))));
  const bySlice = groupBy(
    parts.flatMap(({ slices }) => slices),
    pairOf,
  );
  const groups = run.scenarios.flatMap((scenario) =>
    run.targets
      .filter(fitting(run.catalogue, scenario))
      .map((target) => groupOf({ scenario, target }, bySlice.get(pairOf({ scenario, target })) ?? [], levelsOf(run, scenario))),
  );
  const measured = { run, parts, groups };
  const noises = usableNoise(run);
  const result = { ...measured, baseline, comparisons: comparisons(measured, baseline, noises.noise), ...noises, cpuProfiles };
  return { ...result, findings: findings(result) };
}

/** @param {{ scenario: string, target: string }} pair */
function pairOf({ scenario, target }) {
  return `${scenario} ${target}`;
}

/** @param {PartFigures[]} parts @param {(slice: SliceFigures) => SliceFigures} change @returns {PartFigures[]} */
function ofEachSlice(parts, change) {
  return parts.map((part) => ({ ...part, slices: part.slices.map(change) }));
}

/** @param {PartFigures[]} parts @returns {PartFigures[]} whose slices are judged beside valid ones of the same target with other numbers of users */
function withOtherLevels(parts) {
  const valid = parts.flatMap(({ slices }) => slices).filter(({ discardedFor }) => discardedFor.length === 0);
  const ofPair = groupBy(valid, pairOf);
  return ofEachSlice(parts, (slice) => {
    const others = (ofPair.get(pairOf(slice)) ?? []).map(({ stage }) => stage).filter(({ vus }) => vus !== slice.stage.vus);
    const fewer = others.filter(({ vus }) => vus < slice.stage.vus).sort((one, other) => other.vus - one.vus);
    const more = others.filter(({ vus }) => vus > slice.stage.vus).sort((one, other) => one.vus - other.vus);
    return judged(slice, [...fewer, ...more]);
  });
}

/** A JVM is warmed up before its first slice of a scenario. @param {PartFigures[]} parts @returns {PartFigures[]} `steady` of all that a JVM was warmed up for once */
function withWarmUps(parts) {
  const jvmOf = (/** @type {SliceFigures} */ slice) => `${pairOf(slice)} ${slice.jvmStartedMs}`;
  const slices = parts.flatMap((part) => part.slices).filter(({ jvmStartedMs }) => jvmStartedMs !== null);
  const known = new Map(slices.flatMap((slice) => (slice.steady === null ? [] : [[jvmOf(slice), slice.steady]])));
  return ofEachSlice(parts, (slice) => ({ ...slice, steady: slice.steady ?? known.get(jvmOf(slice)) ?? null }));
}
