/** The instances of k6 that share a load, as one: started together, watched and ended together, and what they leave put together. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { namesOfGenerators } from '../../engines/generators.js';
import { nowEpochMs } from '../../util/time.js';
import { filesOf } from './files.js';
import { HlogTail } from './hlog-tail.js';
import { mergeFiles } from './merge.js';
import { startK6 } from './process.js';
import { worseLink } from './links.js';
import { readInstance, sumOfInterrupted, wasInterrupted } from './results.js';

/** Several k6 start their load so long after they were started: by then each has started and checked the answers. Slow answers take longer (clock.js). */
const START_AFTER_MS = 5000;
/** Several setup() at once take longer than one alone. */
const SETUP_RESERVE = 2;

/**
 * @typedef {object} SharedLoad
 * @property {(variables: Record<string, string | number>) => string[]} words k6 and its arguments, with further `-e` variables of an instance
 * @property {Record<string, string>} [environment] for k6 and its outputs
 * @property {import('./files.js').LoadFiles} files of the whole load
 * @property {number} lastsSeconds
 * @property {string} [target] that gets load: the way to it is measured before
 * @property {number} [setupSeconds] of the script's setup(), as measured before
 * @property {Record<string, string>[]} [each] variables of each k6 in place of a share of the load: they take turns, all where the first generator is
 *
 * @typedef {import('./process.js').K6End & { name: string, logFile: string }} InstanceEnd `name`: of the k6; `logFile`: its own
 * @typedef {InstanceEnd & { interrupted: number | null, instances: import('../../record/json/generators.js').Instance[] }} LoadEnd that of a k6 that
 *   failed, for whose sake the others were ended; else that of any. `interrupted`: iterations that all of them cut off at the end, null if one
 *   did not say
 * @typedef {{ before: import('../../record/json/generators.js').Link | undefined, again: () => Promise<import('../../record/json/generators.js').Link> | undefined }} Measured
 *   before the load; and again
 * @typedef {{ generator: import('../../engines/engine.js').Generator, files: import('./files.js').LoadFiles, k6: import('./process.js').K6 }} Started
 */

/**
 * @param {Pick<import('../../engines/engine.js').Engine, 'generators' | 'track'>} engine ends them with its other processes
 * @param {SharedLoad} load
 * @returns {Promise<Instances>}
 */
export async function startInstances(engine, { words, environment = {}, files, lastsSeconds, target, setupSeconds = 0, each }) {
  const generators = each === undefined ? engine.generators : inTurn(engine.generators[0], each.length);
  const all = generators.map((_, index) => filesOf(files, index, generators.length));
  // That of an earlier load would be read as this one's.
  for (const { hlog } of all) rmSync(hlog, { force: true });
  const followers = await Promise.all(generators.map((generator) => generator.follow(path.dirname(files.hlog))));
  // Nothing of a load without a summary is recorded.
  const links =
    target === undefined || files.summary === null
      ? []
      : generators.map(
          ({ link }) =>
            () =>
              link?.(target),
        );
  const before = await Promise.all(links.map((link) => link()));
  const startAtMs = commonStart(generators.length, setupSeconds);
  const instances = generators.map((generator, index) => {
    const own = all[index];
    const shared = each === undefined ? sharing(index, generators.length, startAtMs) : { ...each[index], ...startingAt(startAtMs) };
    const variables = { ...shared, ...(own.summary !== null && { SUMMARY: own.summary }) };
    const recording = { K6_ROLLUP_HLOG: own.hlog, ...(own.report !== null && { K6_ROLLUP_REPORT: own.report }) };
    const k6 = startK6({
      generator,
      words: words(variables),
      environment: { ...environment, ...recording },
      logFile: own.log,
      lastsSeconds,
    });
    engine.track(k6.child);
    return { generator, files: own, k6 };
  });
  return new Instances(instances, {
    followers,
    files,
    startAtMs,
    links: before.map((link, index) => ({ before: link, again: links[index] })),
  });
}

