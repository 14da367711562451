/** Database, observers and dependencies: Deployments of the stack, which stay when a run has ended. */
import { UsageError } from '../../util/errors.js';
import { waitUntil } from '../../util/wait.js';
import { influxHeaders } from '../../collect/influx.js';
import { dashboardLine } from '../dashboard.js';
import { get } from '../docker/facts.js';
import { seedDocuments } from '../documents.js';
import { query } from '../seed.js';
import { obstacleOf, isReady } from './cluster/exits.js';
import { portsOf } from './endpoints.js';

const ALWAYS = ['mariadb', 'influxdb', 'prometheus'];
const DASHBOARD = 'grafana';
/** An image may have to be pulled, and the database loads its content. */
const START_MS = 300_000;
const PATIENCE_MS = 20_000;
const POLL_MS = 200;

export class Services {
  /** @type {string[]} */
  needs = [];
  /** From then on the end of one is news. */
  areUp = false;
  /** @type {{ line: string, url: string | null }} */
  dashboard = { line: '', url: null };

  /**
   * @param {object} options
   * @param {import('../../record/catalogue.js').Catalogue} options.catalogue
   * @param {import('./cluster/pods.js').Pods} options.pods
   * @param {import('./forwards.js').Forwards} options.forwards
   * @param {import('../engine.js').Endpoints} options.endpoints
   */
  constructor(options) {
    this.options = options;
  }

  /** @returns {string[]} all that the run uses */
  get names() {
    return [...ALWAYS, ...this.needs];
  }

  async startUsual() {
    await Promise.all(ALWAYS.map((name) => this.#start(name)));
    const { pods, forwards } = this.options;
    const pod = pods.of(DASHBOARD);
    const obstacle = pod && obstacleOf(pod)?.why;
    if (!pod || obstacle || !isReady(pod)) this.dashboard.line = `no live dashboard: ${obstacle ?? 'grafana is not ready'}`;
    else {
      await this.#forward(DASHBOARD, pod);
      const url = `http://127.0.0.1:${forwards.port(DASHBOARD, 3000)}`;
      this.dashboard = { line: dashboardLine(url), url };
    }
  }

  /** @param {string[]} needs */
  async prepare(needs) {
    const { pods, catalogue } = this.options;
    const idle = Object.keys(catalogue.dependencies).filter((name) => !needs.includes(name) && pods.of(name));
    await Promise.all([...needs.map((name) => pods.api.scale(name, 1)), ...idle.map((name) => pods.api.scale(name, 0))]);
    this.needs = needs;
  }

  async startNeeded() {
    await Promise.all(this.needs.map((name) => this.#start(name)));
    if (this.needs.includes('mongo')) await seedDocuments(this.options.endpoints.dependencies.mongo);
    this.areUp = true;
  }

  async stopNeeded() {
    this.areUp = false;
    await Promise.all(this.needs.map((name) => this.options.pods.api.scale(name, 0)));
  }

  /** @param {string} name @param {any} pod */
  async #forward(name, pod) {
    const { forwards, catalogue } = this.options;
    const ports = portsOf(catalogue, name);
    await forwards.reserve(name, ports);
    await forwards.open(name, pod.metadata.name, ports);
  }

  /** @param {string} name */
  async #start(name) {
    const startedMs = performance.now();
    let why = '';
    let way = '';
    const isUp = async () => {
      const pod = this.options.pods.of(name);
      if (!pod) return false;
      const obstacle = obstacleOf(pod);
      if (obstacle && (!obstacle.mayPass || performance.now() > startedMs + PATIENCE_MS))
        throw new UsageError(`ENGINE=kubernetes: ${name}: ${obstacle.why}`);
      why = obstacle?.why ?? 'its pod is not ready';
      if (!isReady(pod)) return false;
      if (way !== pod.metadata.name) await this.#forward(name, pod);
      way = pod.metadata.name;
      why = await this.#answer(name).then(
        () => '',
        (error) => error.message.split('\n')[0],
      );
      return why === '';
    };
    if (await waitUntil(isUp, { everyMs: POLL_MS, withinMs: START_MS })) return;
    throw new UsageError(`ENGINE=kubernetes: ${name} was not ready within ${START_MS / 1000} s: ${why}`);
  }

  /** @param {string} name @returns {Promise<unknown>} rejected as long as it does not answer */
  async #answer(name) {
    const { endpoints } = this.options;
    const { influx, prometheus, mariadb } = endpoints;
    const urls = /** @type {Record<string, string>} */ ({
      influxdb: `${influx.url}/ping`,
      prometheus: `${prometheus}/-/ready`,
      downstream: `${endpoints.management('downstream')}/actuator/health`,
    });
    if (name === 'mariadb') return query(mariadb, 'SELECT 1');
    if (!(name in urls)) return undefined;
    const response = await get(urls[name], name === 'influxdb' ? influxHeaders(influx) : {});
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response;
  }
}
