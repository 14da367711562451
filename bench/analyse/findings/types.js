/**
 * What the reader of a run must know beside its figures, as data: report/words/findings/ has the sentences.
 *
 * @typedef {{ scope: 'run' }} OfRun
 * @typedef {{ scope: 'scenario', scenario: string }} OfScenario
 * @typedef {{ scope: 'target', scenario: string, target: string }} OfTarget in a scenario
 * @typedef {{ scope: 'cell', scenario: string, target: string, round: number }} OfCell
 * @typedef {{ scope: 'sequence', scenario: string, round: number, part: number }} OfSequence
 *
 * Of the whole run:
 * @typedef {OfRun & { kind: 'stand-in', note: import('../../record/json/notes.js').Note }} StandIn
 * @typedef {OfRun & { kind: 'few-rounds', least: number, most: number, isSingle: boolean, needed: number | null }} FewRounds `isSingle`: no target has two rounds that
 *   count; `needed` for a verdict, null where no scenario has blocks
 * @typedef {OfRun & { kind: 'closed-loop' }} ClosedLoop
 * @typedef {OfRun & { kind: 'settings', name: string, title: string, targets: Record<string, Record<string, string>> }} SettingsUsed
 * @typedef {OfRun & { kind: 'far-database', rttMs: number, measuredMs: number[] }} FarDatabase `measuredMs`: pings before the cells
 * @typedef {OfRun & { kind: 'cpu-quota', periodMs: number }} CpuQuota
 * @typedef {OfRun & { kind: 'machine-speed', measure: import('../comparison/machine-speed.js').Measure, mediansNs: number[] }} MachineSpeed
 * @typedef {OfRun & { kind: 'uncommitted' }} Uncommitted
 * @typedef {OfRun & { kind: 'note', note: import('../../record/json/notes.js').Note }} Note
 * @typedef {import('./calibration.js').CalibrationFinding} CalibrationFinding
 *
 * @typedef {(StandIn | FewRounds | ClosedLoop | SettingsUsed | FarDatabase | CpuQuota | MachineSpeed | Uncommitted | Note)['kind']} RunKind
 *
 * Of one cell:
 * @typedef {OfCell & { kind: 'cell-failed', reason: string | null }} CellFailed
 * @typedef {OfCell & { kind: 'cell-void', reasons: import('../cell/health.js').VoidReason[] }} CellVoid
 * @typedef {OfCell & { kind: 'cell-disturbed', by: import('../cell/health.js').OtherProcesses }} CellDisturbed
 * @typedef {OfCell & { kind: 'cell-pending' }} CellPending
 * @typedef {OfCell & { kind: 'failed-requests', failed: number, requests: number }} FailedRequests
 * @typedef {OfCell & { kind: 'check-failed', name: string, detail: string }} CheckFailed
 * @typedef {OfCell & { kind: 'no-live-data' }} NoLiveData
 * @typedef {OfCell & { kind: 'never-steady', isWarmedUp: boolean }} NeverSteady `isWarmedUp`: the warm-up was its own, not that of the blocks
 * @typedef {OfCell & { kind: 'still-rising', stage: number }} StillRising
 * @typedef {OfCell & { kind: 'compilers-at-work', stage: number, compilingShare: number }} CompilersAtWork
 * @typedef {OfCell & { kind: 'gc-pauses', stage: number, gcPauseShare: number }} GcPauses
 * @typedef {OfCell & { kind: 'littles-law-off', stage: number, vus: number, users: number }} LittlesLawOff and nothing explains it
 * @typedef {OfCell & { kind: 'files-missing', files: string[] }} FilesMissing
 *
 * Of a scenario, or of a target in it:
 * @typedef {OfScenario & { kind: 'interrupted-scenario' }} InterruptedScenario between two of its cells
 * @typedef {OfTarget & { kind: 'no-warm-up' }} NoWarmUp
 * @typedef {OfTarget & { kind: 'rounds-differ', ratio: number, rpsByRound: number[] }} RoundsDiffer
 * @typedef {OfTarget & { kind: 'little-cpu', cores: number }} LittleCpu
 * @typedef {OfTarget & { kind: 'late-answers', seconds: number }} LateAnswers `seconds`: after the end of the load
 * @typedef {OfTarget & { kind: 'bottleneck', bottleneck: import('../bottleneck/bottleneck.js').Bottleneck, seen: Seen }} BottleneckFound of the
 *   blocks, or else at the last stage
 * @typedef {OfTarget & { kind: 'not-compared', stage: number, metric: import('../statistics/verdict.js').Metric,
 *   why: import('../comparison/comparability.js').NotCompared | { kind: 'not recorded' } }} NotComparedWithBaseline
 * @typedef {OfTarget & Omit<import('../prediction/prediction.js').Predicted, 'scenario' | 'target'>} PredictedOfTarget
 * @typedef {PredictedOfTarget & { kind: 'prediction' }} PredictionMade
 * @typedef {PredictedOfTarget & { kind: 'prediction-off' }} PredictionOff
 *
 * Of a sequence, or of the slices of a target in a scenario:
 * @typedef {import('../comparison/comparability.js').Seen} Seen
 * @typedef {OfSequence & { kind: 'sequence-failed', reason: string | null }} SequenceFailed
 * @typedef {OfSequence & { kind: 'sequence-pending' }} SequencePending
 * @typedef {OfSequence & { kind: 'sequence-check-failed', name: string, detail: string }} SequenceCheckFailed
 * @typedef {OfSequence & { kind: 'sequence-files-missing', files: string[] }} SequenceFilesMissing
 * @typedef {OfTarget & { kind: 'slices-void', slices: number, of: number, cpuCounts: number, reasons: { reason: import('../cell/health.js').VoidReason, slices: number }[],
 *   others: { name: string, cores: number }[] }} SlicesVoid `cpuCounts`: in how many of the void ones CPU per request counts; `reasons`: of each kind the first, and in how
 *   many slices it occurs, the most frequent first; `others`: processes that disturbed them, mean cores over these slices
 * @typedef {OfTarget & { kind: 'slices-failed-requests', slices: number, failed: number, requests: number }} SlicesFailedRequests
 * @typedef {OfTarget & { kind: 'slices-compilers-at-work', slices: number, of: number, compilingShare: number }} SlicesCompiling `compilingShare`: mean of these
 * @typedef {OfTarget & { kind: 'slices-gc-pauses', slices: number, of: number, gcPauseShare: number }} SlicesGcPauses `gcPauseShare`: mean of these
 * @typedef {OfTarget & { kind: 'slices-littles-law-off', slices: number, of: number, vus: number, users: number[] }} SlicesLittlesLawOff and nothing explains it
 * @typedef {OfTarget & { kind: 'slices-still-rising', rounds: number[], of: number, rises: number[] }} SlicesStillRising throughput rose from slice to slice in these rounds,
 *   `of` as many that can tell; `rises`: share by which, from the first slice to the last
 * @typedef {OfTarget & { kind: 'jvm-changed', round: number, block: number, factor: number, earlier: number, later: number, facts: JvmFacts | null }} JvmChanged for
 *   good within its life: from that block on each of its `later` slices differs from each of the `earlier` ones; `factor`: CPU per request after by before
 * @typedef {Pick<import('../../record/sequence.js').Sequence['jvms'][string], 'majorFaults' | 'compilerCpuMs' | 'compilerWaitMs'>} JvmFacts
 * @typedef {OfTarget & { kind: 'slices-never-steady', rounds: number[], of: number }} SlicesNeverSteady the warm-ups of these rounds
 * @typedef {OfTarget & { kind: 'metrics-contradict', throughput: RatioWithInterval, cpu: RatioWithInterval }} MetricsContradict faster although each request takes more
 *   CPU, or the reverse, and the slower one's bottleneck is its CPU
 * @typedef {{ ratio: number, low: number, high: number }} RatioWithInterval
 * @typedef {OfScenario & { kind: 'idle-targets', cores: number, targets: number }} IdleTargets mean of what the targets without load used, all together
 * @typedef {OfScenario & { kind: 'slices-no-live-data', slices: number, of: number }} SlicesNoLiveData
 * @typedef {{ target: string, methods: number, tier2: number, tier4: number }} TiersOfVariant of its compiled methods the shares at two tiers
 * @typedef {OfScenario & { kind: 'compiled-tiers', variants: TiersOfVariant[] }} CompiledTiers at the end of the last sequence
 * @typedef {OfScenario & { kind: 'stuck-tiers', variants: TiersOfVariant[] }} StuckTiers those with far more at tier 2 than without a cache
 *
 * Of a scenario:
 * @typedef {OfScenario & { kind: 'nothing-measured' }} NothingMeasured
 * @typedef {OfScenario & { kind: 'noise-floor', rounds: number, throughput: number | null, cpu: number | null }} NoiseFloorKnown ratios, at so many rounds
 * @typedef {OfScenario & { kind: 'noise-floor-unknown' }} NoiseFloorUnknown
 * @typedef {OfScenario & { kind: 'stock-sold', cells: number, places: number, leastAccepted: number, mostAccepted: number }} StockSold
 * @typedef {OfScenario & { kind: 'downstream-delay', leastMs: number, mostMs: number, requestedMs: number, cpuShare: number | null }} DownstreamDelay `cpuShare`: the
 *   largest, of what was left to it
 * @typedef {OfScenario & { kind: 'littles-law', plateaus: number, valid: number, explained: number, unexplained: number, generatorPlateaus: number }} LittlesLawOfScenario
 *   `generatorPlateaus`: on which the generator took much of the users' time
 * @typedef {OfScenario & { kind: 'scrapes', ok: number, expected: number, leastShare: number }} Scrapes
 * @typedef {OfScenario & { kind: 'warm-ups', warmUps: number, leastSeconds: number, mostSeconds: number, vus: string[], otherScenarios: string[], limit: 'lifted' | 'in turn' | 'kept',
 *   tested: number, steady: number }} WarmUps `tested`: for being steady
 * @typedef {OfScenario & { kind: 'checks', checks: number, failed: number }} Checks
 *
 * @typedef {StandIn | FewRounds | ClosedLoop | SettingsUsed | FarDatabase | CpuQuota | MachineSpeed | Uncommitted | Note | CalibrationFinding | CellFailed | CellVoid | CellDisturbed |
 *   CellPending | FailedRequests | CheckFailed | NoLiveData | NeverSteady | StillRising | CompilersAtWork | GcPauses | LittlesLawOff | FilesMissing | InterruptedScenario |
 *   NoWarmUp | RoundsDiffer | LittleCpu | LateAnswers | BottleneckFound | NotComparedWithBaseline | PredictionMade | PredictionOff | NothingMeasured |
 *   NoiseFloorKnown | NoiseFloorUnknown | StockSold | DownstreamDelay | LittlesLawOfScenario | Scrapes | WarmUps | Checks |
 *   SequenceFailed | SequencePending | SequenceCheckFailed | SequenceFilesMissing | SlicesVoid | SlicesFailedRequests | SlicesCompiling | SlicesGcPauses |
 *   SlicesLittlesLawOff | SlicesStillRising | JvmChanged | SlicesNeverSteady | MetricsContradict | IdleTargets | SlicesNoLiveData | CompiledTiers | StuckTiers} Finding
 * @typedef {Finding['kind']} Kind
 */

/**
 * @template {Kind} K
 * @typedef {Extract<Finding, { kind: K }>} FindingOf
 */

/**
 * Finds findings of some kinds. A family is a file of this folder.
 * @typedef {{ kinds: readonly Kind[], find: (figures: import('../types.js').FiguresToJudge) => Finding[] }} Family
 */

export {};
