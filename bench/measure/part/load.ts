/** Puts the load of a part on its targets, slice by slice, and tells at once what other processes take of the machine meanwhile. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { OTHERS_LIMIT } from '../../analyse/slice/health.ts';
import { coresUsed, othersShare } from '../../analyse/slice/shares.ts';
import { partText, publishActivity } from '../../collect/influx.ts';
import { otherUse, sampleMachine, type OtherProcess } from '../../collect/others.ts';
import { ProcessSampler, type Watched } from '../../collect/processes.ts';
import { targetsIn } from '../../record/part.ts';
import { parseProcessesCsv } from '../../record/samples.ts';
import { discardedSliceText } from '../../report/words/discarded.ts';
import { nowEpochMs } from '../../util/time.ts';
import { filesIn } from '../generators/files.ts';
import { startBlocks } from '../generators/start.ts';
import { watchedInTurn } from '../watched.ts';
import { sliceBounds, type PartWork, type SliceBounds } from './slices.ts';
import type { LoadEnd } from '../generators/instances.ts';
import type { HlogTail } from '../generators/hlog-tail.ts';

const WATCH_EVERY_MS = 500;
/** By then the samples of the slice's last second are there. */
const LOOK_AFTER_MS = 300;

/** `tail`: of all that was logged; `disturbed`: slices in which others used too much, with the biggest users */
export type EndedLoad = { end: LoadEnd; tail: HlogTail; disturbed: Map<number, OtherProcess[]> };

/** @param onLoadOver called once the last slice is over; k6 then waits for the last answers */
export async function runLoad(work: PartWork, onLoadOver: () => void): Promise<EndedLoad> {
  const { planned, sequence, dir, context } = work;
  const { engine, run, progress } = context;
  const targets = targetsIn(planned.blocks);
  const subject = { ...context, scenario: planned.scenario };
  const k6 = await startBlocks(subject, { ...sequence, round: planned.round, files: filesIn(dir) });
  const { tail } = k6;
  void publishActivity(engine.endpoints.influx, run.id, 'blocks', partText(planned));
  const watched = () => watchedInTurn(engine, targets, k6);
  const sampler = new ProcessSampler(watched);
  const slices = new SlicesInTurn(work, tail, sampler, watched);
  sampler.start();
  let isLost = false;
  const end = await k6.watched(WATCH_EVERY_MS, () => {
    if (isLost) return;
    slices.look();
    if (slices.areOver) onLoadOver();
    else progress.update(planned, slices.where());
    isLost = targets.some((target) => engine.targets.exit(target) !== null);
    // It would only count refused connections from then on.
    if (isLost) k6.interrupt();
  });
  writeFileSync(path.join(dir, 'processes.csv'), await sampler.stop());
  return { end, tail, disturbed: slices.disturbed };
}

/** The slices of a load that is under way. Each is judged as soon as it has ended. */
class SlicesInTurn {
  disturbed: EndedLoad['disturbed'] = new Map();
  #work;
  #tail;
  #sampler;
  #watched;
  /** null until the load has begun */
  #slices: SliceBounds[] | null = null;
  #next = 0;
  #before: ReturnType<typeof sampleMachine> = null;

  constructor(work: PartWork, tail: HlogTail, sampler: ProcessSampler, watched: () => Watched[]) {
    this.#work = work;
    this.#tail = tail;
    this.#sampler = sampler;
    this.#watched = watched;
  }

  /** Then k6 waits for the last answers. */
  get areOver() {
    return this.#slices !== null && this.#next >= this.#slices.length;
  }

  /** @returns for the progress */
  where(): string {
    const slice = this.#slices?.[this.#next];
    if (!slice) return 'getting ready';
    const { scenario, blocks } = this.#work.planned;
    const rps = this.#tail.latest(`${scenario}#${slice.slice}.ok`);
    return `block ${slice.block} of ${blocks.length}, ${slice.target}${rps === null ? '' : `, ${rps}/s`}`;
  }

  look() {
    this.#before ??= sampleMachine(this.#watched());
    const { startSecond } = this.#tail;
    this.#slices ??= startSecond === null ? null : sliceBounds(this.#work.sequence, startSecond * 1000);
    const slice = this.#slices?.[this.#next];
    if (!slice || nowEpochMs() < slice.endMs + LOOK_AFTER_MS) return;
    const now = sampleMachine(this.#watched());
    this.#judge(slice, otherUse(this.#before, now)?.processes ?? []);
    this.#before = now;
    this.#next++;
  }

  #judge({ slice, block, target, vus, plateauStartMs, plateauEndMs }: SliceBounds, others: OtherProcess[]) {
    const { planned, context } = this.#work;
    const { machine } = context.run;
    const samples = parseProcessesCsv(this.#sampler.text());
    const cores = coresUsed(samples, { fromMs: plateauStartMs, toMs: plateauEndMs });
    const share = othersShare(cores, [...samples.keys()], { machine, limits: context.engine.clusterNodes?.() ?? {} });
    if (share <= OTHERS_LIMIT) return;
    this.disturbed.set(slice, others);
    const { scenario, round } = planned;
    const reason = { kind: 'other processes', share, stolenShare: null, interruptsShare: null, limitShare: OTHERS_LIMIT, vus } as const;
    context.progress.say(discardedSliceText({ scenario, round, block, target, reason, others }, machine));
  }
}
