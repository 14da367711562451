/**
 * The shapes that the analysis reads and makes. The bundle itself is described in docs/interfaces.md, section 5.
 *
 * @typedef {{vus: number, startMs: number, endMs: number, plateauStartMs: number, plateauEndMs: number}} StageBounds
 *
 * @typedef {{scenario: string, target: string, round: number, order: number, state: 'pending' | 'ok' | 'failed', reason: string | null}} PlannedCell
 *
 * @typedef {object} CellJson
 * @property {'ok' | 'failed'} state
 * @property {string | null} reason
 * @property {number} startMs start of the first stage
 * @property {number} endMs end of k6
 * @property {StageBounds[]} stages
 * @property {{scenario?: string, vus: number | number[], seconds: number, quotaLifted: boolean, limitInTurn?: boolean, perSecond?: number[], steady?: boolean} | null} [warmup]
 * @property {{memoryNs: number, loopNs: number}} [yardstick] of a fixed computation before the first stage
 * @property {{startedMs: number, restartedBefore: string | null}} [jvm]
 * @property {{exitCode: number, httpReqs: number, setupReqs: number, interrupted: number}} [k6]
 * @property {{k6: number | null, hlog: number | null, influx: number | null}} [counts]
 * @property {{expected: number, ok: number, slowestMs: number | null}} [scrapes]
 * @property {{name: string, ok: boolean, detail: string}[]} [checks]
 * @property {{setMs: number | null, measuredMs: number}} [databaseRtt] before the first stage, of scenarios with a database
 * @property {Record<string, number>} [answers] of the load by status, where several are successes
 * @property {{places: number, accepted: number, rows: number, left: number}} [stock] after the last stage, of scenarios that sell places
 *
 * @typedef {object} CatalogueTarget
 * @property {string} label
 * @property {string} stack
 * @property {'tomcat' | 'netty' | 'other'} server
 * @property {'jdbc' | 'r2dbc'} [database]
 * @property {string} colour
 * @property {string} symbol
 * @property {string | number[]} line
 * @property {Record<string, string>} [environment] what makes it differ from others of its module
 * @property {Record<string, string>} [unfit] scenario → why it is not measured there
 * @property {string[]} [only] the scenarios that it answers, where these are not all
 *
 * @typedef {object} CatalogueScenario
 * @property {string} title
 * @property {string} does
 * @property {boolean} [database] does it use one
 * @property {{method: string, path: string}} request
 * @property {{status: number, statuses?: number[], failedShare?: number}} [expect]
 * @property {Record<string, number>} [statements] per request
 * @property {string[]} [needs] neighbours
 * @property {boolean} [leavesBacklog] do requests pile up on some target
 * @property {number[]} [calls] delays that it asks the neighbour for in each request, in ms
 * @property {number} [places] stock that each cell sells
 * @property {'handler' | 'offloaded' | 'timer'} [waits] where a request with `millis` spends its time; in old bundles the handler
 * @property {number} [statementMs] what one statement takes at least
 *
 * @typedef {{name: string, title: string, targets: Record<string, Record<string, string>>}} Settings field `settings` of run.json
 *
 * @typedef {object} Run run.json
 * @property {string} id
 * @property {string} profile
 * @property {number} seed
 * @property {number} rounds
 * @property {string[]} targets
 * @property {string[]} scenarios
 * @property {{vus: number, durationMs: number}[]} stages
 * @property {{targets: Record<string, CatalogueTarget>, scenarios: Record<string, CatalogueScenario>, neighbours?: Record<string, {label: string}>}} catalogue
 * @property {string} startedAt
 * @property {string | null} endedAt
 * @property {string[]} [resumedAt]
 * @property {string} [engine]
 * @property {Record<string, any>} [limits]
 * @property {Record<string, any>} [machine]
 * @property {Record<string, string | null>} [versions]
 * @property {string | null} [commit]
 * @property {boolean} [dirty]
 * @property {{at: string, seconds: number, targets: string[], scenarios: string[], roundTrips?: Record<string, Record<string, number>>} | null} [verified]
 * @property {Settings | null} [settings] what the targets were given beyond their own environment
 * @property {number | null} [databaseRttMs] delay on the way to the database and back that was asked for
 * @property {string} [baseline]
 * @property {Record<string, string>} [refused] target → what the verification found; it was measured to show what that leads to
 * @property {{id: string, run: string, session: string, knobs: Record<string, string>}} [study] the study it is a part of
 * @property {Calibration | null} [calibration] the newest on this machine when the run began
 * @property {string} [calibrates] the target that this run measures against itself under two names
 * @property {PlannedCell[]} cells
 * @property {string[]} [notes]
 *
 * @typedef {{runId: string, at: string, machine?: Record<string, any>, versions?: Record<string, string | null>, limits?: Record<string, any>,
 *   load?: {stages: string | null, settings: string, databaseRttMs: number}, noise?: Noise, noiseApart?: Noise,
 *   earlier?: Record<string, {runId: string, at: string}>}} Calibration
 *   `at`: when it ended; `load`: what its users did, not in old ones; `noise`: of two names in one round; `noiseApart`: of one name in two rounds; they are not in what was kept before they were measured so;
 *   `earlier`: which run found what is kept of scenarios that the newest one did not measure
 * @typedef {Record<string, {throughput: number | null, cpu: number | null}>} Noise by scenario: ratio ≥ 1 by which one target differs from itself at most
 *   in a single round, with 95 % confidence
 *
 * @typedef {{second: number, iterations: number, requests: number}} UserSecond an epoch second, and the seconds that all users together spent
 *   in it in iterations, and in requests
 *
 * @typedef {{timeMs: number, value: number}} Sample
 * @typedef {{timeMs: number, labels: string, value: number}} LabelledSample
 *
 * @typedef {object} RawCell one cell as it lies in the bundle; a part that is missing or broken is null and named in `missing`
 * @property {PlannedCell} planned
 * @property {CellJson | null} cell
 * @property {import('./hlog.js').RequestLog | null} requests
 * @property {Map<string, LabelledSample[]> | null} server by metric name
 * @property {Map<string, LabelledSample[]> | null} [downstream] the same of the neighbour; null for a scenario that needs none
 * @property {Map<string, Sample[]> | null} processes cumulative CPU seconds by process
 * @property {{pointsDropped: number, hlogError?: string, userSeconds?: UserSecond[]} | null} [rollup] the output's own account; null in old bundles
 * @property {number | null} [droppedIterations] of an arrival-rate load; null where k6 left no summary
 * @property {string[]} missing
 *
 * @typedef {{run: Run, readCell: (planned: PlannedCell) => RawCell}} Bundle
 *
 * @typedef {object} Latency milliseconds; every field null where nothing was counted
 * @property {number | null} min
 * @property {number | null} mean
 * @property {number | null} p50
 * @property {number | null} p95
 * @property {number | null} p99
 * @property {number | null} max
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
 * @property {number | null} cpuPer1000 CPU seconds per 1,000 successful requests
 * @property {number | null} threadsMean
 * @property {number | null} threadsMax
 * @property {number | null} inFlightMean
 * @property {number | null} inFlightMax
 * @property {number | null} heapMaxBytes
 * @property {{throttled: number, periods: number} | null} throttling
 * @property {number | null} throttledShare 0…1
 * @property {number | null} compilingShare of the plateau's time that the JVM's compilers took; null where the target does not tell
 * @property {Record<string, number>} processCores cores used, by process
 * @property {Record<string, string>} absent figure → why it is not there
 * @property {import('hdr-histogram-js').Histogram} okHistogram µs, successful requests of the plateau
 * @property {import('hdr-histogram-js').Histogram} failedHistogram µs, failed requests of the plateau
 *
 * @typedef {object} SecondFigures one second of a cell, counted from the start of the first stage
 * @property {number} second
 * @property {number | null} successes
 * @property {number | null} failures
 * @property {number | null} p99Ms
 * @property {number | null} threads
 * @property {number | null} inFlight
 *
 * @typedef {object} CellFigures
 * @property {PlannedCell} planned
 * @property {'pending' | 'ok' | 'failed'} state
 * @property {string | null} reason
 * @property {CellJson | null} cell
 * @property {StageFigures[]} stages
 * @property {SecondFigures[]} seconds
 * @property {{successes: number, failures: number} | null} afterLastStage ended after the last stage (drain)
 * @property {number | null} lastAnswerSeconds after the end of the last stage, by when the last request had ended, rounded up to whole seconds
 * @property {number | null} hlogTotal every request in http.hlog, those of setup() included
 * @property {number | 'unbounded' | null} requestThreads size of Tomcat's thread pool; unbounded with virtual threads; null where there is no Tomcat
 * @property {string[]} missing
 * @property {boolean | null} steady did its JVM's warm-up become so; null where there was none, or it was not tested
 * @property {(import('./limiter.js').Limiter | null)[]} limiters of each stage; null where the cell was not judged
 * @property {(import('./neighbour.js').Neighbour | null)[]} neighbours of each stage; null where none was called
 * @property {(LittlesLaw | null)[]} littlesLaw of each stage; null where the users' time was not recorded
 * @property {(boolean | null)[]} stillRising of each stage's plateau; null where it is too short to tell
 * @property {(string | null)[]} tooFastFor of each stage: what measures the target, and was its limit
 * @property {string[]} voids why the cell decides nothing although it ended well; empty where it is valid
 *
 * @typedef {{users: number, betweenRequests: number, holds: boolean, explanation: string | null}} LittlesLaw `users`: mean number in iterations, to
 *   be held against the stage's VUs; `betweenRequests`: the share of their time that the generator took; `explanation`: of a mismatch, where
 *   the data have one
 *
 * @typedef {[number, number]} Range smallest and largest of the rounds
 *
 * @typedef {object} StageOfRounds one stage of one target in one scenario, all its good cells together
 * @property {number} vus
 * @property {number} rounds how many cells are in it
 * @property {number | null} successes sum
 * @property {number | null} failures sum
 * @property {number | null} successesPerRound
 * @property {Range | null} successesRange
 * @property {number | null} rps
 * @property {Range | null} rpsRange
 * @property {number[]} rpsByRound
 * @property {Latency} latency of the merged histograms
 * @property {{p50: Range | null, p95: Range | null, p99: Range | null}} latencyRange
 * @property {Latency} failedLatency
 * @property {number | null} cpuCores
 * @property {number | null} cpuPer1000
 * @property {Range | null} cpuPer1000Range
 * @property {number | null} threadsMax
 * @property {number | null} inFlightMax
 * @property {number | null} heapMaxBytes
 * @property {number | null} throttledShare
 * @property {number | null} generatorCores mean of the rounds' plateaus, by time
 *
 * @typedef {object} Group one target in one scenario, all its rounds together
 * @property {string} scenario
 * @property {string} target
 * @property {CellFigures[]} good cells that the figures are made of, in the order of the rounds: the valid ones, or where there is none the void ones
 * @property {boolean} isVoid are the figures those of void cells?
 * @property {CellFigures[]} voided cells that ended well, but are void
 * @property {CellFigures[]} bad cells that failed or were never run
 * @property {StageOfRounds[]} stages
 * @property {SecondFigures[]} seconds mean of the rounds
 * @property {Pick<StageOfRounds, 'cpuPer1000' | 'threadsMax' | 'inFlightMax' | 'heapMaxBytes' | 'throttledShare'>} overall all stages together
 * @property {number | null} failures in all stages and after the last, sum of the rounds
 * @property {number | null} unanswered interrupted iterations, sum of the rounds
 *
 * @typedef {object} Comparison a target against the baseline at one stage, paired within rounds
 * @property {string} scenario
 * @property {string} target
 * @property {number} stage index in the staircase
 * @property {number} vus
 * @property {import('./statistics/verdict.js').Metric} metric
 * @property {number} rounds valid on both sides
 * @property {import('./statistics/verdict.js').Kind} kind
 * @property {number} ratio of the target to the baseline, sums over sums
 * @property {number | null} low of the 95 % interval; null with fewer than 5 rounds
 * @property {number | null} high
 * @property {number | null} pValue
 * @property {number | null} adjustedP after Holm's correction over the family
 * @property {number} family how many comparisons were corrected together
 * @property {string | null} because why a difference is not called one although its interval does not hold 1, or why the ratio of few rounds is none to go by
 * @property {number[]} roundRatios the ratio in each round
 *
 * @typedef {{run: Run, cells: CellFigures[], groups: Group[], baseline: string, comparisons: Comparison[], noise: Noise | null, noiseApart: Noise | null}} Figures
 *   `noise`, `noiseApart`: of a calibration that fits this machine
 */

export {};
