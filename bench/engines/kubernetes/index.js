/** The kubernetes engine: the parts are pods of a cluster, which the runner drives from this machine with the rights of the user's kubeconfig. */
import process from 'node:process';
import { springBootVersion } from '../../setup/programs/jars.js';
import { UsageError } from '../../util/errors.js';
import { versionsOfServices } from '../docker/facts.js';
import { ENGINES } from '../engines.js';
import { SERVICE_PROCESSES } from '../engine.js';
import { Gate, STARTS_AT_ONCE } from '../gate.js';
import { activeProcessors } from '../../record/variant.js';
import { collectorArgs, jvmSettings, POOL_SIZE } from '../jvm.js';
import { endChild } from '../processes/supervise.js';
import { resetDatabase } from '../seed.js';
import { settingsOf } from '../settings.js';
import { Api } from './cluster/api.js';
import { childrenUse } from './children.js';
import { endpointsOf } from './endpoints.js';
import { Forwards } from './forwards.js';
import { Generators } from './generators.js';
import { Kubectl } from './cluster/kubectl.js';
import { linkOf } from './links.js';
import { factsOf, machineHere, nodesOf } from './nodes.js';
import { pingFrom } from './ping.js';
import { MADE_BY_RUNNER, SERVICE, resourcesOf } from './cluster/pod-spec.js';
import { Pods } from './cluster/pods.js';
import { Readers } from './readers.js';
import { Services } from './services.js';
import { applyStack, may, removeStack } from './stack.js';
import { Targets } from './targets.js';

/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../engine.js').Exit} Exit */
/** @typedef {import('./cluster/api.js').KubeObject} KubeObject */
/**
 * @typedef {import('../engine.js').Variation & { catalogue: import('../../record/catalogue.js').Catalogue, root: string, cacheDir: string,
 *   resultsDir: string, env: Record<string, string | undefined>, limits: import('../../record/json/circumstances.js').RequestedLimits }} Options
 */

const PERIOD_US = 100_000;
/** Small nodes are shared with k6, as small machines are. */
const SMALL_CORES = 4;
/** An API that was away comes back within that time, or what is left is left. */
const END_MS = 90_000;
const AGAIN_MS = 1000;

/** @param {Record<string, string | undefined>} env */
function kubectlOf(env) {
  return new Kubectl(env, env.K8S_NAMESPACE || 'stackbench');
}

/**
 * @param {Options} options
 * @returns {Promise<{ engine: Engine, tools: import('../../setup/index.js').Tools }>} database and observers are up
 * @throws {UsageError} one line
 */
export async function connectKubernetesEngine(options) {
  if (options.databaseRttMs)
    throw new UsageError(
      'DB_RTT_MS: not with ENGINE=kubernetes, where the database is as far as its node; ENGINE=docker and native have it',
    );
  const engine = new KubernetesEngine(options);
  try {
    await engine.connect();
  } catch (error) {
    engine.close();
    throw error;
  }
  const { targets, services } = engine;
  const starts = new Gate(STARTS_AT_ONCE);
  return {
    tools: engine.tools,
    engine: {
      name: 'kubernetes',
      capabilities: ENGINES.kubernetes,
      endpoints: engine.endpoints,
      dashboard: () => services.dashboard.line,
      dashboardUrl: () => services.dashboard.url,
      obtainable: async (needs) => needs,
      preflight: (names, needs) => engine.preflight(names, needs),
      limits: () => engine.limits(),
      machine: () => engine.machine(),
      clusterNodes: () => engine.clusterNodes(),
      notes: () => [],
      generators: engine.generators.list,
      settingsOf: (name) => settingsOf(options.catalogue, options.settings, name),
      // They are up since `preflight`, which looks where they are.
      startServices: async () => {},
      startTarget: (name) => starts.pass(() => targets.start(name)),
      stopTarget: (name) => targets.stop(name),
      isRunning: (name) => targets.isRunning(name),
      targetExit: (name) => targets.exit(name),
      canLiftLimit: () => targets.canLift,
      liftLimit: (name) => targets.limit(name, false),
      applyLimit: (name) => targets.limit(name, true),
      resetDatabase: () => resetDatabase(engine.endpoints.mariadb, options.root),
      databasePing: () => engine.databasePing(),
      processes: () => engine.processes(),
      onServiceExit: (callback) => void engine.serviceExitCallbacks.push(callback),
      track: (child) => void engine.tracked.add(child),
      reach: (name) => engine.reach(name),
      leave: async () => void (engine.leaves = true),
      stop: () => (engine.stopped ??= engine.stop()),
    },
  };
}

