/** InfluxDB, Prometheus and Grafana without anything to observe: for a run of the past. */
import { rm } from 'node:fs/promises';
import { UsageError } from '../../util/errors.ts';
import { endpointsOf, PORTS } from './addresses.ts';
import { Children } from './children.ts';
import { OBSERVERS, Services } from './services/index.ts';
import type { Context } from './services/start.ts';

type Made = Pick<Context, 'catalogue' | 'root' | 'tools' | 'workDir'> & { logDir: string };

/** @param made `workDir`: removed at the end @returns not yet started */
export function makeObservers({ logDir, ...made }: Made) {
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
