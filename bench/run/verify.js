/** `make verify`: shows that every target does the same work. */
import { asUsageError, chooseNames } from '../plan/knobs.js';
import { limitsOf } from '../plan/limits.js';
import { formatTable, verify } from '../verify/index.js';
import { untilAborted } from './ending.js';
import { startServices, withEngine } from './with-engine.js';

/**
 * @param {import('../command.js').Command} command
 * @returns {Promise<number>} exit code: 0 if all are equal, 1 if not
 */
export async function verifyCommand(command) {
  const { catalogue, env, log, warn } = command;
  const targets = chooseNames('TARGETS', env.TARGETS, Object.keys(catalogue.targets));
  const scenarios = chooseNames('SCENARIOS', env.SCENARIOS, Object.keys(catalogue.scenarios));
  return withEngine(
    command,
    targets,
    asUsageError(() => limitsOf(env)),
    async ({ engine, gone }) => {
      const work = async () => {
        await startServices(engine);
        await Promise.all(targets.map((target) => engine.startTarget(target)));
        return verify({ catalogue, engine, targets, scenarios, short: false, log });
      };
      const verification = await untilAborted(work(), AbortSignal.any([command.signal, gone]));
      log(formatTable(verification));
      for (const difference of verification.differences) warn(difference);
      return verification.ok ? 0 : 1;
    },
  );
}