/** `make down`. @param {Record<string, string | undefined>} env @returns {Promise<boolean>} whether anything was there */
export function removeKubernetesStack(env) {
  return removeStack(kubectlOf(env));
}

class KubernetesEngine {
  /** @type {Array<(name: string, exit: Exit) => void>} */
  serviceExitCallbacks = [];
  /** @type {Set<import('node:child_process').ChildProcess>} */
  tracked = new Set();
  /** Whether the targets run on after `stop`. */
  leaves = false;
  /** @type {Promise<void> | undefined} set once `stop` was called */
  stopped;
  /** @type {any} complete after `preflight` */
  tools = {};
  /** @type {KubeObject[]} pods that tell of images and limits */
  #described = [];
  /** @type {import('../../record/json/circumstances.js').ClusterNode[]} */
  #nodes = [];
  #osImage = 'unknown';
  #isLost = false;
  /** @type {Record<string, string>} filled when they are known */
  #passwords = {};
  /** @type {string[]} */
  #needs = [];

  /** @param {Options} options */
  constructor(options) {
    const { env, limits, root, catalogue, resultsDir } = options;
    this.options = options;
    this.targetCpus = limits.targetCpus ?? 1;
    this.poolSize = limits.poolSize ?? POOL_SIZE;
    this.jvmArgs = [...collectorArgs(root, limits.gc ?? null), ...limits.jvmArgs];
    this.kubectl = kubectlOf(env);
    this.forwards = new Forwards(this.kubectl);
    this.readers = new Readers(this.kubectl);
    this.endpoints = endpointsOf(catalogue, this.forwards, this.#passwords);
    this.api = new Api(this.kubectl.namespace);
    this.pods = new Pods(this.api);
    const common = { catalogue, kubectl: this.kubectl, pods: this.pods, forwards: this.forwards, readers: this.readers };
    const environment = (/** @type {string} */ name) => this.#environment(name);
    this.services = new Services({ ...common, endpoints: this.endpoints });
    this.targets = new Targets({ ...common, endpoints: this.endpoints, environment, cpus: () => this.targetCpus });
    const { generators: count = 1, generatorCpus } = limits;
    const link = (/** @type {string} */ pod, /** @type {string} */ target) => linkOf(common, pod, this.#addressOf(target));
    this.generators = new Generators({ ...common, root, resultsDir, count, cpus: generatorCpus, link });
  }

  /** Starts what every run needs, and asks it for its version. */
  async connect() {
    const { root, cacheDir, env } = this.options;
    // Without one, kubectl would ask this machine.
    await this.kubectl.run('config', 'current-context');
    this.api.open(await this.kubectl.proxy());
    await applyStack({ kubectl: this.kubectl, api: this.api, root, cacheDir, overlay: env.K8S_OVERLAY || undefined });
    Object.assign(this.#passwords, await this.api.secret('passwords'));
    await this.api.deletePods(MADE_BY_RUNNER);
    await this.pods.watch();
    this.pods.onExit((pod, exit) => void this.#report(pod, exit));
    this.pods.onLost((seconds) => this.#lose(seconds));
    await this.services.startUsual();
    const { mariadb, influxdb, prometheus } = await versionsOfServices(this.endpoints);
    Object.assign(this.tools, {
      mariadb: { version: mariadb },
      influxdb: { version: influxdb },
      prometheus: { version: prometheus },
      springBoot: await springBootVersion(root),
      node: process.versions.node,
    });
  }

  /**
   * @param {string[]} names of targets
   * @param {string[]} [needs]
   */
  async preflight(names, needs = []) {
    this.#needs = needs;
    const { limits } = this.options;
    await this.services.prepare(needs);
    const probing = names.length > 0 ? this.targets.probe(names) : null;
    const [generators, probe] = await Promise.all([this.generators.start(), probing, this.services.startNeeded()]);
    this.tools.k6 = { bin: 'k6', version: generators.version };
    this.tools.java = { version: probe?.facts.java ?? null };
    const seen = probe ? probe.pods.map((pod) => ({ pod, facts: probe.facts, role: 'target' })) : [];
    const others = [...generators.pods, ...this.services.names.map((name) => this.pods.of(name))].filter(Boolean);
    const described = await Promise.all(
      others.map(async (pod) => ({ pod, facts: await factsOf(this.kubectl, pod.metadata.name), role: this.#roleOf(pod) })),
    );
    this.#nodes = nodesOf([...seen, ...described]);
    this.#described = [...seen, ...described].map(({ pod }) => pod);
    if (this.targets.node !== null) this.#osImage = (await this.api.node(this.targets.node))?.status.nodeInfo.osImage ?? 'unknown';
    if (limits.targetCpus === null && this.targets.cores < SMALL_CORES) this.targetCpus = 0.5;
    this.tools.mongo = { version: null };
    this.targets.canLift &&= await may(this.api, 'patch', 'pods/resize');
  }

  /** @param {string} name @returns {Record<string, string>} what the run adds to a target's environment */
  #environment(name) {
    const { catalogue, settings } = this.options;
    const { environment } = catalogue.targets[name];
    const jvmArgs = ['@/app/jvm.args', `-XX:ActiveProcessorCount=${activeProcessors(this.targetCpus)}`, ...this.jvmArgs];
    /** @type {Record<string, string>} */
    const added = { JDK_JAVA_OPTIONS: jvmArgs.join(' '), MONGO_URI: this.#needs.includes('mongo') ? 'mongodb://mongo:27017/bench' : '' };
    if (!settings && !('DB_POOL_SIZE' in environment)) added.DB_POOL_SIZE = String(this.poolSize);
    return { ...added, ...settingsOf(catalogue, settings, name) };
  }

  limits() {
    const { targetCpus, targets } = this;
    const { root, catalogue } = this.options;
    // The pods that tell of the targets only slept.
    const containers = this.#described
      .map(containerOf)
      .map((each) => (each.service in catalogue.targets ? { ...each, cpus: targetCpus } : each));
    const generator = this.generators.list[0];
    const shares = containers
      .filter(({ service }) => service in SERVICE_PROCESSES)
      .map(({ service, cpus }) => `${service} ${cpus ?? 'no limit of'} CPU`);
    return {
      targetCpus,
      method: targets.isExclusive
        ? `${targetCpus} CPUs of its own for each target's container (static CPU manager)`
        : `quota of ${targetCpus} CPU of each target's container, in periods of ${PERIOD_US / 1000} ms`,
      enforced: /** @type {'quota' | 'affinity'} */ (targets.isExclusive ? 'affinity' : 'quota'),
      periodUs: targets.isExclusive ? null : PERIOD_US,
      activeProcessorCount: activeProcessors(targetCpus),
      ...jvmSettings(root, targetCpus, this.jvmArgs),
      poolSize: this.poolSize,
      generatorCpus: generator.cpus,
      generators: this.generators.list.length,
      others: `limits of the others: ${[...new Set(shares)].join(', ')}`,
      containers,
      ...this.clusterNodes(),
    };
  }

  clusterNodes() {
    return { nodes: this.#nodes, runnerMachine: machineHere() };
  }

  machine() {
    const node = this.#nodes.find(({ roles }) => roles.includes('target'));
    if (!node) return null;
    const { cpuModel, cores, memoryBytes, kernel } = node;
    return { cpuModel, cores, memoryBytes, kernel, scheduler: 'unknown', os: this.#osImage };
  }

  async databasePing() {
    const target = Object.keys(this.options.catalogue.targets).find((name) => this.targets.isRunning(name));
    const pod = (target && this.targets.podName(target)) ?? this.pods.of('mariadb')?.metadata.name;
    if (pod === undefined) throw new Error('no pod runs that could ask the database');
    return pingFrom(this.kubectl, pod);
  }

  /** @param {KubeObject} pod @param {Exit} exit */
  async #report(pod, exit) {
    const name = pod.metadata.labels[SERVICE];
    const isGenerator = [...this.generators.pods.values()].includes(pod.metadata.name);
    if (this.stopped || !(isGenerator || (this.services.areUp && this.services.names.includes(name)))) return;
    const generator = [...this.generators.pods].find(([, each]) => each === pod.metadata.name)?.[0];
    const isGone = (await this.api.phaseOfNamespace().catch(() => null)) === 'Terminating';
    const why = isGone ? { code: null, signal: `the namespace ${this.api.namespace} was deleted` } : exit;
    for (const callback of this.serviceExitCallbacks) callback(generator ?? name, why);
  }

  /** @param {number} seconds */
  #lose(seconds) {
    if (this.stopped || this.#isLost) return;
    this.#isLost = true;
    const why = { code: null, signal: `no answer for ${seconds} s` };
    for (const callback of this.serviceExitCallbacks) callback("the connection to the cluster's API", why);
  }

  processes() {
    const { targets } = this.options.catalogue;
    const inPods = [...this.pods.running.values()].flatMap(({ metadata, status }) => {
      const service = metadata.labels[SERVICE];
      const generator = this.#generatorIn(metadata.name);
      const isTarget = service in targets && this.targets.podName(service) === metadata.name;
      const kind = SERVICE_PROCESSES[service] ?? (isTarget ? 'target' : generator?.process);
      if (kind === undefined || status.phase !== 'Running') return [];
      return [{ process: kind, name: generator?.name ?? service, read: () => this.readers.read(metadata.name) }];
    });
    return [...inPods, { process: 'kubectl', name: 'kubectl', read: childrenUse }];
  }

  /** @param {string} pod @returns {import('../engine.js').Generator | undefined} */
  #generatorIn(pod) {
    return this.generators.list.find(({ name }) => this.generators.pods.get(name) === pod);
  }

  /** @param {KubeObject} pod @returns {string} its name in processes.csv */
  #roleOf({ metadata }) {
    const service = metadata.labels[SERVICE];
    return SERVICE_PROCESSES[service] ?? this.#generatorIn(metadata.name)?.process ?? service;
  }

  /** @param {string} target @returns {{ host: string, port: number } | null} of its pod; null where none runs */
  #addressOf(target) {
    const host = this.pods.running.get(this.targets.podName(target) ?? '')?.status.podIP;
    return host ? { host, port: this.options.catalogue.targets[target].port } : null;
  }

  /** @param {string} name @returns {string} */
  reach(name) {
    const { port, managementPort } = this.options.catalogue.targets[name];
    return `kubectl --namespace ${this.api.namespace} port-forward service/${name} ${port} ${managementPort}`;
  }

  /** Ends what the run has started; database, observers and dashboard keep running. */
  async stop() {
    await Promise.all([...this.tracked].map((child) => endChild(child)));
    await this.#whileAway(async () => {
      if (this.leaves) {
        const { items } = await this.api.pods(`${SERVICE}=generator`);
        await Promise.all(items.map(({ metadata }) => this.api.deletePod(metadata.name, 0)));
        return;
      }
      await Promise.all([this.targets.stopAll(), this.services.stopNeeded().catch(() => {})]);
      await this.api.deletePods(MADE_BY_RUNNER);
    });
    this.close();
  }

  /** @param {() => Promise<void>} action done again as long as the API does not answer */
  async #whileAway(action) {
    const startedMs = performance.now();
    for (;;) {
      try {
        return await action();
      } catch (error) {
        const { status } = /** @type {import('./cluster/api.js').Refusal} */ (error);
        if (status === 404) return undefined;
        if ((status !== undefined && status < 500) || performance.now() > startedMs + END_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  close() {
    this.pods.close();
    this.readers.close();
    this.forwards.closeAll();
    this.api.close();
    this.kubectl.close();
  }
}

/** @param {KubeObject} pod */
function containerOf({ metadata, spec, status }) {
  const { cpus, memoryBytes } = resourcesOf(spec.containers[0]);
  const digest = status.containerStatuses?.[0]?.imageID ?? '';
  return { service: metadata.labels[SERVICE], image: spec.containers[0].image, digest, cpus, memoryBytes };
}