/** @param {number} count @param {number} setupSeconds @returns {number | undefined} epoch milliseconds, a whole second; one k6 alone begins as soon as it can */
function commonStart(count, setupSeconds) {
  const setupMs = SETUP_RESERVE * setupSeconds * 1000;
  return count === 1 ? undefined : Math.ceil((nowEpochMs() + START_AFTER_MS + setupMs) / 1000) * 1000;
}

/**
 * @param {number} index
 * @param {number} count
 * @param {number | undefined} startAtMs
 * @returns {Record<string, number>} variables of the script: which part of the load it is, and when it begins
 */
function sharing(index, count, startAtMs) {
  return startAtMs === undefined ? {} : { INSTANCES: count, INSTANCE: index, ...startingAt(startAtMs) };
}

/** @param {number | undefined} startAtMs @returns {Record<string, number>} */
function startingAt(startAtMs) {
  return startAtMs === undefined ? {} : { START_AT: startAtMs };
}

/** @param {import('../../engines/engine.js').Generator} generator @param {number} count @returns {import('../../engines/engine.js').Generator[]} so many of it, by other names */
function inTurn(generator, count) {
  return namesOfGenerators(count).map((names) => ({ ...generator, ...names }));
}

export class Instances {
  /** How the load has ended, once all that k6 has left is here and put together. @type {Promise<LoadEnd>} */
  ended;
  tail;
  #instances;
  #isInterrupted = false;

  /**
   * @param {Started[]} instances
   * @param {object} of
   * @param {Awaited<ReturnType<import('../../engines/engine.js').Generator['follow']>>[]} of.followers of the same
   * @param {import('./files.js').LoadFiles} of.files of the whole load
   * @param {number} [of.startAtMs]
   * @param {Measured[]} of.links of the same; empty: they are not measured
   */
  constructor(instances, { followers, files, startAtMs, links }) {
    this.#instances = instances;
    this.tail = new HlogTail(
      instances.map((instance) => instance.files.hlog),
      startAtMs,
    );
    this.ended = this.#end(followers, files, links);
  }

  /** @returns {{ process: string, pid: number | undefined }[]} the children here; where the engine knows more of one, it is among its own processes */
  get processes() {
    return this.#instances.map(({ generator, k6 }) => ({ process: generator.process, pid: k6.child.pid }));
  }

  /** Ends the load before its time. */
  interrupt() {
    // A second signal would end a k6 that is about to write what it knows.
    if (!this.#isInterrupted) for (const { k6 } of this.#instances) k6.kill('SIGINT');
    this.#isInterrupted = true;
  }

  /**
   * @param {{ stop: () => Promise<void> }[]} followers
   * @param {import('./files.js').LoadFiles} files
   * @param {Measured[]} links
   * @returns {Promise<LoadEnd>}
   */
  async #end(followers, files, links) {
    const ends = await Promise.all(
      this.#instances.map(async ({ generator, files: { log }, k6 }) => {
        const end = { ...(await k6.ended), name: generator.name, logFile: log };
        // What the others would still measure is not the load that was planned.
        if (end.exitCode !== 0) this.interrupt();
        return end;
      }),
    );
    await Promise.all(followers.map((follower) => follower.stop()));
    this.tail.read();
    const requests = this.tail.totals();
    const parts = this.#instances.map((instance) => instance.files);
    const after = await Promise.all(links.map(({ again }) => again()));
    const instances = ends.map((end, index) => ({
      ...readInstance(end, parts[index].summary, requests[index]),
      ...worseLink(links[index]?.before, after[index]),
    }));
    mergeFiles(parts, files);
    // That the others were interrupted is a consequence of what failed.
    const failed = ends.filter(({ exitCode }) => exitCode !== 0);
    const end = failed.find((each) => !wasInterrupted(each)) ?? failed[0] ?? ends[0];
    return { ...end, interrupted: sumOfInterrupted(parts), instances };
  }
}
