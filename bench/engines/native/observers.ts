/** InfluxDB, Prometheus and Grafana without anything to observe: for a run of the past. */
import { rm } from 'node:fs/promises';
import { UsageError } from '../../util/errors.ts';
import { endpointsOf, PORTS } from './addresses.ts';
import { Children } from './children.ts';
import { OBSERVERS, Services } from './services/index.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Tools } from '../../setup/index.ts';

export class Observers {
  endpoints;
  #children;
  #services;
  #workDir;
  /** Aborted when InfluxDB or Prometheus has ended by itself. */
  #gone = new AbortController();

  /** @param made `workDir`: removed at the end */
  constructor({ logDir, ...made }: { catalogue: Catalogue; root: string; tools: Tools; workDir: string; logDir: string }) {
    const children = new Children(logDir);
    this.endpoints = endpointsOf(made.catalogue);
    const { endpoints } = this;
    this.#children = children;
    this.#services = new Services({ ...made, ports: PORTS, endpoints, launch: children.launch, databaseRttMs: null }, OBSERVERS);
    this.#services.expected = [];
    this.#services.onExit = (name) => children.starts.haveEnded || this.#gone.abort(new Error(`${name} ended by itself`));
    this.#workDir = made.workDir;
  }

  get gone() {
    return this.#gone.signal;
  }

  /** @param samples OpenMetrics text, for Prometheus @returns where Grafana answers @throws {Error} one line */
  async start(samples: string): Promise<string> {
    await this.#services.start(samples);
    const { url, line } = this.#services.dashboard;
    if (url === null) throw new UsageError(line);
    return url;
  }

  async stop() {
    await this.#children.end();
    await rm(this.#workDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
