/** What went wrong in single parts, and in the slices of a target. */
import { present, sum } from '../../util/math.ts';
import { groupsOf, ofScenario, ofTarget } from './scopes.ts';
import type { FiguresToJudge as Figures, PartFigures, Group, SliceFigures } from '../types.ts';
import type { Finding } from './types.ts';

/** Checks of the runner that the analysis makes again from the raw files: what fails in these is discarded. */
const JUDGED_AGAIN = ['spread', 'clock'];

export function parts(figures: Figures): Finding[] {
  const { run, groups } = figures;
  return [
    ...figures.parts.flatMap(ending),
    ...groups.flatMap(discardedSlices),
    ...groups.flatMap(failedInSlices),
    ...run.scenarios.flatMap((scenario) => noLiveData(figures, scenario)),
  ];
}

/** Counts without those of InfluxDB are a finding of their own. */
function ending({ planned, part, state, reason, missing }: PartFigures): Finding[] {
  const { scenario, round, number } = planned;
  const of = { scope: 'part' as const, scenario, round, number };
  const { checks = [], slices = [] } = part ?? {};
  const isWithoutInflux = slices.some(({ counts }) => counts.influx === null);
  const failed = checks.filter(({ name, ok }) => !ok && !JUDGED_AGAIN.includes(name) && !(name === 'counts' && isWithoutInflux));
  return [
    ...(state === 'failed' ? [{ ...of, kind: 'failed' as const, reason }] : []),
    ...(state === 'pending' ? [{ ...of, kind: 'pending' as const }] : []),
    ...failed.map(({ name, detail }) => ({ ...of, kind: 'check-failed' as const, name, detail })),
    ...(state === 'ok' && missing.length > 0 ? [{ ...of, kind: 'files-missing' as const, files: missing }] : []),
  ];
}

function discardedSlices(group: Group): Finding[] {
  const { discarded, slices } = group;
  if (discarded.length === 0) return [];
  const counts = { slices: discarded.length, of: slices.length, cpuCounts: discarded.filter(({ cpuCounts }) => cpuCounts).length };
  const all = discarded.flatMap(({ discardedFor }) => discardedFor);
  const reasons = [...Map.groupBy(all, ({ kind }) => kind).values()].map((same) => ({ reason: same[0], slices: same.length }));
  reasons.sort((one, other) => other.slices - one.slices);
  return [{ ...ofTarget(group), kind: 'discarded', ...counts, reasons, others: othersOf(discarded) }];
}

/** @returns mean over those that name any, the most first */
function othersOf(slices: SliceFigures[]): { name: string; cores: number }[] {
  const disturbed = slices.filter(({ others }) => others.length > 0);
  const all = disturbed.flatMap(({ others }) => others);
  const byName = Map.groupBy(all, ({ name }) => name);
  const means = [...byName].map(([name, own]) => ({ name, cores: sum(own.map(({ cores }) => cores)) / disturbed.length }));
  return means.sort((one, other) => other.cores - one.cores);
}

function failedInSlices(group: Group): Finding[] {
  const all = slicesOf(group).map(({ stage, afterSlice }) => present([stage, afterSlice]));
  const count = (ended: (typeof all)[number], kind: 'successes' | 'failures') => sum(present(ended.map((each) => each[kind])));
  const slices = all.filter((ended) => count(ended, 'failures') > 0).length;
  const failed = count(all.flat(), 'failures');
  return slices > 0
    ? [{ ...ofTarget(group), kind: 'failed-requests', slices, failed, requests: failed + count(all.flat(), 'successes') }]
    : [];
}

function slicesOf({ levels }: Group): SliceFigures[] {
  return levels.flatMap(({ slices }) => slices);
}

function noLiveData(figures: Figures, scenario: string): Finding[] {
  const slices = groupsOf(figures, scenario).flatMap(slicesOf);
  const without = slices.filter(({ counts }) => counts.influx === null).length;
  return without > 0 ? [{ ...ofScenario(scenario), kind: 'no-live-data', slices: without, of: slices.length }] : [];
}
