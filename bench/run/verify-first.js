/** No target is measured that does not do the same work as the others. */
import { RunAborted } from '../errors.js';
import { verify } from '../verify/index.js';

/**
 * @param {import('../command.js').Command} command
 * @param {import('../engines/engine.js').Engine} engine all its services and targets are up
 * @param {{ targets: string[], scenarios: string[] }} plan
 * @returns {Promise<{ at: string, seconds: number, targets: string[], scenarios: string[] }>} field `verified` of run.json
 * @throws {RunAborted} that names the first difference; all of them are printed
 */
export async function verifyFirst({ catalogue, log, warn }, engine, { targets, scenarios }) {
  const verification = await verify({ catalogue, engine, targets, scenarios, short: true });
  if (!verification.ok) {
    for (const difference of verification.differences) warn(difference);
    throw new RunAborted('not measured: the targets do not do the same work (details above; make verify shows all)');
  }
  const { at, seconds } = verification;
  log(`verified in ${Math.round(seconds)} s: ${targets.join(', ')} do the same work`);
  return { at, seconds, targets, scenarios };
}
