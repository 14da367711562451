/** InfluxDB, Prometheus and Grafana without anything to observe: for a run of the past. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../util/errors.js';
import { run } from '../../util/programs.js';
import { endpointsOf, GRAFANA_PORT, HOST, PORTS } from './addresses.js';
import { Children } from './children.js';
import { requireFree } from './ports.js';
import { startGrafana } from './services/grafana.js';
import { startInfluxDb } from './services/influxdb.js';
import { startPrometheus } from './services/prometheus.js';

/** @typedef {import('../../setup/index.js').Tools} Tools */

/**
 * Samples of the past have no mark where a series ends, and Prometheus looks back 5 min by default: a target would stay busy after its load. There is
 * a sample a second.
 */
const OF_THE_PAST = ['--storage.tsdb.retention.time=100y', '--query.lookback-delta=2s'];

export class Observers {
  /** Aborted when InfluxDB or Prometheus has ended by itself. */
  #gone = new AbortController();

  /**
   * @param {object} options
   * @param {import('../../record/catalogue.js').Catalogue} options.catalogue
   * @param {string} options.root
   * @param {Pick<Tools, 'influxdb' | 'prometheus'>} options.tools
   * @param {string} options.workDir removed at the end
   * @param {string} options.logDir
   */
  constructor({ catalogue, root, tools, workDir, logDir }) {
    this.children = new Children(logDir);
    this.endpoints = endpointsOf(catalogue, PORTS);
    const { children, endpoints } = this;
    this.context = { root, tools: /** @type {Tools} */ (tools), workDir, launch: children.launch, endpoints };
    this.grafanaUrl = `http://${HOST}:${GRAFANA_PORT}`;
    this.workDir = workDir;
  }

  get gone() {
    return this.#gone.signal;
  }

  /** @param {string} samples OpenMetrics text, for Prometheus @returns {Promise<string>} where Grafana answers @throws {Error} one line */
  async start(samples) {
    const { context, children, grafanaUrl } = this;
    const { influx, prometheus } = this.endpoints;
    await requireFree([
      { what: 'influxdb', port: Number(new URL(influx.url).port) },
      { what: 'prometheus', port: Number(new URL(prometheus).port) },
    ]);
    await this.#backfill(samples);
    const [database, ofServers, dashboard] = await Promise.all([
      startInfluxDb(context),
      startPrometheus(context, {}, OF_THE_PAST),
      startGrafana(context, grafanaUrl),
    ]);
    for (const { name, ended } of [database, ofServers]) {
      ended.then(() => children.starts.haveEnded || this.#gone.abort(new Error(`${name} ended by itself`)));
    }
    if (dashboard.url === null) throw new UsageError(dashboard.line);
    return dashboard.url;
  }

  /** @param {string} samples */
  async #backfill(samples) {
    const { workDir, context } = this;
    const data = path.join(workDir, 'prometheus');
    const file = path.join(workDir, 'samples.txt');
    await mkdir(data, { recursive: true });
    await writeFile(file, samples);
    await run(context.tools.prometheus.promtool, ['tsdb', 'create-blocks-from', 'openmetrics', '--quiet', file, data]);
    await rm(file);
  }

  async stop() {
    await this.children.end(undefined);
    this.children.dispose();
    await rm(this.workDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
