/** The load of a cell or a sequence: where k6 records it, and who watches it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nowEpochMs } from '../../util/time.js';

const WATCH_EVERY_MS = 500;

/**
 * @typedef {object} EndedLoad
 * @property {number | null} exitCode of k6
 * @property {string | null} signal that ended it
 * @property {number} fromMs epoch milliseconds at which k6 was started
 * @property {number} endMs and at which it had ended
 * @property {string} processesCsv content of processes.csv
 */

/**
 * @param {string} dir for its files
 * @param {Pick<import('./context.js').CellContext, 'engine' | 'live'>} context
 * @returns {Promise<Pick<import('../k6.js').K6Run, 'outputs' | 'environment' | 'logFile'>>}
 */
export async function recordingIn(dir, { engine, live }) {
  const { url, database, token } = engine.endpoints.influx;
  const dashboard = await live?.nextCell();
  return {
    outputs: [`rollup=${url}/${database}`, ...(dashboard?.outputs ?? [])],
    environment: {
      K6_ROLLUP_HLOG: path.join(dir, 'http.hlog'),
      K6_ROLLUP_REPORT: path.join(dir, 'rollup.json'),
      // On InfluxDB 2's v1 API the token is the password; any name goes with it.
      ...(token && { K6_INFLUXDB_USERNAME: 'stackbench', K6_INFLUXDB_PASSWORD: token }),
      ...dashboard?.environment,
    },
    logFile: path.join(dir, 'k6.log'),
  };
}

/** @param {string} dir @returns {string} where the script leaves k6's summary */
export function summaryFile(dir) {
  return path.join(dir, 'k6-summary.json');
}

/**
 * Waits until the load has ended. A target that has ended ends k6, which would only count refused connections from then on.
 * @param {ReturnType<typeof import('../k6.js').startK6>} k6 started
 * @param {object} how
 * @param {string} how.dir for processes.csv
 * @param {import('../../collect/processes.js').ProcessSampler} how.sampler not started yet
 * @param {import('../../collect/hlog-tail.js').HlogTail} how.tail of its http.hlog
 * @param {() => void} how.onLook called twice a second, after the log was read
 * @param {() => boolean} how.isLost has a target ended?
 * @returns {Promise<EndedLoad>}
 */
export async function watchedLoad(k6, { dir, sampler, tail, onLook, isLost }) {
  const fromMs = nowEpochMs();
  sampler.start();
  const watching = new AbortController();
  const watch = watchUntil(watching.signal, () => {
    tail.read();
    onLook();
    const lost = isLost();
    if (lost) k6.child.kill('SIGINT');
    return lost;
  });
  const { exitCode, signal } = await k6.ended;
  const endMs = nowEpochMs();
  watching.abort();
  await watch;
  const processesCsv = sampler.stop();
  writeFileSync(path.join(dir, 'processes.csv'), processesCsv);
  return { exitCode, signal, fromMs, endMs, processesCsv };
}

/** @param {AbortSignal} over @param {() => boolean} look returns true to look no more */
async function watchUntil(over, look) {
  while (!over.aborted) {
    await sleep(WATCH_EVERY_MS, undefined, { signal: over }).catch(() => {});
    if (look()) return;
  }
}
