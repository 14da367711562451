/**
 * The interface of every engine. Outside of engines/ nothing knows whether the parts are plain processes or containers; what differs is asked as a
 * capability.
 *
 * @typedef {object} Variation what a run changes about every target
 * @property {string | null} [settings] a name in the catalogue's `settings`
 * @property {boolean} [samplesCpu] will it ask for `cpuSampler`?
 * @property {number | null} [databaseRttMs] delay on the way to the database and back; null: none, and no proxy
 *
 * @typedef {{ code: number | null, signal: string | null }} Exit `signal`: or another reason, such as that its memory limit was reached
 * @typedef {{ process: string, name: string, pid: number, cgroup?: string }} RunningProcess `process`: its name in processes.csv; `cgroup`: folder of the control
 *   group of it and its children, where these count
 * @typedef {{ process: string, name: string, cgroup: string }} RunningContainer the same; `cgroup`: folder of its control group
 * @typedef {{ process: string, name: string, read: import('../collect/proc.js').Read }} RunningElsewhere the same, on another machine
 *
 * @typedef {object} Endpoints
 * @property {(target: string) => string} target base URL of a target
 * @property {(target: string) => string} probe URL of a request that costs a target next to nothing
 * @property {(target: string) => string} management base URL of its management server
 * @property {(target: string) => string} metrics URL of its metrics
 * @property {(target: string) => string} health URL that answers 200 when it is ready
 * @property {import('../collect/influx.js').Influx} influx
 * @property {string} prometheus
 * @property {{ host: string, port: number, user: string, password: string, database: string }} mariadb without the delay that the targets may have
 * @property {string} [toxiproxy] base URL of its API, before a far database
 * @property {{ downstream: string, mongo: string }} dependencies base URL of the downstream service (its management server: `management('downstream')`), URI of MongoDB
 * @property {{ target: (target: string) => string, influx: string }} [fromGenerator] base URL of a target, and URL of InfluxDB, where the generators
 *   are; absent: as for the runner
 *
 * @typedef {object} Spawned
 * @property {string[]} words what to start here
 * @property {Record<string, string>} environment further variables of its environment
 * @property {(signal: NodeJS.Signals) => Promise<void>} [kill] where a signal to the child here does not reach that k6
 *
 * @typedef {object} Generator an instance of the load generator
 * @property {string} name `k6` where there is one, else `k6-1`, `k6-2`, …
 * @property {string} process its name in processes.csv: `generator` where there is one, else `generator 1`, …
 * @property {number | null} cpus that it is limited to; null: no limit
 * @property {string | null} node of the cluster that it runs on; null: this machine
 * @property {(words: string[], environment: Record<string, string>) => Spawned} command so that k6 runs there with these words and variables. Where that
 *   starts it in a container, it is one of `processes`
 * @property {(dir: string) => Promise<{ stop: () => Promise<void> }>} follow makes `dir` there, and brings what k6 writes into it to the same folder
 *   here: the interval log while it grows (it is read twice a second), everything else at the latest at `stop`
 * @property {(target: string) => Promise<import('../record/json/generators.js').Link>} [link] its clock, and the way to a running target, where it is not
 *   on this machine
 *
 * @typedef {object} CpuSampling
 * @property {string} event of JDK Flight Recorder
 * @property {number} periodMs between two samples of a thread
 * @property {(fromMs: number, toMs: number, flameGraph: string, title: string) => Promise<string>} stop the stacks of that time (epoch ms) as `jfr-converter` writes them, collapsed;
 *   `flameGraph`: file that they are also drawn into
 *
 * @typedef {object} CpuSampler what a target spends CPU time on
 * @property {(target: string) => import('../collect/threads.js').ThreadTimes} threads so far
 * @property {(target: string) => Promise<CpuSampling>} start throws one line, where the target is no JVM, or one that cannot be asked
 *
 * @typedef {object} Engine
 * @property {import('./engines.js').EngineName} name recorded with the run
 * @property {import('./engines.js').Capabilities} capabilities
 * @property {(needs: string[]) => Promise<string[]>} obtainable those of the dependencies that can be had here
 * @property {(targets: string[], needs?: string[]) => Promise<void>} preflight throws one line if a needed port is taken, or another run has what
 *   this one needs; `limits` and the tools are complete after it
 * @property {() => import('../record/json/circumstances.js').Limits} limits field `limits` of run.json
 * @property {Generator[]} generators those that share every load; at least one
 * @property {() => import('../record/json/notes.js').Note[]} notes what a reader of the run must know about its parts; complete after `preflight`
 * @property {(needs?: string[]) => Promise<void>} startServices database, observers, and the needed dependencies:
 *   by default those that `preflight` was given
 * @property {(target: string) => Promise<void>} startTarget resolves when it is healthy
 * @property {(target: string, answers: () => Promise<boolean>) => Promise<number>} [timeStart] starts it under its CPU limit, as a container is started, and
 *   resolves with the seconds until it answers; only of an engine that can time starts
 * @property {(target: string) => Promise<Record<string, number> | null>} [compiledTiers] methods that its JVM has compiled, by the compilers' tier; null where it
 *   does not say
 * @property {CpuSampler} [cpuSampler] only of an engine that can sample; made with `samplesCpu`
 * @property {(target: string) => Promise<void>} stopTarget
 * @property {(target: string) => boolean} isRunning
 * @property {(target: string) => Exit | null} targetExit how it ended; null while it is running
 * @property {() => boolean} canLiftLimit whether a target can run without its limit for a while, as during warm-ups
 * @property {(target: string) => Promise<void>} liftLimit
 * @property {(target: string) => Promise<void>} applyLimit throws one line if the limit is then not in force
 * @property {Endpoints} endpoints
 * @property {() => string} dashboard one line for the user once the services are running: where the live dashboard is, or how to get one
 * @property {() => string | null} dashboardUrl where Grafana answers, for a browser on the user's machine; null if there is none
 * @property {() => Promise<void>} resetDatabase
 * @property {() => Promise<number>} databasePing median round trip from the targets' side to the database, without an SQL statement (ms)
 * @property {() => (RunningProcess | RunningContainer | RunningElsewhere)[]} processes
 * @property {(callback: (name: string, exit: Exit) => void) => void} onServiceExit
 * @property {(child: import('node:child_process').ChildProcess) => void} track ends the child together with the engine's processes
 * @property {() => import('../record/json/circumstances.js').Circumstances['machine'] | null} [machine] of the targets, complete after `preflight`;
 *   absent or null: this one
 * @property {() => Pick<import('../record/json/circumstances.js').Limits, 'nodes' | 'runnerMachine'>} [clusterNodes] fields of `limits`; only of an engine
 *   with nodes
 * @property {(target: string) => string} [reach] how somebody reaches a target after `leave`
 * @property {() => Promise<void>} leave where services outlive runs, `stop` will leave the targets running, too
 * @property {() => Promise<void>} stop
 */
export {};
