/** The services of a run as containers of docker-compose.yml. */
import { UsageError } from '../../util/errors.ts';
import { exitText } from '../../util/text.ts';
import { dashboardLine } from '../dashboard.ts';
import { databasePing, type Address } from '../mariadb.ts';
import { ALWAYS, LastingServices, type Dashboard } from '../common/services.ts';
import { setDelay } from '../toxiproxy.ts';
import type { Stack } from './containers.ts';

const DASHBOARD = 'grafana';
/** The first start of the database loads its content. */
const START_MS = 180_000;
/** They keep nothing that is worth more patience. */
const STOP_SECONDS = 1;

type Far = { databaseOfTargets: Address; databaseRttMs: number | null };

export class Services extends LastingServices {
  options;

  /** @param options `grafanaUrl`: for the user's browser; `others`: services that a run may need, or leave out */
  constructor(options: Stack & Far & { grafanaUrl: string; others: string[] }) {
    super(options.endpoints, START_MS);
    this.options = options;
  }

  override async startUsual() {
    await this.#up(ALWAYS);
    const dashboard = this.#startDashboard();
    await super.startUsual();
    this.dashboard = await dashboard;
  }

  async #up(names: string[]) {
    await this.options.compose.run('up', '--detach', '--no-deps', '--no-build', '--quiet-pull', ...names);
  }

  #startDashboard(): Promise<Dashboard> {
    const { grafanaUrl } = this.options;
    return this.#up([DASHBOARD]).then(
      () => ({ line: dashboardLine(grafanaUrl), url: grafanaUrl }),
      ({ message }: Error) => ({ line: `no live dashboard: ${message}`, url: null }),
    );
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
    const { databaseRttMs, databaseOfTargets, endpoints } = this.options;
    if (databaseRttMs === null) return;
    await setDelay(String(endpoints.toxiproxy), databaseRttMs);
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

  override async started(name: string) {
    const { containers } = this.options;
    const id = String(await containers.idOf(name));
    const exit = () => containers.exits.get(id) ?? null;
    return {
      name,
      get exit() {
        return exit();
      },
      explain(why = '') {
        return [this.exit && exitText(this.exit), why, `see docker compose logs ${name}`].filter(Boolean).join('; ');
      },
    };
  }
}
