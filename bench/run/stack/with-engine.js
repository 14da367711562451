/** Makes the engine, does some work with it, and ends every process whatever happened. */
import { clearLogs, makeEngine } from '../../engines/index.js';
import { RunAborted } from '../../util/errors.js';
import { untilAborted } from '../../util/interruption.js';
import { exitText } from '../../util/text.js';

/** @typedef {import('../../setup/command.js').Command} Command */
/** @typedef {import('../../engines/engine.js').Engine} Engine */
/**
 * @typedef {object} Work
 * @property {Engine} engine nothing of it is started yet
 * @property {import('../../setup/index.js').Tools} tools
 * @property {AbortSignal} gone aborted when a service that every cell needs has ended unexpectedly
 *
 * @typedef {import('../../engines/engine.js').Variation & { needs?: string[], mayLack?: boolean }} Environment `needs`: dependencies that the
 *   scenarios need; `mayLack`: what of them cannot be had here is left out, with a warning
 */

/** A run continues without it: it has only live data, which no figure of the report needs. */
const DISPENSABLE = 'influxdb';

/**
 * @template T
 * @param {Command} command
 * @param {string[]} targets those that will be started: their ports must be free
 * @param {import('../../record/json/limits.js').RequestedLimits} limits
 * @param {(work: Work) => Promise<T>} work
 * @param {Environment} [environment]
 * @returns {Promise<T>}
 */
export async function withEngine(command, targets, limits, work, { needs = [], mayLack = false, ...variation } = {}) {
  const { engine, tools } = await untilAborted(makeEngine(command, limits, variation), command.signal);
  try {
    const there = mayLack ? await engine.obtainable(needs) : needs;
    for (const name of needs) if (!there.includes(name)) command.warn(`${name} cannot be had here: scenarios that need it fail`);
    await engine.preflight(targets, there);
    clearLogs(command.cacheDir);
    const controller = new AbortController();
    engine.onServiceExit((name, exit) => {
      if (name !== DISPENSABLE) controller.abort(new RunAborted(`${name} ended by itself (${exitText(exit)})`));
    });
    return await work({ engine, tools, gone: controller.signal });
  } finally {
    await engine.stop();
  }
}

/**
 * Starts the database, seeded, the observers and the dependencies that `withEngine` was given.
 * @param {Engine} engine
 */
export async function startServices(engine) {
  await engine.startServices();
  await engine.resetDatabase();
}
