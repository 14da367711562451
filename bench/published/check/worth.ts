/** Is a run worth publishing? It must have ended, its targets must have done the same work, and it must say what it measured. */
import { fixed, instant, list } from '../../util/text.ts';
import type { Run } from '../../record/run.ts';

/** @returns why it is not, with the field of run.json */
export function notWorth(run: Run): string | null {
  if (run.endedAt === null) return 'endedAt: the run has not ended; make compare RESUME=<id> finishes it';
  if (run.calibrates !== undefined)
    return `calibrates: ${run.calibrates} was measured against itself; accepted are runs of make compare and make study`;
  if (run.sweep !== undefined) {
    return `sweep: its targets are variants of ${list(run.sweep.targets)}; accepted are runs of make compare and make study`;
  }
  if (run.catalogue.own) return 'catalogue.own: a service of your own; accepted are runs of make compare and make study';
  if (run.targets.length < 2) return 'targets: one target alone is compared with nothing';
  return unverified(run) ?? unknownVersion(run);
}

function unverified({ verified, targets, scenarios, refused }: Run) {
  if (verified === null) return 'verified: it was not verified that all targets do the same work';
  const target = targets.find((name) => !verified.targets.includes(name) && !Object.hasOwn(refused, name));
  if (target !== undefined) return `verified.targets: without ${target}, which was measured`;
  const scenario = scenarios.find((name) => !verified.scenarios.includes(name));
  return scenario === undefined ? null : `verified.scenarios: without ${scenario}, which was measured`;
}

function unknownVersion({ commit, versions, scenarios, catalogue }: Run) {
  if (commit === null) return 'commit: the version of stackbench is not known';
  const usesDatabase = scenarios.some((name) => catalogue.scenarios[name].database);
  const needed = ['java', 'springBoot', 'k6', ...(usesDatabase ? ['mariadb'] : [])] as const;
  const missing = needed.find((name) => !versions[name as 'java']);
  return missing === undefined ? null : `versions.${missing}: nothing; accepted is a version`;
}

/** @returns what a reviewer wants to know of it */
export function remarks(run: Run): string[] {
  const { verified, calibration, dirty, commit, profile } = run;
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
