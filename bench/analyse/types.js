/**
 * The shapes that the analysis makes of a bundle.
 *
 * @typedef {import('../record/hlog.js').Latency} Latency
 *
 * @typedef {object} StageFigures so many users on one target: the plateau of a slice, or of several together; a figure that could not be had is null, `absent` says why
 * @property {number} vus
 * @property {number | null} successes in the whole slice
 * @property {number | null} failures in the whole slice
 * @property {number} plateauSeconds
 * @property {number | null} plateauSuccesses
 * @property {number | null} plateauFailures
 * @property {number | null} rps successes per second of the plateau
 * @property {Latency} latency of successful requests of the plateau
 * @property {number | null} cpuCores
 * @property {number | null} cpuPer1000 CPU seconds per 1,000 successful requests, without the compilers' where the target counts them
 * @property {number | null} compilerCpuPer1000 those of the JIT compilers; null where the target does not count them
 * @property {number | null} threadsMax
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
 * @property {Record<string, import('./slice/window.js').Absence>} absent figure → why it is not there
 * @property {import('hdr-histogram-js').Histogram} okHistogram µs, successful requests of the plateau
 *
 * @typedef {{users: number, betweenRequests: number, holds: boolean, explanation: import('./slice/littles-law.js').Explanation | null}} LittlesLaw `users`: mean
 *   number in iterations, to be compared with the slice's VUs; `betweenRequests`: the share of their time that the generator took; `explanation`: of a
 *   mismatch, where the data have one
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
 *
 * @typedef {object} SliceFigures one slice: the load of one target in one block
 * @property {string} scenario
 * @property {string} target
 * @property {number} round
 * @property {number} number of its part in the round
 * @property {number} attempt of its part
 * @property {number} slice place in its part, from 1
 * @property {number} block place of its block in the round, from 1; those of a later part are counted on
 * @property {number} startMs epoch milliseconds
 * @property {number | null} jvmStartedMs of the JVM that served it; null where it was not recorded
 * @property {boolean | null} steady did that JVM's warm-up become so; null where there was none
 * @property {number | null} databaseRttMs before the part; null of a scenario without a database
 * @property {StageFigures} stage
 * @property {{ successes: number, failures: number } | null} afterSlice ended after it; null where there is no log
 * @property {number | null} lastAnswerSeconds after its end, by when the last request had ended, rounded up to whole seconds
 * @property {number | 'unbounded' | null} requestThreads size of the thread pool of Tomcat or Jetty; unbounded with virtual threads; null where there is neither
 * @property {import('./bottleneck/observations.js').Observations} observed what its bottleneck is found by
 * @property {import('./bottleneck/bottleneck.js').Bottleneck | null} bottleneck
 * @property {import('./bottleneck/downstream.js').Downstream | null} downstream
 * @property {LittlesLaw | null} littlesLaw null where the users' time was not recorded
 * @property {number} unanswered interrupted iterations of its part
 * @property {import('./slice/health.js').Limit | null} tooFastFor the part of the set-up that was the limit, since the target was so fast
 * @property {import('./slice/health.js').DiscardReason[]} discardedFor why it decides nothing about throughput; empty where it is valid
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
 * @typedef {object} Level the slices of one target in one scenario with the same number of users
 * @property {number} vus
 * @property {SliceFigures[]} slices all, in the order of rounds and blocks
 * @property {SliceFigures[]} good slices that the figures are made of: the valid ones, or where there is none the discarded ones
 * @property {boolean} isDiscarded are the figures those of discarded slices?
 * @property {SliceFigures[]} discarded
 * @property {StageOfRounds} stage of the good slices, ranges over their rounds; CPU per request of the slices whose CPU counts
 * @property {RoundOfBlocks[]} rounds in their order; without those that have no slice
 *
 * @typedef {{ scenario: string, target: string, levels: Level[] } & Level} Group one target in one scenario, at the users with which targets are compared;
 *   `levels`: with all numbers of users, fewest first, that one among them
 *
 * @typedef {object} PartFigures
 * @property {import('../record/run.js').PlannedPart} planned
 * @property {'pending' | 'ok' | 'failed'} state
 * @property {string | null} reason
 * @property {import('../record/part.js').MeasuredPart | null} part
 * @property {SliceFigures[]} slices none of a part that failed
 * @property {string[]} missing
 *
 * @typedef {object} Comparison a target against the baseline, paired within blocks; or one run against another
 * @property {string} scenario
 * @property {string} target
 * @property {number} vus
 * @property {import('./statistics/verdict.js').Metric} metric
 * @property {number} rounds valid on both sides
 * @property {number} blocks valid on both sides
 * @property {import('./statistics/verdict.js').Kind} kind
 * @property {number} ratio of the target to the baseline: the weighted geometric mean of rounds
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
 * @property {PartFigures[]} parts
 * @property {Group[]} groups of each target in each scenario that it is measured in
 * @property {string} baseline
 * @property {Comparison[]} comparisons
 * @property {import('../record/calibration/record.js').Noise | null} noise of a calibration that fits this machine
 * @property {import('../record/calibration/record.js').Noise | null} unpairedNoise the same of unpaired measurements
 * @property {import('../record/cpu-profile.js').CpuProfile[]} [cpuProfiles] of pairs that were sampled
 *
 * @typedef {FiguresToJudge & { findings: import('./findings/types.js').Finding[] }} Figures `findings`: what the reader must know beside the figures
 */

export {};
