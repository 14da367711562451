/** The services of a run: database, observers, and what the scenarios of the run depend on. */
import { mkdir, rm } from 'node:fs/promises';
import { UsageError } from '../../../util/errors.ts';
import { Children } from '../children.ts';
import { endpointsOf, HOST, PORTS, portsOf, requireFree } from '../ports.ts';
import { startDownstream, startMongo, startToxiproxy } from './dependencies.ts';
import { startGrafana } from './grafana.ts';
import { startMariaDb } from './mariadb.ts';
import { startInfluxDb, startPrometheus, type Scraped } from './time-series.ts';
import type { Supervised } from '../../processes/supervise.ts';
import type { Dashboard } from '../../dashboard.ts';
import type { Exit } from '../../engine.ts';
import type { Context } from './start.ts';

export const OBSERVERS = ['influxdb', 'prometheus'];

export class Services {
  context;
  always;
  started = new Map<string, Supervised>();
  dashboard: Dashboard = { line: '', url: null };
  onExit: (name: string, exit: Exit) => void = () => {};
  /** dependencies that the run needs */
  needs: string[] = [];
  /** targets of the run, where they are known: no others are scraped */
  expected: string[] | undefined;

  /** @param always those that are started whatever the run needs */
  constructor(context: Context, always: string[]) {
    this.context = context;
    this.always = always;
  }

  /** Where the targets reach the database. */
  get databaseOfTargets() {
    const { endpoints, databaseRttMs, ports } = this.context;
    return databaseRttMs === null ? endpoints.mariadb : { ...endpoints.mariadb, port: ports.far };
  }

  get #names() {
    return [...this.always, ...(this.context.databaseRttMs === null ? [] : ['toxiproxy']), ...this.needs];
  }

  ports() {
    const { ports, catalogue } = this.context;
    const byName: Record<string, number> = ports;
    return this.#names.flatMap((what) => {
      const own = catalogue.dependencies[what];
      if (own) return portsOf(what, own);
      return [{ what, port: byName[what] }, ...(what === 'toxiproxy' ? [{ what, port: ports.far }] : [])];
    });
  }

  /** @param past see `startPrometheus` */
  async start(past?: string) {
    const { context } = this;
    const starts: Record<string, () => Promise<Supervised>> = {
      mariadb: () => startMariaDb(context),
      influxdb: () => startInfluxDb(context),
      prometheus: () => startPrometheus(context, this.#scraped(), past),
      toxiproxy: () => startToxiproxy(context),
      downstream: () => startDownstream(context),
      mongo: () => startMongo(context),
    };
    // Another server on one of the ports would answer instead of ours and receive our data.
    await requireFree(this.ports());
    await mkdir(context.workDir, { recursive: true });
    const dashboard = startGrafana(context, `http://${HOST}:${context.ports.grafana}`);
    for (const result of await Promise.allSettled(this.#names.map((name) => starts[name]()))) {
      if (result.status === 'rejected') throw result.reason;
      const { name, ended } = result.value;
      this.started.set(name, result.value);
      void ended.then((exit) => this.onExit(name, exit));
    }
    this.dashboard = await dashboard;
  }

  #scraped(): Scraped {
    const { targets, dependencies } = this.context.catalogue;
    const expected = Object.entries(targets).filter(([name]) => this.expected?.includes(name) ?? true);
    const needed = this.needs.map((name) => [name, dependencies[name]] as const).filter(([, { managementPort }]) => managementPort);
    return Object.fromEntries([...expected, ...needed]);
  }
}

/** InfluxDB, Prometheus and Grafana for a run of the past. @param made `workDir`: removed at the end @returns not yet started */
export function makeObservers({ logDir, ...made }: Pick<Context, 'catalogue' | 'root' | 'tools' | 'workDir'> & { logDir: string }) {
  const children = new Children(logDir);
  const endpoints = endpointsOf(made.catalogue);
  const services = new Services({ ...made, ports: PORTS, endpoints, launch: children.launch, databaseRttMs: null }, OBSERVERS);
  const gone = new AbortController();
  services.expected = [];
  services.onExit = (name) => children.starts.haveEnded || gone.abort(new Error(`${name} ended by itself`));
  return {
    endpoints,
    /** Aborted when InfluxDB or Prometheus has ended by itself. */
    gone: gone.signal,
    /** @param samples OpenMetrics text, for Prometheus @returns where Grafana answers @throws {Error} one line */
    async start(samples: string): Promise<string> {
      await services.start(samples);
      const { url, line } = services.dashboard;
      if (url === null) throw new UsageError(line);
      return url;
    },
    async stop() {
      await children.end();
      await rm(made.workDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
