/** Samples what warm targets spend CPU time on, after the rounds of a run: under the same load and limit, but in none of its figures. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cpuBetween } from '../../collect/threads.js';
import { partsIn } from '../../analyse/cpu/stacks.js';
import { hasBlocks } from '../../record/catalogue.js';
import { cpuFile, writeCpuProfile } from '../../record/cpu-profile.js';
import { fitting } from '../../record/fits.js';
import { SCHEMA } from '../../record/json/file.js';
import { comparedVus } from '../../record/run.js';
import { RunAborted } from '../../util/errors.js';
import { sum } from '../../util/math.js';
import { nowEpochMs } from '../../util/time.js';
import { subjectOf } from '../part/context.js';
import { PartFailure, refuseEnded } from '../part/failure.js';
import { settled } from '../part/settled.js';
import { prepared } from '../prepared.js';
import { warmed } from '../warmed.js';
import { slicedLoad } from '../warm-up/sliced-load.js';

/**
 * @typedef {import('../part/context.js').PartContext} PartContext
 * @typedef {import('../warm-up/sliced-load.js').SlicedLoad} SlicedLoad
 * @typedef {import('../../record/cpu-profile.js').CpuProfile} CpuProfile
 * @typedef {{ first: number, last: number }} Stretch slices, from 1
 */

const SLICE_SECONDS = 5;
/** The load settles in the first slice. @type {Stretch} */
const UNSAMPLED = { first: 2, last: 3 };
/** A JVM under half a CPU takes seconds to load what its recorder needs. */
const SAMPLING_BEGINS = 4;
/** @type {Stretch} */
const SAMPLED = { first: 6, last: 9 };
/** The last one keeps the load up until all before it is known. */
const SLICES = 10;
/** A slice's last second is known some 300 ms after its end. */
const RESULT_LIMIT_MS = 2000;

/**
 * @param {PartContext} context
 * @param {string} dir the run's folder; what it has already stays
 * @param {AbortSignal} signal
 */
export async function profileCpu(context, dir, signal) {
  const { run, progress } = context;
  const pairs = run.scenarios
    .filter((scenario) => hasBlocks(run.catalogue, scenario))
    .flatMap((scenario) => run.targets.filter(fitting(run.catalogue, scenario)).map((target) => ({ scenario, target })));
  for (const pair of pairs.filter((each) => !existsSync(cpuFile(dir, each, 'json')))) {
    if (signal.aborted) return;
    try {
      await profilePair(context, dir, pair);
      progress.say(`sampled where the CPU of ${pair.target} goes in ${pair.scenario}`);
    } catch (error) {
      if (error instanceof RunAborted || signal.aborted) throw error;
      progress.say(`no CPU profile of ${pair.target} in ${pair.scenario}: ${/** @type {Error} */ (error).message}`);
    }
  }
}

/** @param {PartContext} context @param {string} dir @param {import('../../record/cpu-profile.js').Pair} pair */
async function profilePair(context, dir, { scenario, target }) {
  const logs = path.join(path.dirname(cpuFile(dir, { scenario, target }, 'json')), 'load');
  mkdirSync(logs, { recursive: true });
  await warmed(context, scenario, [target], logs);
  await prepared(context, scenario, [target]);
  const vus = comparedVus(context.run, scenario);
  const blocks = Array.from({ length: SLICES }, () => ({ vus, targets: [target] }));
  const load = slicedLoad(subjectOf(context, scenario), { blocks, sliceSeconds: SLICE_SECONDS, dir: logs });
  await load.start();
  try {
    const found = await sampled(context, load, {
      target,
      flameGraph: cpuFile(dir, { scenario, target }, 'html'),
      title: `${target}: ${scenario}`,
    });
    writeCpuProfile(dir, { schema: SCHEMA, scenario, target, vus, ...found });
  } finally {
    load.stop();
    await load.ended();
    await settled(context, scenario, [target]);
  }
  rmSync(logs, { recursive: true, force: true });
}

/**
 * @param {PartContext} context
 * @param {SlicedLoad} load
 * @param {{ target: string, flameGraph: string, title: string }} what
 * @returns {Promise<Pick<CpuProfile, 'event' | 'periodMs' | 'unsampled' | 'sampled' | 'parts'>>}
 * @throws {Error} one line, where the target ends, or cannot be sampled
 */
async function sampled({ engine }, load, { target, flameGraph, title }) {
  const { cpuSampler } = engine;
  if (!cpuSampler) throw new PartFailure('this engine cannot sample it');
  await load.until(Infinity, () => load.startMs !== null);
  const measured = (/** @type {Stretch} */ stretch) => measuredIn(load, stretch, () => cpuSampler.threads(target));
  const unsampled = await measured(UNSAMPLED);
  await load.until(startOf(load, SAMPLING_BEGINS));
  const sampling = await cpuSampler.start(target);
  const [fromMs, toMs] = [startOf(load, SAMPLED.first), endOf(load, SAMPLED)];
  if (nowEpochMs() > fromMs) throw new PartFailure('its recorder took too long to start');
  const under = await measured(SAMPLED);
  refuseEnded(engine, [target], 'while its CPU time was sampled');
  const parts = partsIn(await sampling.stop(fromMs, toMs, flameGraph, title));
  if (parts.length === 0) throw new PartFailure('its recorder has no sample');
  return { event: sampling.event, periodMs: sampling.periodMs, unsampled, sampled: under, parts };
}

/**
 * @param {SlicedLoad} load
 * @param {Stretch} stretch
 * @param {() => import('../../collect/threads.js').ThreadTimes} threads
 * @returns {Promise<CpuProfile['sampled']>}
 */
async function measuredIn(load, stretch, threads) {
  await load.until(startOf(load, stretch.first));
  const before = threads();
  await load.until(endOf(load, stretch));
  const after = threads();
  const slices = load.options.slices.slice(stretch.first - 1, stretch.last);
  await load.until(endOf(load, stretch) + RESULT_LIMIT_MS, () => slices.every((slice) => load.isComplete(slice)));
  const requests = sum(slices.flatMap((slice) => load.perSecond(slice)));
  if (requests === 0) throw new PartFailure('no request succeeded');
  return { seconds: slices.length * SLICE_SECONDS, requests, cpuMs: cpuBetween(before, after) };
}

/** @param {SlicedLoad} load @param {number} slice from 1 @returns {number} epoch ms */
function startOf({ startMs }, slice) {
  return Number(startMs) + (slice - 1) * SLICE_SECONDS * 1000;
}

/** @param {SlicedLoad} load @param {Stretch} stretch @returns {number} epoch ms */
function endOf(load, { last }) {
  return startOf(load, last + 1);
}
