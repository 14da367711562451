/** The containers of the stack as they come and go: which one a service has, its control group, and how it ended. */
import os from 'node:os';
import { findCgroups } from './cgroups.js';
import { GENERATOR_LABEL } from './generator.js';

/** @typedef {import('../engine.js').Exit} Exit */
/** @typedef {{ compose: import('./compose.js').Compose, containers: Containers, endpoints: import('../engine.js').Endpoints }} Stack */
/** @typedef {{ id: string, service: string, cgroup: string | undefined, generator?: string }} Container running; `generator`: its name in processes.csv */

const PROJECT = 'stackbench';
const OF_PROJECT = `com.docker.compose.project=${PROJECT}`;
/** Label of a container: which service it is of. */
export const SERVICE = 'com.docker.compose.service';
const SIGNALS = 128;

export class Containers {
  /** @type {Map<string, Container>} by id */
  running = new Map();
  /** @type {Map<string, Exit>} by id */
  exits = new Map();
  /** @type {Set<string>} ids of those that the run itself is ending */
  #expected = new Set();
  /** @type {Array<(container: Container, exit: Exit) => void>} */
  #onExit = [];
  /** @type {() => void} */
  #deafen = () => {};

  /** @param {import('./api.js').DockerApi} api @param {string} cgroupRoot the host's /sys/fs/cgroup */
  constructor(api, cgroupRoot) {
    this.api = api;
    this.cgroupRoot = cgroupRoot;
  }

  async watch() {
    const filters = { type: ['container'], label: [OF_PROJECT], event: ['start', 'die'] };
    this.#deafen = await this.api.events(filters, ({ Action, Actor: { ID: id, Attributes } }) => {
      if (Action === 'start') this.#started(id, Attributes);
      else void this.#died(id, Number(Attributes.exitCode));
    });
    for (const { Id, Labels } of await this.list({ status: ['running'] })) this.#started(Id, Labels);
  }

  /** @param {string} id @param {Record<string, string>} labels */
  #started(id, { [SERVICE]: service, [GENERATOR_LABEL]: generator }) {
    this.running.set(id, { id, service, cgroup: findCgroups(this.cgroupRoot, [id]).get(id), generator });
  }

  /** @param {string} id @param {number} code */
  async #died(id, code) {
    const container = this.running.get(id);
    this.running.delete(id);
    const exit = exitOf(code);
    const isExpected = this.#expected.has(id);
    // Only the container itself knows it, as long as it is there.
    const state = isExpected ? null : await this.inspect(id).catch(() => null);
    if (state?.State.OOMKilled) exit.signal = `OOM killed: it needed more than its ${state.HostConfig.Memory / 2 ** 20} MiB`;
    this.exits.set(id, exit);
    if (container === undefined || isExpected) return;
    for (const callback of this.#onExit) callback(container, exit);
  }

  /** @param {(container: Container, exit: Exit) => void} callback called when one ends that the run did not end */
  onExit(callback) {
    this.#onExit.push(callback);
  }

  /** @param {string} service @returns {Container | undefined} the running one */
  of(service) {
    return [...this.running.values()].find((each) => each.service === service);
  }

  /**
   * @param {Record<string, string[]>} [filters]
   * @returns {Promise<{ Id: string, Labels: Record<string, string>, Command: string, State: string }[]>} of the stack, running or not
   */
  list({ label = [], ...filters } = {}) {
    const all = JSON.stringify({ label: [OF_PROJECT, ...label], ...filters });
    return this.api.ask('GET', `/containers/json?all=1&filters=${encodeURIComponent(all)}`);
  }

  /** @param {string} service @returns {Promise<string | undefined>} id of its container, running or not */
  async idOf(service) {
    return (await this.list({ label: [`${SERVICE}=${service}`, 'com.docker.compose.oneoff=False'] }))[0]?.Id;
  }

  /** @param {string} id @returns {Promise<any>} what Docker says of it */
  inspect(id) {
    return this.api.ask('GET', `/containers/${id}/json`);
  }

  /** Ends containers in order, and removes them. @param {string[]} ids @param {number} seconds that they have after TERM */
  async remove(ids, seconds) {
    for (const id of ids) this.#expected.add(id);
    await Promise.all(
      ids.map(async (id) => {
        await this.api.ask('POST', `/containers/${id}/stop?t=${seconds}`).catch(ignoreGone);
        await this.api.ask('DELETE', `/containers/${id}?force=1&v=1`).catch(ignoreGone);
      }),
    );
  }

  /** @param {string} service @returns {Promise<string[]>} ids of the runs of a service that are not part of the stack, without this process's own */
  async runsOf(service) {
    const found = await this.list({ label: [`${SERVICE}=${service}`, 'com.docker.compose.oneoff=True'], status: ['running'] });
    return found.filter(({ Id }) => !Id.startsWith(os.hostname())).map(({ Id }) => Id);
  }

  close() {
    this.#deafen();
  }
}

/** @param {number} code of a container @returns {Exit} its process's; above 128 the number of a signal */
export function exitOf(code) {
  const signal = code > SIGNALS ? Object.entries(os.constants.signals).find(([, number]) => number === code - SIGNALS)?.[0] : undefined;
  return { code, signal: signal ?? null };
}

/** @param {Error & { status?: number }} error 404: it is gone; 409: somebody else is removing it */
function ignoreGone(error) {
  if (error.status !== 404 && error.status !== 409) throw error;
}
