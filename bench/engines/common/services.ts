/** The services of every engine: database and observers, and what the scenarios of a run depend on. Also where the targets are. */
import { METRICS_PATH } from '../../../k6/lib/target.js';
import { influxHeaders } from '../../collect/influx.ts';
import { UsageError } from '../../util/errors.ts';
import { healthPath, type Catalogue } from '../../record/catalogue.ts';
import { seedDocuments } from '../documents.ts';
import { accepts, requireAnswer, requireOk, untilReady, type Started } from '../processes/ready.ts';
import { query } from '../mariadb.ts';
import type { Dashboard } from '../dashboard.ts';
import type { Endpoints } from '../engine.ts';

export const SERVICES: Record<string, { process: string; answers: (endpoints: Endpoints) => Promise<unknown> }> = {
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

/** Every target of this project answers it at once. */
const PROBE = '/simple';

/** What every run needs. */
export const ALWAYS = ['mariadb', 'influxdb', 'prometheus'];

/** Services that outlive a run, as containers or pods. A subclass says how they are started, stopped and looked at. */
export abstract class LastingServices<O extends { endpoints: Endpoints }> {
  options: O;
  endpoints: Endpoints;
  /** how long the start of one may take */
  abstract startMs: number;
  /** beside those that every run needs */
  needs: string[] = [];
  dashboard: Dashboard = { line: '', url: null };
  /** From then on the end of one is news; before, it may be made again. */
  areUp = false;

  constructor(options: O) {
    this.options = options;
    this.endpoints = options.endpoints;
  }

  get names(): string[] {
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

  async #untilReady(name: string) {
    const started = await this.started(name);
    await untilReady(started, this.startMs, () => this.answers(name)).catch(({ message }: Error) => {
      throw new UsageError(message);
    });
  }

  /** @returns rejected, or false, as long as it is not ready */
  protected answers(name: string): Promise<unknown> {
    return SERVICES[name].answers(this.endpoints);
  }

  protected abstract started(name: string): Promise<Started>;
}

/** @param url base URL of a port of a target or dependency @returns with every engine */
export function targetEndpoints(
  { targets, dependencies }: Catalogue,
  url: (name: string, port: number) => string,
): Pick<Endpoints, 'target' | 'probe' | 'management' | 'metrics' | 'health'> {
  const entry = (name: string) => {
    const found = targets[name] ?? dependencies[name];
    if (!found) throw new Error(`unknown target ${name}; there are ${Object.keys(targets).join(', ')}`);
    return found;
  };
  const base = (name: string) => targets[name]?.own?.url ?? url(name, entry(name).port);
  const management = (name: string) => url(name, Number(entry(name).managementPort));
  return {
    target: base,
    probe: (name) => base(name) + (targets[name]?.own?.ready ?? PROBE),
    management,
    metrics: (name) => `${management(name)}${targets[name]?.metricsPath ?? METRICS_PATH}`,
    health: (name) => `${management(name)}${healthPath(targets[name])}`,
  };
}
