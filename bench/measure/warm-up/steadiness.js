import { hasStoppedRising } from '../../analyse/cell/steady.js';

/** Share of a burst's time that idle compilers may take in it and in the pause before it. */
const QUIET = 0.1;

/**
 * Whether a target's warm-up has become steady: judged after each burst of load, which is compared with earlier ones of its kind.
 * @typedef {{ beforeMs: number | null, afterMs: number | null, seconds: number }} Compiling time that the compilers had taken before and after
 *   a burst of so many seconds; null where it is unknown
 */
export class Steadiness {
  /** @type {number[][]} */
  #bursts = [];
  #inARow = 0;
  /** @type {number | null} what the compilers had taken at the end of the last burst; null where it is unknown */
  #compiledMs = null;
  /** @type {number | null} of the last burst's time that the compilers took; null where it is unknown */
  compilingShare = null;

  /** @param {{ kinds: number, steadyBursts?: number }} options kinds of bursts, in turn; so many in a row must be steady, and one of each kind */
  constructor({ kinds, steadyBursts = 1 }) {
    this.kinds = kinds;
    this.needed = Math.max(steadyBursts, kinds);
  }

  /** Index of the next burst's kind. */
  get nextKind() {
    return this.#bursts.length % this.kinds;
  }

  get bursts() {
    return this.#bursts.length;
  }

  get perSecond() {
    return this.#bursts.flat();
  }

  get isSteady() {
    return this.#inARow >= this.needed;
  }

  /**
   * @param {number[]} perSecond successes in each second of the burst
   * @param {Compiling} compiling
   */
  add(perSecond, { beforeMs, afterMs, seconds }) {
    const kind = this.nextKind;
    this.#bursts.push(perSecond);
    this.compilingShare = beforeMs === null || afterMs === null ? null : (afterMs - beforeMs) / 1000 / seconds;
    const alike = this.#bursts.filter((_, index) => index % this.kinds === kind);
    // On a noisy machine the best second of many is often the last one. Where nothing has been compiled, the JVM cannot be the reason.
    const isQuiet = this.#compiledMs !== null && afterMs !== null && afterMs - this.#compiledMs <= QUIET * seconds * 1000;
    this.#compiledMs = afterMs;
    this.#inARow = isQuiet || hasStoppedRising(alike, this.compilingShare) ? this.#inARow + 1 : 0;
  }
}
