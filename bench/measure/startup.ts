/** Measures one start of a target: until its first right answer, and what it holds in memory afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { usage } from '../collect/processes.ts';
import { atRest, placeOf } from './jvms.ts';
import type { Engine } from '../engines/engine.ts';
import type { Case } from '../record/catalogue.ts';
import type { Start } from '../record/startup/record.ts';

/** After the first answer, for what a start still does. */
const SETTLE_MS = 2000;
/** A server may accept a connection long before it answers. */
const ANSWER_MS = 60_000;

/**
 * @param target not running; it has ended again in the end
 * @param first request, and the answer that ends the wait
 * @throws {Error} one line, if it does not answer, or the engine cannot time starts
 */
export async function measureStart(engine: Engine, target: string, first: Case): Promise<Omit<Start, 'round'>> {
  const { endpoints } = engine;
  if (!engine.timeStart) throw new Error(`the ${engine.name} engine cannot time starts`);
  try {
    const answerSeconds = await engine.timeStart(target, () => answersRightly(endpoints.target(target), first));
    const place = placeOf(engine, target);
    const cpuSeconds = (place && usage(place)?.cpuSeconds) ?? null;
    await sleep(SETTLE_MS);
    return { target, answerSeconds, cpuSeconds, ...(await atRest(endpoints.metrics(target), place)) };
  } finally {
    await engine.stopTarget(target);
  }
}

/** @returns false as long as another answer comes, such as that the database is not there; rejects where none comes */
export async function answersRightly(baseUrl: string, { request, response: wanted }: Case): Promise<boolean> {
  const { method, path, headers, body } = request;
  const response = await fetch(`${baseUrl}${path}`, { method, headers, body, signal: AbortSignal.timeout(ANSWER_MS) });
  return (await response.text()) === wanted.body && response.status === wanted.status;
}
