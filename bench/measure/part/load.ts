/** Puts the load of a part on its targets, slice by slice, and watches the machine while it lasts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { partText, publishActivity } from '../../collect/activity.ts';
import { ProcessSampler } from '../../collect/processes.ts';
import { targetsIn, type Part } from '../../record/part.ts';
import { sliceCount, type PlannedPart } from '../../record/run.ts';
import { nowEpochMs } from '../../util/time.ts';
import { filesIn } from '../generators/files.ts';
import { startBlocks, type Recording } from '../generators/start.ts';
import { watchedInTurn } from '../watched.ts';
import { subjectOf, type PartContext } from './context.ts';
import { Disturbances } from './disturbances.ts';
import type { LoadEnd, Instances } from '../generators/instances.ts';
import type { HlogTail } from '../generators/hlog-tail.ts';

const WATCH_EVERY_MS = 500;

export interface PartWork {
  planned: PlannedPart;
  /** after each slice */
  gapSeconds: number;
  /** for the part's files */
  dir: string;
  context: PartContext;
}

export interface EndedLoad {
  end: LoadEnd;
  /** epoch milliseconds at which k6 had ended */
  endMs: number;
  /** of all that was logged */
  tail: HlogTail;
  disturbances: Disturbances;
}

/** @param onLoadOver called once the last slice is over; k6 then waits for the last answers */
export async function runLoad({ planned, gapSeconds, dir, context }: PartWork, onLoadOver: () => void): Promise<EndedLoad> {
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

/** @param dir for its files */
function recordingIn(dir: string, { engine }: Pick<PartContext, 'engine'>): Pick<Recording, 'outputs' | 'environment' | 'files'> {
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
 * @param k6 started
 */
async function watchedLoad(
  k6: Instances,
  {
    dir,
    sampler,
    onLook,
    isLost,
  }: {
    /** for processes.csv */
    dir: string;
    /** not started yet */
    sampler: ProcessSampler;
    /** called twice a second, after the log was read */
    onLook: () => void;
    /** has a target ended? */
    isLost: () => boolean;
  },
): Promise<Omit<EndedLoad, 'disturbances'>> {
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

/** @returns before anything is collected: what k6 counted is not known yet */
export function endOf({ end, endMs }: EndedLoad): Pick<Part, 'endMs' | 'generators' | 'k6'> {
  const k6 = { exitCode: end.exitCode, httpReqs: null, setupReqs: null, interrupted: null };
  return { endMs, generators: end.instances, k6 };
}

/** @param look returns true to look no more */
async function watchUntil(over: AbortSignal, look: () => boolean) {
  while (!over.aborted) {
    await sleep(WATCH_EVERY_MS, undefined, { signal: over }).catch(() => {});
    if (look()) return;
  }
}
