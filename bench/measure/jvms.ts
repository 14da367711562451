/** The running JVM of each target, the scenarios that it is warm for, and its CPU limit, which is lifted for work that is not measured. */
import { sumOfSeries } from '../../k6/lib/compilers.js';
import { scrape } from '../collect/ask.ts';
import { usage } from '../collect/processes.ts';
import { targetExitText } from '../util/text.ts';
import { nowEpochMs } from '../util/time.ts';
import { waitFor } from '../util/wait.ts';
import type { Part, RecordedWarmUp } from '../record/part.ts';
import type { Place } from '../collect/proc.ts';
import type { Engine, EngineTargets } from '../engines/engine.ts';

/** of one that has started and has had no load yet; null where it could not be found out */
type AtRest = Pick<Part['jvms'][string], 'readySeconds' | 'restRssBytes'>;

/** `warmed`: scenarios that it is warm for, with the warm-up until it is recorded; `rates`: what it answered per second at the end of that */
export type Jvm = AtRest & {
  startedMs: number;
  restartedBefore: string | null;
  warmed: Map<string, RecordedWarmUp | null>;
  rates: Map<string, number>;
};

const METRICS_WITHIN_MS = 5000;
const WARM_SCRAPES = 100;
/** Many times what the first scrape takes on a busy machine. */
const SCRAPED_WITHIN_MS = 30_000;
/** A process that was killed has broken off its connections a moment before its end is known. */
const END_IS_KNOWN = { everyMs: 50, withinMs: 1000 };

/** Starts targets when a part needs them. A JVM's warm-up ends with the JVM. */
export class Jvms {
  engine;
  #jvms = new Map<string, Jvm>();
  /** target → why its next JVM is a new one */
  #why = new Map<string, string>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** @returns the running JVM, a new one if there was none @throws {Error} if the target does not become healthy */
  async running(target: string): Promise<Jvm> {
    const present = this.#jvms.get(target);
    if (present && this.engine.targets.isRunning(target)) return present;
    if (present && !this.#why.has(target)) this.#why.set(target, 'it had ended');
    await this.engine.targets.start(target);
    await withoutLimit(this.engine.targets, [target], () => warmScrapes(this.engine, target));
    const rest = await atRest(this.engine.endpoints.metrics(target), placeOf(this.engine, target));
    const jvm = { ...rest, startedMs: nowEpochMs(), restartedBefore: this.#why.get(target) ?? null, warmed: new Map(), rates: new Map() };
    this.#why.delete(target);
    this.#jvms.set(target, jvm);
    return jvm;
  }

  /** Gives all targets new JVMs. */
  async renew(targets: string[], why: string) {
    await Promise.all(targets.map((target) => this.discard(target, why)));
    await Promise.all(targets.map((target) => this.running(target)));
  }

  /** Ends a target's JVM; the next part that needs it gets a new one. */
  async discard(target: string, why: string) {
    this.#why.set(target, why);
    await this.engine.targets.stop(target);
  }
}

/** The first ones under load took up to a second each, until their code was compiled. @throws {Error} one line, if it ends or stops answering */
async function warmScrapes(engine: Engine, target: string) {
  try {
    for (let count = 0; count < WARM_SCRAPES; count++) await scrape(engine.endpoints.metrics(target), SCRAPED_WITHIN_MS);
  } catch (error) {
    const exit = await waitFor(() => engine.targets.exit(target) ?? undefined, END_IS_KNOWN);
    if (exit) throw new Error(`${target} ended while it started: ${targetExitText(exit)}`, { cause: error });
    const { name, cause } = error as Error & { cause?: { code?: string } }; // as fetch throws it
    const how =
      name === 'TimeoutError'
        ? `did not answer a scrape within ${SCRAPED_WITHIN_MS / 1000} s`
        : `broke off a scrape (${cause?.code ?? name})`;
    throw new Error(`${target} was healthy, but ${how}`, { cause: error });
  }
}

/** @returns of its process */
export function placeOf(engine: Engine, target: string): Place | undefined {
  return engine.processes().find(({ process, name }) => process === 'target' && name === target);
}

/** @param metricsUrl of the target @param place of its process */
export async function atRest(metricsUrl: string, place: Place | undefined): Promise<AtRest> {
  // Where it does not answer, what follows will say so.
  const metrics = await scrape(metricsUrl, METRICS_WITHIN_MS).catch(() => '');
  const memory = place?.read ? await place.read() : usage(place ?? {});
  return { readySeconds: readySecondsIn(metrics), restRssBytes: memory?.rssBytes || null };
}

/** @returns what Spring Boot took from its start, after that of the JVM, until the application was ready; null of a target without it */
export function readySecondsIn(metrics: string): number | null {
  const seconds = sumOfSeries(metrics, 'application_ready_time_seconds');
  return Number.isFinite(seconds) ? seconds : null;
}

/** @param names running @param action done without the CPU limit of any of them where the engine can lift it */
export async function withoutLimit<T>(
  targets: Pick<EngineTargets, 'canLift' | 'limit'>,
  names: string[],
  action: () => Promise<T>,
): Promise<T> {
  const [first, ...others] = names;
  if (first === undefined || !targets.canLift) return action();
  await targets.limit(first, false);
  try {
    return await withoutLimit(targets, others, action);
  } finally {
    await targets.limit(first, true);
  }
}

/** @param name running, and without its CPU limit @param limited is the action done under the limit? */
export async function underLimit<T>(
  targets: Pick<EngineTargets, 'limit'>,
  name: string,
  limited: boolean,
  action: () => Promise<T>,
): Promise<T> {
  if (!limited) return action();
  await targets.limit(name, true);
  try {
    return await action();
  } finally {
    await targets.limit(name, false);
  }
}
