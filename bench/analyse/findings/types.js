/**
 * What the reader of a run must know beside its figures, as data: report/words/findings/ has the sentences.
 *
 * @typedef {{ scope: 'run' }} OfRun
 * @typedef {{ scope: 'scenario', scenario: string }} OfScenario
 * @typedef {{ scope: 'target', scenario: string, target: string }} OfTarget in a scenario
 * @typedef {{ scope: 'part', scenario: string, round: number, number: number }} OfPart
 *
 * Of the whole run:
 * @typedef {OfRun & { kind: 'stand-in', note: import('../../record/json/notes.js').Note }} StandIn
 * @typedef {OfRun & { kind: 'few-rounds', least: number, most: number, isSingle: boolean, needed: number }} FewRounds `isSingle`: no target has two rounds that
 *   count; `needed` for a verdict
 * @typedef {OfRun & { kind: 'settings', name: string, title: string, targets: Record<string, Record<string, string>> }} SettingsUsed
 * @typedef {OfRun & { kind: 'far-database', rttMs: number, measuredMs: number[] }} FarDatabase `measuredMs`: pings before the parts
 * @typedef {OfRun & { kind: 'machine-speed', measure: import('../comparison/machine-speed.js').Measure, mediansNs: number[] }} MachineSpeed
 * @typedef {OfRun & { kind: 'mixed-cores', kinds: number[] }} MixedCores cores of each kind
 * @typedef {OfRun & { kind: 'uncommitted' }} Uncommitted
 * @typedef {OfRun & { kind: 'note', note: import('../../record/json/notes.js').Note }} Note
 * @typedef {import('./calibration.js').CalibrationFinding} CalibrationFinding
 *
 * Of a part, or where it is of a target, of the slices of that target:
 * @typedef {OfPart & { kind: 'failed', reason: string | null }} Failed
 * @typedef {OfPart & { kind: 'pending' }} Pending
 * @typedef {OfPart & { kind: 'check-failed', name: string, detail: string }} CheckFailed
 * @typedef {OfPart & { kind: 'files-missing', files: string[] }} FilesMissing
 * @typedef {OfTarget & { kind: 'discarded', slices: number, of: number, cpuCounts: number, reasons: { reason: import('../slice/health.js').DiscardReason, slices: number }[],
 *   others: { name: string, cores: number }[] }} DiscardedSlices `cpuCounts`: in how many of the discarded ones CPU per request counts; `reasons`: of each kind the first, and in how
 *   many slices it occurs, the most frequent first; `others`: processes that disturbed them, mean cores over these slices
 * @typedef {OfTarget & { kind: 'failed-requests', slices: number, failed: number, requests: number }} FailedRequests
 * @typedef {OfScenario & InPlateaus & { kind: 'no-live-data' }} NoLiveData
 * @typedef {OfTarget & InRounds & { kind: 'never-steady' }} NeverSteady
 * @typedef {OfTarget & InRounds & { kind: 'still-rising', rises: number[] }} StillRising from slice to slice in rounds of which `of` can tell; `rises`: share by which, from the first slice to the last
 * @typedef {OfTarget & InPlateaus & { kind: 'compilers-at-work', compilingShare: number }} CompilersAtWork mean share of these
 * @typedef {OfTarget & InPlateaus & { kind: 'gc-pauses', gcPauseShare: number }} GcPauses mean share of these
 * @typedef {OfTarget & InPlateaus & { kind: 'littles-law-off', vus: number, users: number[] }} LittlesLawOff and nothing explains it
 * @typedef {{ slices: number, of: number }} InPlateaus in so many of them
 * @typedef {{ rounds: number[], of: number }} InRounds
 *
 * Of a scenario, or of a target in it:
 * @typedef {OfTarget & { kind: 'no-warm-up' }} NoWarmUp
 * @typedef {OfTarget & { kind: 'rounds-differ', ratio: number, rpsByRound: number[] }} RoundsDiffer
 * @typedef {OfTarget & { kind: 'little-cpu', cores: number }} LittleCpu
 * @typedef {OfTarget & { kind: 'late-answers', seconds: number }} LateAnswers `seconds`: after the end of the load
 * @typedef {OfTarget & { kind: 'bottleneck', bottleneck: import('../bottleneck/bottleneck.js').Bottleneck, seen: Seen }} BottleneckFound
 * @typedef {OfTarget & { kind: 'not-compared', metric: import('../statistics/verdict.js').Metric,
 *   why: import('../comparison/comparability.js').NotCompared | { kind: 'not recorded' } }} NotComparedWithBaseline
 * @typedef {OfTarget & Omit<import('../prediction/prediction.js').Predicted, 'scenario' | 'target'>} PredictedOfTarget
 * @typedef {PredictedOfTarget & { kind: 'prediction' }} PredictionMade
 * @typedef {PredictedOfTarget & { kind: 'prediction-off' }} PredictionOff
 *
 * Of the JVMs:
 * @typedef {import('../comparison/comparability.js').Seen} Seen
 * @typedef {OfTarget & { kind: 'jvm-changed', round: number, block: number, factor: number, earlier: number, later: number, facts: JvmFacts | null }} JvmChanged for
 *   good within its life: from that block on each of its `later` slices differs from each of the `earlier` ones; `factor`: CPU per request after by before
 * @typedef {Pick<import('../../record/part.js').Part['jvms'][string], 'majorFaults' | 'compilerCpuMs' | 'compilerWaitMs'>} JvmFacts
 * @typedef {OfTarget & { kind: 'metrics-contradict', throughput: RatioWithInterval, cpu: RatioWithInterval }} MetricsContradict faster although each request takes more
 *   CPU, or the reverse, and the slower one's bottleneck is its CPU
 * @typedef {{ ratio: number, low: number, high: number }} RatioWithInterval
 * @typedef {OfScenario & { kind: 'idle-targets', cores: number, targets: number }} IdleTargets mean of what the targets without load used, all together
 * @typedef {{ target: string, methods: number, tier2: number, tier4: number }} TiersOfVariant of its compiled methods the shares at two tiers
 * @typedef {OfScenario & { kind: 'compiled-tiers', variants: TiersOfVariant[] }} CompiledTiers at the end of the last part
 * @typedef {OfScenario & { kind: 'stuck-tiers', variants: TiersOfVariant[] }} StuckTiers those with far more at tier 2 than without a cache
 *
 * Of a scenario:
 * @typedef {OfScenario & { kind: 'nothing-measured' }} NothingMeasured
 * @typedef {OfScenario & { kind: 'noise-floor', rounds: number, throughput: number | null, cpu: number | null }} NoiseFloorKnown ratios, at so many rounds
 * @typedef {OfScenario & { kind: 'downstream-delay', leastMs: number, mostMs: number, requestedMs: number, cpuShare: number | null }} DownstreamDelay `cpuShare`: the
 *   largest, of what was left to it
 * @typedef {OfScenario & { kind: 'littles-law', plateaus: number, valid: number, explained: number, unexplained: number, generatorPlateaus: number }} LittlesLawOfScenario
 *   `generatorPlateaus`: on which the generator took much of the users' time
 * @typedef {OfScenario & { kind: 'scrapes', ok: number, expected: number, leastShare: number }} Scrapes
 * @typedef {OfScenario & { kind: 'warm-ups', warmUps: number, leastSeconds: number, mostSeconds: number, vus: number[], otherScenarios: string[], limit: 'lifted' | 'in turn' | 'kept',
 *   steady: number }} WarmUps
 * @typedef {OfScenario & { kind: 'checks', checks: number, failed: number }} Checks
 *
 * @typedef {StandIn | FewRounds | SettingsUsed | FarDatabase | MixedCores | MachineSpeed | Uncommitted | Note | CalibrationFinding | Failed | Pending |
 *   CheckFailed | FilesMissing | DiscardedSlices | FailedRequests | NoLiveData | NeverSteady | StillRising | CompilersAtWork | GcPauses |
 *   LittlesLawOff | NoWarmUp | RoundsDiffer | LittleCpu | LateAnswers | BottleneckFound | NotComparedWithBaseline | PredictionMade |
 *   PredictionOff | NothingMeasured | NoiseFloorKnown | DownstreamDelay | LittlesLawOfScenario | Scrapes | WarmUps | Checks |
 *   JvmChanged | MetricsContradict | IdleTargets | CompiledTiers | StuckTiers} Finding
 * @typedef {Finding['kind']} Kind
 */

/**
 * @template {Kind} K
 * @typedef {Extract<Finding, { kind: K }>} FindingOf
 */

export {};
