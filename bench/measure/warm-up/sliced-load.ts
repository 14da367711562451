/** A load in slices that is under way, as its growing http.hlog shows it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { slicesOf, type Block, type Slice } from '../../../k6/lib/blocks.js';
import { targetsIn } from '../../record/part.ts';
import { nowEpochMs } from '../../util/time.ts';
import { warmUpFilesIn } from '../generators/files.ts';
import { endedAsAsked, failureOf } from '../generators/results.ts';
import { startBlocks, type BlocksSubject } from '../generators/start.ts';
import type { Instances } from '../generators/instances.ts';
import type { WarmUpOptions } from './load.ts';

const LOOK_EVERY_MS = 100;
/** Nothing of such a load is compared, so slices may overlap by the last answers of each: a pause would be a third of its time. */
const NO_GAP = 0;

/** `dir`: for its logs */
type Load = { blocks: Block[]; sliceSeconds: number } & Pick<WarmUpOptions, 'dir' | 'onLook'>;

/** Not started by its constructor. */
export class SlicedLoad {
  subject;
  load;
  slices;
  /** Epoch milliseconds of the first slice's start. */
  startMs: number | null = null;
  isOver = false;
  #k6: Instances | undefined;
  #over: Promise<unknown> = Promise.resolve();
  #wasStopped = false;

  constructor(subject: BlocksSubject, load: Load) {
    this.subject = subject;
    this.load = load;
    this.slices = slicesOf(load.blocks, load.sliceSeconds, NO_GAP);
  }

  async start() {
    const { blocks, sliceSeconds, dir } = this.load;
    this.#k6 = await startBlocks(this.subject, { blocks, sliceSeconds, gapSeconds: NO_GAP, files: warmUpFilesIn(dir), quiet: true });
    this.#over = this.#k6.ended.finally(() => (this.isOver = true));
  }

  /** Waits until then, but not longer than the load lasts. @param timeMs epoch milliseconds @param isEnough ends the wait earlier */
  async until(timeMs: number, isEnough: () => boolean = () => false) {
    for (;;) {
      this.#look();
      const leftMs = timeMs - nowEpochMs();
      if (this.isOver || leftMs <= 0 || isEnough()) return;
      await Promise.race([sleep(Math.min(LOOK_EVERY_MS, leftMs)), this.#over]);
    }
  }

  #look() {
    const { engine, scenario } = this.subject;
    const tail = this.#k6?.tail;
    tail?.read();
    const last = this.slices[(tail?.lastSlice(scenario) ?? 0) - 1];
    if (tail && last) {
      this.startMs ??= tail.startSecond === null ? null : tail.startSecond * 1000;
      this.load.onLook?.(this.perSecond(last).at(-1) ?? null);
    }
    // k6 would only count refused connections from then on.
    if (!this.isOver && targetsIn(this.load.blocks).some((target) => engine.targets.exit(target))) this.stop();
  }

  /** @returns are all of its seconds known? */
  isComplete(slice: Slice): boolean {
    return this.perSecond(slice).length === this.load.sliceSeconds;
  }

  /** @returns successes in each of its seconds that are known */
  perSecond({ slice, startSecond }: Slice): number[] {
    if (this.startMs === null || !this.#k6) return [];
    return this.#k6.tail.successes(`${this.subject.scenario}#${slice}`, this.startMs / 1000 + startSecond, this.load.sliceSeconds);
  }

  /** Ends the load before its time. */
  stop() {
    if (!this.#wasStopped) this.#k6?.interrupt();
    this.#wasStopped = true;
  }

  /** @returns when k6 has ended: how it failed in the warm-up, in a sentence; null if it did not */
  async ended(): Promise<string | null> {
    const end = await this.#k6?.ended;
    return end === undefined || (endedAsAsked(end) && this.#wasStopped) ? null : failureOf(end, ' in the warm-up');
  }
}

/** @param load that has begun @returns epoch milliseconds */
export function startOf({ startMs }: Pick<SlicedLoad, 'startMs'>, { startSecond }: Slice): number {
  return Number(startMs) + startSecond * 1000;
}
