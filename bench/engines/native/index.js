/** The native engine: every part a plain process on 127.0.0.1, without root and without a container engine. */
import { mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { healthPath, metricsPath } from '../../record/catalogue.js';
import { seedDocuments } from '../documents.js';
import { SERVICE_PROCESSES } from '../engine.js';
import { databasePing } from '../ping.js';
import { resetDatabase } from '../seed.js';
import { settingsOf } from '../settings.js';
import { startGrafana } from './grafana.js';
import { startInfluxDb } from './influxdb.js';
import { createLimiter, limitGenerator } from './limiter.js';
import { startMariaDb } from './mariadb.js';
import { startDownstream, startMongo } from './neighbours.js';
import { requireFree } from './ports.js';
import { startPrometheus } from './prometheus.js';
import { endChild, killGroup, start } from '../processes/supervise.js';
import { activeProcessors, jvmSettings, launchTarget, POOL_SIZE, untilHealthy } from './target.js';
import { startToxiproxy } from './toxiproxy.js';

/** @typedef {import('../processes/supervise.js').Supervised} Supervised */
/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {{ tools: import('../../setup/index.js').Tools, root: string, workDir: string, launch: import('./mariadb.js').Launch }} Common */

const HOST = '127.0.0.1';
const PORTS = { mariadb: 23306, influxdb: 28086, prometheus: 29090 };
/** Taken by a far database only: Toxiproxy's API, and where it takes the place of MariaDB. */
const FAR_PORTS = { toxiproxy: 28474, far: 23307 };
const GRAFANA_PORT = 33000;

/** @type {import('../../plan/limits.js').Limits} */
const NO_LIMITS = { targetCpus: null, poolSize: null, jvmArgs: [], generatorCpus: null };
const UNLIMITED = { cpus: null, words: [], release() {} };

const STAND_IN = 'in-memory stand-in: measures the stacks, not MongoDB';

/**
 * @returns {number} CPUs of a target where the user does not say: on a small machine half a one, so that k6 is not the limit
 */
export function defaultTargetCpus() {
  return os.availableParallelism() < 4 ? 0.5 : 1;
}

/**
 * Makes an engine; nothing is started yet.
 *
 * @param {object} options
 * @param {import('../../setup/index.js').Catalogue} options.catalogue
 * @param {string} options.root the checkout
 * @param {import('../../setup/index.js').Tools} options.tools
 * @param {string} options.workDir folder for data that the run does not keep; made if missing, removed by `stop`
 * @param {import('../../plan/limits.js').Limits} [options.limits] by default the engine's own
 * @param {string} [options.logDir] folder for the logs of all processes
 * @param {string | null} [options.settings] see `Variation` of engine.js
 * @param {number | null} [options.databaseRttMs]
 * @param {typeof PORTS} [options.ports] of the services
 * @param {typeof FAR_PORTS} [options.farPorts]
 * @param {number} [options.grafanaPort]
 * @param {(line: string) => void} options.log
 * @returns {Omit<Engine, 'processes'> & { processes: () => import('../engine.js').RunningProcess[] }}
 */
export function createNativeEngine(options) {
  const engine = new NativeEngine(options);
  return {
    name: 'native',
    endpoints: engine.endpoints,
    dashboard: () => engine.dashboard,
    preflight: (targets, needs) => engine.preflight(targets, needs),
    limits: () => engine.limits(),
    notes: () => engine.notes(),
    get generator() {
      return engine.generator;
    },
    settingsOf: (name) => settingsOf(options.catalogue, options.settings, name),
    startServices: (needs) => engine.run(() => engine.startServices(needs)),
    startTarget: (name) => engine.run(() => engine.startTarget(name)),
    stopTarget: (name) => engine.stopTarget(name),
    isRunning: (name) => engine.targets.get(name)?.exit === null,
    targetExit: (name) => engine.targets.get(name)?.exit ?? null,
    canLiftLimit: () => engine.limiter.enforced !== 'none',
    liftLimit: async (name) => engine.limit(name, false),
    applyLimit: async (name) => engine.limit(name, true),
    resetDatabase: () => resetDatabase(engine.endpoints.mariadb, options.root),
    databasePing: () => databasePing(engine.databaseOfTargets),
    processes: () => engine.processes(),
    onServiceExit: (callback) => void engine.serviceExitCallbacks.push(callback),
    track: (child) => void engine.tracked.add(child),
    stop: () => (engine.stopped ??= engine.stop()),
  };
}

class NativeEngine {
  /** @type {Set<Supervised>} everything that was started and has not ended */
  alive = new Set();
  /** @type {Map<string, Supervised>} the last process of each target */
  targets = new Map();
  /** @type {Map<string, Supervised>} */
  services = new Map();
  /** @type {Set<import('node:child_process').ChildProcess>} the runner's own children */
  tracked = new Set();
  /** @type {Array<(name: string, exit: import('../engine.js').Exit) => void>} */
  serviceExitCallbacks = [];
  /** What the user is told of the live dashboard. */
  dashboard = '';
  /** @type {Promise<void> | undefined} set once `stop` was called */
  stopped;
  /** @type {import('./limiter.js').Limiter | undefined} */
  #limiter;
  /** @type {ReturnType<typeof limitGenerator> | undefined} */
  #generator;
  /** @type {Set<Promise<void>>} what `stop` has to wait for, so that nothing is made after it has cleaned up */
  #starting = new Set();
  #launches = 0;
  /** @type {string[]} neighbours that the run needs */
  #needs = [];
  /** @type {string[] | undefined} targets of the run, where they are known: nobody else is scraped */
  #expected;

  /** @param {Parameters<typeof createNativeEngine>[0]} options */
  constructor(options) {
    const {
      catalogue,
      root,
      tools,
      workDir,
      limits = NO_LIMITS,
      logDir,
      ports = PORTS,
      farPorts = FAR_PORTS,
      grafanaPort = GRAFANA_PORT,
    } = options;
    this.ports = ports;
    this.farPorts = farPorts;
    this.grafanaUrl = `http://${HOST}:${grafanaPort}`;
    this.catalogue = catalogue;
    this.settings = options.settings ?? null;
    this.databaseRttMs = options.databaseRttMs || null;
    this.root = root;
    this.tools = tools;
    this.workDir = path.resolve(workDir);
    this.logDir = path.resolve(logDir ?? path.join(workDir, 'logs'));
    this.given = limits;
    this.targetCpus = limits.targetCpus ?? defaultTargetCpus();
    this.poolSize = limits.poolSize ?? POOL_SIZE;
    this.endpoints = {
      target: (/** @type {string} */ name) => `http://${HOST}:${this.#target(name).port}`,
      management: (/** @type {string} */ name) => `http://${HOST}:${(catalogue.neighbours?.[name] ?? this.#target(name)).managementPort}`,
      metrics: (/** @type {string} */ name) => `${this.endpoints.management(name)}${metricsPath(catalogue.targets[name])}`,
      health: (/** @type {string} */ name) => `${this.endpoints.management(name)}${healthPath(catalogue.targets[name])}`,
      influx: { url: `http://${HOST}:${ports.influxdb}`, database: 'k6' },
      prometheus: `http://${HOST}:${ports.prometheus}`,
      mariadb: { host: HOST, port: ports.mariadb, user: 'bench', password: 'bench', database: 'bench' },
      neighbours: {
        downstream: `http://${HOST}:${catalogue.neighbours?.downstream?.port}`,
        mongo: `mongodb://${HOST}:${catalogue.neighbours?.mongo?.port}/bench`,
      },
    };
  }

  /** Where the targets reach the database. */
  get databaseOfTargets() {
    const { mariadb } = this.endpoints;
    return this.databaseRttMs === null ? mariadb : { ...mariadb, port: this.farPorts.far };
  }

  /** @param {string} name */
  #target(name) {
    const target = this.catalogue.targets[name];
    if (!target) throw new Error(`unknown target ${name}; there are ${Object.keys(this.catalogue.targets).join(', ')}`);
    return target;
  }

  /** Found out at the first use, because it makes a control group to try. */
  get limiter() {
    return (this.#limiter ??= createLimiter(this.targetCpus));
  }

  /** Likewise. */
  get generator() {
    const { generatorCpus } = this.given;
    return (this.#generator ??= generatorCpus === null ? UNLIMITED : limitGenerator(generatorCpus));
  }

  /**
   * @param {string[]} targets
   * @param {string[]} [needs]
   */
  preflight(targets, needs = []) {
    this.#expected = targets;
    this.#needs = needs;
    return requireFree([...this.#portsOfServices(), ...targets.flatMap((name) => this.#portsOf(name))]);
  }

  #portsOfServices() {
    const always = Object.entries(this.ports).map(([what, port]) => ({ what, port }));
    const far = this.databaseRttMs === null ? [] : Object.values(this.farPorts).map((port) => ({ what: 'toxiproxy', port }));
    return [...always, ...far, ...this.#needs.flatMap((name) => portsOf(name, this.catalogue.neighbours[name]))];
  }

  /** @param {string} name */
  #portsOf(name) {
    return portsOf(name, this.#target(name));
  }

  limits() {
    const { enforced, method, periodUs } = this.limiter;
    return {
      targetCpus: this.targetCpus,
      method,
      enforced,
      periodUs,
      activeProcessorCount: activeProcessors(this.targetCpus),
      ...jvmSettings(this.root, this.targetCpus, this.given.jvmArgs),
      poolSize: this.poolSize,
      generatorCpus: this.generator.cpus,
      others: `${this.#withoutLimit()} no limit and share the machine's ${os.availableParallelism()} cores with the target`,
    };
  }

  #withoutLimit() {
    const { cpus } = this.generator;
    return cpus === null
      ? 'database, neighbours, generator and observers have'
      : `the generator has ${cpus} CPU; database, neighbours and observers have`;
  }

  notes() {
    return this.#needs.includes('mongo') && this.tools.mongo.bin === null
      ? [`${this.tools.mongo.version} in place of MongoDB, ${STAND_IN}`]
      : [];
  }

  /**
   * Runs something that starts processes.
   *
   * @param {() => Promise<void>} action
   */
  async run(action) {
    this.#refuseWhenStopped();
    const running = action();
    this.#starting.add(running);
    try {
      await running;
    } finally {
      this.#starting.delete(running);
    }
  }

  /** @param {string[]} [needs] */
  async startServices(needs = this.#needs) {
    this.#needs = needs;
    const { tools, root, workDir, endpoints } = this;
    // Another server on a port would answer in place of ours, and our data would go there.
    await requireFree(this.#portsOfServices());
    const common = { tools, root, workDir, launch: this.#launch };
    const dashboard = startGrafana({ ...common, ...endpoints, url: this.grafanaUrl });
    const results = await Promise.allSettled([
      startMariaDb({ ...common, address: endpoints.mariadb }),
      startInfluxDb({ ...common, address: endpoints.influx }),
      startPrometheus({ ...common, scraped: this.#scraped(), url: endpoints.prometheus }),
      ...this.#startProxy(common),
      ...needs.map((name) => this.#startNeighbour(name, common)),
    ]);
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      this.#watchService(result.value);
    }
    this.dashboard = await dashboard;
  }

  /** @returns {import('./prometheus.js').Scraped} */
  #scraped() {
    const { targets, neighbours } = this.catalogue;
    const expected = Object.entries(targets).filter(([name]) => this.#expected?.includes(name) ?? true);
    const asked = this.#needs
      .map((name) => /** @type {const} */ ([name, neighbours[name]]))
      .filter(([, { managementPort }]) => managementPort);
    return Object.fromEntries([...expected, ...asked]);
  }

  /** @param {Common} common */
  #startProxy(common) {
    if (this.databaseRttMs === null) return [];
    return [startToxiproxy({ ...common, ports: this.farPorts, mariadb: this.endpoints.mariadb, rttMs: this.databaseRttMs })];
  }

  /**
   * @param {string} name
   * @param {Common} common
   */
  async #startNeighbour(name, common) {
    const neighbour = this.catalogue.neighbours[name];
    if (name === 'downstream') return startDownstream({ ...common, neighbour });
    const mongo = await startMongo({ ...common, neighbour });
    await seedDocuments(this.endpoints.neighbours.mongo);
    return mongo;
  }

  /** @param {Supervised} service */
  #watchService(service) {
    this.services.set(service.name, service);
    service.ended.then((exit) => {
      if (this.stopped === undefined) for (const callback of this.serviceExitCallbacks) callback(service.name, exit);
    });
  }

  /** @param {string} name */
  async startTarget(name) {
    const previous = this.targets.get(name);
    if (previous?.exit === null) throw new Error(`${name} is running already`);
    await requireFree(this.#portsOf(name));
    try {
      const { catalogue, tools, root, workDir, targetCpus, poolSize, given, endpoints } = this;
      const prefix = this.limiter.prepare(name);
      const { mongo, downstream } = endpoints.neighbours;
      const variables = {
        DOWNSTREAM_URL: downstream,
        ...(this.#needs.includes('mongo') ? { MONGO_URI: mongo } : {}),
        ...(this.limiter.enforced === 'quota' ? {} : { OBSERVABILITY_MODEST_THREADS: 'false' }),
        ...settingsOf(catalogue, this.settings, name),
      };
      const limits = { targetCpus, poolSize, jvmArgs: given.jvmArgs };
      const common = { catalogue, tools, root, workDir, ...limits, mariadb: this.databaseOfTargets, prefix, launch: this.#launch };
      const target = await launchTarget({ name, variables, ...common });
      this.targets.set(name, target);
      await untilHealthy(target, catalogue.targets[name]);
      this.limit(name, true);
    } catch (error) {
      await this.stopTarget(name);
      throw error;
    }
  }

  /** @param {string} name */
  async stopTarget(name) {
    await this.targets.get(name)?.end();
    this.limiter.release(name);
  }

  /**
   * @param {string} name
   * @param {boolean} limited
   */
  limit(name, limited) {
    const target = this.targets.get(name);
    // One that has just died has nothing to be limited; that it did is told by isRunning.
    if (target?.exit === null) this.limiter.limit(name, target.pid, limited);
  }

  processes() {
    const services = [...this.services].map(([name, { pid, exit }]) => ({ process: SERVICE_PROCESSES[name], name, pid, exit }));
    const targets = [...this.targets].map(([name, { pid, exit }]) => ({ process: 'target', name, pid, exit }));
    return [...services, ...targets]
      .filter(({ exit }) => exit === null)
      .map(({ process: kind, name, pid }) => ({ process: kind, name, pid }));
  }

  /**
   * Starts a process, unless the engine is being stopped.
   *
   * @type {import('./mariadb.js').Launch}
   */
  #launch = async (options) => {
    this.#refuseWhenStopped();
    await mkdir(this.logDir, { recursive: true });
    if (this.#launches === 0) process.on('exit', this.#killAll);
    this.#launches++;
    const supervised = await start({ ...options, logFile: path.join(this.logDir, `${options.name}.${this.#launches}.log`) });
    this.alive.add(supervised);
    supervised.ended.then(() => this.alive.delete(supervised));
    if (this.stopped !== undefined) {
      await supervised.end({ hard: true });
      this.#refuseWhenStopped();
    }
    return supervised;
  };

  #refuseWhenStopped() {
    if (this.stopped !== undefined) throw new Error('the engine has been stopped');
  }

  /** The last resort when the runner ends without `stop`, where the kernel was not asked to do it. */
  #killAll = () => {
    for (const { pid } of this.alive) killGroup(pid);
  };

  /** Ends everything within 10 s; goes on with the rest if a step fails, and then says so. */
  async stop() {
    // The database's data are thrown away with the work folder: no need to let it end in order.
    const hard = this.services.get('mariadb');
    const processes = [...this.alive].map((supervised) => supervised.end({ hard: supervised === hard }));
    const children = [...this.tracked].map((child) => endChild(child));
    const ends = await Promise.allSettled([...processes, ...children]);
    await Promise.allSettled(this.#starting);
    const releases = await Promise.allSettled([
      ...[...this.targets.keys()].map(async (name) => this.#limiter?.release(name)),
      (async () => this.#generator?.release())(),
    ]);
    const removal = await Promise.allSettled([rm(this.workDir, { recursive: true, force: true, maxRetries: 3 })]);
    process.off('exit', this.#killAll);
    for (const step of [...ends, ...releases, ...removal]) if (step.status === 'rejected') throw step.reason;
  }
}

/**
 * @param {string} name
 * @param {{port: number, managementPort?: number}} ports
 * @returns {Array<{what: string, port: number}>}
 */
function portsOf(name, { port, managementPort }) {
  const management = managementPort === undefined ? [] : [{ what: `${name}'s management`, port: managementPort }];
  return [{ what: name, port }, ...management];
}
