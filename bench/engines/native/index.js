/** The native engine: every part is a plain process on 127.0.0.1, without root and without a container engine. */
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SERVICE_PROCESSES } from '../engine.js';
import { ENGINES } from '../engines.js';
import { activeProcessors } from '../../record/variant.js';
import { collectorArgs, defaultTargetCpus, jvmSettings, POOL_SIZE } from '../jvm.js';
import { Gate, STARTS_AT_ONCE } from '../gate.js';
import { databasePing } from '../ping.js';
import { resetDatabase } from '../seed.js';
import { settingsOf } from '../settings.js';
import { endpointsOf, FAR_PORTS, GRAFANA_PORT, PORTS } from './addresses.js';
import { Children } from './children.js';
import { createGenerators } from './generators.js';
import { requireCollector } from './java.js';
import { requireFree } from './ports.js';
import { Services } from './services/index.js';
import { Targets } from './targets.js';

/** @typedef {import('../processes/supervise.js').Supervised} Supervised */
/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../../record/json/circumstances.js').RequestedLimits} Limits */

/** @type {Limits} */
const NO_LIMITS = { targetCpus: null, poolSize: null, gc: null, jvmArgs: [], generatorCpus: null };

/**
 * Makes an engine; nothing is started yet.
 *
 * @param {object} options
 * @param {import('../../setup/index.js').Catalogue} options.catalogue
 * @param {string} options.root the checkout
 * @param {import('../../setup/index.js').Tools} options.tools
 * @param {string} options.workDir folder for data that the run does not keep; made if missing, removed by `stop`
 * @param {Limits} [options.limits] by default the engine's own
 * @param {string} [options.logDir] folder for the logs of all processes
 * @param {string | null} [options.settings] see `Variation` of engine.js
 * @param {number | null} [options.databaseRttMs]
 * @param {typeof PORTS} [options.ports] of the services
 * @param {typeof FAR_PORTS} [options.farPorts]
 * @param {number} [options.grafanaPort]
 * @returns {Omit<Engine, 'processes'> & { processes: () => import('../engine.js').RunningProcess[] }}
 */
export function createNativeEngine(options) {
  const engine = new NativeEngine(options);
  const { services, targets, children } = engine;
  const starts = new Gate(STARTS_AT_ONCE);
  return {
    name: 'native',
    capabilities: ENGINES.native,
    endpoints: services.endpoints,
    dashboard: () => services.dashboard.line,
    dashboardUrl: () => services.dashboard.url,
    obtainable: async (needs) => needs,
    preflight: (names, needs) => engine.preflight(names, needs),
    limits: () => engine.limits(),
    notes: () => services.notes(),
    get generators() {
      return engine.generators;
    },
    settingsOf: (name) => settingsOf(options.catalogue, options.settings, name),
    startServices: (needs) => children.run(() => engine.startServices(needs)),
    startTarget: (name) => starts.pass(() => children.run(() => targets.start(name))),
    timeStart: (name, answers) => engine.timeStart(name, answers),
    compiledTiers: (name) => targets.compiledTiers(name),
    stopTarget: (name) => targets.stop(name),
    isRunning: (name) => targets.processes.get(name)?.exit === null,
    targetExit: (name) => targets.processes.get(name)?.exit ?? null,
    canLiftLimit: () => targets.limiter.enforced !== 'none',
    liftLimit: async (name) => targets.limit(name, false),
    applyLimit: async (name) => targets.limit(name, true),
    resetDatabase: () => resetDatabase(services.endpoints.mariadb, options.root),
    databasePing: () => databasePing(services.databaseOfTargets),
    processes: () => engine.processes(),
    onServiceExit: (callback) => void services.exitCallbacks.push(callback),
    track: (child) => children.track(child),
    leave: async () => {},
    stop: () => (engine.stopped ??= engine.stop()),
  };
}

class NativeEngine {
  /** @type {Promise<void> | undefined} set once `stop` was called */
  stopped;
  /** @type {import('./generators.js').NativeGenerator[] | undefined} */
  #generators;

