/** Starts of targets that are under way. Whoever ends them all must neither leave one behind nor let another begin. */
export class Starts {
  /** @type {Set<Promise<void>>} */
  #underWay = new Set();
  #haveEnded = false;

  /** @param {() => Promise<void>} start @throws {Error} one line, if there are no more starts */
  async run(start) {
    this.refuseWhenEnded();
    const started = start();
    this.#underWay.add(started);
    await started.finally(() => this.#underWay.delete(started));
  }

  /** For a start to ask while it waits. @throws {Error} one line */
  refuseWhenEnded() {
    if (this.#haveEnded) throw new Error('the engine has been stopped');
  }

  /** Lets no other begin, and waits for those under way. */
  async end() {
    this.#haveEnded = true;
    await Promise.allSettled(this.#underWay);
  }
}
