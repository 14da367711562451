/** The targets' containers, seen through their management servers. The container engine restarts a container whose JVM has exited. */
import { scrape, sumOfSeries } from '../../collect/scrape.js';
import { isOk } from '../processes/ready.js';
import { watch } from './watch.js';
import { waitFor } from '../../util/wait.js';

/** @typedef {import('../engine.js').Exit} Exit */
/** @typedef {{ startedSeconds: number, exit: Exit | null, unwatch: () => void }} Jvm */

/** All JVMs are restarted at once, each with its half a core: 90 s were too short on a busy machine. */
const START_MS = 300_000;
const POLL_MS = 200;
const ANSWER_MS = 2000;

export class Targets {
  /** @type {Map<string, Jvm>} those in use */
  #jvms = new Map();
  /** @type {Map<string, number>} start time of the JVM that is to be replaced; the next JVM has another */
  #previous = new Map();

  /** @param {import('../engine.js').Endpoints} endpoints */
  constructor(endpoints) {
    this.endpoints = endpoints;
  }

  /**
   * Provides a JVM that has not been used yet.
   * @param {string} name
   * @throws {Error} one line, if there is none in time
   */
  async start(name) {
    if (this.isRunning(name)) throw new Error(`${name} is running already`);
    if (!this.#previous.has(name)) await this.stop(name);
    const startedSeconds = await waitFor(async () => (await this.#freshJvm(name)) ?? undefined, { everyMs: POLL_MS, withinMs: START_MS });
    if (startedSeconds === undefined)
      throw new Error(`${name} did not become healthy within ${START_MS / 1000} s: see docker compose logs ${name}`);
    this.#use(name, startedSeconds);
  }

  /** @param {string} name */
  async #freshJvm(name) {
    const startedSeconds = await this.#startedSeconds(name).catch(() => null);
    if (startedSeconds === null || startedSeconds === this.#previous.get(name)) return null;
    const healthy = await isOk(this.endpoints.health(name)).catch(() => false);
    return healthy && (await isOk(`${this.endpoints.target(name)}/simple`).catch(() => false)) ? startedSeconds : null;
  }

  /**
   * @param {string} name
   * @param {number} startedSeconds
   */
  #use(name, startedSeconds) {
    this.#previous.delete(name);
    const unwatch = watch({
      url: this.endpoints.management(name),
      isAlive: async () => (await this.#startedSeconds(name)) === startedSeconds,
      onEnd: () => {
        this.#previous.set(name, startedSeconds);
        jvm.exit = { code: null, signal: 'its container ended or was restarted' };
      },
    });
    /** @type {Jvm} */
    const jvm = { startedSeconds, exit: null, unwatch };
    this.#jvms.set(name, jvm);
  }

  /**
   * @param {string} name
   * @returns {Promise<number>}
   */
  async #startedSeconds(name) {
    const startedSeconds = (await this.#scraped(name, 'process_start_time_seconds')) ?? 0;
    if (startedSeconds <= 0) throw new Error(`${name} does not show process_start_time_seconds`);
    return startedSeconds;
  }

  /** @param {string} name */
  async stop(name) {
    const jvm = this.#jvms.get(name);
    jvm?.unwatch();
    this.#jvms.delete(name);
    if (jvm?.exit) return;
    const startedSeconds = jvm ? jvm.startedSeconds : await this.#startedSeconds(name).catch(() => null);
    if (startedSeconds === null) return; // not there: whichever comes is a fresh one
    this.#previous.set(name, startedSeconds);
    // It may end before it has answered.
    await fetch(`${this.endpoints.management(name)}/actuator/shutdown`, { method: 'POST', signal: AbortSignal.timeout(ANSWER_MS) }).catch(
      () => {},
    );
  }

  /** @param {string} name */
  isRunning(name) {
    return this.#jvms.get(name)?.exit === null;
  }

  /** @param {string} name @returns {Exit | null} */
  exit(name) {
    return this.#jvms.get(name)?.exit ?? null;
  }

  /**
   * @param {string} name
   * @returns {Promise<number | null>} CPUs that its cgroup allows; null if it does not say
   */
  async cpuLimit(name) {
    return (await this.#scraped(name, 'cgroup_cpu_limit_cores')) || null;
  }

  /**
   * @param {string} name
   * @param {string} metric
   * @returns {Promise<number | null>} the sum of its series; null if there is none
   */
  async #scraped(name, metric) {
    return sumOfSeries(await scrape(this.endpoints.metrics(name)), metric);
  }

  unwatchAll() {
    for (const { unwatch } of this.#jvms.values()) unwatch();
  }
}
