/** The services of a run: database, observers, and what the scenarios of the run depend on. */
import { seedDocuments } from '../../documents.js';
import { HOST, portsOf } from '../addresses.js';
import { requireFree } from '../ports.js';
import { startDownstream, startMongo } from './dependencies.js';
import { startGrafana } from './grafana.js';
import { startInfluxDb } from './influxdb.js';
import { startMariaDb } from './mariadb.js';
import { startPrometheus } from './prometheus.js';
import { startToxiproxy } from './toxiproxy.js';

/** @typedef {import('../../processes/supervise.js').Supervised} Supervised */
/** @typedef {import('../../engine.js').Exit} Exit */
/** @typedef {{ tools: import('../../../setup/index.js').Tools, root: string, workDir: string, launch: import('../children.js').Launch }} Common */

export class Services {
  /** @type {Map<string, Supervised>} those that were started, by name */
  started = new Map();
  /** @type {Array<(name: string, exit: Exit) => void>} */
  exitCallbacks = [];
  /** @type {import('./grafana.js').Dashboard} */
  dashboard = { line: '', url: null };
  /** @type {string[]} dependencies that the run needs */
  needs = [];
  /** @type {string[] | undefined} targets of the run, where they are known: no others are scraped */
  expected;

  /**
   * @param {object} options
   * @param {import('../../../record/catalogue.js').Catalogue} options.catalogue
   * @param {import('../../../setup/index.js').Tools} options.tools
   * @param {string} options.root
   * @param {string} options.workDir
   * @param {import('../children.js').Children} options.children
   * @param {import('../../engine.js').Endpoints} options.endpoints
   * @param {Record<string, number>} options.ports
   * @param {{ toxiproxy: number, far: number }} options.farPorts
   * @param {number} options.grafanaPort
   * @param {number | null} options.databaseRttMs
   */
  constructor({ catalogue, tools, root, workDir, children, endpoints, ports, farPorts, grafanaPort, databaseRttMs }) {
    /** @type {Common} */
    this.common = { tools, root, workDir, launch: children.launch };
    this.catalogue = catalogue;
    this.children = children;
    this.endpoints = endpoints;
    this.allPorts = { ports, farPorts };
    this.grafanaUrl = `http://${HOST}:${grafanaPort}`;
    this.databaseRttMs = databaseRttMs;
  }

  /** Where the targets reach the database. */
  get databaseOfTargets() {
    const { mariadb } = this.endpoints;
    return this.databaseRttMs === null ? mariadb : { ...mariadb, port: this.allPorts.farPorts.far };
  }

  ports() {
    const { ports, farPorts } = this.allPorts;
    const always = Object.entries(ports).map(([what, port]) => ({ what, port }));
    const far = this.databaseRttMs === null ? [] : Object.values(farPorts).map((port) => ({ what: 'toxiproxy', port }));
    return [...always, ...far, ...this.needs.flatMap((name) => portsOf(name, this.catalogue.dependencies[name]))];
  }

  /** @returns {import('../../../record/json/notes.js').Note[]} */
  notes() {
    const { mongo } = this.common.tools;
    return this.needs.includes('mongo') && mongo.bin === null ? [{ kind: 'stand-in', service: 'mongo', version: mongo.version }] : [];
  }

  async start() {
    const { common, endpoints } = this;
    // Another server on one of the ports would answer instead of ours and receive our data.
    await requireFree(this.ports());
    const dashboard = startGrafana({ ...common, ...endpoints, url: this.grafanaUrl });
    const results = await Promise.allSettled([
      startMariaDb({ ...common, address: endpoints.mariadb }),
      startInfluxDb({ ...common, address: endpoints.influx }),
      startPrometheus({ ...common, scraped: this.#scraped(), url: endpoints.prometheus }),
      ...this.#startProxy(),
      ...this.needs.map((name) => this.#startDependency(name)),
    ]);
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      this.#watch(result.value);
    }
    this.dashboard = await dashboard;
  }

  /** @returns {import('./prometheus.js').Scraped} */
  #scraped() {
    const { targets, dependencies } = this.catalogue;
    const expected = Object.entries(targets).filter(([name]) => this.expected?.includes(name) ?? true);
    const needed = this.needs
      .map((name) => /** @type {const} */ ([name, dependencies[name]]))
      .filter(([, { managementPort }]) => managementPort);
    return Object.fromEntries([...expected, ...needed]);
  }

  #startProxy() {
    if (this.databaseRttMs === null) return [];
    const { farPorts } = this.allPorts;
    return [startToxiproxy({ ...this.common, ports: farPorts, mariadb: this.endpoints.mariadb, rttMs: this.databaseRttMs })];
  }

  /** @param {string} name */
  async #startDependency(name) {
    const dependency = this.catalogue.dependencies[name];
    if (name === 'downstream') return startDownstream({ ...this.common, dependency });
    const mongo = await startMongo({ ...this.common, dependency });
    await seedDocuments(this.endpoints.dependencies.mongo);
    return mongo;
  }

  /** @param {Supervised} service */
  #watch(service) {
    this.started.set(service.name, service);
    service.ended.then((exit) => {
      if (!this.children.isEnding) for (const callback of this.exitCallbacks) callback(service.name, exit);
    });
  }
}
