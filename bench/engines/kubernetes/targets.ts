/** The targets of a run as pods, all on one node. A limit is put back and checked, where a cluster can change it. */
import { waitUntil } from '../../util/wait.ts';
import { RenewedTargets } from '../common/targets.ts';
import { factsOf } from './nodes.ts';
import { podOf, quantity, resourcesOf } from './cluster/pod-spec.ts';
import type { Endpoints } from '../engine.ts';
import type { Given } from '../common/given.ts';
import type { Cluster } from './forwards.ts';
import type { KubeObject } from './cluster/api.ts';

const START_MS = 180_000;
const RESIZED_MS = 20_000;
const TRIED_MS = 6000;
const POLL_MS = 100;
const STOP_SECONDS = 5;

export class Targets extends RenewedTargets<Cluster & { endpoints: Endpoints; given: Given }> {
  override exits = this.options.pods.exits;
  override startMs = START_MS;
  #templates = new Map<string, KubeObject>();
  /** The node of all. */
  node: string | null = null;
  /** CPUs of that node. */
  cores = 1;
  override canLift = false;
  /** Has CPUs of its own instead of a quota. */
  isExclusive = false;

  /** A pod of each image that only sleeps: whether there is a node for it, what that is, and whether a limit can be lifted there. */
  async probe(names: string[]) {
    const { api, forwards } = this.options;
    await Promise.all(names.map((name) => forwards.reserve(name)));
    for (const name of names) this.#templates.set(name, await api.deployment(name));
    const images = names.map((name) => this.#templates.get(name).spec.template.spec.containers[0].image);
    const [first, ...others] = names.filter((_, index) => images.indexOf(images[index]) === index);
    const { pod, facts } = await this.#asleep(first, (each) => this.#look(each));
    const rest = await Promise.all(others.map((name) => this.#asleep(name, async (each) => each)));
    return { pods: [pod, ...rest], facts };
  }

  /** @param pod the first of a target */
  async #look(pod: KubeObject) {
    const facts = await factsOf(this.options.kubectl, pod.metadata.name);
    this.node = pod.spec.nodeName;
    this.cores = facts.cores;
    this.isExclusive = !facts.hasQuota;
    this.canLift = facts.hasQuota;
    // An older cluster, a right that is missing, or a kubelet may refuse.
    if (this.canLift) await this.#resize(pod.metadata.name, this.cores, TRIED_MS).catch(() => (this.canLift = false));
    return { pod, facts };
  }

  /** @param action with the running pod, which is then removed */
  async #asleep<T>(name: string, action: (pod: KubeObject) => Promise<T>) {
    const { api, pods, given } = this.options;
    const { metadata } = await api.createPod(this.#podOf(name, given.cpus, ['sleep', '300']));
    try {
      return await action(await pods.until(metadata.name, { what: name, withinMs: START_MS }));
    } finally {
      await pods.remove(metadata.name, 0);
    }
  }

  #podOf(name: string, limit: number, command?: string[]) {
    const template = this.#templates.get(name);
    const own = resourcesOf(template.spec.template.spec.containers[0]);
    const { given } = this.options;
    const { cpus } = given;
    // With whole CPUs, requested in full, a kubelet may give it CPUs of its own. Any other requests a little less than its limit: a pod that
    // requests all of it must keep it.
    const isWhole = own.isGuaranteed && own.cpus === cpus && Number.isInteger(cpus) && cpus > 1;
    const request = isWhole ? cpus : Math.min(own.requestedCpus, cpus - 0.001);
    return podOf(template, { node: this.node, cpus: { limit, request }, environment: given.targetEnvironment(name), command });
  }

  /** @throws {Error} if the kernel does not know of it in time */
  async #resize(pod: string, cpus: number, withinMs: number) {
    const { api, pods, readers } = this.options;
    const { name } = pods.running.get(pod).spec.containers[0];
    await api.resizePod(pod, { name, resources: { limits: { cpu: quantity(cpus) } } });
    const isSet = async () => {
      const { quota = null } = (await readers.read(pod)) ?? {};
      return quota !== null && Math.abs(Math.min(quota, this.cores) - cpus) < 0.01;
    };
    if (!(await waitUntil(isSet, { everyMs: POLL_MS, withinMs })))
      throw new Error(`the limit of pod ${pod} was not changed to ${cpus} CPU within ${withinMs / 1000} s`);
  }

  override async make(name: string) {
    const { api, pods, forwards, given } = this.options;
    await this.#removeOld(name);
    const { metadata } = await api.createPod(this.#podOf(name, this.canLift ? this.cores : given.cpus));
    this.used.set(name, metadata.name);
    const goesOn = () => {
      this.starts.refuseWhenEnded();
      return true;
    };
    await pods.until(metadata.name, { what: name, withinMs: START_MS }, goesOn).catch(async (error) => {
      // It may wait for a node, and has no log.
      await this.#removeOld(name);
      throw error;
    });
    await forwards.open(name, metadata.name);
  }

  /** One that has ended is kept for its log until its place is needed. */
  async #removeOld(name: string) {
    const old = this.used.get(name);
    if (old !== undefined) await this.options.pods.remove(old, 0);
    this.used.delete(name);
  }

  override async setLimit(name: string, limited: boolean) {
    const pod = this.used.get(name);
    if (!this.canLift || pod === undefined) return;
    await this.#resize(pod, limited ? this.options.given.cpus : this.cores, RESIZED_MS);
  }

  override async stop(name: string) {
    const pod = this.used.get(name);
    if (pod === undefined) return;
    this.options.forwards.close(name);
    this.options.readers.forget(pod);
    await this.options.pods.remove(pod, STOP_SECONDS);
    this.used.delete(name);
  }

  podName(name: string): string | undefined {
    return this.isRunning(name) ? this.used.get(name) : undefined;
  }

  override logCommand(_: string, pod: string) {
    return `kubectl logs ${pod}`;
  }

  override logOf(pod: string) {
    return this.options.api.log(pod);
  }
}
