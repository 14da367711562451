/** The services of every engine: database and observers, and what the scenarios of a run depend on. */
import { influxHeaders } from '../../collect/influx.js';
import { UsageError } from '../../util/errors.js';
import { seedDocuments } from '../documents.js';
import { accepts, requireAnswer, requireOk, untilReady } from '../processes/ready.js';
import { query } from '../seed.js';

/** @typedef {import('../engine.js').Endpoints} Endpoints */
/** @typedef {import('../engine.js').Exit} Exit */
/** @typedef {{ line: string, url: string | null }} Dashboard one line for the user: where it is, or why there is none; its address */

/** @type {Record<string, { process: string, answers: (endpoints: Endpoints) => Promise<unknown> }>} */
export const SERVICES = {
  mariadb: { process: 'database', answers: ({ mariadb }) => query(mariadb, 'SELECT 1') },
  influxdb: { process: 'influxdb', answers: ({ influx }) => requireOk(`${influx.url}/ping`, influxHeaders(influx)) },
  prometheus: { process: 'prometheus', answers: ({ prometheus }) => requireOk(`${prometheus}/-/ready`) },
  downstream: {
    process: 'downstream',
    async answers({ dependencies, management }) {
      await requireAnswer(dependencies.downstream);
      await requireOk(`${management('downstream')}/actuator/health`);
    },
  },
  mongo: {
    process: 'mongo',
    answers({ dependencies }) {
      const { hostname, port } = new URL(dependencies.mongo);
      return accepts(Number(port), hostname);
    },
  },
  toxiproxy: { process: 'toxiproxy', answers: ({ toxiproxy }) => requireOk(`${toxiproxy}/version`) },
};

/** What every run needs. */
export const ALWAYS = ['mariadb', 'influxdb', 'prometheus'];

/** Services that outlive a run, as containers or pods. A subclass says how they are started, stopped and looked at. @abstract */
export class LastingServices {
  /** @type {string[]} beside those that every run needs */
  needs = [];
  /** @type {Dashboard} */
  dashboard = { line: '', url: null };
  /** From then on the end of one is news; before, it may be made again. */
  areUp = false;

  /** @param {Endpoints} endpoints @param {number} startMs how long the start of one may take */
  constructor(endpoints, startMs) {
    this.endpoints = endpoints;
    this.startMs = startMs;
  }

  /** @returns {string[]} all that the run uses */
  get names() {
    return [...ALWAYS, ...this.needs];
  }

  /** Resolves when what every run needs is ready. */
  async startUsual() {
    await Promise.all(ALWAYS.map((name) => this.#untilReady(name)));
  }

  /** Resolves when all are ready, and seeded. */
  async startNeeded() {
    await Promise.all(this.names.map((name) => this.#untilReady(name)));
    if (this.needs.includes('mongo')) await seedDocuments(this.endpoints.dependencies.mongo);
    this.areUp = true;
  }

  /** @param {string} name @throws {UsageError} one line */
  async #untilReady(name) {
    const started = await this.started(name);
    await untilReady(started, this.startMs, () => this.answers(name)).catch((/** @type {Error} */ { message }) => {
      throw new UsageError(message);
    });
  }

  /** @protected @param {string} name @returns {Promise<unknown>} rejected, or false, as long as it is not ready */
  answers(name) {
    return SERVICES[name].answers(this.endpoints);
  }

  /** @protected @param {string} _ name @returns {Promise<import('../processes/ready.js').Started>} */
  async started(_) {
    throw new Error('a subclass says it');
  }
}
