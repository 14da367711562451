/** What the reader of a run must know beside its figures, as data: report/words/findings/ has the sentences. By kind, what it says beside kind and scope. */
import type { Measure } from '../comparison/machine-speed.ts';
import type { DiscardReason } from '../slice/health.ts';
import type { Bottleneck } from '../bottleneck/bottleneck.ts';
import type { Seen, NotCompared } from '../comparison/comparability.ts';
import type { Metric, Verdict } from '../statistics/verdict.ts';
import type { Predicted } from '../prediction/prediction.ts';
import type { Note } from '../../record/json/notes.ts';
import type { Part } from '../../record/part.ts';
import type { Settings } from '../../record/run.ts';
import type { Calibrated } from './run.ts';

interface OfRunByKind {
  'stand-in': { note: Note };
  /** `isSingle`: no target has two rounds that count; `needed` for a verdict */
  'few-rounds': { least: number; most: number; isSingle: boolean; needed: number };
  settings: Settings;
  /** `measuredMs`: pings before the parts */
  'far-database': { rttMs: number; measuredMs: number[] };
  'machine-speed': { measure: Measure; mediansNs: number[] };
  /** cores of each kind */
  'mixed-cores': { kinds: number[] };
  uncommitted: unknown;
  note: { note: Note };
  calibration: Calibrated;
}

interface OfPartByKind {
  failed: { reason: string | null };
  pending: unknown;
  'check-failed': { name: string; detail: string };
  'files-missing': { files: string[] };
}

/** in so many rounds of which `of` can tell */
type InRounds = { rounds: number[]; of: number };

interface OfTargetByKind {
  /** `cpuCounts`: in how many of the discarded ones CPU per request counts; `reasons`: of each kind the first, and in how many slices it occurs, the most
   * frequent first; `others`: processes that disturbed them, mean cores over these slices */
  discarded: Seen & { cpuCounts: number; reasons: { reason: DiscardReason; slices: number }[]; others: { name: string; cores: number }[] };
  'failed-requests': { slices: number; failed: number; requests: number };
  'never-steady': InRounds;
  /** from slice to slice; `rises`: share by which, from the first slice to the last */
  'still-rising': InRounds & { rises: number[] };
  /** mean share of these */
  'compilers-at-work': Seen & { compilingShare: number };
  /** mean share of these */
  'gc-pauses': Seen & { gcPauseShare: number };
  /** and nothing explains it */
  'littles-law-off': Seen & { vus: number; users: number[] };
  'no-warm-up': unknown;
  'rounds-differ': { ratio: number; rpsByRound: number[] };
  'little-cpu': { cores: number };
  /** `seconds`: after the end of the load */
  'late-answers': { seconds: number };
  bottleneck: { bottleneck: Bottleneck; seen: Seen };
  'not-compared': { metric: Metric; why: NotCompared };
  prediction: Predicted;
  'prediction-off': Predicted;
  /** for good within its life: from that block on each of its `later` slices differs from each of the `earlier` ones; `factor`: CPU per request after by
   * before */
  'jvm-changed': { round: number; block: number; factor: number; earlier: number; later: number; facts: JvmFacts | null };
  /** faster although each request takes more CPU, or the reverse, and the slower one's bottleneck is its CPU */
  'metrics-contradict': Record<Metric, Pick<Verdict, 'ratio' | 'low' | 'high'>>;
}

interface OfScenarioByKind {
  'no-live-data': Seen;
  /** mean of what the targets without load used, all together */
  'idle-targets': { cores: number; targets: number };
  /** at the end of the last part */
  'compiled-tiers': { variants: TiersOfVariant[] };
  /** those with far more at tier 2 than without a cache */
  'stuck-tiers': { variants: TiersOfVariant[] };
  'nothing-measured': unknown;
  /** ratios, at so many rounds */
  'noise-floor': { rounds: number } & Record<Metric, number | null>;
  /** `cpuShare`: the largest, of what was left to it */
  'downstream-delay': { leastMs: number; mostMs: number; requestedMs: number; cpuShare: number | null };
  /** `generatorPlateaus`: on which the generator took much of the users' time */
  'littles-law': { plateaus: number; valid: number; explained: number; unexplained: number; generatorPlateaus: number };
  scrapes: { ok: number; expected: number; leastShare: number };
  'warm-ups': {
    warmUps: number;
    leastSeconds: number;
    mostSeconds: number;
    vus: number[];
    otherScenarios: string[];
    limit: 'lifted' | 'in turn' | 'kept';
    steady: number;
  };
  checks: { checks: number; failed: number };
}

export type JvmFacts = Pick<Part['jvms'][string], 'majorFaults' | 'compilerCpuMs' | 'compilerWaitMs'>;

/** of its compiled methods the shares at two tiers */
export type TiersOfVariant = { target: string; methods: number; tier2: number; tier4: number };

type OfPart = { scope: 'part'; scenario: string; round: number; number: number };

export type OfTarget = { scope: 'target'; scenario: string; target: string };

export type OfScenario = { scope: 'scenario'; scenario: string };

type Of<Scope, ByKind> = { [K in keyof ByKind]: Scope & { kind: K } & ByKind[K] }[keyof ByKind];

export type Finding =
  Of<{ scope: 'run' }, OfRunByKind> | Of<OfPart, OfPartByKind> | Of<OfTarget, OfTargetByKind> | Of<OfScenario, OfScenarioByKind>;

export type Kind = Finding['kind'];

export type FindingOf<K extends Kind> = Extract<Finding, { kind: K }>;
