/** Starts of processes, containers and pods: how many at once, and those that are under way. */
import { availableParallelism } from 'node:os';

/** JVMs, at least the four of the core. A start is some seconds of a core: all of the catalogue at once would take longer than one may. */
const STARTS_AT_ONCE = Math.max(4, 2 * availableParallelism());

/** Lets only so many pieces of work run at once; the others wait in their order. */
export class Gate {
  #free;
  #waiting: (() => void)[] = [];

  constructor(places: number = STARTS_AT_ONCE) {
    this.#free = places;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

/** Starts that are under way. Whoever ends them all must neither leave one behind nor let another begin. */
export class Starts {
  #underWay = new Set<Promise<unknown>>();
  haveEnded = false;

  /** @throws {Error} one line, if there are no more starts */
  async run<T>(start: () => Promise<T>): Promise<T> {
    this.refuseWhenEnded();
    const started = start();
    this.#underWay.add(started);
    try {
      return await started;
    } finally {
      this.#underWay.delete(started);
    }
  }

  /** For a start to ask while it waits. @throws {Error} one line */
  refuseWhenEnded() {
    if (this.haveEnded) throw new Error('the engine has been stopped');
  }

  /** Lets no other begin, and waits for those under way. */
  async end() {
    this.haveEnded = true;
    await Promise.allSettled(this.#underWay);
  }
}
