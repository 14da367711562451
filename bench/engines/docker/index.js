/** The docker engine: the parts are containers of docker-compose.yml. The runner is one of them and has no access to the container engine. */
import os from 'node:os';
import process from 'node:process';
import { createConnection } from 'mariadb';
import { healthPath, metricsPath } from '../../record/catalogue.js';
import { UsageError } from '../../util/errors.js';
import { influxHeaders } from '../../collect/influx.js';
import { dashboardLine } from '../dashboard.js';
import { springBootVersion } from '../../setup/programs/jars.js';
import { k6Version } from '../../setup/programs/k6.js';
import { SERVICE_PROCESSES } from '../engine.js';
import { ENGINES } from '../engines.js';
import { endChild } from '../processes/supervise.js';
import { activeProcessors, jvmSettings, POOL_SIZE } from '../jvm.js';
import { seedDocuments } from '../documents.js';
import { databasePing } from '../ping.js';
import { query, resetDatabase } from '../seed.js';
import { settingsOf } from '../settings.js';
import { findCgroups } from './cgroups.js';
import { parseContainers, shares } from './facts.js';
import { Targets } from './targets.js';
import { watch } from './watch.js';

/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../engine.js').Exit} Exit */
/**
 * @typedef {import('../engine.js').Variation & { catalogue: import('../../record/catalogue.js').Catalogue, root: string,
 *   env: Record<string, string | undefined>, targetCpus: number | null }} Options
 */

const ANSWER_MS = 5000;
/** The longest `wait_timeout` that MariaDB accepts on every system: 24 days. */
const WATCH_SECONDS = 2_147_483;
const K6_BIN = 'k6';
/** As .env publishes it. */
const GRAFANA_URL = 'http://127.0.0.1:3000';
/** The kernel's default, which Docker does not change. */
const PERIOD_US = 100_000;

/**
 * @param {Options} options `env`: as docker-compose.yml sets it for `bench`
 * @returns {Promise<{ engine: Engine, tools: import('../../setup/index.js').Tools }>}
 * @throws {UsageError} one line, if a service does not answer
 */
export async function connectDockerEngine(options) {
  const engine = new DockerEngine(options);
  const tools = await engine.describeTools();
  const grafanaUrl = options.env.GRAFANA_URL ?? GRAFANA_URL;
  return {
    tools,
    engine: {
      name: 'docker',
      capabilities: ENGINES.docker,
      endpoints: engine.endpoints,
      dashboard: () => dashboardLine(grafanaUrl),
      dashboardUrl: () => grafanaUrl,
      preflight: (targets, needs) => engine.preflight(targets, needs),
      limits: () => engine.limits(),
      notes: () => [],
      generator: engine.generator,
      settingsOf: (name) => settingsOf(options.catalogue, options.settings, name),
      startServices: (needs) => engine.watchServices(needs),
      startTarget: (name) => engine.targets.start(name),
      stopTarget: (name) => engine.targets.stop(name),
      isRunning: (name) => engine.targets.isRunning(name),
      targetExit: (name) => engine.targets.exit(name),
      canLiftLimit: () => false,
      liftLimit: async () => {},
      applyLimit: async () => {},
      resetDatabase: () => resetDatabase(engine.endpoints.mariadb, options.root),
      databasePing: () => databasePing(engine.databaseOfTargets),
      processes: () => engine.processes(),
      onServiceExit: (callback) => void engine.serviceExitCallbacks.push(callback),
      track: (child) => void engine.tracked.add(child),
      stop: () => engine.stop(),
    },
  };
}

class DockerEngine {
  /** @type {Array<(name: string, exit: Exit) => void>} */
  serviceExitCallbacks = [];
  /** @type {Set<import('node:child_process').ChildProcess>} the runner's own children */
  tracked = new Set();
  /** @type {Array<() => void>} */
  #unwatch = [];
  /** @type {import('mariadb').Connection | undefined} */
  #connection;
  #stopped = false;
  #targetCpus;
  /** @type {string[]} dependencies that the run needs */
  #needs = [];

