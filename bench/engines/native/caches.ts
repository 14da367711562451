/** What JVMs start faster with: archives of classes (CDS) and AOT caches (JEP 483, 514 and 515), made by training runs of their targets. */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { run } from '../../util/programs.ts';
import { inTime } from '../../util/wait.ts';
import type { Cache } from '../../record/variant.ts';
import type { Supervised } from '../processes/supervise.ts';
import { fitting, type Catalogue, type Request } from '../../record/catalogue.ts';

/** `name`: of the target; `start` resolves when that is healthy, without a CPU limit */
type Training = { name: string; cache: Cache; start: (jvmArgs: string[]) => Promise<Supervised> };

/** Of load, after the target's start: what JIT compilers know is worth keeping only if there was some. */
const TRAINING_MS = 10_000;
const USERS = 4;
const REQUEST_MS = 5000;
/** A JVM writes its archive as it ends. The AOT cache is assembled by a second JVM that it starts for it. */
const WRITTEN_WITHIN_MS = 120_000;

/** By default a cache that does not fit is ignored, and the JVM would be measured without one. So it must be used, or none starts. */
const FILES = {
  cds: { suffix: 'jsa', making: '-XX:ArchiveClassesAtExit', using: '-XX:SharedArchiveFile', must: '-Xshare:on' },
  aot: { suffix: 'aot', making: '-XX:AOTCacheOutput', using: '-XX:AOTCache', must: '-XX:AOTMode=on' },
};

/** `reset`: the database to what it was before the training */
type Options = { catalogue: Catalogue; workDir: string; reset: () => Promise<void>; trainingMs?: number };

export class Caches {
  options;
  dir;
  /** what is being made, or is made: files by target, folders by jar */
  #made = new Map<string, Promise<string>>();

  constructor(options: Options) {
    this.options = options;
    this.dir = path.join(options.workDir, 'caches');
  }

  /**
   * No cache has the classes of jars within a jar, so the application is taken apart as Spring Boot's documentation says, also for variants
   * without a cache, so that nothing else differs. @returns the jar to start, its libraries beside it
   */
  extracted({ bin }: { bin: string }, jar: string): Promise<string> {
    const folder = path.join(this.dir, path.basename(jar, '.jar'));
    return this.#once(jar, async () => {
      await run(bin, ['-Djarmode=tools', '-jar', jar, 'extract', '--destination', folder]);
      return path.join(folder, path.basename(jar));
    });
  }

  /** @returns options of a JVM that uses the cache, which is made at the first use @throws {Error} one line, if the JVM left none */
  async args({ name, cache, start }: Training): Promise<string[]> {
    if (cache === 'none') return [];
    const { suffix, making, using, must } = FILES[cache];
    const file = path.join(this.dir, `${name}.${suffix}`);
    await this.#once(file, async () => {
      await this.#train(name, file, await start([`${making}=${file}`]));
      return file;
    });
    return [`${using}=${file}`, must];
  }

  #once(key: string, make: () => Promise<string>) {
    const made = this.#made.get(key) ?? mkdir(this.dir, { recursive: true }).then(make);
    this.#made.set(key, made);
    return made;
  }

  async #train(name: string, file: string, target: Supervised) {
    const { catalogue, reset, trainingMs = TRAINING_MS } = this.options;
    await exercise(catalogue, name, trainingMs).catch(({ message }: Error) => {
      throw new Error(`the training run of ${name} failed: ${message}`);
    });
    // To its process only: the second JVM is in the same group.
    process.kill(target.pid, 'SIGTERM');
    await inTime(target.ended, WRITTEN_WITHIN_MS, 'it writes').catch(() => {});
    await target.end({ hard: true });
    await reset();
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size === 0) throw new Error(`the training run of ${name} left no cache: ${await target.explain()}`);
  }
}

async function exercise(catalogue: Catalogue, name: string, forMs: number) {
  const requests = trainingRequests(catalogue, name);
  const url = `http://127.0.0.1:${catalogue.targets[name].port}`;
  const untilMs = performance.now() + forMs;
  const user = async (first: number) => {
    for (let next = first; performance.now() < untilMs; next++) {
      const { method, path: where, headers, body } = requests[next % requests.length];
      const response = await fetch(`${url}${where}`, { method, headers, body, signal: AbortSignal.timeout(REQUEST_MS) });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: USERS }, (_, index) => user(index)));
}

/** @returns of the scenarios that the target answers, but for those that wait, need other services or sell out a stock */
export function trainingRequests(catalogue: Catalogue, name: string): Request[] {
  const trained = Object.entries(catalogue.scenarios).filter(([scenario, { extended, needs, waitMs, places, leavesBacklog }]) => {
    return !extended && !needs && !waitMs && !places && !leavesBacklog && fitting(catalogue, scenario)(name);
  });
  return trained.flatMap(([, { cases }]) => cases.map(({ request }) => request));
}
