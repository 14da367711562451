/** What the time of a run goes into, by activity. An activity within another one is not counted twice. */
import { performance } from 'node:perf_hooks';

/** @typedef {import('../record/run.js').Activity} Activity */

export class Spent {
  /** @type {Activity[]} */
  #under = [];
  #markMs;
  /** @type {Map<Activity, number>} seconds since the last `take` */
  #seconds = new Map();
  #nowMs;

  /** @param {() => number} [nowMs] a clock that nobody sets */
  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#markMs = nowMs();
  }

  /**
   * @template T
   * @param {Activity} activity
   * @param {() => Promise<T>} action what is done in it is charged to the activity, without what an inner activity takes
   * @returns {Promise<T>}
   */
  async on(activity, action) {
    this.#charge();
    this.#under.push(activity);
    try {
      return await action();
    } finally {
      this.#charge();
      this.#under.pop();
    }
  }

  /** Charges to another activity what the current one was charged with. @param {Activity} activity @param {number} seconds as planned; no more than it took */
  move(activity, seconds) {
    this.#charge();
    const current = this.#under.at(-1);
    if (!current) return;
    const moved = Math.min(seconds, this.#seconds.get(current) ?? 0);
    this.#add(current, -moved);
    this.#add(activity, moved);
  }

  /** @returns {Partial<Record<Activity, number>>} seconds since the last call */
  take() {
    this.#charge();
    const taken = Object.fromEntries(this.#seconds);
    this.#seconds.clear();
    return taken;
  }

  #charge() {
    const nowMs = this.#nowMs();
    const current = this.#under.at(-1);
    if (current) this.#add(current, (nowMs - this.#markMs) / 1000);
    this.#markMs = nowMs;
  }

  /** @param {Activity} activity @param {number} seconds */
  #add(activity, seconds) {
    this.#seconds.set(activity, (this.#seconds.get(activity) ?? 0) + seconds);
  }
}
