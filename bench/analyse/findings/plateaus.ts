/** What the JVMs did on the plateaus of slices besides answering, and does Little's law hold? */
import { isCompiling } from '../../../k6/lib/compilers.js';
import { TOLERANCE } from '../slice/littles-law.ts';
import { mean, present } from '../../util/math.ts';
import { groupsOf, ofScenario, ofTarget } from './scopes.ts';
import type { FiguresToJudge as Figures, Group, SliceFigures } from '../types.ts';
import type { Finding } from './types.ts';

/** Share of a plateau above which pauses for garbage collection are reported. */
export const MUCH_GC = 0.1;
/** Cores of the targets without load, all together. A JVM that is only scraped takes 1 to 2 % of a core. */
const IDLE_CORES = 0.05;

export function plateaus(figures: Figures): Finding[] {
  const { run, groups } = figures;
  return [
    ...groups.flatMap((group) => [...atWork(group), ...lawOff(group)]),
    ...run.scenarios.flatMap((scenario) => [...lawOverview(figures, scenario), ...idleTargets(figures, scenario)]),
  ];
}

function atWork(group: Group): Finding[] {
  const stages = group.good.map(({ stage }) => stage);
  const compiling = present(stages.map(({ compilingShare }) => compilingShare)).filter(isCompiling);
  const pausing = present(stages.map(({ gcPauseShare }) => gcPauseShare)).filter((share) => share > MUCH_GC);
  const of = ofTarget(group);
  const seen = (shares: number[]) => ({ slices: shares.length, of: stages.length });
  return [
    ...(compiling.length > 0 ? [{ ...of, kind: 'compilers-at-work' as const, ...seen(compiling), compilingShare: mean(compiling) }] : []),
    ...(pausing.length > 0 ? [{ ...of, kind: 'gc-pauses' as const, ...seen(pausing), gcPauseShare: mean(pausing) }] : []),
  ];
}

function lawOff(group: Group): Finding[] {
  const laws = present(group.good.map(({ littlesLaw }) => littlesLaw));
  const off = laws.filter(isUnexplained);
  const law = { slices: off.length, of: laws.length, vus: group.stage.vus, users: off.map(({ users }) => users) };
  return off.length > 0 ? [{ ...ofTarget(group), kind: 'littles-law-off', ...law }] : [];
}

function isUnexplained({ holds, explanation }: NonNullable<SliceFigures['littlesLaw']>) {
  return !holds && explanation === null;
}

function lawOverview(figures: Figures, scenario: string): Finding[] {
  const valid = groupsOf(figures, scenario).filter(({ isDiscarded }) => !isDiscarded);
  const laws = present(valid.flatMap(({ good }) => good.map((slice) => slice.littlesLaw)));
  if (laws.length === 0) return [];
  const holding = laws.filter((law) => law.holds).length;
  const unexplained = laws.filter(isUnexplained).length;
  const counts = { plateaus: laws.length, valid: holding, explained: laws.length - holding - unexplained, unexplained };
  const generatorPlateaus = laws.filter(({ betweenRequests }) => betweenRequests > TOLERANCE).length;
  return [{ ...ofScenario(scenario), kind: 'littles-law', ...counts, generatorPlateaus }];
}

function idleTargets(figures: Figures, scenario: string): Finding[] {
  const groups = groupsOf(figures, scenario);
  const idle = present(groups.flatMap(({ slices }) => slices.map(({ idleCores }) => idleCores)));
  const cores = idle.length > 0 ? mean(idle) : 0;
  return cores > IDLE_CORES ? [{ ...ofScenario(scenario), kind: 'idle-targets', cores, targets: groups.length - 1 }] : [];
}
