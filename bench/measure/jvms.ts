/** The running JVM of each target, and the scenarios that it is warm for. */

import { atRest, type AtRest } from '../collect/at-rest.ts';
import { withoutLimit } from './unlimited.ts';
import { nowEpochMs } from '../util/time.ts';
import { waitFor } from '../util/wait.ts';
import { targetExitText } from '../util/text.ts';
import type { RecordedWarmUp } from '../record/part.ts';
import type { Engine } from '../engines/engine.ts';

/** `warmed`: scenarios that it is warm for, with the warm-up until it is recorded; `rates`: what it answered per second at the end of that */
export type Jvm = AtRest & {
  startedMs: number;
  restartedBefore: string | null;
  warmed: Map<string, RecordedWarmUp | null>;
  rates: Map<string, number>;
};

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
    if (present && this.engine.isRunning(target)) return present;
    if (present && !this.#why.has(target)) this.#why.set(target, 'it had ended');
    await this.engine.startTarget(target);
    await withoutLimit(this.engine, target, () => warmScrapes(this.engine, target));
    const place = this.engine.processes().find(({ process, name }) => process === 'target' && name === target);
    const rest = await atRest(this.engine.endpoints.metrics(target), place);
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
    await this.engine.stopTarget(target);
  }
}

/**
 * The first scrapes of a JVM under load took up to a second each, until their code was compiled.
 * @throws {Error} one line, if it ends or stops answering
 */
async function warmScrapes(engine: Pick<Engine, 'endpoints' | 'targetExit'>, target: string) {
  try {
    for (let scrape = 0; scrape < WARM_SCRAPES; scrape++) {
      await (await fetch(engine.endpoints.metrics(target), { signal: AbortSignal.timeout(SCRAPED_WITHIN_MS) })).arrayBuffer();
    }
  } catch (error) {
    const exit = await waitFor(() => engine.targetExit(target) ?? undefined, END_IS_KNOWN);
    if (exit) throw new Error(`${target} ended while it started: ${targetExitText(exit)}`, { cause: error });
    const { name, cause } = error as Error & { cause?: { code?: string } };
    const how =
      name === 'TimeoutError'
        ? `did not answer a scrape within ${SCRAPED_WITHIN_MS / 1000} s`
        : `broke off a scrape (${cause?.code ?? name})`;
    throw new Error(`${target} was healthy, but ${how}`, { cause: error });
  }
}
