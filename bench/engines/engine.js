/**
 * What every engine gives to the runner. Nothing else knows whether the parts are plain processes or containers.
 *
 * @typedef {{ code: number | null, signal: string | null }} Exit
 * @typedef {{ process: string, name: string, pid: number }} RunningProcess `process`: its name in processes.csv
 * @typedef {{ process: string, name: string, cgroup: string }} RunningContainer the same; `cgroup`: folder of its control group
 *
 * @typedef {object} Endpoints
 * @property {(target: string) => string} target base URL of a target
 * @property {(target: string) => string} management base URL of its management server
 * @property {import('../collect/influx.js').Influx} influx
 * @property {string} prometheus
 * @property {{ host: string, port: number, user: string, password: string, database: string }} mariadb
 *
 * @typedef {object} Engine
 * @property {string} name
 * @property {(targets: string[]) => Promise<void>} preflight throws one line if a needed port is taken
 * @property {() => Record<string, any>} limits field `limits` of run.json
 * @property {{ cpus: number | null, words: string[] }} generator CPUs that the load generator is held to, null for none; `words` before its command
 * @property {() => Promise<void>} startServices
 * @property {(target: string) => Promise<void>} startTarget resolves when it is healthy
 * @property {(target: string) => Promise<void>} stopTarget
 * @property {(target: string) => boolean} isRunning
 * @property {(target: string) => Exit | null} targetExit how it ended; null while it runs
 * @property {() => boolean} canLiftLimit whether a target can run without its limit for a while, as warm-ups do
 * @property {(target: string) => Promise<void>} liftLimit
 * @property {(target: string) => Promise<void>} applyLimit
 * @property {Endpoints} endpoints
 * @property {() => string} dashboard one line for the user, once the services run: where the live dashboard is, or how to get it
 * @property {() => Promise<void>} resetDatabase
 * @property {() => (RunningProcess | RunningContainer)[]} processes
 * @property {(callback: (name: string, exit: Exit) => void) => void} onServiceExit
 * @property {(child: import('node:child_process').ChildProcess) => void} track ends the child with the rest
 * @property {() => Promise<void>} stop
 */

/** What processes.csv calls the services. */
export const SERVICE_PROCESSES = /** @type {Record<string, string>} */ ({
  mariadb: 'database',
  influxdb: 'influxdb',
  prometheus: 'prometheus',
});
