import { availableParallelism } from 'node:os';

/**
 * So many JVMs start at once, at least the four of the core. All targets of the catalogue at once would each need longer than a start may take: a JVM's start
 * is some seconds of a core.
 */
export const STARTS_AT_ONCE = Math.max(4, 2 * availableParallelism());

/** Lets only so many pieces of work run at once; the others wait in their order. */
export class Gate {
  #free;
  #waiting: (() => void)[] = [];

  /** @param places at least 1 */
  constructor(places: number) {
    this.#free = places;
  }

  /** @returns of the work, once it had its turn */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise((resolve: (value: void) => void) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
