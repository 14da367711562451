/** The kubernetes engine: the parts are pods of a cluster, which the runner drives from this machine with the rights of the user's kubeconfig. */
import process from 'node:process';
import { springBootVersion } from '../../setup/programs/jars.ts';
import { UsageError } from '../../util/errors.ts';
import { BaseEngine } from '../common/base.ts';
import { versionsOfServices } from '../docker/facts.ts';
import { Given } from '../common/given.ts';
import { SERVICES } from '../common/services.ts';
import { Api, type KubeObject, type Refusal } from './cluster/api.ts';
import { childrenUse } from './children.ts';
import { endpointsOf } from './endpoints.ts';
import { Forwards } from './forwards.ts';
import { Generators } from './generators.ts';
import { Kubectl } from './cluster/kubectl.ts';
import { linkOf } from './links.ts';
import { factsOf, machineHere, nodesOf } from './nodes.ts';
import { pingFrom } from './ping.ts';
import { MADE_BY_RUNNER, SERVICE, resourcesOf } from './cluster/pod-spec.ts';
import { Pods } from './cluster/pods.ts';
import { Readers } from './readers.ts';
import { Services } from './services.ts';
import { applyStack, may, removeStack } from './stack.ts';
import { Targets } from './targets.ts';
import type { Variation, Engine, Exit, Generator } from '../engine.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { RequestedLimits } from '../../record/json/limits.ts';
import type { ClusterNode } from '../../record/json/circumstances.ts';

type Options = Variation & {
  catalogue: Catalogue;
  root: string;
  cacheDir: string;
  resultsDir: string;
  env: Record<string, string | undefined>;
  limits: RequestedLimits;
};

const PERIOD_US = 100_000;
/** Small nodes are shared with k6, as small machines are. */
const SMALL_CORES = 4;
/** An API that was away comes back within that time, or what is left is left. */
const END_MS = 90_000;
const AGAIN_MS = 1000;

function kubectlOf(env: Record<string, string | undefined>) {
  return new Kubectl(env, env.K8S_NAMESPACE || 'stackbench');
}

/** @returns database and observers are up @throws {UsageError} one line */
export async function connectKubernetesEngine(options: Options): Promise<KubernetesEngine> {
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
  return engine;
}

/** `make down`. @returns whether anything was there */
export function removeKubernetesStack(env: Record<string, string | undefined>): Promise<boolean> {
  return removeStack(kubectlOf(env));
}

class KubernetesEngine extends BaseEngine<Targets, Services> implements Engine {
  options;
  parts;
  kubectl;
  api;
  passwords;
  pods;
  pool;
  generators;
  /** complete after `preflight` */
  tools: any = {};
  /** pods that tell of images and limits */
  #described: KubeObject[] = [];
  #nodes: ClusterNode[] = [];
  #osImage = 'unknown';
  #isLost = false;

