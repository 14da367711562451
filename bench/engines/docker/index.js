/** The docker engine: the parts are containers of docker-compose.yml, which the runner starts from a container that holds the engine's socket. */
import os from 'node:os';
import process from 'node:process';
import { UsageError } from '../../util/errors.js';
import { SERVICE_PROCESSES } from '../engine.js';
import { ENGINES } from '../engines.js';
import { endChild } from '../processes/supervise.js';
import { activeProcessors } from '../../record/variant.js';
import { collectorArgs, defaultTargetCpus, jvmSettings, POOL_SIZE } from '../jvm.js';
import { Gate, STARTS_AT_ONCE } from '../gate.js';
import { databasePing } from '../ping.js';
import { resetDatabase } from '../seed.js';
import { settingsOf } from '../settings.js';
import { DockerApi } from './api.js';
import { Compose } from './compose.js';
import { Containers } from './containers.js';
import { endpointsOf } from './endpoints.js';
import { describeContainers, javaVersion, shares, versionOfImage, versionsOfPrograms, versionsOfServices } from './facts.js';
import { GENERATOR_LABEL, createGenerators } from './generator.js';
import { Services } from './services.js';
import { Targets } from './targets.js';

/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../engine.js').Exit} Exit */
/**
 * @typedef {import('../engine.js').Variation & { catalogue: import('../../record/catalogue.js').Catalogue, root: string,
 *   env: Record<string, string | undefined>, limits: import('../../record/json/circumstances.js').RequestedLimits }} Options
 */

/** The kernel's default, which Docker does not change. */
const PERIOD_US = 100_000;
/** Commands that use the stack: only one at a time can. */
const USERS = /cli\.js (compare|capacity|study|studies|verify|up)\b/;

/**
 * @param {Options} options `env`: as docker-compose.yml sets it for `bench`
 * @returns {Promise<{ engine: Engine, tools: import('../../setup/index.js').Tools }>} database and observers are up
 * @throws {UsageError} one line
 */
export async function connectDockerEngine(options) {
  const engine = new DockerEngine(options);
  await engine.connect();
  const { targets, services, endpoints } = engine;
  const starts = new Gate(STARTS_AT_ONCE);
  return {
    tools: engine.tools,
    engine: {
      name: 'docker',
      capabilities: ENGINES.docker,
      endpoints,
      dashboard: () => services.dashboard.line,
      dashboardUrl: () => services.dashboard.url,
      obtainable: (needs) => engine.obtainable(needs),
      preflight: (names, needs) => engine.preflight(names, needs),
      limits: () => engine.limits(),
      notes: () => [],
      generators: engine.generators,
      settingsOf: (name) => settingsOf(options.catalogue, options.settings, name),
      startServices: (needs) => engine.startServices(needs),
      startTarget: (name) => starts.pass(() => targets.start(name)),
      stopTarget: (name) => targets.stop(name),
      isRunning: (name) => targets.isRunning(name),
      targetExit: (name) => targets.exit(name),
      canLiftLimit: () => true,
      liftLimit: (name) => targets.limit(name, false),
      applyLimit: (name) => targets.limit(name, true),
      resetDatabase: () => resetDatabase(endpoints.mariadb, options.root),
      databasePing: () => databasePing(engine.databaseOfTargets),
      processes: () => engine.processes(),
      onServiceExit: (callback) => void engine.serviceExitCallbacks.push(callback),
      track: (child) => engine.track(child),
      leave: async () => void (engine.leaves = true),
      stop: () => (engine.stopped ??= engine.stop()),
    },
  };
}

class DockerEngine {
  /** @type {Array<(name: string, exit: Exit) => void>} */
  serviceExitCallbacks = [];
  /** Whether the targets run on after `stop`. */
  leaves = false;
  /** @type {Promise<void> | undefined} set once `stop` was called */
  stopped;
  /** @type {any} complete after `preflight` */
  tools = {};
  /** @type {import('./facts.js').Container[]} */
  #facts = [];
  /** @type {Set<import('node:child_process').ChildProcess>} the runner's own children */
  #tracked = new Set();
  #catalogue;

