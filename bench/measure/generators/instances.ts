/** The instances of k6 that share a load, as one: started together, watched and ended together, and what they leave put together. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { namesOfGenerators } from '../../engines/generators.ts';
import { nowEpochMs } from '../../util/time.ts';
import { filesOf, type LoadFiles } from './files.ts';
import { HlogTail } from './hlog-tail.ts';
import { mergeFiles } from './merge.ts';
import { startK6, type K6End, type K6 } from './process.ts';
import { worseLink } from './links.ts';
import { readInstance, sumOfInterrupted, wasInterrupted } from './results.ts';
import type { Instance, Link } from '../../record/json/generators.ts';
import type { Generator, Engine } from '../../engines/engine.ts';

/** Several k6 start their load so long after they were started: by then each has started and checked the answers. Slow answers take longer (clock.js). */
const START_AFTER_MS = 5000;
/** Several setup() at once take longer than one alone. */
const SETUP_RESERVE = 2;

interface SharedLoad {
  /** k6 and its arguments, with further `-e` variables of an instance */
  words: (variables: Record<string, string | number>) => string[];
  /** for k6 and its outputs */
  environment?: Record<string, string>;
  /** of the whole load */
  files: LoadFiles;
  lastsSeconds: number;
  /** that gets load: the way to it is measured before */
  target?: string;
  /** of the script's setup(), as measured before */
  setupSeconds?: number;
  /** variables of each k6 in place of a share of the load: they take turns, all where the first generator is */
  each?: Record<string, string>[];
}

/** `name`: of the k6; `logFile`: its own */
export type InstanceEnd = K6End & { name: string; logFile: string };

/** that of a k6 that failed, for whose sake the others were ended; else that of any. `interrupted`: iterations that all of them cut off at the end, null
 * if one did not say */
export type LoadEnd = InstanceEnd & { interrupted: number | null; instances: Instance[] };

/** before the load; and again */
type Measured = { before: Link | undefined; again: () => Promise<Link | undefined> };

type Started = { generator: Generator; files: LoadFiles; k6: K6 };

/** @param engine ends them with its other processes */
export async function startInstances(
  engine: Pick<Engine, 'generators' | 'track'>,
  { words, environment = {}, files, lastsSeconds, target, setupSeconds = 0, each }: SharedLoad,
): Promise<Instances> {
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
            async () =>
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

/** @returns epoch milliseconds, a whole second; one k6 alone begins as soon as it can */
function commonStart(count: number, setupSeconds: number): number | undefined {
  const setupMs = SETUP_RESERVE * setupSeconds * 1000;
  return count === 1 ? undefined : Math.ceil((nowEpochMs() + START_AFTER_MS + setupMs) / 1000) * 1000;
}

/** @returns variables of the script: which part of the load it is, and when it begins */
function sharing(index: number, count: number, startAtMs: number | undefined): Record<string, number> {
  return startAtMs === undefined ? {} : { INSTANCES: count, INSTANCE: index, ...startingAt(startAtMs) };
}

function startingAt(startAtMs: number | undefined): Record<string, number> {
  return startAtMs === undefined ? {} : { START_AT: startAtMs };
}

/** @returns so many of it, by other names */
function inTurn(generator: Generator, count: number): Generator[] {
  return namesOfGenerators(count).map((names) => ({ ...generator, ...names }));
}

export class Instances {
  /** How the load has ended, once all that k6 has left is here and put together. */
  ended: Promise<LoadEnd>;
  tail;
  #instances;
  #isInterrupted = false;

  constructor(
    instances: Started[],
    {
      followers,
      files,
      startAtMs,
      links,
    }: {
      /** of the same */
      followers: Awaited<ReturnType<Generator['follow']>>[];
      /** of the whole load */
      files: LoadFiles;
      startAtMs?: number;
      /** of the same; empty: they are not measured */
      links: Measured[];
    },
  ) {
    this.#instances = instances;
    this.tail = new HlogTail(
      instances.map((instance) => instance.files.hlog),
      startAtMs,
    );
    this.ended = this.#end(followers, files, links);
  }

  /** @returns the children here; where the engine knows more of one, it is among its own processes */
  get processes(): { process: string; pid: number | undefined }[] {
    return this.#instances.map(({ generator, k6 }) => ({ process: generator.process, pid: k6.child.pid }));
  }

  /** Ends the load before its time. */
  interrupt() {
    // A second signal would end a k6 that is about to write what it knows.
    if (!this.#isInterrupted) for (const { k6 } of this.#instances) k6.kill('SIGINT');
    this.#isInterrupted = true;
  }

  async #end(followers: { stop: () => Promise<void> }[], files: LoadFiles, links: Measured[]): Promise<LoadEnd> {
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
