/**
 * The shapes that the analysis makes of a bundle.
 *
 * @typedef {import('../record/hlog.js').Latency} Latency
 *
 * @typedef {object} StageFigures one stage of one cell; a figure that could not be had is null, `absent` says why
 * @property {number} vus
 * @property {number | null} successes in the whole stage
 * @property {number | null} failures in the whole stage
 * @property {number} plateauSeconds
 * @property {number | null} plateauSuccesses
 * @property {number | null} plateauFailures
 * @property {number | null} rps successes per second of the plateau
 * @property {Latency} latency of successful requests of the plateau
 * @property {Latency} failedLatency of failed requests of the plateau
 * @property {number | null} cpuCores
 * @property {number | null} cpuPer1000 CPU seconds per 1,000 successful requests, without the compilers' where the target counts them
 * @property {number | null} compilerCpuPer1000 those of the JIT compilers; null where the target does not count them
 * @property {number | null} threadsMean
 * @property {number | null} threadsMax
 * @property {number | null} inFlightMean
 * @property {number | null} inFlightMax
 * @property {number | null} heapMaxBytes
 * @property {number | null} rssMaxBytes resident memory of the target's process
 * @property {{throttled: number, periods: number} | null} throttling
 * @property {number | null} throttledShare 0…1
 * @property {number | null} compilerCores that the JIT compilers used; null where the target does not count them
 * @property {number | null} compilingShare of the plateau's time that the JIT compilers took, on a CPU or waiting for one; null where the target does not
 *   report it
 * @property {number | null} gcPauseShare of the plateau's time in which the JVM was paused for garbage collection; null where the target does not report it
 * @property {Record<string, number>} processCores cores used, by process
 * @property {Record<string, import('./cell/window.js').Absence>} absent figure → why it is not there
 * @property {import('hdr-histogram-js').Histogram} okHistogram µs, successful requests of the plateau
 * @property {import('hdr-histogram-js').Histogram} failedHistogram µs, failed requests of the plateau
 *
 * @typedef {object} SecondFigures one second of a cell
 * @property {number | null} successes
 * @property {number | null} threads
 *
 * @typedef {object} CellFigures
 * @property {import('../record/run.js').PlannedCell} planned
 * @property {'pending' | 'ok' | 'failed'} state
 * @property {string | null} reason
 * @property {import('../record/cell.js').MeasuredCell | null} cell
 * @property {StageFigures[]} stages
 * @property {SecondFigures[]} seconds from the start of the first stage on
 * @property {{successes: number, failures: number} | null} afterLastStage ended after the last stage (drain)
 * @property {number | null} lastAnswerSeconds after the end of the last stage, by when the last request had ended, rounded up to whole seconds
 * @property {number | null} hlogTotal every request in http.hlog, those of setup() included
 * @property {number | 'unbounded' | null} requestThreads size of the thread pool of Tomcat or Jetty; unbounded with virtual threads; null where there is neither
 * @property {string[]} missing
 * @property {boolean | null} steady did its JVM's warm-up become so; null where there was none, or it was not tested
 * @property {(import('./bottleneck/bottleneck.js').Bottleneck | null)[]} bottlenecks of each stage; null where the cell was not judged
 * @property {(import('./bottleneck/downstream.js').Downstream | null)[]} downstream service at each stage; null where it was not called
 * @property {(LittlesLaw | null)[]} littlesLaw of each stage; null where the users' time was not recorded
 * @property {(boolean | null)[]} stillRising of each stage's plateau; null where it is too short to tell
 * @property {(import('./cell/health.js').Limit | null)[]} tooFastFor of each stage: the part of the set-up that was the limit, since the target was so fast
 * @property {import('./cell/health.js').VoidReason[]} voids why the cell decides nothing although it ended well; empty where it is valid
 * @property {import('./cell/health.js').OtherProcesses | null} disturbed what other processes used in a cell that is valid all the same
 *
 * @typedef {{users: number, betweenRequests: number, holds: boolean, explanation: import('./cell/littles-law.js').Explanation | null}} LittlesLaw `users`: mean number in iterations, to
 *   be compared with the stage's VUs; `betweenRequests`: the share of their time that the generator took; `explanation`: of a mismatch, where
 *   the data have one
 *
 * @typedef {Pick<StageFigures, 'cpuPer1000' | 'compilerCpuPer1000' | 'threadsMax' | 'inFlightMax' | 'heapMaxBytes' | 'rssMaxBytes' | 'throttledShare'>} Overall of
 *   several stages together
 *
 * @typedef {object} Group one target in one scenario: its staircase, which is one cell
 * @property {string} scenario
 * @property {string} target
 * @property {CellFigures | null} cell that the figures are made of; null where it failed, was never run or is not planned
 * @property {boolean} isVoid is it void? Its figures are shown as such
 * @property {string | null} reason why it failed
 * @property {StageFigures[]} stages of the cell, their figures made as those of slices are; empty without a cell
 * @property {Overall} overall all stages together
 * @property {number | null} failures in all stages and after the last
 * @property {number | null} unanswered interrupted iterations
 *
 * @typedef {[number, number]} Range smallest and largest of the rounds
 *
 * @typedef {object} StageOfRounds the slices of one target in one scenario together, as one plateau
 * @property {number} vus
 * @property {number} rounds how many are in it
 * @property {number | null} successes sum
 * @property {number | null} failures sum
 * @property {number | null} rps
 * @property {Range | null} rpsRange
 * @property {number[]} rpsByRound
 * @property {Latency} latency of the merged histograms
 * @property {number | null} cpuCores
 * @property {number | null} cpuPer1000 without the compilers'
 * @property {number | null} compilerCpuPer1000
 * @property {Range | null} cpuPer1000Range
 * @property {number | null} threadsMax
 * @property {number | null} inFlightMax
 * @property {number | null} heapMaxBytes
 * @property {number | null} rssMaxBytes resident memory of the target's process
 * @property {number | null} throttledShare
 * @property {number | null} generatorCores mean of the rounds' plateaus, by time
 * @property {{ kind: import('./bottleneck/bottleneck.js').Kind, slices: number }[]} bottlenecks of the slices, the most frequent first
 * @property {LittlesLawOfSlices | null} littlesLaw null where no slice has it
 * @property {{ rising: number, rounds: number }} rise over the slices of how many of the rounds that can tell throughput rose
 *
 * @typedef {{ users: number, betweenRequests: number, off: number, slices: number, explanations: (import('./cell/littles-law.js').Explanation | null)[] }}
 *   LittlesLawOfSlices mean of their users; largest share of the generator; `off`: in how many it does not hold, and why not
 *
 * @typedef {object} SliceFigures one slice: the load of one target in one block
 * @property {string} scenario
 * @property {string} target
 * @property {number} round
 * @property {number} part of the round's sequences of this scenario
 * @property {number} slice place in its sequence, from 1
 * @property {number} block place of its block in the round, from 1; those of a later part are counted on
 * @property {number} startMs epoch milliseconds
 * @property {number | null} jvmStartedMs of the JVM that served it; null where it was not recorded
 * @property {boolean | null} steady did that JVM's warm-up become so; null where there was none
 * @property {number | null} databaseRttMs before the sequence; null of a scenario without a database
 * @property {StageFigures} stage
 * @property {{ successes: number, failures: number } | null} afterSlice ended after it; null where there is no log
 * @property {number | 'unbounded' | null} requestThreads as of a cell
 * @property {import('./bottleneck/bottleneck.js').Bottleneck | null} bottleneck
 * @property {import('./bottleneck/downstream.js').Downstream | null} downstream
 * @property {LittlesLaw | null} littlesLaw
 * @property {import('./cell/health.js').Limit | null} tooFastFor
 * @property {import('./cell/health.js').VoidReason[]} voids why it decides nothing about throughput; empty where it is valid
 * @property {boolean} cpuCounts may its CPU per request be compared? As long as it is valid, or other processes alone disturbed it, and not too much
 * @property {{ name: string, cores: number }[]} others processes that disturbed it, as recorded; those that used the most CPU first
 * @property {number | null} idleCores that the other targets used meanwhile, all together; null where it was not recorded
 * @property {{ k6: number, hlog: number, influx: number | null }} counts
 * @property {{ expected: number, ok: number }} scrapes
 *
 * @typedef {object} RoundOfBlocks the slices of one target in one round together
 * @property {number} round
 * @property {number} slices valid ones
 * @property {StageFigures | null} throughput the valid ones as one plateau; null where there are none
 * @property {StageFigures | null} cpu those whose CPU counts as one plateau; null where there are none
 * @property {number | null} rps of the valid ones
 * @property {number | null} cpuPer1000 of those whose CPU counts
 *
 * @typedef {object} BlockGroup one target in one scenario, all its slices together
 * @property {string} scenario
 * @property {string} target
 * @property {SliceFigures[]} slices all, in the order of rounds, parts and slices
 * @property {SliceFigures[]} good slices that the figures are made of: the valid ones, or where there is none the void ones
 * @property {boolean} isVoid are the figures those of void slices?
 * @property {SliceFigures[]} voided
 * @property {StageOfRounds} stage of the good slices, ranges over their rounds; CPU per request of the slices whose CPU counts
 * @property {RoundOfBlocks[]} rounds in their order; without those that have no slice
 *
 * @typedef {object} SequenceFigures
 * @property {import('../record/run.js').PlannedSequence} planned
 * @property {'pending' | 'ok' | 'failed'} state
 * @property {string | null} reason
 * @property {import('../record/sequence.js').MeasuredSequence | null} sequence
 * @property {SliceFigures[]} slices none of a sequence that failed
 * @property {number | null} hlogTotal every request in http.hlog without those of setup()
 * @property {string[]} missing
 *
 * @typedef {object} Comparison a target against the baseline, paired within blocks, or by one cell of each
 * @property {string} scenario
 * @property {string} target
 * @property {number} stage index in the staircase; of blocks that of the stage with as many users, or the last
 * @property {number} vus
 * @property {import('./statistics/verdict.js').Metric} metric
 * @property {number} rounds valid on both sides; of cells 1
 * @property {number | null} blocks valid on both sides; null: it comes from cells
 * @property {import('./statistics/verdict.js').Kind} kind
 * @property {number} ratio of the target to the baseline: of cells that of their figures, of blocks the weighted geometric mean of rounds
 * @property {number | null} low of the 95 % interval; null with too few rounds, and where arithmetic decides
 * @property {number | null} high
 * @property {number | null} pValue
 * @property {number | null} adjustedP corrected for several comparisons, those of the family
 * @property {number} family how many comparisons were corrected together
 * @property {import('./statistics/verdict.js').Because | null} because why a difference is not called one although its interval does not hold 1, why the
 *   ratio of few rounds cannot be relied on, or that arithmetic decides
 * @property {number[]} roundRatios the ratio in each round
 *
 * @typedef {object} FiguresToJudge of a run
 * @property {import('../record/run.js').Run} run
 * @property {CellFigures[]} cells
 * @property {Group[]} groups
 * @property {SequenceFigures[]} sequences
 * @property {BlockGroup[]} blocks of each target in each scenario that has sequences
 * @property {string} baseline
 * @property {Comparison[]} comparisons
 * @property {import('../record/calibration/record.js').Noise | null} noise of a calibration that fits this machine
 * @property {import('../record/calibration/record.js').Noise | null} unpairedNoise the same of unpaired measurements
 *
 * @typedef {FiguresToJudge & { findings: import('./findings/types.js').Finding[] }} Figures `findings`: what the reader must know beside the figures
 */

export {};
