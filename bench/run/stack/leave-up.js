/** `make up` where the parts need no process that keeps them: all are started and left running. */
import { untilAborted } from '../../util/interruption.js';
import { closingLines, startAll } from './keeper.js';
import { withEngine } from './with-engine.js';

/**
 * @param {import('../../setup/command.js').Command} command
 * @param {import('./keeper.js').Plan} plan
 * @returns {Promise<string[]>} lines for the user
 */
export async function leaveUp(command, { targets, limits, environment }) {
  const work = async (/** @type {import('./with-engine.js').Work} */ { engine, gone }) => {
    await untilAborted(startAll(engine, targets), AbortSignal.any([command.signal, gone]));
    await engine.leave();
    const ports = command.catalogue.targets;
    const address = (/** @type {string} */ name) =>
      engine.reach?.(name) ?? `http://127.0.0.1:${ports[name].port}, management http://127.0.0.1:${ports[name].managementPort}`;
    const lines = targets.map((name) => `${name}: ${address(name)}`);
    return [...lines, ...closingLines(engine, targets)];
  };
  return withEngine(command, targets, limits, work, environment);
}
