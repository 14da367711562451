/** What other processes take of the machine while a part runs, told on the terminal as soon as the slice has ended. */
import { othersShare, coresUsed } from '../../analyse/slice/shares.ts';
import { OTHERS_LIMIT } from '../../analyse/slice/health.ts';
import { otherUse, sampleMachine, type MachineSample, type OtherProcess } from '../../collect/others.ts';
import { parseProcessesCsv } from '../../record/samples.ts';
import { discardedSliceText } from '../../report/words/discarded.ts';
import { nowEpochMs } from '../../util/time.ts';
import { sequenceOf, sliceBounds, type PartWork, type SliceBounds } from './slices.ts';
import type { HlogTail } from '../generators/hlog-tail.ts';
import type { ProcessSampler, Watched } from '../../collect/processes.ts';

/** By then the samples of the slice's last second are there. */
const LOOK_AFTER_MS = 300;

export class Disturbances {
  #observed;
  /** null until the load has begun */
  #slices: SliceBounds[] | null = null;
  #next = 0;
  #before: MachineSample | null = null;
  #bySlice = new Map<number, OtherProcess[]>();

  constructor(observed: { work: PartWork; tail: HlogTail; sampler: ProcessSampler; watched: () => Watched[] }) {
    this.#observed = observed;
  }

  /** @returns slices that were disturbed */
  get count(): number {
    return this.#bySlice.size;
  }

  /** @returns the biggest users in it; empty where it was not disturbed */
  of(slice: number): OtherProcess[] {
    return this.#bySlice.get(slice) ?? [];
  }

  /** Has the last slice ended? Then k6 waits for the last answers. */
  get isOver() {
    return this.#slices !== null && this.#next >= this.#slices.length;
  }

  /** @returns for the progress */
  where(): string {
    const slice = this.#slices?.[this.#next];
    if (!slice) return 'getting ready';
    const { tail, work } = this.#observed;
    const { planned } = work;
    const rps = tail.latest(`${planned.scenario}#${slice.slice}.ok`);
    return `block ${slice.block} of ${planned.blocks.length}, ${slice.target}${rps === null ? '' : `, ${rps}/s`}`;
  }

  /** Judges the slice that has just ended. */
  look() {
    const { work, watched, tail } = this.#observed;
    this.#before ??= sampleMachine(watched());
    const { startSecond } = tail;
    this.#slices ??= startSecond === null ? null : sliceBounds(sequenceOf(work), startSecond * 1000);
    const slice = this.#slices?.[this.#next];
    if (!slice || nowEpochMs() < slice.endMs + LOOK_AFTER_MS) return;
    const now = sampleMachine(watched());
    this.#judge(slice, otherUse(this.#before, now)?.processes ?? []);
    this.#before = now;
    this.#next++;
  }

  #judge({ slice, block, target, vus, plateauStartMs, plateauEndMs }: SliceBounds, processes: OtherProcess[]) {
    const { work, sampler } = this.#observed;
    const { planned, context } = work;
    const samples = parseProcessesCsv(sampler.text());
    const cores = coresUsed(samples, { fromMs: plateauStartMs, toMs: plateauEndMs });
    const limits = context.engine.clusterNodes?.() ?? {};
    const share = othersShare(cores, [...samples.keys()], { machine: context.run.machine, limits });
    if (share <= OTHERS_LIMIT) return;
    this.#bySlice.set(slice, processes);
    const { scenario, round } = planned;
    const shares = { share, stolenShare: null, interruptsShare: null, limitShare: OTHERS_LIMIT };
    const reason = { kind: 'other processes', ...shares, vus } as const;
    context.progress.say(discardedSliceText({ scenario, round, block, target, reason, others: processes }, context.run.machine));
  }
}
