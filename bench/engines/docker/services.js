/** The services of a run as containers of docker-compose.yml. */
import { UsageError } from '../../util/errors.js';
import { exitText } from '../../util/text.js';
import { dashboardLine } from '../dashboard.js';
import { databasePing } from '../ping.js';
import { ALWAYS, LastingServices } from '../common/services.js';
import { setDelay } from '../toxiproxy.js';

const DASHBOARD = 'grafana';
/** The first start of the database loads its content. */
const START_MS = 180_000;
/** They keep nothing that is worth more patience. */
const STOP_SECONDS = 1;

/** @typedef {{ databaseOfTargets: import('../seed.js').Address, databaseRttMs: number | null }} Far */

export class Services extends LastingServices {
  /**
   * @param {import('./containers.js').Stack & Far & { grafanaUrl: string, others: string[] }} options `grafanaUrl`: for the user's browser; `others`: services
   *   that a run may need, or leave out
   */
  constructor(options) {
    super(options.endpoints, START_MS);
    this.options = options;
  }

  /** @override */
  async startUsual() {
    await this.#up(ALWAYS);
    const dashboard = this.#startDashboard();
    await super.startUsual();
    this.dashboard = await dashboard;
  }

  /** @param {string[]} names */
  async #up(names) {
    await this.options.compose.run('up', '--detach', '--no-deps', '--no-build', '--quiet-pull', ...names);
  }

  /** @returns {Promise<import('../common/services.js').Dashboard>} */
  #startDashboard() {
    const { grafanaUrl } = this.options;
    return this.#up([DASHBOARD]).then(
      () => ({ line: dashboardLine(grafanaUrl), url: grafanaUrl }),
      (/** @type {Error} */ { message }) => ({ line: `no live dashboard: ${message}`, url: null }),
    );
  }

  /** Their containers are made and begin to start; what an earlier run needed and this one does not is stopped. @param {string[]} needs */
  async prepare(needs) {
    const { compose, databaseRttMs, others } = this.options;
    this.needs = databaseRttMs === null ? needs : [...needs, 'toxiproxy'];
    const idle = others.filter((name) => !this.needs.includes(name));
    if (idle.length > 0) await compose.run('rm', '--stop', '--force', ...idle);
    if (this.needs.length > 0) await this.#up(this.needs);
  }

  /** @override */
  async startNeeded() {
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

  /** @override @param {string} name */
  async started(name) {
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
