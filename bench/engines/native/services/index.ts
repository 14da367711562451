/** The services of a run: database, observers, and what the scenarios of the run depend on. */
import { HOST, portsOf } from '../addresses.ts';
import { requireFree } from '../ports.ts';
import { startDownstream, startMongo } from './dependencies.ts';
import { startGrafana } from './grafana.ts';
import { startInfluxDb } from './influxdb.ts';
import { startMariaDb } from './mariadb.ts';
import { startPrometheus, type Scraped } from './prometheus.ts';
import { startToxiproxy } from './toxiproxy.ts';
import type { Supervised } from '../../processes/supervise.ts';
import type { Dashboard } from '../../common/services.ts';
import type { Exit } from '../../engine.ts';
import type { Catalogue } from '../../../record/catalogue.ts';
import type { Note } from '../../../record/json/notes.ts';
import type { Context } from './start.ts';

export class Services {
  options;
  /** those that were started, by name */
  started = new Map<string, Supervised>();
  dashboard: Dashboard = { line: '', url: null };
  /** called when one has ended */
  onExit: (name: string, exit: Exit) => void = () => {};
  /** dependencies that the run needs */
  needs: string[] = [];
  /** targets of the run, where they are known: no others are scraped */
  expected: string[] | undefined;

  constructor(options: {
    catalogue: Catalogue;
    context: Context;
    ports: Record<string, number>;
    farPorts: { toxiproxy: number; far: number };
    grafanaPort: number;
    databaseRttMs: number | null;
  }) {
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

  notes(): Note[] {
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
      void ended.then((exit) => this.onExit(name, exit));
    }
    this.dashboard = await dashboard;
  }

  #scraped(): Scraped {
    const { targets, dependencies } = this.options.catalogue;
    const expected = Object.entries(targets).filter(([name]) => this.expected?.includes(name) ?? true);
    const needed = this.needs.map((name) => [name, dependencies[name]] as const).filter(([, { managementPort }]) => managementPort);
    return Object.fromEntries([...expected, ...needed]);
  }
}
