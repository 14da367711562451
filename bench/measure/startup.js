/** Measures one start of a target: until its first right answer, and what it holds in memory afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { atRest } from '../collect/at-rest.js';
import { usage } from '../collect/processes.js';

/** @typedef {import('../record/startup/record.js').Start} Start */

/** After the first answer, for what a start still does. */
const SETTLE_MS = 2000;
/** A server may accept a connection long before it answers. */
const ANSWER_MS = 60_000;

/**
 * @param {import('../engines/engine.js').Engine} engine that can time starts
 * @param {string} target not running
 * @param {import('../record/catalogue.js').Case} first request, and the answer that ends the wait
 * @returns {Promise<Omit<Start, 'round'>>} it has ended again
 * @throws {Error} one line, if it does not answer
 */
export async function measureStart(engine, target, first) {
  const { endpoints } = engine;
  if (!engine.timeStart) throw new Error(`the ${engine.name} engine cannot time starts`);
  try {
    const answerSeconds = await engine.timeStart(target, () => answersRightly(endpoints.target(target), first));
    const place = engine.processes().find(({ process, name }) => process === 'target' && name === target);
    const cpuSeconds = (place && usage(place)?.cpuSeconds) ?? null;
    await sleep(SETTLE_MS);
    const rest = await atRest(endpoints.metrics(target), place);
    return { target, answerSeconds, cpuSeconds, ...rest };
  } finally {
    await engine.stopTarget(target);
  }
}

/**
 * @param {string} baseUrl
 * @param {import('../record/catalogue.js').Case} first
 * @returns {Promise<boolean>} false as long as another answer comes, such as that the database is not there; rejects where none comes
 */
export async function answersRightly(baseUrl, { request, response: wanted }) {
  const { method, path, headers, body } = request;
  const response = await fetch(`${baseUrl}${path}`, { method, headers, body, signal: AbortSignal.timeout(ANSWER_MS) });
  return (await response.text()) === wanted.body && response.status === wanted.status;
}
