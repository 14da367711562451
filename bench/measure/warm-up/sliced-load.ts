/** A load in slices that is under way, as its growing http.hlog shows it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { slicesOf, type Block, type Slice } from '../../../k6/lib/blocks.js';
import { targetsIn } from '../../record/part.ts';
import { nowEpochMs } from '../../util/time.ts';
import { warmUpFilesIn } from '../generators/files.ts';
import { wasInterrupted } from '../generators/results.ts';
import { startBlocks, type BlocksSubject } from '../generators/start.ts';
import { failedWarmUp } from './failed.ts';
import type { Instances } from '../generators/instances.ts';

const LOOK_EVERY_MS = 100;
/** Nothing of such a load is compared, so slices may overlap by the last answers of each: a pause would be a third of its time. */
const NO_GAP = 0;

export type OnLook = (successesPerSecond: number | null, target: string) => void;

/** @param load `dir`: for its logs @returns not started yet */
export function slicedLoad(
  subject: BlocksSubject,
  { blocks, sliceSeconds, dir, onLook }: { blocks: Block[]; sliceSeconds: number; dir: string; onLook?: OnLook },
): SlicedLoad {
  const { engine, scenario } = subject;
  const slices = slicesOf(blocks, sliceSeconds, NO_GAP);
  const targets = targetsIn(blocks);
  const startK6 = () =>
    startBlocks(subject, {
      ...{ blocks, sliceSeconds, gapSeconds: NO_GAP, variables: { ROUND: 0 }, outputs: ['rollup=none'] },
      files: warmUpFilesIn(dir),
      lastsSeconds: slices.length * sliceSeconds,
      quiet: true,
    });
  const isLost = () => targets.some((target) => engine.targetExit(target));
  return new SlicedLoad({ startK6, scenario, slices, sliceSeconds, isLost, onLook });
}

export class SlicedLoad {
  options;
  /** Epoch milliseconds of the first slice's start. */
  startMs: number | null = null;
  isOver = false;
  #k6: Instances | undefined;
  #over: Promise<unknown> = Promise.resolve();
  #wasStopped = false;

  constructor(options: {
    startK6: () => Promise<Instances>;
    scenario: string;
    slices: Slice[];
    sliceSeconds: number;
    /** whether a target has ended: k6 would only count refused connections from then on */
    isLost: () => boolean;
    onLook?: OnLook;
  }) {
    this.options = options;
  }

  async start() {
    this.#k6 = await this.options.startK6();
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
    const { scenario, slices, isLost, onLook } = this.options;
    const tail = this.#k6?.tail;
    tail?.read();
    const last = tail?.lastSlice(scenario) ?? 0;
    if (tail && last > 0) {
      this.startMs ??= tail.startSecond === null ? null : tail.startSecond * 1000;
      onLook?.(this.perSecond(slices[last - 1]).at(-1) ?? null, slices[last - 1].target);
    }
    if (!this.isOver && isLost()) this.stop();
  }

  /** @returns are all of its seconds known? */
  isComplete(slice: Slice): boolean {
    return this.perSecond(slice).length === this.options.sliceSeconds;
  }

  /** @returns successes in each of its seconds that are known */
  perSecond({ slice, startSecond }: Slice): number[] {
    const { scenario, sliceSeconds } = this.options;
    if (this.startMs === null || !this.#k6) return [];
    return this.#k6.tail.successes(`${scenario}#${slice}`, this.startMs / 1000 + startSecond, sliceSeconds);
  }

  /** Ends the load before its time. */
  stop() {
    if (!this.#wasStopped) this.#k6?.interrupt();
    this.#wasStopped = true;
  }

  /** @returns when k6 has ended: how it failed, in a sentence; null if it did not */
  async ended(): Promise<string | null> {
    const end = await this.#k6?.ended;
    return end === undefined || (wasInterrupted(end) && this.#wasStopped) ? null : failedWarmUp(end);
  }
}
