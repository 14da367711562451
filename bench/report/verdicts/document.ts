/** verdicts.json: what the report says, for programs. Its schema is schema.json beside this file. */
import { caveats } from '../words/findings/index.ts';
import { namesOf } from '../words/names.ts';
import { wholeAnswer } from '../words/ratios/answer.ts';
import { answerText } from '../words/verdicts.ts';
import { verdictRows } from './rows.ts';
import type { Figures } from '../../analyse/types.ts';

export const SCHEMA = 4;

/** @returns JSON; the same bundle gives the same bytes */
export function verdictsJson(figures: Figures): string {
  return `${JSON.stringify(verdictsDocument(figures), null, 1)}\n`;
}

export function verdictsDocument(figures: Figures) {
  const { run, baseline } = figures;
  const { id, startedAt, endedAt, engine, profile, settings, databaseRttMs, rounds, seed, machine, limits, versions } = run;
  return {
    schema: SCHEMA,
    run: id,
    ...{ startedAt, endedAt, engine, profile },
    settings: settings?.name ?? 'default',
    databaseRttMs: databaseRttMs ?? 0,
    ...{ rounds, seed },
    machine: { cpu: machine.cpuModel, cores: machine.cores, memoryBytes: machine.memoryBytes, targetCpus: limits.targetCpus },
    versions: { jdk: versions.java, springBoot: versions.springBoot, mariadb: versions.mariadb, k6: versions.k6, stackbench: run.commit },
    baseline,
    targets: run.targets.map((name) => ({ name, label: run.catalogue.targets[name].label })),
    scenarios: run.scenarios.map((name) => ({ name, does: run.catalogue.scenarios[name].does })),
    answer: runAnswer(figures),
    answers: answers(figures),
    verdicts: verdictRows(figures),
    doubts: caveats(figures).length,
    ...countSlices(figures),
  };
}

/** @returns the answer of the run; null in a calibration, whose targets are one */
export function runAnswer(figures: Figures): string | null {
  const { run, baseline } = figures;
  if (run.calibrates) return null;
  return wholeAnswer(verdictRows(figures, 'throughput'), { metric: 'throughput', baseline, label: namesOf(run).label });
}

/** @returns with the users that targets are compared at */
export function countSlices({ groups }: Pick<Figures, 'groups'>): { slices: number; discardedSlices: number } {
  const slices = groups.flatMap((group) => group.slices);
  return { slices: slices.length, discardedSlices: slices.filter((slice) => slice.discardedFor.length > 0).length };
}

/** What a run answers, before everything else: each target against the baseline, by its requests/s.
 * @returns a sentence for each target but the baseline; none in a calibration, whose targets are one */
export function answers(figures: Figures): string[] {
  const { run, baseline } = figures;
  if (run.calibrates) return [];
  const { label } = namesOf(run);
  const rows = verdictRows(figures, 'throughput').filter(({ reason }) => reason !== 'unfit');
  const others = run.targets.filter((target) => target !== baseline);
  return others.map((target) => {
    const own = rows.filter((row) => row.target === target);
    return answerText({ label: label(target), baseline: label(baseline) }, own);
  });
}
