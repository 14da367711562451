/** Puts the load of a part on its targets, slice by slice, and watches the machine while it lasts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { partText, publishActivity } from '../../collect/activity.ts';
import { ProcessSampler } from '../../collect/processes.ts';
import { targetsIn } from '../../record/part.ts';
import { filesIn } from '../generators/files.ts';
import { startBlocks } from '../generators/start.ts';
import { watchedInTurn } from '../watched.ts';
import { subjectOf } from './context.ts';
import { Disturbances } from './disturbances.ts';
import { sequenceOf, type PartWork } from './slices.ts';
import type { LoadEnd } from '../generators/instances.ts';
import type { HlogTail } from '../generators/hlog-tail.ts';

const WATCH_EVERY_MS = 500;

/** `tail`: of all that was logged */
export type EndedLoad = { end: LoadEnd; tail: HlogTail; disturbances: Disturbances };

/** @param onLoadOver called once the last slice is over; k6 then waits for the last answers */
export async function runLoad(work: PartWork, onLoadOver: () => void): Promise<EndedLoad> {
  const { planned, dir, context } = work;
  const { engine, run, progress } = context;
  const { influx, fromGenerator } = engine.endpoints;
  const targets = targetsIn(planned.blocks);
  const k6 = await startBlocks(subjectOf(context, planned.scenario), {
    ...sequenceOf(work),
    round: planned.round,
    outputs: [`rollup=${fromGenerator?.influx ?? influx.url}/${influx.database}`],
    // On InfluxDB 2's v1 API the token is the password; any name goes with it.
    environment: influx.token ? { K6_INFLUXDB_USERNAME: 'stackbench', K6_INFLUXDB_PASSWORD: influx.token } : {},
    files: filesIn(dir),
  });
  void publishActivity(influx, run.id, 'blocks', partText(planned));
  const watched = () => watchedInTurn(engine, targets, k6);
  const sampler = new ProcessSampler(watched);
  const disturbances = new Disturbances({ work, tail: k6.tail, sampler, watched });
  sampler.start();
  let isLost = false;
  const end = await k6.watched(WATCH_EVERY_MS, () => {
    if (isLost) return;
    disturbances.look();
    if (disturbances.isOver) onLoadOver();
    else progress.update(planned, disturbances.where());
    isLost = targets.some((target) => engine.targetExit(target) !== null);
    // It would only count refused connections from then on.
    if (isLost) k6.interrupt();
  });
  writeFileSync(path.join(dir, 'processes.csv'), await sampler.stop());
  return { end, tail: k6.tail, disturbances };
}
