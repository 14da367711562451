/** Puts the load of a part on its targets, slice by slice, and watches the machine while it lasts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { partText, publishActivity } from '../../collect/activity.js';
import { ProcessSampler } from '../../collect/processes.js';
import { targetsIn } from '../../record/part.js';
import { sliceCount } from '../../record/run.js';
import { nowEpochMs } from '../../util/time.js';
import { filesIn } from '../generators/files.js';
import { startBlocks } from '../generators/start.js';
import { watchedInTurn } from '../watched.js';
import { subjectOf } from './context.js';
import { Disturbances } from './disturbances.js';

const WATCH_EVERY_MS = 500;

/**
 * @typedef {object} PartWork
 * @property {import('../../record/run.js').PlannedPart} planned
 * @property {number} gapSeconds after each slice
 * @property {string} dir for the part's files
 * @property {import('./context.js').PartContext} context
 *
 * @typedef {object} EndedLoad
 * @property {import('../generators/instances.js').LoadEnd} end
 * @property {number} endMs epoch milliseconds at which k6 had ended
 * @property {import('../generators/hlog-tail.js').HlogTail} tail of all that was logged
 * @property {Disturbances} disturbances
 */

/**
 * @param {PartWork} work
 * @param {() => void} onLoadOver called once the last slice is over; k6 then waits for the last answers
 * @returns {Promise<EndedLoad>}
 */
export async function runLoad({ planned, gapSeconds, dir, context }, onLoadOver) {
  const { engine, run, progress } = context;
  const { scenario, blocks, round } = planned;
  const { sliceSeconds } = run;
  const targets = targetsIn(blocks);
  const lastsSeconds = sliceCount(blocks) * (sliceSeconds + gapSeconds);
  const load = { blocks, sliceSeconds, gapSeconds, lastsSeconds, variables: { ROUND: round } };
  const k6 = await startBlocks(subjectOf(context, scenario), { ...load, ...recordingIn(dir, context) });
  void publishActivity(engine.endpoints.influx, run.id, 'blocks', partText(planned));
  const watched = () => watchedInTurn(engine, targets, k6);
  const sampler = new ProcessSampler(watched);
  const disturbances = new Disturbances({ planned, gapSeconds, context }, { tail: k6.tail, sampler, watched });
  const onLook = () => {
    disturbances.look();
    if (disturbances.isOver) onLoadOver();
    else progress.update(planned, disturbances.where());
  };
  const isLost = () => targets.some((target) => engine.targetExit(target) !== null);
  return { ...(await watchedLoad(k6, { dir, sampler, onLook, isLost })), disturbances };
}

/**
 * @param {string} dir for its files
 * @param {Pick<import('./context.js').PartContext, 'engine'>} context
 * @returns {Pick<import('../generators/start.js').Recording, 'outputs' | 'environment' | 'files'>}
 */
function recordingIn(dir, { engine }) {
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
 * @returns {Promise<Omit<EndedLoad, 'disturbances'>>}
 */
async function watchedLoad(k6, { dir, sampler, onLook, isLost }) {
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
  writeFileSync(path.join(dir, 'processes.csv'), await sampler.stop());
  return { end, endMs, tail: k6.tail };
}

/** @param {EndedLoad} load @returns {Pick<import('../../record/part.js').Part, 'endMs' | 'generators' | 'k6'>} before anything is collected: what k6 counted is not known yet */
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
