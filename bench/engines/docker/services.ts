/** The services of a run as containers of docker-compose.yml. */
import { UsageError } from '../../util/errors.ts';
import { present } from '../../util/math.ts';
import { dashboardAt, noDashboard } from '../dashboard.ts';
import { databasePing, setDelay } from '../mariadb.ts';
import { ALWAYS, LastingServices, targetEndpoints } from '../common/services.ts';
import { explanation } from '../processes/ready.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Endpoints } from '../engine.ts';
import type { Stack } from './containers.ts';

/** They keep nothing that is worth more patience. */
const STOP_SECONDS = 1;

/** Each service is a host of its name in the stack's network. @param env as docker-compose.yml sets it for `bench` */
export function endpointsOf(catalogue: Catalogue, env: Record<string, string | undefined>): Endpoints {
  return {
    ...targetEndpoints(catalogue, (name, port) => `http://${name}:${port}`),
    influx: { url: env.INFLUXDB_URL ?? 'http://influxdb:8086', database: env.INFLUXDB_DATABASE ?? 'k6', token: env.INFLUXDB_TOKEN },
    prometheus: env.PROMETHEUS_URL ?? 'http://prometheus:9090',
    mariadb: {
      host: env.MARIADB_HOST ?? 'mariadb',
      port: 3306,
      user: 'bench',
      password: env.MARIADB_PASSWORD ?? 'bench',
      database: 'bench',
    },
    dependencies: {
      downstream: `http://downstream:${catalogue.dependencies.downstream?.port}`,
      mongo: env.MONGO_URI ?? 'mongodb://mongo:27017/bench',
    },
    toxiproxy: 'http://toxiproxy:8474',
  };
}

/** `grafanaUrl`: for the user's browser; `others`: services that a run may need, or leave out */
type Options = Stack & { databaseRttMs: number | null; grafanaUrl: string; others: string[] };

export class Services extends LastingServices<Options> {
  /** The first start of the database loads its content. */
  override startMs = 180_000;

  /** Where the targets reach the database. */
  get databaseOfTargets() {
    const { mariadb } = this.endpoints;
    return this.options.databaseRttMs === null ? mariadb : { ...mariadb, host: 'toxiproxy' };
  }

  override async startUsual() {
    await this.#up(ALWAYS);
    const { grafanaUrl } = this.options;
    const dashboard = this.#up(['grafana']).then(
      () => dashboardAt(grafanaUrl),
      ({ message }: Error) => noDashboard(message),
    );
    await super.startUsual();
    this.dashboard = await dashboard;
  }

  async #up(names: string[]) {
    await this.options.compose.run('up', '--detach', '--no-deps', '--no-build', '--quiet-pull', ...names);
  }

  /** Their containers are made and begin to start; what an earlier run needed and this one does not is stopped. */
  async prepare(needs: string[]) {
    const { compose, databaseRttMs, others } = this.options;
    this.needs = databaseRttMs === null ? needs : [...needs, 'toxiproxy'];
    const idle = others.filter((name) => !this.needs.includes(name));
    if (idle.length > 0) await compose.run('rm', '--stop', '--force', ...idle);
    if (this.needs.length > 0) await this.#up(this.needs);
  }

  override async startNeeded() {
    await super.startNeeded();
    const { databaseRttMs } = this.options;
    if (databaseRttMs === null) return;
    await setDelay(String(this.endpoints.toxiproxy), databaseRttMs);
    const measuredMs = await databasePing(this.databaseOfTargets);
    // Without this check a run without delay could be reported as one with delay.
    if (measuredMs < databaseRttMs)
      throw new UsageError(`DB_RTT_MS=${databaseRttMs}: the round trip through toxiproxy takes ${measuredMs.toFixed(1)} ms`);
  }

  /** What other runs need is left. */
  async stopNeeded() {
    const { containers } = this.options;
    await containers.remove(present(await Promise.all(this.needs.map((name) => containers.idOf(name)))), STOP_SECONDS);
  }

  override async started(name: string) {
    const { containers } = this.options;
    const id = String(await containers.idOf(name));
    return {
      name,
      get exit() {
        return containers.exits.get(id) ?? null;
      },
      explain(why = '') {
        return explanation(this.exit, why, `docker compose logs ${name}`);
      },
    };
  }
}
