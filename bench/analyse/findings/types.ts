/** What the reader of a run must know beside its figures, as data: report/words/findings/ has the sentences. */
import type { Measure } from '../comparison/machine-speed.ts';
import type { DiscardReason } from '../slice/health.ts';
import type { Bottleneck } from '../bottleneck/bottleneck.ts';
import type { Seen, NotCompared } from '../comparison/comparability.ts';
import type { Metric } from '../statistics/verdict.ts';
import type { Predicted } from '../prediction/prediction.ts';
import type { Part } from '../../record/part.ts';
import type { CalibrationFinding } from './calibration.ts';

export type OfRun = { scope: 'run' };

type OfScenario = { scope: 'scenario'; scenario: string };

/** in a scenario */
export type OfTarget = { scope: 'target'; scenario: string; target: string };

/** Of the whole run: */
export type OfPart = { scope: 'part'; scenario: string; round: number; number: number };

type StandIn = OfRun & { kind: 'stand-in'; note: import('../../record/json/notes.ts').Note };

/** `isSingle`: no target has two rounds that count; `needed` for a verdict */
export type FewRounds = OfRun & { kind: 'few-rounds'; least: number; most: number; isSingle: boolean; needed: number };

type SettingsUsed = OfRun & { kind: 'settings'; name: string; title: string; targets: Record<string, Record<string, string>> };

/** `measuredMs`: pings before the parts */
type FarDatabase = OfRun & { kind: 'far-database'; rttMs: number; measuredMs: number[] };

type MachineSpeed = OfRun & { kind: 'machine-speed'; measure: Measure; mediansNs: number[] };

/** cores of each kind */
type MixedCores = OfRun & { kind: 'mixed-cores'; kinds: number[] };

type Uncommitted = OfRun & { kind: 'uncommitted' };

type Note = OfRun & { kind: 'note'; note: import('../../record/json/notes.ts').Note };

type Failed = OfPart & { kind: 'failed'; reason: string | null };

type Pending = OfPart & { kind: 'pending' };

type CheckFailed = OfPart & { kind: 'check-failed'; name: string; detail: string };

type FilesMissing = OfPart & { kind: 'files-missing'; files: string[] };

/** `cpuCounts`: in how many of the discarded ones CPU per request counts; `reasons`: of each kind the first, and in how many slices it occurs, the most
 * frequent first; `others`: processes that disturbed them, mean cores over these slices */
export type DiscardedSlices = OfTarget & {
  kind: 'discarded';
  slices: number;
  of: number;
  cpuCounts: number;
  reasons: { reason: DiscardReason; slices: number }[];
  others: { name: string; cores: number }[];
};

type FailedRequests = OfTarget & { kind: 'failed-requests'; slices: number; failed: number; requests: number };

type NoLiveData = OfScenario & InPlateaus & { kind: 'no-live-data' };

type NeverSteady = OfTarget & InRounds & { kind: 'never-steady' };

/** from slice to slice in rounds of which `of` can tell; `rises`: share by which, from the first slice to the last */
type StillRising = OfTarget & InRounds & { kind: 'still-rising'; rises: number[] };

/** mean share of these */
type CompilersAtWork = OfTarget & InPlateaus & { kind: 'compilers-at-work'; compilingShare: number };

/** mean share of these */
type GcPauses = OfTarget & InPlateaus & { kind: 'gc-pauses'; gcPauseShare: number };

/** and nothing explains it */
type LittlesLawOff = OfTarget & InPlateaus & { kind: 'littles-law-off'; vus: number; users: number[] };

/** in so many of them */
type InPlateaus = { slices: number; of: number };

/** Of a scenario, or of a target in it: */
type InRounds = { rounds: number[]; of: number };

type NoWarmUp = OfTarget & { kind: 'no-warm-up' };

type RoundsDiffer = OfTarget & { kind: 'rounds-differ'; ratio: number; rpsByRound: number[] };

type LittleCpu = OfTarget & { kind: 'little-cpu'; cores: number };

/** `seconds`: after the end of the load */
type LateAnswers = OfTarget & { kind: 'late-answers'; seconds: number };

type BottleneckFound = OfTarget & { kind: 'bottleneck'; bottleneck: Bottleneck; seen: Seen };

