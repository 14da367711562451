/** Is a run worth publishing? It must have ended, its targets must have done the same work, and it must say what it measured. */
import { fixed, instant, list } from '../../util/text.ts';
import type { Run } from '../../record/run.ts';

const ACCEPTED = 'accepted are runs of make compare and make study';

/** @returns why it is not, with the field of run.json */
export function notWorth(run: Run): string | null {
  const { calibrates, sweep, catalogue, targets, scenarios, verified, refused, versions } = run;
  const target = targets.find((name) => !verified?.targets.includes(name) && !Object.hasOwn(refused, name));
  const scenario = scenarios.find((name) => !verified?.scenarios.includes(name));
  const usesDatabase = scenarios.some((name) => catalogue.scenarios[name].database);
  const needed = ['java', 'springBoot', 'k6', ...(usesDatabase ? (['mariadb'] as const) : [])] as const;
  const unknown = needed.find((name) => !versions[name]);
  const faults: [isSo: boolean, fault: string][] = [
    [run.endedAt === null, 'endedAt: the run has not ended; make compare RESUME=<id> finishes it'],
    [calibrates !== undefined, `calibrates: ${calibrates} was measured against itself; ${ACCEPTED}`],
    [sweep !== undefined, `sweep: its targets are variants of ${list(sweep?.targets ?? [])}; ${ACCEPTED}`],
    [catalogue.own !== undefined, `catalogue.own: a service of your own; ${ACCEPTED}`],
    [targets.length < 2, 'targets: one target alone is compared with nothing'],
    [verified === null, 'verified: it was not verified that all targets do the same work'],
    [target !== undefined, `verified.targets: without ${target}, which was measured`],
    [scenario !== undefined, `verified.scenarios: without ${scenario}, which was measured`],
    [run.commit === null, 'commit: the version of stackbench is not known'],
    [unknown !== undefined, `versions.${unknown}: nothing; accepted is a version`],
  ];
  return faults.find(([isSo]) => isSo)?.[1] ?? null;
}

/** @returns what a reviewer wants to know of it */
export function remarks({ verified, calibration, dirty, commit, profile }: Run): string[] {
  const floors = Object.entries(calibration?.noise ?? {}).flatMap(([scenario, { throughput }]) =>
    throughput ? [`${scenario} ×${fixed(throughput, 2)}`] : [],
  );
  return [
    `same work: verified ${instant(verified?.at ?? '')}, ${verified?.targets.length} targets × ${verified?.scenarios.length} scenarios`,
    floors.length > 0
      ? `noise floor: ${list(floors)} (${calibration?.runId})`
      : 'noise floor: none; the run names no calibration of its machine',
    ...(dirty ? [`the checkout had changes beyond commit ${commit?.slice(0, 12)}`] : []),
    ...(profile === 'smoke' ? ['profile smoke: it decides nothing'] : []),
  ];
}
