/** Starts of processes, containers and pods: how many at once, and those that are under way. */
import { availableParallelism } from 'node:os';

/** JVMs, at least the four of the core. A start is some seconds of a core: all of the catalogue at once would take longer than one may. */
const STARTS_AT_ONCE = Math.max(4, 2 * availableParallelism());

/** Whoever ends them all must neither leave one behind nor let another begin. */
export class Starts {
  #free;
  #waiting: (() => void)[] = [];
  #underWay = new Set<Promise<unknown>>();
  haveEnded = false;

  /** @param places so many are under way at once; the others wait in their order */
  constructor(places: number = STARTS_AT_ONCE) {
    this.#free = places;
  }

  /** @throws {Error} one line, if there are no more starts */
  async run<T>(start: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      this.refuseWhenEnded();
      const started = start();
      this.#underWay.add(started);
      return await started.finally(() => this.#underWay.delete(started));
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
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
