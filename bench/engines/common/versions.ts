/** Versions of programs in containers and pods, as they say themselves. */
import { influxHeaders } from '../../collect/influx.ts';
import { query } from '../seed.ts';
import type { Endpoints } from '../engine.ts';

const ANSWER_MS = 5000;

/** @param endpoints of services that answer */
export async function versionsOfServices({ influx, prometheus, mariadb }: Endpoints) {
  const get = (url: string, headers = {}) => fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  const [[database], ping, build] = await Promise.all([
    query(mariadb, 'SELECT VERSION() AS version'),
    get(`${influx.url}/ping`, influxHeaders(influx)),
    get(`${prometheus}/api/v1/status/buildinfo`).then((response): Promise<any> => response.json()),
  ]);
  return {
    mariadb: { version: String(database.version).replace(/-MariaDB.*/, '') },
    influxdb: { version: ping.headers.get('x-influxdb-version')?.replace(/^v/, '') ?? null },
    prometheus: { version: build.data.version },
  };
}

/** @param answer of `k6 version` */
export function k6In(answer: string) {
  return { bin: 'k6', version: /v(\d+\.\d+\.\d+\S*)/.exec(answer)?.[1] ?? null };
}
