/** What is judged of a claim, as data: report/words/studies.ts has the sentences. */
import type { DiscardReason } from '../../analyse/slice/health.ts';
import type { Kind, Because } from '../../analyse/statistics/verdict.ts';
import type { NotCompared } from '../../analyse/comparison/comparability.ts';
import type { Bottleneck } from '../../analyse/bottleneck/bottleneck.ts';

export type Outcome = 'holds' | 'does not hold' | 'cannot tell';

/** our figure of a target */
export type Ours =
  | { kind: 'rate'; label: string; rps: number | null }
  | { kind: 'answered'; label: string; answered: number }
  | { kind: 'threads'; label: string; threads: number | null };

/** a target */
export type Unusable =
  | { kind: 'unfit'; label: string; scenario: string; reason: string }
  | { kind: 'not measured'; label: string; scenario: string }
  | { kind: 'discarded'; label: string; reason: DiscardReason }
  | { kind: 'failed'; label: string; reason: string };

/** with enough rounds */
export interface ByVerdict {
  kind: 'verdict';
  rule: 'at least' | 'less than' | 'factor inside the interval' | 'level' | 'no difference' | 'level inside the interval' | 'difference';
  times: number;
  level: number;
  verdict: Kind;
  because: Because | null;
  rounds: number;
}

/** the rule that gave the outcome */
export type Why =
  | { kind: 'not measured' }
  | { kind: 'unusable'; targets: Unusable[] }
  | { kind: 'not compared'; why: NotCompared }
  | ByVerdict
  /** with fewer rounds */
  | { kind: 'too close'; bound: number; times: number; rounds: number; roundsForVerdict: number }
  | { kind: 'unexplained' }
  | { kind: 'cold'; bound: number; times: number }
  | { kind: 'clear'; bound: number; times: number; rounds: number }
  /** of counts, which need no interval */
  | { kind: 'counted'; from: number; to: number }
  | { kind: 'requests not recorded' }
  | { kind: 'threads not recorded' }
  | { kind: 'threads'; bound: number; isClear: boolean }
  | { kind: 'threads grow'; more: number; than: string }
  | { kind: 'threads level'; atMost: number };

export interface Judgement {
  outcome: Outcome;
  /** are there too few rounds for a verdict? */
  indicative: boolean;
  ours: Ours[];
  /** null where nothing was compared */
  measured: { label: string; than: string; ratio: number; low: number | null; high: number | null; roundRatios: number[] } | null;
  why: Why;
  /** of the slower one */
  bottleneck: { label: string; bottleneck: Bottleneck } | null;
}
