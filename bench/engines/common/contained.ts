/** What containers and pods have in common: how they are limited, how they end, and how the programs in them tell their versions. */
import os from 'node:os';
import process from 'node:process';
import { influxHeaders } from '../../collect/influx.ts';
import { springBootVersion } from '../../setup/programs/jars.ts';
import { query } from '../mariadb.ts';
import type { Endpoints, Exit } from '../engine.ts';

const ANSWER_MS = 5000;
const SIGNALS = 128;
/** The kernel's default, which neither Docker nor a kubelet changes. */
const PERIOD_US = 100_000;

/** Fields of `limits` where each target has a quota. */
export function quotaOf(cpus: number) {
  const method = `quota of ${cpus} CPU of each target's container, in periods of ${PERIOD_US / 1000} ms`;
  return { method, enforced: 'quota' as const, periodUs: PERIOD_US };
}

/** @param code its process's, or above 128 the number of a signal @param memory that it has, where it was ended for needing more */
export function exitOf(code: number, memory?: string): Exit {
  const [signal = null] = Object.entries(os.constants.signals).find(([, number]) => number === code - SIGNALS) ?? [];
  return { code, signal: memory === undefined ? signal : `OOM killed: it needed more than its ${memory}` };
}

/** @param endpoints of services that answer @param root the checkout */
export async function versionsOf({ influx, prometheus, mariadb }: Endpoints, root: string) {
  const get = (url: string, headers = {}) => fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  const [[database], ping, build, springBoot] = await Promise.all([
    query(mariadb, 'SELECT VERSION() AS version'),
    get(`${influx.url}/ping`, influxHeaders(influx)),
    get(`${prometheus}/api/v1/status/buildinfo`).then((response): Promise<any> => response.json()),
    springBootVersion(root),
  ]);
  return {
    mariadb: { version: String(database.version).replace(/-MariaDB.*/, '') },
    influxdb: { version: ping.headers.get('x-influxdb-version')?.replace(/^v/, '') ?? null },
    prometheus: { version: build.data.version },
    springBoot,
    node: process.versions.node,
  };
}

/** @param answer of `k6 version` */
export function k6In(answer: string) {
  return { bin: 'k6', version: /v(\d+\.\d+\.\d+\S*)/.exec(answer)?.[1] ?? null };
}
