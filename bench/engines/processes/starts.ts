/** Starts that are under way. Whoever ends them all must neither leave one behind nor let another begin. */
export class Starts {
  #underWay = new Set<Promise<unknown>>();
  /** Set as soon as `end` is called. */
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
