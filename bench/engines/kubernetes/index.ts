/** The kubernetes engine: the parts are pods of a cluster, which the runner drives from this machine with the rights of the user's kubeconfig. */
import { UsageError } from '../../util/errors.ts';
import { waitUntil } from '../../util/wait.ts';
import { BaseEngine, type Options } from '../common/base.ts';
import { quotaOf, versionsOf } from '../common/contained.ts';
import { Given } from '../common/given.ts';
import { SERVICES } from '../common/services.ts';
import { namesOfGenerators, type Engine, type Exit } from '../engine.ts';
import { Api, type KubeObject } from './cluster/api.ts';
import { Kubectl } from './cluster/kubectl.ts';
import { MADE_BY_RUNNER, SERVICE, resourcesOf } from './cluster/pod-spec.ts';
import { Pods } from './cluster/pods.ts';
import { endpointsOf, Forwards } from './forwards.ts';
import { PodGenerator, startGenerators } from './generators.ts';
import { linkOf, pingFrom } from './links.ts';
import { factsOf, machineHere, nodesOf } from './nodes.ts';
import { childrenUse, Readers } from './readers.ts';
import { Services } from './services.ts';
import { applyStack, may } from './stack.ts';
import { Targets } from './targets.ts';
import type { ClusterNode } from '../../record/json/circumstances.ts';
import type { Refusal } from '../common/json-api.ts';

/** Small nodes are shared with k6, as small machines are. */
const SMALL_CORES = 4;
/** An API that was away comes back within that time, or what is left is left. */
const END_MS = 90_000;
const AGAIN_MS = 1000;

/** @returns database and observers are up @throws {UsageError} one line */
export async function connectKubernetesEngine(options: Options): Promise<KubernetesEngine> {
  if (options.databaseRttMs)
    throw new UsageError('DB_RTT_MS: accepted with ENGINE=docker and native; in a cluster the database is as far as its node');
  const engine = new KubernetesEngine(options);
  try {
    await engine.connect(options);
  } catch (error) {
    engine.close();
    throw error;
  }
  return engine;
}

/** `make down`. @returns whether the namespace was there; it is gone, with everything in it */
export async function removeKubernetesStack(env: Options['env']): Promise<boolean> {
  const kubectl = new Kubectl(env);
  const found = await kubectl.run('get', 'namespace', kubectl.namespace, '--ignore-not-found', '--output=name');
  if (found.trim() === '') return false;
  await kubectl.run('delete', 'namespace', kubectl.namespace, '--wait');
  return true;
}

class KubernetesEngine extends BaseEngine<Targets, Services> implements Engine {
  cluster;
  generators;
  /** complete after `preflight`; of what is in pods, versions alone are known */
  tools: any = { mongo: { version: null } };
  /** Of the stack's Secret, filled when they are known. */
  #passwords;
  #containers: ReturnType<typeof containerOf>[] = [];
  #nodes: ClusterNode[] = [];
  #osImage = 'unknown';

