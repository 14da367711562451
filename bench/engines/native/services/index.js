/** The services of a run: database, observers, and what the scenarios of the run depend on. */
import { HOST, portsOf } from '../addresses.js';
import { requireFree } from '../ports.js';
import { startDownstream, startMongo } from './dependencies.js';
import { startGrafana } from './grafana.js';
import { startInfluxDb } from './influxdb.js';
import { startMariaDb } from './mariadb.js';
import { startPrometheus } from './prometheus.js';
import { startToxiproxy } from './toxiproxy.js';

/** @typedef {import('./start.js').Supervised} Supervised */

export class Services {
  /** @type {Map<string, Supervised>} those that were started, by name */
  started = new Map();
  /** @type {import('../../common/services.js').Dashboard} */
  dashboard = { line: '', url: null };
  /** @type {(name: string, exit: import('../../engine.js').Exit) => void} called when one has ended */
  onExit = () => {};
  /** @type {string[]} dependencies that the run needs */
  needs = [];
  /** @type {string[] | undefined} targets of the run, where they are known: no others are scraped */
  expected;

  /**
   * @param {object} options
   * @param {import('../../../record/catalogue.js').Catalogue} options.catalogue
   * @param {import('./start.js').Context} options.context
   * @param {Record<string, number>} options.ports
   * @param {{ toxiproxy: number, far: number }} options.farPorts
   * @param {number} options.grafanaPort
   * @param {number | null} options.databaseRttMs
   */
  constructor(options) {
    this.options = options;
  }

  /** Where the targets reach the database. */
  get databaseOfTargets() {
    const { context, databaseRttMs, farPorts } = this.options;
    const { mariadb } = context.endpoints;
    return databaseRttMs === null ? mariadb : { ...mariadb, port: farPorts.far };
  }

  /** A user's service has its own, if any. */
  get hasDatabase() {
    return this.options.catalogue.own === undefined;
  }

  ports() {
    const { ports, farPorts, databaseRttMs, catalogue } = this.options;
    const always = Object.entries(ports).flatMap(([what, port]) => (what === 'mariadb' && !this.hasDatabase ? [] : [{ what, port }]));
    const far = databaseRttMs === null ? [] : Object.values(farPorts).map((port) => ({ what: 'toxiproxy', port }));
    return [...always, ...far, ...this.needs.flatMap((name) => portsOf(name, catalogue.dependencies[name]))];
  }

  /** @returns {import('../../../record/json/notes.js').Note[]} */
  notes() {
    const { mongo } = this.options.context.tools;
    return this.needs.includes('mongo') && mongo.bin === null ? [{ kind: 'stand-in', service: 'mongo', version: mongo.version }] : [];
  }

  async start() {
    const { context, databaseRttMs, farPorts, catalogue, grafanaPort } = this.options;
    const { dependencies } = catalogue;
    // Another server on one of the ports would answer instead of ours and receive our data.
    await requireFree(this.ports());
    const dashboard = startGrafana(context, `http://${HOST}:${grafanaPort}`);
    const results = await Promise.allSettled([
      ...(this.hasDatabase ? [startMariaDb(context)] : []),
      startInfluxDb(context),
      startPrometheus(context, this.#scraped()),
      ...(databaseRttMs === null ? [] : [startToxiproxy(context, farPorts.far, databaseRttMs)]),
      ...this.needs.map((name) => (name === 'mongo' ? startMongo : startDownstream)(context, dependencies[name])),
    ]);
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      const { name, ended } = result.value;
      this.started.set(name, result.value);
      ended.then((exit) => this.onExit(name, exit));
    }
    this.dashboard = await dashboard;
  }

  /** @returns {import('./prometheus.js').Scraped} */
  #scraped() {
    const { targets, dependencies } = this.options.catalogue;
    const expected = Object.entries(targets).filter(([name]) => this.expected?.includes(name) ?? true);
    const needed = this.needs
      .map((name) => /** @type {const} */ ([name, dependencies[name]]))
      .filter(([, { managementPort }]) => managementPort);
    return Object.fromEntries([...expected, ...needed]);
  }
}
