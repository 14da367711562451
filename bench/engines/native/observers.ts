/** InfluxDB, Prometheus and Grafana without anything to observe: for a run of the past. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../util/errors.ts';
import { run } from '../../util/programs.ts';
import { endpointsOf, GRAFANA_PORT, HOST, PORTS } from './addresses.ts';
import { Children } from './children.ts';
import { requireFree } from './ports.ts';
import { startGrafana } from './services/grafana.ts';
import { startInfluxDb } from './services/influxdb.ts';
import { startPrometheus } from './services/prometheus.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Tools } from '../../setup/index.ts';

/**
 * Samples of the past have no mark where a series ends, and Prometheus looks back 5 min by default: a target would stay busy after its load. There is
 * a sample a second.
 */
const OF_THE_PAST = ['--storage.tsdb.retention.time=100y', '--query.lookback-delta=2s'];

export class Observers {
  children;
  endpoints;
  context;
  grafanaUrl;
  workDir;
  /** Aborted when InfluxDB or Prometheus has ended by itself. */
  #gone = new AbortController();

  constructor({
    catalogue,
    root,
    tools,
    workDir,
    logDir,
  }: {
    catalogue: Catalogue;
    root: string;
    tools: Pick<Tools, 'influxdb' | 'prometheus'>;
    /** removed at the end */
    workDir: string;
    logDir: string;
  }) {
    this.children = new Children(logDir);
    this.endpoints = endpointsOf(catalogue, PORTS);
    const { children, endpoints } = this;
    this.context = { root, tools: tools as Tools, workDir, launch: children.launch, endpoints };
    this.grafanaUrl = `http://${HOST}:${GRAFANA_PORT}`;
    this.workDir = workDir;
  }

  get gone() {
    return this.#gone.signal;
  }

  /** @param samples OpenMetrics text, for Prometheus @returns where Grafana answers @throws {Error} one line */
  async start(samples: string): Promise<string> {
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
      void ended.then(() => children.starts.haveEnded || this.#gone.abort(new Error(`${name} ended by itself`)));
    }
    if (dashboard.url === null) throw new UsageError(dashboard.line);
    return dashboard.url;
  }

  async #backfill(samples: string) {
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