  constructor(options: Options) {
    const { env, catalogue, root, resultsDir } = options;
    const given = new Given(options, 1);
    const kubectl = new Kubectl(env);
    const api = new Api(kubectl.namespace);
    const forwards = new Forwards(kubectl, catalogue);
    const cluster = { catalogue, kubectl, api, pods: new Pods(api), forwards, readers: new Readers(kubectl) };
    const passwords: Record<string, string> = {};
    const endpoints = endpointsOf(catalogue, forwards, passwords);
    const services = new Services({ ...cluster, endpoints });
    super('kubernetes', given, { services, endpoints, targets: new Targets({ ...cluster, endpoints, given }) });
    this.cluster = cluster;
    this.#passwords = passwords;
    const link = (pod: string, target: string) => linkOf(cluster, pod, this.#addressOf(target));
    const ofGenerators = { ...cluster, root, resultsDir, cpus: given.limits.generatorCpus, link };
    this.generators = namesOfGenerators(given.limits.generators).map((names) => new PodGenerator(ofGenerators, names));
    given.addresses = (name) => ({
      JDK_JAVA_OPTIONS: ['@/app/jvm.args', ...given.to(name).jvmArgs].join(' '),
      MONGO_URI: services.needs.includes('mongo') ? 'mongodb://mongo:27017/bench' : '',
    });
  }

  /** Starts what every run needs, and asks it for its version. */
  async connect({ root, cacheDir, env }: Options) {
    const { kubectl, api, pods } = this.cluster;
    // Without one, kubectl would ask this machine.
    await kubectl.run('config', 'current-context');
    api.open(await kubectl.proxy());
    await applyStack({ kubectl, api, root, cacheDir, overlay: env.K8S_OVERLAY || undefined });
    Object.assign(this.#passwords, await api.secret('passwords'));
    await api.deletePods(MADE_BY_RUNNER);
    await pods.watch();
    pods.onExit = (pod, exit) => void this.#tell(pod, exit);
    pods.onLost = (seconds) => {
      pods.onLost = () => {};
      this.report("the connection to the cluster's API", { code: null, signal: `no answer for ${seconds} s` });
    };
    await this.services.startUsual();
    Object.assign(this.tools, await versionsOf(this.endpoints, root));
  }

  async preflight(names: string[], needs: string[] = []) {
    const { kubectl, api, pods } = this.cluster;
    const { targets, services, given } = this;
    await services.prepare(needs);
    const probing = names.length > 0 ? targets.probe(names) : null;
    const [generators, probe] = await Promise.all([startGenerators(this.cluster, this.generators), probing, services.startNeeded()]);
    this.tools.k6 = generators.k6;
    this.tools.java = probe?.facts.java ?? { version: null };
    const ofTargets = probe?.pods.map((pod) => ({ pod, facts: probe.facts, role: 'target' })) ?? [];
    const others = [...generators.pods, ...services.names.map((name) => pods.of(name))].filter(Boolean).map(async (pod) => {
      const { name, labels } = pod.metadata;
      return { pod, facts: await factsOf(kubectl, name), role: this.#roleOf(pod) ?? labels[SERVICE] };
    });
    const described = [...ofTargets, ...(await Promise.all(others))];
    this.#nodes = nodesOf(described);
    this.#containers = described.map(({ pod }) => containerOf(pod));
    // Not everybody may read nodes.
    const node = targets.node && (await api.ask('GET', `/api/v1/nodes/${targets.node}`).catch(() => null));
    this.#osImage = node?.status.nodeInfo.osImage ?? 'unknown';
    if (given.limits.targetCpus === null && targets.cores < SMALL_CORES) given.cpus = 0.5;
    targets.canLift &&= await may(api, 'patch', 'pods/resize');
  }

  /** They are up since `preflight`, which looks where they are. */
  async startServices() {}

  limits() {
    const { cpus: targetCpus, catalogue } = this.given;
    // The pods that tell of the targets only slept.
    const containers = this.#containers.map((each) => (each.service in catalogue.targets ? { ...each, cpus: targetCpus } : each));
    const others = containers.filter(({ service }) => service in SERVICES);
    const shares = new Set(others.map(({ service, cpus }) => `${service} ${cpus ?? 'no limit of'} CPU`));
    const method = `${targetCpus} CPUs of its own for each target's container (static CPU manager)`;
    const own = { method, enforced: 'affinity' as const, periodUs: null };
    return {
      ...this.given.describe(),
      ...(this.targets.isExclusive ? own : quotaOf(targetCpus)),
      generatorCpus: this.generators[0].cpus,
      others: `limits of the others: ${[...shares].join(', ')}`,
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
    const { kubectl, pods } = this.cluster;
    const [target] = Object.keys(this.given.catalogue.targets).flatMap((name) => this.targets.podName(name) ?? []);
    const pod = target ?? pods.of('mariadb')?.metadata.name;
    if (pod === undefined) throw new Error('no pod runs that could ask the database');
    return pingFrom(kubectl, pod);
  }

  async #tell(pod: KubeObject, exit: Exit) {
    const { api } = this.cluster;
    const name = pod.metadata.labels[SERVICE];
    const generator = this.#generatorIn(pod)?.name;
    if (!generator && !(this.services.areUp && this.services.names.includes(name))) return;
    const isGone = (await api.phaseOfNamespace().catch(() => null)) === 'Terminating';
    const why = isGone ? { code: null, signal: `the namespace ${api.namespace} was deleted` } : exit;
    this.report(generator ?? name, why);
  }

  processes() {
    const { pods, readers } = this.cluster;
    const inPods = [...pods.running.values()].flatMap((pod) => {
      const { name, labels } = pod.metadata;
      const role = this.targets.podName(labels[SERVICE]) === name ? 'target' : this.#roleOf(pod);
      if (role === undefined || pod.status.phase !== 'Running') return [];
      return [{ process: role, name: this.#generatorIn(pod)?.name ?? labels[SERVICE], read: () => readers.read(name) }];
    });
    return [...inPods, { process: 'kubectl', name: 'kubectl', read: childrenUse }];
  }

  #generatorIn({ metadata }: KubeObject) {
    return this.generators.find(({ pod }) => pod === metadata.name);
  }

  /** @returns of a service or a generator, its name in processes.csv */
  #roleOf(pod: KubeObject): string | undefined {
    return SERVICES[pod.metadata.labels[SERVICE]]?.process ?? this.#generatorIn(pod)?.process;
  }

  /** @returns of its pod; null where none runs */
  #addressOf(target: string): { host: string; port: number } | null {
    const host = this.cluster.pods.running.get(this.targets.podName(target) ?? '')?.status.podIP;
    return host ? { host, port: this.given.catalogue.targets[target].port } : null;
  }

  reach(name: string): string {
    const { port, managementPort } = this.given.catalogue.targets[name];
    return `kubectl --namespace ${this.cluster.api.namespace} port-forward service/${name} ${port} ${managementPort}`;
  }

  /** Ends what the run has started; database, observers and dashboard keep running. */
  protected override async end() {
    await this.endTracked();
    await whileAway(async () => {
      if (this.leaves) return this.cluster.api.deletePods(`${SERVICE}=generator`);
      await Promise.all([this.targets.stopAll(), this.services.stopNeeded().catch(() => {})]);
      return this.cluster.api.deletePods(MADE_BY_RUNNER);
    });
    this.close();
  }

  close() {
    const { kubectl, api, pods, forwards } = this.cluster;
    pods.close();
    forwards.closeAll();
    api.close();
    kubectl.close();
  }
}

/** @param action done again as long as the API does not answer */
async function whileAway(action: () => Promise<void>) {
  const deadlineMs = performance.now() + END_MS;
  const hasEnded = () =>
    action().then(
      () => true,
      (error: Refusal) => {
        const { status = Infinity } = error;
        if (status !== 404 && (status < 500 || performance.now() > deadlineMs)) throw error;
        return status === 404;
      },
    );
  await waitUntil(hasEnded, { everyMs: AGAIN_MS });
}

function containerOf({ metadata, spec, status }: KubeObject) {
  const { cpus, memoryBytes } = resourcesOf(spec.containers[0]);
  const digest = status.containerStatuses?.[0]?.imageID ?? '';
  return { service: metadata.labels[SERVICE], image: spec.containers[0].image, digest, cpus, memoryBytes };
}
