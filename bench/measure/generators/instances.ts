/** The instances of k6 that share a load, as one: started together, watched and ended together, and what they leave put together. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { present, sum } from '../../util/math.ts';
import { nowEpochMs } from '../../util/time.ts';
import { filesOf, mergeFiles, type LoadFiles } from './files.ts';
import { HlogTail } from './hlog-tail.ts';
import { startK6, type K6End, type K6 } from './process.ts';
import { readInstance, readK6Log, wasInterrupted, worseLink } from './results.ts';
import type { Instance, Link } from '../../record/json/generators.ts';
import { namesOfGenerators, type Generator, type Engine } from '../../engines/engine.ts';

/** Several k6 start their load so long after they were started: by then each has started and checked the answers. Slow answers take longer (clock.js). */
const START_AFTER_MS = 5000;
/** Several setup() at once take longer than one alone. */
const SETUP_RESERVE = 2;

export interface SharedLoad {
  /** k6 and its arguments, with further `-e` variables of an instance */
  words: (variables: Record<string, string | number>) => string[];
  /** for k6 and its outputs */
  environment?: Record<string, string>;
  /** of the whole load */
  files: LoadFiles;
  /** with the wait for the last answers */
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

/** That of a k6 that failed, else of any. `interrupted`: iterations that all cut off at the end, null if one did not say; `endMs`: epoch */
export type LoadEnd = InstanceEnd & { interrupted: number | null; instances: Instance[]; endMs: number };

/** `linkBefore`: measured before the load */
type Started = { generator: Generator; files: LoadFiles; k6: K6; follower?: { stop: () => Promise<void> }; linkBefore: Link | undefined };

/** @param engine ends them with its other processes */
export async function startInstances(
  engine: Pick<Engine, 'generators' | 'track'>,
  { words, environment = {}, files, lastsSeconds, target, setupSeconds = 0, each }: SharedLoad,
): Promise<Instances> {
  const [first] = engine.generators;
  const generators = each === undefined ? engine.generators : namesOfGenerators(each.length).map((names) => ({ ...first, ...names }));
  const count = generators.length;
  const all = generators.map((_, index) => filesOf(files, index, count));
  // That of an earlier load would be read as this one's.
  for (const { hlog } of all) rmSync(hlog, { force: true });
  const followers = await Promise.all(generators.map(async (generator) => generator.follow?.(path.dirname(files.hlog))));
  // Nothing of a load without a summary is recorded.
  const measured = files.summary === null ? undefined : target;
  const links = await Promise.all(generators.map((generator) => linkOf(generator, measured)));
  // A whole second.
  const commonStartMs = Math.ceil((nowEpochMs() + START_AFTER_MS + SETUP_RESERVE * setupSeconds * 1000) / 1000) * 1000;
  const startAtMs = count === 1 ? undefined : commonStartMs;
  const instances = generators.map((generator, index) => {
    const { hlog, log: logFile, summary, report } = all[index];
    const variables = {
      ...(each?.[index] ?? (count > 1 && { INSTANCES: count, INSTANCE: index })),
      ...(startAtMs !== undefined && { START_AT: startAtMs }),
      ...(summary !== null && { SUMMARY: summary }),
    };
    const recording = { K6_ROLLUP_HLOG: hlog, ...(report !== null && { K6_ROLLUP_REPORT: report }) };
    const k6 = startK6({ generator, words: words(variables), environment: { ...environment, ...recording }, logFile, lastsSeconds });
    engine.track(k6.child);
    return { generator, files: all[index], k6, follower: followers[index], linkBefore: links[index] };
  });
  return new Instances(instances, { files, startAtMs, measured });
}

async function linkOf({ link }: Generator, target: string | undefined): Promise<Link | undefined> {
  return target === undefined ? undefined : link?.(target);
}

/** `files`: of the whole load; `startAtMs`: absent where one k6 alone begins as soon as it can; `measured`: target to which the way is measured */
type Whole = { files: LoadFiles; startAtMs: number | undefined; measured: string | undefined };

export class Instances {
  /** How the load has ended, once all that k6 has left is here and put together. */
  ended: Promise<LoadEnd>;
  tail;
  #instances;
  #isInterrupted = false;

  constructor(instances: Started[], whole: Whole) {
    this.#instances = instances;
    this.tail = new HlogTail(
      instances.map(({ files }) => files.hlog),
      whole.startAtMs,
    );
    this.ended = this.#end(whole);
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

  /** @param look called now and then until the load has ended, each time after its logs were read @returns its end */
  async watched(everyMs: number, look: () => void): Promise<LoadEnd> {
    const over = new AbortController();
    const ended = this.ended.finally(() => over.abort());
    while (!over.signal.aborted) {
      await sleep(everyMs, undefined, { signal: over.signal }).catch(() => {});
      this.tail.read();
      look();
    }
    return ended;
  }

  async #end({ files, measured }: Whole): Promise<LoadEnd> {
    const ends = await Promise.all(
      this.#instances.map(async ({ generator: { name }, files: { log: logFile }, k6 }) => {
        const end = { ...(await k6.ended), name, logFile };
        // What the others would still measure is not the load that was planned.
        if (end.exitCode !== 0) this.interrupt();
        return end;
      }),
    );
    await Promise.all(this.#instances.map(async ({ follower }) => follower?.stop()));
    this.tail.read();
    const requests = this.tail.totals();
    const instances = await Promise.all(
      this.#instances.map(async ({ generator, files: own, linkBefore }, index) => {
        const link = worseLink(linkBefore, await linkOf(generator, measured));
        return { ...readInstance(ends[index], own, requests[index]), ...link };
      }),
    );
    const parts = this.#instances.map((instance) => instance.files);
    mergeFiles(parts, files);
    // That the others were interrupted is a consequence of what failed.
    const failed = ends.filter(({ exitCode }) => exitCode !== 0);
    const end = failed.find((each) => !wasInterrupted(each)) ?? failed[0] ?? ends[0];
    const cutOff = parts.map(({ log }) => readK6Log(log).interrupted);
    const interrupted = cutOff.includes(null) ? null : sum(present(cutOff));
    return { ...end, interrupted, instances, endMs: nowEpochMs() };
  }
}
