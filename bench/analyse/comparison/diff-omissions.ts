/** What the comparison of two runs leaves out, and why. */
import { comparedVus, type Run } from '../../record/run.ts';
import { silenceOfSlices, tooFastInSlices, type NotCompared } from './comparability.ts';
import type { FindingOf } from '../findings/types.ts';
import type { Figures, Group } from '../types.ts';

/** `found`: in that run alone */
type Found = { kind: 'found'; runId: string; found: FindingOf<'discarded' | 'failed' | 'pending'> };

/** what is left out; `users`: with which targets are compared */
export type Omission =
  | { kind: 'in one run only'; what: 'targets' | 'scenarios' | 'users'; names: (string | number)[] }
  | { kind: 'not compared'; runId: string; scenario: string; target: string; vus: number; why: NotCompared }
  | Found;

export function omissions(a: Figures, b: Figures): Omission[] {
  const ofRun = (figures: Figures) => [...found(figures, 'target'), ...found(figures, 'part'), ...notCompared(figures)];
  return [...onlyInOne(a.run, b.run), ...ofRun(a), ...ofRun(b)];
}

/** @returns discarded ones first */
function found({ run, findings }: Figures, scope: 'target' | 'part'): Found[] {
  const own = findings.flatMap((each) => {
    const isOut = each.kind === 'discarded' || each.kind === 'failed' || each.kind === 'pending';
    return isOut && each.scope === scope ? [{ kind: 'found' as const, runId: run.id, found: each }] : [];
  });
  return [true, false].flatMap((isDiscarded) => own.filter((each) => (each.found.kind === 'discarded') === isDiscarded));
}

function onlyInOne(a: Run, b: Run): Omission[] {
  const lists = (run: Run) => ({
    targets: run.targets,
    scenarios: run.scenarios,
    users: [...new Set(run.scenarios.map((scenario) => comparedVus(run, scenario)))],
  });
  const [before, after] = [lists(a), lists(b)];
  return (['targets', 'scenarios', 'users'] as const).flatMap((what) => {
    const [one, other]: (string | number)[][] = [before[what], after[what]];
    const names = [...one.filter((each) => !other.includes(each)), ...other.filter((each) => !one.includes(each))];
    return names.length > 0 ? [{ kind: 'in one run only' as const, what, names }] : [];
  });
}

/** @returns why its slices do not show what the target does */
export function whyLeftOut(group: Group): NotCompared | null {
  const valid = group.slices.filter(({ discardedFor }) => discardedFor.length === 0);
  return silenceOfSlices(valid) ?? tooFastInSlices(group);
}

function notCompared({ run, groups }: Figures): Omission[] {
  return groups.flatMap((group) => {
    const why = whyLeftOut(group);
    const { scenario, target, stage } = group;
    return why === null ? [] : [{ kind: 'not compared' as const, runId: run.id, scenario, target, vus: stage.vus, why }];
  });
}
