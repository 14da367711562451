import type { Run } from '../../record/run.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Jvms } from '../jvms.ts';
import type { Progress } from '../progress.ts';
import type { Spent } from '../spent.ts';
import type { BlocksSubject } from '../generators/start.ts';

/** What all parts of a run share. */
export interface PartContext {
  /** its plan and circumstances; its parts and notes may be older than the record */
  run: Run;
  /** for the scripts, where it is not the checkout's */
  catalogueFile: string | null;
  /** of the checkout */
  root: string;
  k6Bin: string;
  engine: Engine;
  jvms: Jvms;
  progress: Progress;
  spent: Spent;
}

/** @returns what its load is put on, and by what */
export function subjectOf(
  { engine, root, k6Bin, catalogueFile, run }: Omit<PartContext, 'jvms' | 'progress' | 'spent'>,
  scenario: string,
): BlocksSubject {
  const setupSeconds = run.verified?.setupSeconds?.[scenario];
  return { engine, root, k6Bin, catalogueFile, runId: run.id, scenario, setupSeconds };
}
