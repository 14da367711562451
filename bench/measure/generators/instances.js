/** The instances of k6 that share a load, as one: started, watched and ended together. */
import path from 'node:path';
import { filesOf } from './files.js';
import { startK6 } from './process.js';

/**
 * @typedef {object} SharedLoad
 * @property {(variables: Record<string, string | number>) => string[]} words k6 and its arguments, with further `-e` variables of an instance
 * @property {Record<string, string>} [environment] for k6 and its outputs
 * @property {import('./files.js').LoadFiles} files of the whole load
 * @property {number} lastsSeconds
 *
 * @typedef {import('./process.js').K6End & { name: string, logFile: string }} LoadEnd `name`: of the k6 that it is the end of; `logFile`: its own
 * @typedef {{ generator: import('../../engines/engine.js').Generator, files: import('./files.js').LoadFiles, k6: import('./process.js').K6 }} Instance
 */

/**
 * @param {Pick<import('../../engines/engine.js').Engine, 'generators' | 'track'>} engine ends them with its other processes
 * @param {SharedLoad} load
 * @returns {Promise<Instances>}
 */
export async function startInstances({ generators, track }, { words, environment = {}, files, lastsSeconds }) {
  const followers = await Promise.all(generators.map((generator) => generator.follow(path.dirname(files.hlog))));
  const instances = generators.map((generator, index) => {
    const own = filesOf(files, index, generators.length);
    const k6 = startK6({
      generator,
      words: words(own.summary === null ? {} : { SUMMARY: own.summary }),
      environment: { ...environment, K6_ROLLUP_HLOG: own.hlog, ...(own.report !== null && { K6_ROLLUP_REPORT: own.report }) },
      logFile: own.log,
      lastsSeconds,
    });
    track(k6.child);
    return { generator, files: own, k6 };
  });
  return new Instances(instances, followers);
}

export class Instances {
  /** How the load has ended, once all that k6 has left is here. @type {Promise<LoadEnd>} */
  ended;
  #instances;

  /**
   * @param {Instance[]} instances started
   * @param {Awaited<ReturnType<import('../../engines/engine.js').Generator['follow']>>[]} followers of the same
   */
  constructor(instances, followers) {
    this.#instances = instances;
    this.ended = this.#end(followers);
  }

  /** @returns {{ process: string, pid: number | undefined }[]} the children here; where the engine knows more of one, it is among its own processes */
  get processes() {
    return this.#instances.map(({ generator, k6 }) => ({ process: generator.process, pid: k6.child.pid }));
  }

  /** Ends the load before its time. */
  interrupt() {
    for (const { k6 } of this.#instances) k6.kill('SIGINT');
  }

  /** @param {ConstructorParameters<typeof Instances>[1]} followers @returns {Promise<LoadEnd>} */
  async #end(followers) {
    const ends = await Promise.all(
      this.#instances.map(async ({ generator, files, k6 }) => ({ ...(await k6.ended), name: generator.name, logFile: files.log })),
    );
    await Promise.all(followers.map((follower) => follower.stop()));
    return ends.find(({ exitCode }) => exitCode !== 0) ?? ends[0];
  }
}
