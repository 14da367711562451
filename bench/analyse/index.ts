import { levelsOf } from '../record/run.ts';
import { fitting } from '../record/catalogue.ts';
import { usableNoise } from '../record/results/calibration.ts';
import { groupOf } from './group/group.ts';
import { judged, partFigures } from './slice/index.ts';
import { comparisons } from './comparison/comparison.ts';
import { findings } from './findings/index.ts';
import { notCompared } from './findings/verdicts.ts';
import type { Bundle } from '../record/bundle-reader.ts';
import type { Figures, PartFigures, SliceFigures } from './types.ts';

export { readBundle } from '../record/bundle-reader.ts';

/** All figures of a run: of each slice, of each target in each scenario, and what they say against the baseline.
 * @param baseline one of its targets, in place of the one recorded with the run */
export function figures({ run, readPart, cpuProfiles }: Bundle, baseline: string = run.baseline): Figures {
  const parts = withWarmUps(withOtherLevels(run.parts.map((planned) => partFigures(readPart(planned), run))));
  const slices = parts.flatMap((part) => part.slices);
  const ofPair = Map.groupBy(slices, pairOf);
  const groups = run.scenarios.flatMap((scenario) =>
    run.targets
      .filter(fitting(run.catalogue, scenario))
      .map((target) => groupOf({ scenario, target }, ofPair.get(pairOf({ scenario, target })) ?? [], levelsOf(run, scenario))),
  );
  const measured = { run, parts, groups };
  const noises = usableNoise(run);
  const result = { ...measured, baseline, comparisons: comparisons(measured, baseline, noises.noise), ...noises, cpuProfiles };
  return { ...result, findings: findings(result) };
}

/** The figures of a run against another of its targets: with its comparisons, and why others are missing. Everything else is the same
 * whatever the baseline. */
export function againstBaseline(made: Figures, baseline: string): Figures {
  if (baseline === made.baseline) return made;
  const result = { ...made, baseline, comparisons: comparisons(made, baseline, made.noise) };
  const others = made.findings.filter(({ kind }) => kind !== 'not-compared');
  return { ...result, findings: [...others, ...result.groups.flatMap((group) => notCompared(group, result))] };
}

function pairOf({ scenario, target }: { scenario: string; target: string }) {
  return `${scenario} ${target}`;
}

function ofEachSlice(parts: PartFigures[], change: (slice: SliceFigures) => SliceFigures): PartFigures[] {
  return parts.map((part) => ({ ...part, slices: part.slices.map(change) }));
}

/** @returns whose slices are judged beside valid ones of the same target with other numbers of users */
function withOtherLevels(parts: PartFigures[]): PartFigures[] {
  const valid = parts.flatMap(({ slices }) => slices).filter(({ discardedFor }) => discardedFor.length === 0);
  const ofPair = Map.groupBy(valid, pairOf);
  return ofEachSlice(parts, (slice) => {
    const others = (ofPair.get(pairOf(slice)) ?? []).map(({ stage }) => stage).filter(({ vus }) => vus !== slice.stage.vus);
    const fewer = others.filter(({ vus }) => vus < slice.stage.vus).sort((one, other) => other.vus - one.vus);
    const more = others.filter(({ vus }) => vus > slice.stage.vus).sort((one, other) => one.vus - other.vus);
    return judged(slice, [...fewer, ...more]);
  });
}

/** A JVM is warmed up before its first slice of a scenario. @returns `steady` of all that a JVM was warmed up for once */
function withWarmUps(parts: PartFigures[]): PartFigures[] {
  const jvmOf = (slice: SliceFigures) => `${pairOf(slice)} ${slice.jvmStartedMs}`;
  const slices = parts.flatMap((part) => part.slices).filter(({ jvmStartedMs }) => jvmStartedMs !== null);
  const known = new Map(slices.flatMap((slice) => (slice.steady === null ? [] : [[jvmOf(slice), slice.steady]])));
  return ofEachSlice(parts, (slice) => ({ ...slice, steady: slice.steady ?? known.get(jvmOf(slice)) ?? null }));
}