  /** @param {Options} options */
  constructor({ catalogue, root, env, targetCpus, databaseRttMs = null }) {
    this.root = root;
    this.env = env;
    this.databaseRttMs = databaseRttMs || null;
    this.#targetCpus = targetCpus;
    this.containers = parseContainers(env.STACK_CONTAINERS);
    this.cgroups = findCgroups(
      env.CGROUP_ROOT ?? '/sys/fs/cgroup',
      this.containers.map(({ id }) => id),
    );
    this.endpoints = {
      target: (/** @type {string} */ name) => `http://${name}:${catalogue.targets[name].port}`,
      management: (/** @type {string} */ name) =>
        `http://${name}:${(catalogue.targets[name] ?? catalogue.dependencies[name]).managementPort}`,
      metrics: (/** @type {string} */ name) => `${this.endpoints.management(name)}${metricsPath(catalogue.targets[name])}`,
      health: (/** @type {string} */ name) => `${this.endpoints.management(name)}${healthPath(catalogue.targets[name])}`,
      influx: { url: env.INFLUXDB_URL ?? 'http://influxdb:8086', database: env.INFLUXDB_DATABASE ?? 'k6', token: env.INFLUXDB_TOKEN },
      prometheus: env.PROMETHEUS_URL ?? 'http://prometheus:9090',
      mariadb: {
        host: env.MARIADB_HOST ?? 'mariadb',
        port: Number(env.MARIADB_PORT ?? 3306),
        user: 'bench',
        password: env.MARIADB_PASSWORD ?? 'bench',
        database: 'bench',
      },
      dependencies: {
        downstream: `http://downstream:${catalogue.dependencies.downstream?.port}`,
        mongo: env.MONGO_URI ?? 'mongodb://mongo:27017/bench',
      },
    };
    // The generator runs in the container of the runner. For Docker 0 means no limit.
    this.generator = { cpus: Number(env.STACK_GENERATOR_CPUS ?? 0) || null, words: [] };
    this.targets = new Targets(this.endpoints);
  }

  /** Where the targets reach the database. */
  get databaseOfTargets() {
    const { mariadb } = this.endpoints;
    return this.databaseRttMs === null ? mariadb : { ...mariadb, host: 'toxiproxy' };
  }