type NotComparedWithBaseline = OfTarget & { kind: 'not-compared'; metric: Metric; why: NotCompared | { kind: 'not recorded' } };

type PredictedOfTarget = OfTarget & Omit<Predicted, 'scenario' | 'target'>;

type PredictionMade = PredictedOfTarget & { kind: 'prediction' };

/** Of the JVMs: */
type PredictionOff = PredictedOfTarget & { kind: 'prediction-off' };

/** for good within its life: from that block on each of its `later` slices differs from each of the `earlier` ones; `factor`: CPU per request after by
 * before */
type JvmChanged = OfTarget & {
  kind: 'jvm-changed';
  round: number;
  block: number;
  factor: number;
  earlier: number;
  later: number;
  facts: JvmFacts | null;
};

export type JvmFacts = Pick<Part['jvms'][string], 'majorFaults' | 'compilerCpuMs' | 'compilerWaitMs'>;

/** faster although each request takes more CPU, or the reverse, and the slower one's bottleneck is its CPU */
type MetricsContradict = OfTarget & { kind: 'metrics-contradict'; throughput: RatioWithInterval; cpu: RatioWithInterval };

export type RatioWithInterval = { ratio: number; low: number; high: number };

/** mean of what the targets without load used, all together */
type IdleTargets = OfScenario & { kind: 'idle-targets'; cores: number; targets: number };

/** of its compiled methods the shares at two tiers */
export type TiersOfVariant = { target: string; methods: number; tier2: number; tier4: number };

/** at the end of the last part */
type CompiledTiers = OfScenario & { kind: 'compiled-tiers'; variants: TiersOfVariant[] };

/**
 * those with far more at tier 2 than without a cache
 *
 * Of a scenario:
 */
type StuckTiers = OfScenario & { kind: 'stuck-tiers'; variants: TiersOfVariant[] };

type NothingMeasured = OfScenario & { kind: 'nothing-measured' };

/** ratios, at so many rounds */
type NoiseFloorKnown = OfScenario & { kind: 'noise-floor'; rounds: number; throughput: number | null; cpu: number | null };

/** `cpuShare`: the largest, of what was left to it */
type DownstreamDelay = OfScenario & {
  kind: 'downstream-delay';
  leastMs: number;
  mostMs: number;
  requestedMs: number;
  cpuShare: number | null;
};

/** `generatorPlateaus`: on which the generator took much of the users' time */
type LittlesLawOfScenario = OfScenario & {
  kind: 'littles-law';
  plateaus: number;
  valid: number;
  explained: number;
  unexplained: number;
  generatorPlateaus: number;
};

type Scrapes = OfScenario & { kind: 'scrapes'; ok: number; expected: number; leastShare: number };

export type WarmUps = OfScenario & {
  kind: 'warm-ups';
  warmUps: number;
  leastSeconds: number;
  mostSeconds: number;
  vus: number[];
  otherScenarios: string[];
  limit: 'lifted' | 'in turn' | 'kept';
  steady: number;
};

type Checks = OfScenario & { kind: 'checks'; checks: number; failed: number };

export type Finding =
  | StandIn
  | FewRounds
  | SettingsUsed
  | FarDatabase
  | MixedCores
  | MachineSpeed
  | Uncommitted
  | Note
  | CalibrationFinding
  | Failed
  | Pending
  | CheckFailed
  | FilesMissing
  | DiscardedSlices
  | FailedRequests
  | NoLiveData
  | NeverSteady
  | StillRising
  | CompilersAtWork
  | GcPauses
  | LittlesLawOff
  | NoWarmUp
  | RoundsDiffer
  | LittleCpu
  | LateAnswers
  | BottleneckFound
  | NotComparedWithBaseline
  | PredictionMade
  | PredictionOff
  | NothingMeasured
  | NoiseFloorKnown
  | DownstreamDelay
  | LittlesLawOfScenario
  | Scrapes
  | WarmUps
  | Checks
  | JvmChanged
  | MetricsContradict
  | IdleTargets
  | CompiledTiers
  | StuckTiers;

export type Kind = Finding['kind'];

export type FindingOf<K extends Kind> = Extract<Finding, { kind: K }>;

export {};
