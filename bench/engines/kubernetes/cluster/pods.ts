/** The pods of the stack as they come and go: which one a service has, and how it ended. Also whether the cluster answers at all. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RunAborted } from '../../../util/errors.ts';
import { exitText } from '../../../util/text.ts';
import { waitFor, waitUntil } from '../../../util/wait.ts';
import { exitOfPod, hasLasted, obstacleOf } from './exits.ts';
import { PART_OF, SERVICE } from './pod-spec.ts';
import type { Exit } from '../../engine.ts';
import type { KubeObject as Pod, Api } from './api.ts';

const ASK_EVERY_MS = 3000;
/** A silence that no figure of a run survives: commands and queries go through the API. */
const LOST_MS = 10_000;
const AGAIN_MS = 500;
const POLL_MS = 100;

export class Pods {
  api;
  /** by name: those that have not ended */
  running = new Map<string, Pod>();
  /** by name */
  exits = new Map<string, Exit>();
  /** called when one ends that the run did not end */
  onExit: (pod: Pod, exit: Exit) => void = () => {};
  /** called every second while the API has not answered for so long */
  onLost: (seconds: number) => void = () => {};
  /** names of those that the run itself is ending */
  #expected = new Set<string>();
  #answeredMs = performance.now();
  #timers: NodeJS.Timeout[] = [];
  #isClosed = false;
  #deafen: () => void = () => {};

  constructor(api: Api) {
    this.api = api;
  }

  async watch() {
    await this.#follow();
    const ask = async () => {
      if (await this.api.answers()) this.#answeredMs = performance.now();
    };
    const judge = () => {
      const silentMs = performance.now() - this.#answeredMs;
      if (silentMs > LOST_MS) this.onLost(Math.round(silentMs / 1000));
    };
    this.#timers = [setInterval(() => void ask(), ASK_EVERY_MS).unref(), setInterval(judge, 1000).unref()];
  }

  /** Lists the pods, and hears what changes from then on. */
  async #follow() {
    const { items, metadata } = await this.api.pods(PART_OF);
    this.#answeredMs = performance.now();
    for (const pod of items) this.#see(pod);
    const there = new Set(items.map((pod) => pod.metadata.name));
    for (const [name, pod] of this.running) if (!there.has(name)) this.#end(pod, { code: null, signal: 'its pod is gone' });
    const onEvent = (type: string, pod: Pod) => {
      this.#answeredMs = performance.now();
      if (!pod.metadata.labels?.[SERVICE] || type === 'BOOKMARK' || type === 'ERROR') return;
      this.#see(pod);
      if (type === 'DELETED') this.#end(pod, { code: null, signal: 'its pod was deleted' });
    };
    this.#deafen = await this.api.watchPods(metadata.resourceVersion, onEvent, () => void this.#again());
  }

  /** The API ends a watch after some minutes, and when it is restarted. */
  async #again(): Promise<void> {
    if (this.#isClosed) return;
    await sleep(AGAIN_MS, undefined, { ref: false });
    await this.#follow().catch(() => this.#again());
  }

  #see(pod: Pod) {
    const { name } = pod.metadata;
    const before = this.running.get(name);
    const exit = exitOfPod(pod, restartsOf(before ?? pod));
    if (exit === null) this.running.set(name, pod);
    else if (before !== undefined || !this.exits.has(name)) this.#end(pod, exit);
    // A server of a Deployment is restarted where it is: that it ended is news all the same.
    if (exit !== null && isRestarted(pod)) this.running.set(name, pod);
  }

  #end(pod: Pod, exit: Exit) {
    const { name } = pod.metadata;
    const wasRunning = this.running.delete(name);
    if (this.exits.has(name) && !wasRunning) return;
    this.exits.set(name, exit);
    if (wasRunning && !this.#expected.has(name)) this.onExit(pod, exit);
  }

  /** @returns the running one */
  of(service: string): Pod | undefined {
    return [...this.running.values()].find(({ metadata }) => metadata.labels[SERVICE] === service);
  }

  /**
   * @param name of a pod that was just created @param patience `what`: for people @returns once it runs, and fulfils the condition
   * @throws {Error} one line: why it does not get there; `RunAborted` where no node has taken it in time, as all targets are to be on one node
   */
  async until(
    name: string,
    { what, withinMs }: { what: string; withinMs: number },
    condition: (pod: Pod) => boolean = () => true,
  ): Promise<Pod> {
    const startedMs = performance.now();
    const found = await waitFor(
      () => {
        const exit = this.exits.get(name);
        if (exit) throw new Error(`${what} ended while it started: ${exitText(exit)}`);
        const pod = this.running.get(name);
        if (pod === undefined) return undefined;
        if (condition(pod) && pod.status.phase === 'Running') return pod;
        const obstacle = obstacleOf(pod);
        if (obstacle && hasLasted(obstacle, startedMs)) throw new (obstacle.mayPass ? RunAborted : Error)(`${what}: ${obstacle.why}`);
        return undefined;
      },
      { everyMs: POLL_MS, withinMs },
    );
    if (found === undefined) throw new Error(`${what} was not ready within ${withinMs / 1000} s`);
    return found;
  }

  /** @param seconds that it has after TERM */
  async remove(name: string, seconds: number) {
    this.#expected.add(name);
    await this.api.deletePod(name, seconds);
    await waitUntil(() => !this.running.has(name), { everyMs: POLL_MS, withinMs: (seconds + 30) * 1000 });
  }

  close() {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#deafen();
  }
}

function restartsOf(pod: Pod): number {
  return pod.status.containerStatuses?.[0]?.restartCount ?? 0;
}

/** @returns its container has ended, and another one is in its place or will be */
function isRestarted({ spec, status, metadata }: Pod): boolean {
  return spec.restartPolicy === 'Always' && status.phase === 'Running' && !metadata.deletionTimestamp;
}
