/** What other processes take of the machine while a part runs, told on the terminal as soon as the slice has ended. */
import { othersShare, coresUsed } from '../../analyse/slice/shares.js';
import { OTHERS_LIMIT } from '../../analyse/slice/health.js';
import { otherUse, sampleMachine } from '../../collect/others.js';
import { parseProcessesCsv } from '../../record/samples.js';
import { discardedSliceText } from '../../report/words/discarded.js';
import { sliceBounds } from './slices.js';
import { nowEpochMs } from '../../util/time.js';

/** By then the samples of the slice's last second are there. */
const LOOK_AFTER_MS = 300;

/** @typedef {import('../../collect/others.js').OtherProcess} OtherProcess */
/** @typedef {import('./slices.js').SliceBounds} SliceBounds */

export class Disturbances {
  /** @type {SliceBounds[] | null} null until the load has begun */
  #slices = null;
  #next = 0;
  /** @type {import('../../collect/others.js').MachineSample | null} */
  #before = null;
  /** @type {Map<number, OtherProcess[]>} */
  #bySlice = new Map();

  /**
   * @param {Omit<import('./load.js').PartWork, 'dir'>} work
   * @param {object} observed
   * @param {import('../generators/hlog-tail.js').HlogTail} observed.tail
   * @param {import('../../collect/processes.js').ProcessSampler} observed.sampler
   * @param {() => import('../../collect/processes.js').Watched[]} observed.watched
   */
  constructor(work, { tail, sampler, watched }) {
    this.work = work;
    this.tail = tail;
    this.sampler = sampler;
    this.watched = watched;
  }

  /** @returns {number} slices that were disturbed */
  get count() {
    return this.#bySlice.size;
  }

  /** @param {number} slice @returns {OtherProcess[]} the biggest users in it; empty where it was not disturbed */
  of(slice) {
    return this.#bySlice.get(slice) ?? [];
  }

  /** Has the last slice ended? Then k6 waits for the last answers. */
  get isOver() {
    return this.#slices !== null && this.#next >= this.#slices.length;
  }

  /** @returns {string} for the progress */
  where() {
    const slice = this.#slices?.[this.#next];
    if (!slice) return 'getting ready';
    const { planned } = this.work;
    const rps = this.tail.latest(`${planned.scenario}#${slice.slice}.ok`);
    return `block ${slice.block} of ${planned.blocks.length}, ${slice.target}${rps === null ? '' : `, ${rps}/s`}`;
  }

  /** Judges the slice that has just ended. */
  look() {
    this.#before ??= sampleMachine(this.watched());
    this.#slices ??= this.#begun();
    const slice = this.#slices?.[this.#next];
    if (!slice || nowEpochMs() < slice.endMs + LOOK_AFTER_MS) return;
    const now = sampleMachine(this.watched());
    this.#judge(slice, otherUse(this.#before, now)?.processes ?? []);
    this.#before = now;
    this.#next++;
  }

  /** @returns {SliceBounds[] | null} */
  #begun() {
    const { planned, gapSeconds, context } = this.work;
    const { startSecond } = this.tail;
    const load = { blocks: planned.blocks, sliceSeconds: context.run.sliceSeconds, gapSeconds };
    return startSecond === null ? null : sliceBounds(load, startSecond * 1000);
  }

  /** @param {SliceBounds} slice @param {OtherProcess[]} processes */
  #judge({ slice, block, target, vus, plateauStartMs, plateauEndMs }, processes) {
    const { planned, context } = this.work;
    const samples = parseProcessesCsv(this.sampler.text());
    const cores = coresUsed(samples, { fromMs: plateauStartMs, toMs: plateauEndMs });
    const limits = context.engine.clusterNodes?.() ?? {};
    const share = othersShare(cores, [...samples.keys()], { machine: context.run.machine, limits });
    if (share <= OTHERS_LIMIT) return;
    this.#bySlice.set(slice, processes);
    const { scenario, round } = planned;
    const shares = { share, stolenShare: null, interruptsShare: null, limitShare: OTHERS_LIMIT };
    const reason = /** @type {const} */ ({ kind: 'other processes', ...shares, vus });
    context.progress.say(discardedSliceText({ scenario, round, block, target, reason, others: processes }, context.run.machine));
  }
}