  /** @param {Options} options */
  constructor({ catalogue, root, env, limits, settings, databaseRttMs }) {
    this.root = root;
    this.#catalogue = catalogue;
    this.targetCpus = limits.targetCpus ?? defaultTargetCpus();
    this.poolSize = limits.poolSize ?? Number(env.STACK_POOL_SIZE ?? POOL_SIZE);
    const further = limits.jvmArgs.length > 0 ? limits.jvmArgs : (env.STACK_JVM_ARGS ?? '').split(/\s+/).filter(Boolean);
    this.jvmArgs = [...collectorArgs(root, limits.gc ?? null), ...further];
    const generatorCpus = limits.generatorCpus ?? (Number(env.STACK_GENERATOR_CPUS ?? 0) || null);
    this.endpoints = endpointsOf(catalogue, env);
    const rttMs = databaseRttMs || null;
    this.databaseOfTargets = rttMs === null ? this.endpoints.mariadb : { ...this.endpoints.mariadb, host: 'toxiproxy' };
    const variables = {
      TARGET_CPUS: String(this.targetCpus),
      TARGET_POOL_SIZE: String(this.poolSize),
      // Without its limit, a JVM would size its pools by all CPUs of the machine.
      TARGET_JVM_ARGS: [`-XX:ActiveProcessorCount=${activeProcessors(this.targetCpus)}`, ...this.jvmArgs].join(' '),
      // For Docker 0 means no limit.
      GENERATOR_CPUS: String(generatorCpus ?? 0),
      TARGET_DB_HOST: this.databaseOfTargets.host,
      ...(settings && { SETTINGS: settings }),
    };
    this.compose = new Compose({ checkout: String(env.CHECKOUT), env, variables });
    this.containers = new Containers(new DockerApi('/var/run/docker.sock'), env.CGROUP_ROOT ?? '/sys/fs/cgroup');
    const common = { compose: this.compose, containers: this.containers, endpoints: this.endpoints };
    const grafanaUrl = env.GRAFANA_URL ?? 'http://127.0.0.1:3000';
    this.services = new Services({ ...common, databaseOfTargets: this.databaseOfTargets, databaseRttMs: rttMs, grafanaUrl });
    this.targets = new Targets({ ...common, cpus: this.targetCpus, machineCpus: os.availableParallelism() });
    this.generators = createGenerators(this.compose, {
      checkout: String(env.CHECKOUT),
      count: limits.generators ?? 1,
      cpus: generatorCpus,
    });
  }

  /** Starts what every run needs, and asks it for its version. */
  async connect() {
    await this.#refuseOtherRun();
    await this.containers.watch();
    this.containers.onExit(({ service }, exit) => this.#report(service, exit));
    await this.services.startUsual();
    const [ofServices, ofPrograms] = await Promise.all([
      versionsOfServices(this.endpoints),
      versionsOfPrograms(this.generators[0], this.root),
    ]);
    const { mariadb, influxdb, prometheus } = ofServices;
    Object.assign(this.tools, {
      ...ofPrograms,
      mariadb: { version: mariadb },
      influxdb: { version: influxdb },
      prometheus: { version: prometheus },
      node: process.versions.node,
    });
  }

  async #refuseOtherRun() {
    const { CpuCfsQuota } = await this.containers.api.ask('GET', '/info');
    if (!CpuCfsQuota) throw new UsageError('ENGINE=docker: this Docker engine cannot limit CPUs (docker info shows CpuCfsQuota false)');
    for (const id of await this.containers.runsOf('bench')) {
      const { Args = [] } = await this.containers.inspect(id);
      const other = USERS.exec(Args.join(' '))?.[1];
      if (other) throw new UsageError(`make ${other} is running in container ${id.slice(0, 12)}, and has the stack for itself`);
    }
  }

