/** A load in slices that is under way, as its growing http.hlog shows it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { slicesOf } from '../../../k6/lib/blocks.js';
import { targetsIn } from '../../record/part.js';
import { nowEpochMs } from '../../util/time.js';
import { warmUpFilesIn } from '../generators/files.js';
import { wasInterrupted } from '../generators/results.js';
import { startBlocks } from '../generators/start.js';
import { failedWarmUp } from './failed.js';

const LOOK_EVERY_MS = 100;
/** Nothing of such a load is compared, so slices may overlap by the last answers of each: a pause would be a third of its time. */
const NO_GAP = 0;

/** @typedef {import('../../../k6/lib/blocks.js').Slice} Slice */
/** @typedef {(successesPerSecond: number | null, target: string) => void} OnLook */

/**
 * @param {import('../generators/start.js').BlocksSubject} subject
 * @param {{ blocks: import('../../record/run.js').Block[], sliceSeconds: number, dir: string, onLook?: OnLook }} load `dir`: for its logs
 * @returns {SlicedLoad} not started yet
 */
export function slicedLoad(subject, { blocks, sliceSeconds, dir, onLook }) {
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
  /** Epoch milliseconds of the first slice's start. @type {number | null} */
  startMs = null;
  isOver = false;
  /** @type {import('../generators/instances.js').Instances | undefined} */
  #k6;
  /** @type {Promise<unknown>} */
  #over = Promise.resolve();
  #wasStopped = false;

  /**
   * @param {object} options
   * @param {() => Promise<import('../generators/instances.js').Instances>} options.startK6
   * @param {string} options.scenario
   * @param {Slice[]} options.slices
   * @param {number} options.sliceSeconds
   * @param {() => boolean} options.isLost whether a target has ended: k6 would only count refused connections from then on
   * @param {OnLook} [options.onLook]
   */
  constructor(options) {
    this.options = options;
  }

  async start() {
    this.#k6 = await this.options.startK6();
    this.#over = this.#k6.ended.finally(() => (this.isOver = true));
  }

  /**
   * Waits until then, but not longer than the load lasts.
   * @param {number} timeMs epoch milliseconds
   * @param {() => boolean} [isEnough] ends the wait earlier
   */
  async until(timeMs, isEnough = () => false) {
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

  /** @param {Slice} slice @returns {boolean} are all of its seconds known? */
  isComplete(slice) {
    return this.perSecond(slice).length === this.options.sliceSeconds;
  }

  /** @param {Slice} slice @returns {number[]} successes in each of its seconds that are known */
  perSecond({ slice, startSecond }) {
    const { scenario, sliceSeconds } = this.options;
    if (this.startMs === null || !this.#k6) return [];
    return this.#k6.tail.successes(`${scenario}#${slice}`, this.startMs / 1000 + startSecond, sliceSeconds);
  }

  /** Ends the load before its time. */
  stop() {
    if (!this.#wasStopped) this.#k6?.interrupt();
    this.#wasStopped = true;
  }

  /** @returns {Promise<string | null>} when k6 has ended: how it failed, in a sentence; null if it did not */
  async ended() {
    const end = await this.#k6?.ended;
    return end === undefined || (wasInterrupted(end) && this.#wasStopped) ? null : failedWarmUp(end);
  }
}
