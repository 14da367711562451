/** The processes of an engine: started as long as it runs, all ended when it stops. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { endChild, killGroup, start } from '../processes/supervise.js';

/** @typedef {import('../processes/supervise.js').Supervised} Supervised */
/** @typedef {(options: Omit<Parameters<typeof start>[0], 'logFile'>) => Promise<Supervised>} Launch */

export class Children {
  /** Set as soon as `end` is called: from then on nothing is started. */
  isEnding = false;
  /** @type {Set<Supervised>} everything that was started and has not ended */
  #alive = new Set();
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #tracked = new Set();
  /** @type {Set<Promise<void>>} what `end` has to wait for, so that nothing is made after the cleaning up */
  #starting = new Set();
  #launches = 0;

  /** @param {string} logDir */
  constructor(logDir) {
    this.logDir = logDir;
  }

  /** @param {import('node:child_process').ChildProcess} child of the runner itself; ended with the others */
  track(child) {
    this.#tracked.add(child);
  }

  /**
   * Runs something that starts processes.
   *
   * @param {() => Promise<void>} action
   */
  async run(action) {
    this.#refuseWhenEnding();
    const running = action();
    this.#starting.add(running);
    try {
      await running;
    } finally {
      this.#starting.delete(running);
    }
  }

  /** Starts a process, unless the engine is being stopped. @type {Launch} */
  launch = async (options) => {
    this.#refuseWhenEnding();
    await mkdir(this.logDir, { recursive: true });
    if (this.#launches === 0) process.on('exit', this.#killAll);
    this.#launches++;
    const supervised = await start({ ...options, logFile: path.join(this.logDir, `${options.name}.${this.#launches}.log`) });
    this.#alive.add(supervised);
    supervised.ended.then(() => this.#alive.delete(supervised));
    if (this.isEnding) {
      await supervised.end({ hard: true });
      this.#refuseWhenEnding();
    }
    return supervised;
  };

  #refuseWhenEnding() {
    if (this.isEnding) throw new Error('the engine has been stopped');
  }

  /** The last resort when the runner ends without `end`, where the kernel was not asked to kill its children. */
  #killAll = () => {
    for (const { pid } of this.#alive) killGroup(pid);
  };

  /**
   * @param {Supervised | undefined} hard a process that need not end in order
   * @returns {Promise<PromiseSettledResult<unknown>[]>} within 10 s; a process that cannot be ended does not keep the others alive
   */
  async end(hard) {
    this.isEnding = true;
    const processes = [...this.#alive].map((supervised) => supervised.end({ hard: supervised === hard }));
    const children = [...this.#tracked].map((child) => endChild(child));
    const ends = await Promise.allSettled([...processes, ...children]);
    await Promise.allSettled(this.#starting);
    return ends;
  }

  /** Once all have ended and their control groups are gone. */
  dispose() {
    process.off('exit', this.#killAll);
  }
}
