/** One part of a bundle as the analysis reads it. */
import type { PlannedPart, Run } from './run.ts';
import type { MeasuredPart } from './part.ts';
import type { RequestLog } from './hlog.ts';
import type { RollupAccount } from './rollup.ts';
import type { CpuProfile } from './cpu-profile.ts';

export type Sample = { timeMs: number; value: number };

export type LabelledSample = { timeMs: number; labels: string; value: number };

/** `value`: cumulative CPU seconds; `rssBytes`: resident memory, 0 where it was not recorded */
export type ProcessSample = Sample & { rssBytes?: number };

/** by name */
export type Metrics = Map<string, LabelledSample[]>;

/** as it lies in the bundle; what is missing or broken is null and named in `missing` */
export interface RawPart {
  planned: PlannedPart;
  part: MeasuredPart | null;
  /** by slice; an empty log is left out */
  requests: Map<number, RequestLog> | null;
  /** by target; one whose file is missing is left out */
  servers: Map<string, Metrics>;
  /** null for a scenario that needs none */
  downstream: Metrics | null;
  /** by process; targets as `target <name>` */
  processes: Map<string, ProcessSample[]> | null;
  /** the output's own account */
  rollup: RollupAccount | null;
  missing: string[];
}

export type Bundle = { run: Run; readPart: (planned: PlannedPart) => RawPart; cpuProfiles?: CpuProfile[] };
