/** The load of a cell or a sequence: where k6 records it, and who watches it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nowEpochMs } from '../../util/time.js';
import { filesIn } from '../generators/files.js';

const WATCH_EVERY_MS = 500;

/**
 * @typedef {object} EndedLoad
 * @property {import('../generators/instances.js').LoadEnd} end
 * @property {number} fromMs epoch milliseconds at which k6 was started
 * @property {number} endMs and at which it had ended
 * @property {string} processesCsv content of processes.csv
 * @property {import('../generators/hlog-tail.js').HlogTail} tail of all that was logged
 */

/**
 * @param {string} dir for its files
 * @param {Pick<import('./context.js').PartContext, 'engine'>} context
 * @returns {Pick<import('../generators/start.js').Recording, 'outputs' | 'environment' | 'files'>}
 */
export function recordingIn(dir, { engine }) {
  const { influx, fromGenerator } = engine.endpoints;
  const { database, token } = influx;
  return {
    outputs: [`rollup=${fromGenerator?.influx ?? influx.url}/${database}`],
    environment: {
      // On InfluxDB 2's v1 API the token is the password; any name goes with it.
      ...(token && { K6_INFLUXDB_USERNAME: 'stackbench', K6_INFLUXDB_PASSWORD: token }),
    },
    files: filesIn(dir),
  };
}

/**
 * Waits until the load has ended. A target that has ended ends k6, which would only count refused connections from then on.
 * @param {import('../generators/instances.js').Instances} k6 started
 * @param {object} how
 * @param {string} how.dir for processes.csv
 * @param {import('../../collect/processes.js').ProcessSampler} how.sampler not started yet
 * @param {() => void} how.onLook called twice a second, after the log was read
 * @param {() => boolean} how.isLost has a target ended?
 * @returns {Promise<EndedLoad>}
 */
export async function watchedLoad(k6, { dir, sampler, onLook, isLost }) {
  const fromMs = nowEpochMs();
  sampler.start();
  const watching = new AbortController();
  const watch = watchUntil(watching.signal, () => {
    k6.tail.read();
    onLook();
    const lost = isLost();
    if (lost) k6.interrupt();
    return lost;
  });
  const end = await k6.ended;
  const endMs = nowEpochMs();
  watching.abort();
  await watch;
  const processesCsv = await sampler.stop();
  writeFileSync(path.join(dir, 'processes.csv'), processesCsv);
  return { end, fromMs, endMs, processesCsv, tail: k6.tail };
}

/** @param {EndedLoad} load @returns {Pick<import('../../record/cell.js').Cell, 'endMs' | 'generators' | 'k6'>} before anything is collected: what k6 counted is not known yet */
export function endOf({ end, endMs }) {
  const k6 = { exitCode: end.exitCode, httpReqs: null, setupReqs: null, interrupted: null };
  return { endMs, generators: end.instances, k6 };
}

/** @param {AbortSignal} over @param {() => boolean} look returns true to look no more */
async function watchUntil(over, look) {
  while (!over.aborted) {
    await sleep(WATCH_EVERY_MS, undefined, { signal: over }).catch(() => {});
    if (look()) return;
  }
}
