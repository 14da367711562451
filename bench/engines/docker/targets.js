/** The targets of a run: each start is a new container. It starts and warms up without its CPU limit, which is then put back and checked. */
import { causeIn } from '../../util/programs.js';
import { waitUntil } from '../../util/wait.js';
import { isAnswering, isOk } from '../processes/ready.js';
import { Starts } from '../processes/starts.js';
import { quotaIn } from './cgroups.js';
import { exitText } from '../../util/text.js';

/** @typedef {import('../engine.js').Exit} Exit */

const START_MS = 120_000;
const POLL_MS = 100;
const STOP_SECONDS = 5;
/** The highest and the default weight: in a warm-up compilers have precedence, as with the native engine. At a start nothing waits for them. */
const HIGHEST_SHARES = 262_144;
const DEFAULT_SHARES = 1024;
const NANO = 1e9;

export class Targets {
  /** @type {Map<string, string>} id of the container of each target that was started */
  #used = new Map();
  #starts = new Starts();

  /**
   * @param {object} options
   * @param {import('./compose.js').Compose} options.compose
   * @param {import('./containers.js').Containers} options.containers
   * @param {import('../engine.js').Endpoints} options.endpoints
   * @param {number} options.cpus of each
   * @param {number} options.machineCpus
   */
  constructor(options) {
    this.options = options;
  }

  /** @param {string[]} names their containers are made, but not started */
  async create(names) {
    await this.options.compose.run('up', '--no-start', '--no-deps', '--no-build', '--quiet-pull', ...names);
  }

  /**
   * @param {string} name
   * @throws {Error} one line, if it does not become healthy
   */
  async start(name) {
    await this.#starts.run(async () => {
      if (this.isRunning(name)) throw new Error(`${name} is running already`);
      await this.#start(name);
    });
  }

  /** @param {string} name */
  async #start(name) {
    const { containers } = this.options;
    const id = (await this.#unused(name)) ?? (await this.#made(name));
    this.#used.set(name, id);
    await this.#update(name, { cpus: this.options.machineCpus, shares: DEFAULT_SHARES });
    this.#starts.refuseWhenEnded();
    await containers.api.ask('POST', `/containers/${id}/start`);
    await this.#untilHealthy(name, id);
    await this.limit(name, true);
  }

  /** @param {string} name @returns {Promise<string | undefined>} a container that has never run */
  async #unused(name) {
    const id = await this.options.containers.idOf(name);
    if (id === undefined || id === this.#used.get(name)) return undefined;
    return (await this.options.containers.inspect(id)).State.Status === 'created' ? id : undefined;
  }

  /** @param {string} name @returns {Promise<string>} id of a new container */
  async #made(name) {
    await this.stop(name);
    await this.create([name]);
    const id = await this.options.containers.idOf(name);
    if (id === undefined) throw new Error(`${name} has no container`);
    return id;
  }

  /** @param {string} name @param {string} id */
  async #untilHealthy(name, id) {
    const { endpoints, containers } = this.options;
    const isHealthy = async () => {
      this.#starts.refuseWhenEnded();
      const exit = containers.exits.get(id);
      if (exit) throw new Error(`${name} ended while it started: ${await this.#explain(name, id)}`);
      return (await isOk(endpoints.health(name)).catch(() => false)) && (await isAnswering(endpoints.target(name)));
    };
    if (await waitUntil(isHealthy, { everyMs: POLL_MS, withinMs: START_MS })) return;
    throw new Error(`${name} did not answer within ${START_MS / 1000} s: ${await this.#explain(name, id)}`);
  }

  /** @param {string} name @param {string} id */
  async #explain(name, id) {
    const { api, exits } = this.options.containers;
    const exit = exits.get(id);
    const log = await api.text(`/containers/${id}/logs?stdout=1&stderr=1&tail=200`);
    const cause = causeIn(linesOf(log));
    return [exit && exitText(exit), cause, `see docker compose logs ${name}`].filter(Boolean).join('; ');
  }

  /**
   * @param {string} name running
   * @param {boolean} limited
   * @throws {Error} if the limit is not what it should be
   */
  async limit(name, limited) {
    const { cpus, machineCpus } = this.options;
    await this.#update(name, limited ? { cpus, shares: DEFAULT_SHARES } : { cpus: machineCpus, shares: HIGHEST_SHARES });
    if (limited) await this.#verifyLimit(name);
  }

  /** @param {string} name @param {{ cpus: number, shares: number }} granted */
  async #update(name, { cpus, shares }) {
    const { containers } = this.options;
    // Docker takes a limit of all CPUs for none; it cannot take a limit away.
    const change = { NanoCpus: Math.round(cpus * NANO), CpuShares: shares };
    const done = containers.api.ask('POST', `/containers/${this.#used.get(name)}/update`, change);
    // A target that has just died cannot be limited; isRunning reports that it died.
    await done.catch((error) => {
      if (this.exit(name) === null) throw error;
    });
  }

  /** @param {string} name */
  async #verifyLimit(name) {
    const { containers, cpus } = this.options;
    const container = containers.of(name);
    if (container === undefined) return;
    const { NanoCpus } = (await containers.inspect(container.id)).HostConfig;
    const found = [NanoCpus / NANO, container.cgroup === undefined ? null : quotaIn(container.cgroup)];
    const other = found.find((each) => each !== null && Math.abs(each - cpus) > 0.001);
    if (other !== undefined && containers.of(name) !== undefined)
      throw new Error(`${name} should be limited to ${cpus} CPU again, and is limited to ${other}`);
  }

  /** @param {string} name */
  async stop(name) {
    const id = await this.options.containers.idOf(name);
    if (id !== undefined) await this.options.containers.remove([id], STOP_SECONDS);
    this.#used.delete(name);
  }

  /** Ends all, for good. Those that died by themselves stay, for their logs. */
  async stopAll() {
    await this.#starts.end();
    await Promise.all([...this.#used.keys()].filter((name) => this.exit(name) === null).map((name) => this.stop(name)));
  }

  /** @param {string} name */
  isRunning(name) {
    return this.#used.has(name) && this.exit(name) === null;
  }

  /** @param {string} name @returns {Exit | null} */
  exit(name) {
    return this.options.containers.exits.get(this.#used.get(name) ?? '') ?? null;
  }
}

/** @param {string} log of a container, with 8 bytes before each line: the stream and its length @returns {string} */
function linesOf(log) {
  return log
    .split('\n')
    .map((line) => line.replace(/^\p{Cc}\0{3}[^]{4}/u, ''))
    .join('\n');
}