  /** @param {Parameters<typeof createNativeEngine>[0]} options */
  constructor({ catalogue, root, tools, workDir, limits = NO_LIMITS, settings = null, ...places }) {
    const { ports = PORTS, farPorts = FAR_PORTS, grafanaPort = GRAFANA_PORT, logDir = path.join(workDir, 'logs') } = places;
    this.root = root;
    this.workDir = path.resolve(workDir);
    this.given = limits;
    this.java = tools.java;
    this.targetCpus = limits.targetCpus ?? defaultTargetCpus();
    this.poolSize = limits.poolSize ?? POOL_SIZE;
    this.jvmArgs = [...collectorArgs(root, limits.gc ?? null), ...limits.jvmArgs];
    this.children = new Children(path.resolve(logDir));
    const common = { catalogue, tools, root, workDir: this.workDir };
    const { children, targetCpus, poolSize } = this;
    const endpoints = endpointsOf(catalogue, ports);
    const databaseRttMs = places.databaseRttMs || null;
    this.services = new Services({ ...common, children, endpoints, ports, farPorts, grafanaPort, databaseRttMs });
    const { services } = this;
    this.targets = new Targets({
      ...common,
      launch: children.launch,
      services,
      settings,
      targetCpus,
      poolSize,
      jvmArgs: this.jvmArgs,
    });
  }

  /** Made at the first use, because making them tries out a control group. */
  get generators() {
    return (this.#generators ??= createGenerators(this.given.generators ?? 1, this.given.generatorCpus));
  }

  /**
   * @param {string[]} names of targets
   * @param {string[]} [needs]
   */
  async preflight(names, needs = []) {
    this.services.expected = names;
    this.services.needs = needs;
    await requireCollector(this.java, this.given.gc ?? null);
    await this.targets.require(names);
    await requireFree([...this.services.ports(), ...names.flatMap((name) => this.targets.ports(name))]);
  }

  limits() {
    const { enforced, method, periodUs } = this.targets.limiter;
    return {
      targetCpus: this.targetCpus,
      method,
      enforced,
      periodUs,
      activeProcessorCount: activeProcessors(this.targetCpus),
      ...jvmSettings(this.root, this.targetCpus, this.jvmArgs),
      poolSize: this.poolSize,
      generatorCpus: this.generators[0].cpus,
      generators: this.generators.length,
      others: `${this.#withoutLimit()} no limit and share the machine's ${os.availableParallelism()} cores with the target`,
    };
  }

  #withoutLimit() {
    const { cpus } = this.generators[0];
    return cpus === null
      ? 'database, downstream services, generator and observers have'
      : `${this.generators.length > 1 ? 'each' : 'the'} generator has ${cpus} CPU; database, downstream services and observers have`;
  }

  /** @param {string[]} [needs] by default those that `preflight` was given */
  async startServices(needs = this.services.needs) {
    this.services.needs = needs;
    await this.services.start();
  }

  /** @param {string} name @param {() => Promise<boolean>} answers @returns {Promise<number>} seconds */
  async timeStart(name, answers) {
    let seconds = NaN;
    await this.children.run(async () => void (seconds = await this.targets.timeStart(name, answers)));
    return seconds;
  }

  processes() {
    const services = [...this.services.started].map(([name, { pid, exit }]) => ({ process: SERVICE_PROCESSES[name], name, pid, exit }));
    const targets = [...this.targets.processes].map(([name, { pid, exit }]) => ({ process: 'target', name, pid, exit }));
    return [...services, ...targets].filter(({ exit }) => exit === null).map(({ exit: _, ...running }) => running);
  }

  /** Ends everything within 10 s; if a step fails the others still follow, and the first failure is thrown. */
  async stop() {
    // The database's data are removed with the work folder, so it need not end in order.
    const ends = await this.children.end(this.services.started.get('mariadb'));
    const ofGenerators = await Promise.allSettled((this.#generators ?? []).map(async ({ release }) => release()));
    const releases = [...(await this.targets.releaseLimits()), ...ofGenerators];
    const removal = await Promise.allSettled([rm(this.workDir, { recursive: true, force: true, maxRetries: 3 })]);
    this.children.dispose();
    for (const step of [...ends, ...releases, ...removal]) if (step.status === 'rejected') throw step.reason;
  }
}