  constructor(options: Options) {
    const { env, catalogue, root, resultsDir } = options;
    const given = new Given(options, 1);
    const kubectl = kubectlOf(env);
    const api = new Api(kubectl.namespace);
    const common = { catalogue, kubectl, pods: new Pods(api), forwards: new Forwards(kubectl), readers: new Readers(kubectl) };
    /** filled when they are known */
    const passwords: Record<string, string> = {};
    const endpoints = endpointsOf(catalogue, common.forwards, passwords);
    const services = new Services({ ...common, endpoints });
    super('kubernetes', given, { services, endpoints, targets: new Targets({ ...common, endpoints, given }) });
    this.options = options;
    this.parts = common;
    this.kubectl = kubectl;
    this.api = api;
    this.passwords = passwords;
    this.pods = common.pods;
    const { generators: count, generatorCpus: cpus } = given.limits;
    const link = (pod: string, target: string) => linkOf(common, pod, this.#addressOf(target));
    this.pool = new Generators({ ...common, root, resultsDir, count, cpus, link });
    this.generators = this.pool.list;
    given.addresses = (name) => ({
      JDK_JAVA_OPTIONS: ['@/app/jvm.args', ...given.to(name).jvmArgs].join(' '),
      MONGO_URI: services.needs.includes('mongo') ? 'mongodb://mongo:27017/bench' : '',
    });
  }

  /** Starts what every run needs, and asks it for its version. */
  async connect() {
    const { root, cacheDir, env } = this.options;
    // Without one, kubectl would ask this machine.
    await this.kubectl.run('config', 'current-context');
    this.api.open(await this.kubectl.proxy());
    await applyStack({ kubectl: this.kubectl, api: this.api, root, cacheDir, overlay: env.K8S_OVERLAY || undefined });
    Object.assign(this.passwords, await this.api.secret('passwords'));
    await this.api.deletePods(MADE_BY_RUNNER);
    await this.pods.watch();
    this.pods.onExit((pod, exit) => void this.#tell(pod, exit));
    this.pods.onLost((seconds) => this.#lose(seconds));
    await this.services.startUsual();
    const programs = { springBoot: await springBootVersion(root), node: process.versions.node };
    Object.assign(this.tools, await versionsOfServices(this.endpoints), programs);
  }

  /** @param names of targets */
  async preflight(names: string[], needs: string[] = []) {
    await this.services.prepare(needs);
    const probing = names.length > 0 ? this.targets.probe(names) : null;
    const [generators, probe] = await Promise.all([this.pool.start(), probing, this.services.startNeeded()]);
    this.tools.k6 = { bin: 'k6', version: generators.version };
    this.tools.java = probe?.facts.java ?? { version: null };
    const seen = probe ? probe.pods.map((pod) => ({ pod, facts: probe.facts, role: 'target' })) : [];
    const others = [...generators.pods, ...this.services.names.map((name) => this.pods.of(name))].filter(Boolean);
    const described = await Promise.all(
      others.map(async (pod) => ({ pod, facts: await factsOf(this.kubectl, pod.metadata.name), role: this.#roleOf(pod) })),
    );
    this.#nodes = nodesOf([...seen, ...described]);
    this.#described = [...seen, ...described].map(({ pod }) => pod);
    if (this.targets.node !== null) this.#osImage = (await this.api.node(this.targets.node))?.status.nodeInfo.osImage ?? 'unknown';
    if (this.given.limits.targetCpus === null && this.targets.cores < SMALL_CORES) this.given.cpus = 0.5;
    this.tools.mongo = { version: null };
    this.targets.canLift &&= await may(this.api, 'patch', 'pods/resize');
  }

  /** They are up since `preflight`, which looks where they are. */
  async startServices() {}

  canLiftLimit() {
    return this.targets.canLift;
  }

  limits() {
    const { targets, given } = this;
    const { cpus: targetCpus, catalogue } = given;
    // The pods that tell of the targets only slept.
    const containers = this.#described
      .map(containerOf)
      .map((each) => (each.service in catalogue.targets ? { ...each, cpus: targetCpus } : each));
    const shares = containers
      .filter(({ service }) => service in SERVICES)
      .map(({ service, cpus }) => `${service} ${cpus ?? 'no limit of'} CPU`);
    return {
      ...given.describe(),
      method: targets.isExclusive
        ? `${targetCpus} CPUs of its own for each target's container (static CPU manager)`
        : `quota of ${targetCpus} CPU of each target's container, in periods of ${PERIOD_US / 1000} ms`,
      enforced: targets.isExclusive ? 'affinity' : ('quota' as 'quota' | 'affinity'),
      periodUs: targets.isExclusive ? null : PERIOD_US,
      generatorCpus: this.generators[0].cpus,
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
    const target = Object.keys(this.given.catalogue.targets).find((name) => this.targets.isRunning(name));
    const pod = (target && this.targets.podName(target)) ?? this.pods.of('mariadb')?.metadata.name;
    if (pod === undefined) throw new Error('no pod runs that could ask the database');
    return pingFrom(this.kubectl, pod);
  }

  async #tell(pod: KubeObject, exit: Exit) {
    const name = pod.metadata.labels[SERVICE];
    const generator = this.#generatorIn(pod.metadata.name)?.name;
    if (!generator && !(this.services.areUp && this.services.names.includes(name))) return;
    const isGone = (await this.api.phaseOfNamespace().catch(() => null)) === 'Terminating';
    const why = isGone ? { code: null, signal: `the namespace ${this.api.namespace} was deleted` } : exit;
    this.report(generator ?? name, why);
  }

  #lose(seconds: number) {
    if (this.#isLost) return;
    this.#isLost = true;
    this.report("the connection to the cluster's API", { code: null, signal: `no answer for ${seconds} s` });
  }

  processes() {
    const { targets } = this.given.catalogue;
    const inPods = [...this.pods.running.values()].flatMap(({ metadata, status }) => {
      const service = metadata.labels[SERVICE];
      const generator = this.#generatorIn(metadata.name);
      const isTarget = service in targets && this.targets.podName(service) === metadata.name;
      const kind = SERVICES[service]?.process ?? (isTarget ? 'target' : generator?.process);
      if (kind === undefined || status.phase !== 'Running') return [];
      return [{ process: kind, name: generator?.name ?? service, read: () => this.parts.readers.read(metadata.name) }];
    });
    return [...inPods, { process: 'kubectl', name: 'kubectl', read: childrenUse }];
  }

  #generatorIn(pod: string): Generator | undefined {
    return this.generators.find(({ name }) => this.pool.pods.get(name) === pod);
  }

  /** @returns its name in processes.csv */
  #roleOf({ metadata }: KubeObject): string {
    const service = metadata.labels[SERVICE];
    return SERVICES[service]?.process ?? this.#generatorIn(metadata.name)?.process ?? service;
  }

  /** @returns of its pod; null where none runs */
  #addressOf(target: string): { host: string; port: number } | null {
    const host = this.pods.running.get(this.targets.podName(target) ?? '')?.status.podIP;
    return host ? { host, port: this.given.catalogue.targets[target].port } : null;
  }

  reach(name: string): string {
    const { port, managementPort } = this.given.catalogue.targets[name];
    return `kubectl --namespace ${this.api.namespace} port-forward service/${name} ${port} ${managementPort}`;
  }

  /** Ends what the run has started; database, observers and dashboard keep running. */
  protected override async end() {
    await this.endTracked();
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

  /** @param action done again as long as the API does not answer */
  async #whileAway(action: () => Promise<void>) {
    const startedMs = performance.now();
    for (;;) {
      try {
        return await action();
      } catch (error) {
        const { status } = error as Refusal;
        if (status === 404) return undefined;
        if ((status !== undefined && status < 500) || performance.now() > startedMs + END_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  close() {
    this.pods.close();
    this.parts.readers.close();
    this.parts.forwards.closeAll();
    this.api.close();
    this.kubectl.close();
  }
}

function containerOf({ metadata, spec, status }: KubeObject) {
  const { cpus, memoryBytes } = resourcesOf(spec.containers[0]);
  const digest = status.containerStatuses?.[0]?.imageID ?? '';
  return { service: metadata.labels[SERVICE], image: spec.containers[0].image, digest, cpus, memoryBytes };
}
