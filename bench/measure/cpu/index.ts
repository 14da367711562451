/** Samples what warm targets spend CPU time on, after the rounds of a run: under the same load and limit, but in none of its figures. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cpuBetween, type ThreadTimes } from '../../collect/jvm-facts.ts';
import { partsIn } from '../../analyse/cpu/stacks.ts';
import { fitting, hasBlocks } from '../../record/catalogue.ts';
import { cpuFile, writeCpuProfile, type Pair, type CpuProfile } from '../../record/cpu-profile.ts';
import { SCHEMA } from '../../record/json/file.ts';
import { comparedVus, type Run } from '../../record/run.ts';
import { RunAborted, messageOf } from '../../util/errors.ts';
import { sum } from '../../util/math.ts';
import { nowEpochMs } from '../../util/time.ts';
import { PartFailure, refuseEnded, type PartContext } from '../part/context.ts';
import { prepared, settled } from '../prepared.ts';
import { warmed } from '../warmed.ts';
import { SlicedLoad, startOf } from '../warm-up/sliced-load.ts';

type Chosen = Pick<Run, 'scenarios' | 'targets' | 'catalogue'>;

/** slices, from 1 */
type Stretch = { first: number; last: number };

const SLICE_SECONDS = 5;
/** The load settles in the first slice. */
const UNSAMPLED: Stretch = { first: 2, last: 3 };
/** A JVM under half a CPU takes seconds to load what its recorder needs. */
const SAMPLING_BEGINS = 4;
const SAMPLED: Stretch = { first: 6, last: 9 };
/** The last one keeps the load up until all before it is known. */
const SLICES = 10;
/** A slice's last second is known some 300 ms after its end. */
const RESULT_LIMIT_MS = 2000;

/** @param dir the run's folder; what it has already stays */
export async function profileCpu(context: PartContext, dir: string, signal: AbortSignal) {
  const { run, progress } = context;
  for (const pair of pairsOf(run).filter((each) => !existsSync(cpuFile(dir, each, 'json')))) {
    if (signal.aborted) return;
    try {
      await profilePair(context, dir, pair);
      progress.say(`sampled where the CPU of ${pair.target} goes in ${pair.scenario}`);
    } catch (error) {
      if (error instanceof RunAborted || signal.aborted) throw error;
      progress.say(`no CPU profile of ${pair.target} in ${pair.scenario}: ${messageOf(error)}`);
    }
  }
}

function pairsOf({ scenarios, targets, catalogue }: Chosen): Pair[] {
  const compared = scenarios.filter((scenario) => hasBlocks(catalogue, scenario));
  return compared.flatMap((scenario) => targets.filter(fitting(catalogue, scenario)).map((target) => ({ scenario, target })));
}

/** @returns seconds of load; targets are warm for the last scenario, and as a rule for the others */
export function secondsOfProfiles(run: Chosen): number {
  return pairsOf(run).length * SLICES * SLICE_SECONDS;
}

async function profilePair(context: PartContext, dir: string, { scenario, target }: Pair) {
  const logs = path.join(path.dirname(cpuFile(dir, { scenario, target }, 'json')), 'load');
  mkdirSync(logs, { recursive: true });
  await warmed(context, scenario, [target], logs);
  await prepared(context, scenario, [target]);
  const vus = comparedVus(context.run, scenario);
  const blocks = Array.from({ length: SLICES }, () => ({ vus, targets: [target] }));
  const load = new SlicedLoad({ ...context, scenario }, { blocks, sliceSeconds: SLICE_SECONDS, dir: logs });
  await load.start();
  try {
    const flameGraph = cpuFile(dir, { scenario, target }, 'html');
    const found = await sampled(context, load, { scenario, target }, flameGraph);
    writeCpuProfile(dir, { schema: SCHEMA, scenario, target, vus, ...found });
  } finally {
    load.stop();
    await load.ended();
    await settled(context, scenario, [target]);
  }
  rmSync(logs, { recursive: true, force: true });
}

/** @throws {Error} one line, where the target ends, or cannot be sampled */
async function sampled({ engine }: PartContext, load: SlicedLoad, { scenario, target }: Pair, flameGraph: string) {
  const { cpuSampler } = engine;
  if (!cpuSampler) throw new PartFailure('this engine cannot sample it');
  await load.until(Infinity, () => load.startMs !== null);
  const measured = (stretch: Stretch) => measuredIn(load, stretch, () => cpuSampler.threads(target));
  const unsampled = await measured(UNSAMPLED);
  await load.until(beginOf(load, SAMPLING_BEGINS));
  const sampling = await cpuSampler.start(target);
  const [fromMs, toMs] = [beginOf(load, SAMPLED.first), endOf(load, SAMPLED)];
  if (nowEpochMs() > fromMs) throw new PartFailure('its recorder took too long to start');
  const under = await measured(SAMPLED);
  refuseEnded(engine, [target], 'while its CPU time was sampled');
  const parts = partsIn(await sampling.stop(fromMs, toMs, flameGraph, `${target}: ${scenario}`));
  if (parts.length === 0) throw new PartFailure('its recorder has no sample');
  return { event: sampling.event, periodMs: sampling.periodMs, unsampled, sampled: under, parts };
}

async function measuredIn(load: SlicedLoad, stretch: Stretch, threads: () => ThreadTimes): Promise<CpuProfile['sampled']> {
  await load.until(beginOf(load, stretch.first));
  const before = threads();
  await load.until(endOf(load, stretch));
  const after = threads();
  const slices = load.slices.slice(stretch.first - 1, stretch.last);
  await load.until(endOf(load, stretch) + RESULT_LIMIT_MS, () => slices.every((slice) => load.isComplete(slice)));
  const requests = sum(slices.flatMap((slice) => load.perSecond(slice)));
  if (requests === 0) throw new PartFailure('no request succeeded');
  return { seconds: slices.length * SLICE_SECONDS, requests, cpuMs: cpuBetween(before, after) };
}

/** @param slice from 1 @returns epoch ms */
function beginOf(load: SlicedLoad, slice: number): number {
  return startOf(load, load.slices[slice - 1]);
}

function endOf(load: SlicedLoad, { last }: Stretch): number {
  return beginOf(load, last) + SLICE_SECONDS * 1000;
}