  /** @param {string[]} needs @returns {Promise<string[]>} those whose image is here or can be fetched */
  async obtainable(needs) {
    const pulls = needs.map((name) => this.compose.run('pull', '--policy', 'missing', '--ignore-buildable', '--quiet', name));
    const pulled = await Promise.allSettled(pulls);
    return needs.filter((_, index) => pulled[index].status === 'fulfilled');
  }

  /**
   * Makes the containers of the run.
   * @param {string[]} names of targets
   * @param {string[]} [needs]
   */
  async preflight(names, needs = []) {
    const { targets, dependencies } = this.#catalogue;
    this.compose.variables.TARGET_MONGO_URI = needs.includes('mongo') ? this.endpoints.dependencies.mongo : '';
    // Even idle, a target of an earlier run would use CPU.
    const left = await this.containers.list();
    const stale = left.filter(({ Labels }) => Labels['com.docker.compose.service'] in targets || GENERATOR_LABEL in Labels);
    await this.containers.remove(
      stale.map(({ Id }) => Id),
      0,
    );
    await this.services.prepare(needs, [...Object.keys(dependencies), 'toxiproxy']);
    if (names.length > 0) await this.targets.create(names);
    this.#facts = await describeContainers(this.containers, [...this.services.names, ...names]);
    this.tools.java = { version: await javaVersion(this.containers, names[0]) };
    for (const service of ['mongo', 'toxiproxy']) this.tools[service] = await versionOfImage(this.containers, service);
  }

  /** @param {string[]} [needs] */
  async startServices(needs = this.services.needs) {
    const { dependencies } = this.#catalogue;
    const missing = needs.filter((name) => !this.services.needs.includes(name));
    if (missing.length > 0) await this.services.prepare(needs, [...Object.keys(dependencies), 'toxiproxy']);
    await this.services.startNeeded();
  }

  limits() {
    const { targetCpus } = this;
    const others = shares(this.#facts, Object.keys(SERVICE_PROCESSES));
    return {
      targetCpus,
      method: `quota of ${targetCpus} CPU of each target's container, in periods of ${PERIOD_US / 1000} ms`,
      enforced: /** @type {const} */ ('quota'),
      periodUs: PERIOD_US,
      activeProcessorCount: activeProcessors(targetCpus),
      ...jvmSettings(this.root, targetCpus, this.jvmArgs),
      poolSize: this.poolSize,
      generatorCpus: this.generators[0].cpus,
      generators: this.generators.length,
      others: `limits of the others: ${others}; the generator shares the machine's ${os.availableParallelism()} cores with all of them`,
      containers: this.#facts,
    };
  }

  /** @param {string} service @param {Exit} exit */
  #report(service, exit) {
    if (this.stopped || !this.services.areUp || !this.services.names.includes(service)) return;
    for (const callback of this.serviceExitCallbacks) callback(service, exit);
  }

  /** Processes in other containers have no process id here, but a control group. */
  processes() {
    const { targets } = this.#catalogue;
    return [...this.containers.running.values()].flatMap(({ service, cgroup, generator }) => {
      const kind = SERVICE_PROCESSES[service] ?? (service in targets ? 'target' : (generator ?? null));
      return kind === null || cgroup === undefined ? [] : [{ process: kind, name: service, cgroup }];
    });
  }

  /** @param {import('node:child_process').ChildProcess} child `docker compose run`: where it was killed, its container goes on */
  track(child) {
    this.#tracked.add(child);
    child.once('exit', (_, signal) => void (signal && this.#endLoads()));
  }

  async #endLoads() {
    const left = await this.containers.list({ label: [GENERATOR_LABEL] }).catch(() => []);
    await this.containers
      .remove(
        left.map(({ Id }) => Id),
        0,
      )
      .catch(() => {}); // Docker itself is gone
  }

  /** Ends what the run has started; database, observers and dashboard keep running. */
  async stop() {
    await Promise.all([...this.#tracked].map((child) => endChild(child)));
    await this.#endLoads();
    if (!this.leaves) await Promise.all([this.targets.stopAll(), this.services.stopNeeded()]);
    this.containers.close();
    this.containers.api.close();
  }
}
