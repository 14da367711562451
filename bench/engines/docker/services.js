/** The services of a run as containers: database and observers, and what the scenarios of the run depend on. */
import { once } from 'node:events';
import net from 'node:net';
import { waitUntil } from '../../util/wait.js';
import { UsageError } from '../../util/errors.js';
import { influxHeaders } from '../../collect/influx.js';
import { dashboardLine } from '../dashboard.js';
import { seedDocuments } from '../documents.js';
import { databasePing } from '../ping.js';
import { query } from '../seed.js';
import { setDelay } from '../toxiproxy.js';
import { get } from './facts.js';
import { exitText } from '../../util/text.js';

const ALWAYS = ['mariadb', 'influxdb', 'prometheus'];
const DASHBOARD = 'grafana';
/** The first start of the database loads its content. */
const START_MS = 180_000;
const POLL_MS = 100;
/** They keep nothing that is worth more patience. */
const STOP_SECONDS = 1;

export class Services {
  /** @type {string[]} dependencies that the run needs, and the proxy of a far database */
  needs = [];
  /** @type {{ line: string, url: string | null }} */
  dashboard = { line: '', url: null };
  /** From then on the end of one is news; before, Compose may make it again. */
  areUp = false;

  /**
   * @param {object} options
   * @param {import('./compose.js').Compose} options.compose
   * @param {import('./containers.js').Containers} options.containers
   * @param {import('../engine.js').Endpoints} options.endpoints
   * @param {import('../seed.js').Address} options.databaseOfTargets
   * @param {number | null} options.databaseRttMs
   * @param {string} options.grafanaUrl for the user's browser
   */
  constructor(options) {
    this.options = options;
  }

  /** @returns {string[]} all that the run uses */
  get names() {
    return [...ALWAYS, ...this.needs];
  }

  /** Whatever the run will be: database, observers and, if it can be had, Grafana. */
  async startUsual() {
    const { grafanaUrl } = this.options;
    await this.#up(ALWAYS);
    const dashboard = this.#up([DASHBOARD]).then(
      () => ({ line: dashboardLine(grafanaUrl), url: grafanaUrl }),
      (error) => ({ line: `no live dashboard: ${error.message}`, url: null }),
    );
    await Promise.all(ALWAYS.map((name) => this.#untilReady(name)));
    this.dashboard = await dashboard;
  }

  /** @param {string[]} names */
  async #up(names) {
    await this.options.compose.run('up', '--detach', '--no-deps', '--no-build', '--quiet-pull', ...names);
  }

  /**
   * Their containers are made and begin to start; what an earlier run needed and this one does not is stopped.
   * @param {string[]} needs
   * @param {string[]} others that could be there
   */
  async prepare(needs, others) {
    const { compose, databaseRttMs } = this.options;
    this.needs = databaseRttMs === null ? needs : [...needs, 'toxiproxy'];
    const idle = others.filter((name) => !this.needs.includes(name));
    if (idle.length > 0) await compose.run('rm', '--stop', '--force', ...idle);
    if (this.needs.length > 0) await this.#up(this.needs);
  }

  /** Resolves when they are ready, seeded, and the database is as far as it should be. */
  async startNeeded() {
    await Promise.all([...ALWAYS, ...this.needs].map((name) => this.#untilReady(name)));
    const { databaseRttMs, endpoints } = this.options;
    if (this.needs.includes('mongo')) await seedDocuments(endpoints.dependencies.mongo);
    if (databaseRttMs !== null) await this.#moveAway(databaseRttMs);
    this.areUp = true;
  }

  /** @param {number} databaseRttMs */
  async #moveAway(databaseRttMs) {
    const { databaseOfTargets } = this.options;
    await setDelay(`http://${databaseOfTargets.host}:8474`, databaseRttMs);
    const measuredMs = await databasePing(databaseOfTargets);
    // Without this check a run without delay could be reported as one with delay.
    if (measuredMs < databaseRttMs)
      throw new UsageError(`DB_RTT_MS=${databaseRttMs}: the round trip through toxiproxy takes ${measuredMs.toFixed(1)} ms`);
  }

  /** What other runs need is left. */
  async stopNeeded() {
    const { containers } = this.options;
    const ids = await Promise.all(this.needs.map((name) => containers.idOf(name)));
    await containers.remove(
      ids.filter((id) => id !== undefined),
      STOP_SECONDS,
    );
  }

  /** @param {string} name */
  async #untilReady(name) {
    const { containers } = this.options;
    const id = await containers.idOf(name);
    let why = '';
    const isReady = async () => {
      const exit = containers.exits.get(String(id));
      const log = `see docker compose logs ${name}`;
      if (exit) throw new UsageError(`${name} ended while it started: ${exitText(exit)}; ${log}`);
      why = await this.#answer(name).then(
        () => '',
        (error) => error.message.split('\n')[0],
      );
      return why === '';
    };
    if (await waitUntil(isReady, { everyMs: POLL_MS, withinMs: START_MS })) return;
    throw new UsageError(`${name} did not answer within ${START_MS / 1000} s (${why}): see docker compose logs ${name}`);
  }

  /** @param {string} name @returns {Promise<unknown>} rejected as long as it does not answer */
  #answer(name) {
    const { endpoints, databaseOfTargets } = this.options;
    const { influx, prometheus, mariadb, dependencies } = endpoints;
    /** @type {Record<string, () => Promise<unknown>>} */
    const questions = {
      mariadb: () => query(mariadb, 'SELECT 1'),
      influxdb: () => okOf(`${influx.url}/ping`, influxHeaders(influx)),
      prometheus: () => okOf(`${prometheus}/-/ready`),
      downstream: () => okOf(`${endpoints.management('downstream')}/actuator/health`),
      mongo: () => connected(new URL(dependencies.mongo)),
      toxiproxy: () => okOf(`http://${databaseOfTargets.host}:8474/version`),
    };
    return questions[name]();
  }
}

/** @param {string} url @param {Record<string, string>} [headers] */
async function okOf(url, headers) {
  const response = await get(url, headers);
  if (!response.ok) throw new Error(`status ${response.status}`);
}

/** @param {URL} url */
async function connected({ hostname: host, port }) {
  const socket = net.connect({ host, port: Number(port) });
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
