import { availableParallelism } from 'node:os';

/**
 * So many JVMs start at once, at least the four of the core. All targets of the catalogue at once would each need longer than a start may take: a JVM's start
 * is some seconds of a core.
 */
export const STARTS_AT_ONCE = Math.max(4, 2 * availableParallelism());

/** Lets only so many pieces of work run at once; the others wait in their order. */
export class Gate {
  #free;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {number} places at least 1 */
  constructor(places) {
    this.#free = places;
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} of the work, once it had its turn */
  async pass(work) {
    if (this.#free > 0) this.#free--;
    else await new Promise((/** @type {(value: void) => void} */ resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