  /**
   * @returns {Promise<any>} the tools, described as by the native engine's set-up, as far as the containers show them
   * @throws {UsageError}
   */
  async describeTools() {
    const { influx, prometheus, mariadb } = this.endpoints;
    const [database] = await answerOf('mariadb', async () => await query(mariadb, 'SELECT VERSION() AS version'));
    const ping = await answerOf('influxdb', () => get(`${influx.url}/ping`, influxHeaders(influx)));
    /** @type {any} */
    const build = await answerOf('prometheus', async () => (await get(`${prometheus}/api/v1/status/buildinfo`)).json());
    return {
      java: { version: this.env.STACK_JAVA || null },
      springBoot: await springBootVersion(this.root),
      k6: { bin: K6_BIN, version: await k6Version(K6_BIN) },
      mariadb: { version: String(database.version).replace(/-MariaDB.*/, '') },
      influxdb: { version: ping.headers.get('x-influxdb-version')?.replace(/^v/, '') ?? null },
      prometheus: { version: build.data.version },
      mongo: { version: this.#versionOf('mongo') },
      toxiproxy: { version: this.#versionOf('toxiproxy') },
      node: process.versions.node,
    };
  }

  /** @param {string} service @returns {string | null} the tag of its image; null if it has no container */
  #versionOf(service) {
    return (
      this.containers
        .find((container) => container.service === service)
        ?.image.split(':')
        .at(-1) ?? null
    );
  }

  /**
   * @param {string[]} names of targets
   * @param {string[]} [needs]
   */
  async preflight(names, needs = []) {
    this.#needs = needs;
    for (const name of names) {
      const cpus = await answerOf(name, () => this.targets.cpuLimit(name));
      const wanted = this.#targetCpus ?? cpus;
      if (cpus !== wanted) {
        throw new UsageError(
          `TARGET_CPUS=${wanted}: the container of ${name} is limited to ${cpus ?? 'no'} CPUs; TARGET_CPUS=${wanted} docker compose up -d changes it`,
        );
      }
      this.#targetCpus = cpus;
    }
  }

  limits() {
    const targetCpus = this.#targetCpus ?? os.availableParallelism();
    const others = shares(this.containers, Object.keys(SERVICE_PROCESSES));
    return {
      targetCpus,
      method: "CPU quota of each target's container, also while it warms up",
      enforced: /** @type {'none' | 'quota'} */ (this.#targetCpus === null ? 'none' : 'quota'),
      periodUs: this.#targetCpus === null ? null : PERIOD_US,
      activeProcessorCount: activeProcessors(targetCpus),
      ...jvmSettings(this.root, targetCpus, (this.env.STACK_JVM_ARGS ?? '').split(/\s+/).filter(Boolean)),
      poolSize: Number(this.env.STACK_POOL_SIZE ?? POOL_SIZE),
      generatorCpus: this.generator.cpus,
      others: `limits of the others: ${others ?? 'unknown (the run was not started by make)'}; the generator shares the machine's ${os.availableParallelism()} cores with all of them`,
      containers: this.containers.map(({ service, image, digest, cpus, memoryBytes }) => ({ service, image, digest, cpus, memoryBytes })),
    };
  }

  /** @param {string[]} [needs] */
  async watchServices(needs = this.#needs) {
    const { influx, prometheus, mariadb } = this.endpoints;
    await this.#requireDelay();
    if (needs.includes('downstream')) this.#watchDownstream();
    if (needs.includes('mongo')) await answerOf('mongo', () => this.#seedMongo());
    this.#watchService('influxdb', influx.url, `${influx.url}/ping`);
    this.#watchService('prometheus', prometheus, `${prometheus}/-/ready`);
    this.#connection = await createConnection({ ...mariadb, connectTimeout: ANSWER_MS });
    // The connection only waits for its end. By default the server closes idle connections after 8 hours, and a rigorous run takes longer.
    await this.#connection.query(`SET SESSION wait_timeout = ${WATCH_SECONDS}`);
    const gone = () => this.#report('mariadb');
    this.#connection.on('end', gone);
    this.#connection.on('error', gone);
  }

  /** stack.sh has put the delay into Toxiproxy. Without this check a run without delay could be reported as one with delay. */
  async #requireDelay() {
    if (this.databaseRttMs === null) return;
    const measuredMs = await answerOf('toxiproxy', () => databasePing(this.databaseOfTargets));
    if (measuredMs >= this.databaseRttMs) return;
    throw new UsageError(
      `DB_RTT_MS=${this.databaseRttMs}: the round trip through toxiproxy takes ${measuredMs.toFixed(1)} ms; make sets it, with the same DB_RTT_MS`,
    );
  }

  #watchDownstream() {
    const { downstream } = this.endpoints.dependencies;
    this.#watchService('downstream', downstream, `${this.endpoints.management('downstream')}/actuator/health`);
  }

  async #seedMongo() {
    const { mongo } = this.endpoints.dependencies;
    await seedDocuments(mongo);
    // MongoDB closes no connection by itself.
    this.#unwatch.push(watch({ url: mongo, isAlive: async () => false, onEnd: () => this.#report('mongo') }));
  }

  /**
   * @param {string} name
   * @param {string} url
   * @param {string} question
   */
  #watchService(name, url, question) {
    const isAlive = async () => (await get(question)).ok;
    this.#unwatch.push(watch({ url, isAlive, onEnd: () => this.#report(name) }));
  }

  /** @param {string} name */
  #report(name) {
    if (this.#stopped) return;
    for (const callback of this.serviceExitCallbacks) callback(name, { code: null, signal: 'its container ended or was restarted' });
  }

  /** Processes in other containers have no process id here, but a control group. */
  processes() {
    return this.containers.flatMap(({ service, id }) => {
      const cgroup = this.cgroups.get(id);
      return cgroup === undefined ? [] : [{ process: SERVICE_PROCESSES[service] ?? 'target', name: service, cgroup }];
    });
  }

  /** Ends what the runner has started; the containers keep running. */
  async stop() {
    this.#stopped = true;
    for (const unwatch of this.#unwatch) unwatch();
    this.targets.unwatchAll();
    await Promise.all([...this.tracked].map((child) => endChild(child)));
    this.#connection?.destroy();
  }
}

/**
 * @template T
 * @param {string} service
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 * @throws {UsageError} one line
 */
async function answerOf(service, ask) {
  try {
    return await ask();
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new UsageError(`${service} does not answer (${message.split('\n')[0]}): docker compose up -d --wait starts the stack`);
  }
}

/**
 * @param {string} url
 * @param {Record<string, string>} [headers]
 */
function get(url, headers = {}) {
  return fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
}
