/** `make verify`: proves that all targets do the same work. */
import { asUsageError } from '../plan/knobs.js';
import { limitsOf } from '../record/json/limits.js';
import { chooseScenarios, chooseTargets, withPairs } from '../plan/pairs.js';
import { formatTable, verify } from '../verify/index.js';
import { untilAborted } from '../util/interruption.js';
import { startServices, withEngine } from '../run/stack/session.js';

/** @typedef {import('../setup/command.js').Command} Command */

/** Targets that run at the same time: each is a JVM of at least half a GiB. */
const GROUP = 4;

/** @param {Command} command @returns {import('../run/stack/session.js').Plan} @throws {import('../util/errors.js').UsageError} one line */
export function planVerify({ catalogue, env }) {
  const chosen = {
    targets: chooseTargets(env.TARGETS, catalogue, { unnamed: 'all', flawed: true }),
    scenarios: chooseScenarios(env.SCENARIOS, catalogue, { unnamed: 'all' }),
  };
  return { ...withPairs(catalogue, chosen, env), ...asUsageError(() => limitsOf(env)) };
}

/** @param {Command} command @returns {Promise<number>} exit code: 0 if all are equal, 1 if not */
export async function verifyCommand(command) {
  const { catalogue, log, warn } = command;
  const plan = planVerify(command);
  return withEngine(command, plan, async ({ engine, signal }) => {
    const verified = async () => {
      await startServices(engine);
      const { targets, scenarios } = plan;
      return verify({ catalogue, engine, targets, scenarios, short: false, log, groups: inGroups(targets), withTargets: inTurn(engine) });
    };
    const verification = await untilAborted(verified(), signal);
    log(formatTable(verification));
    for (const difference of verification.differences) warn(difference);
    return verification.ok ? 0 : 1;
  });
}

/** @param {string[]} targets @returns {string[][]} */
function inGroups(targets) {
  const count = Math.ceil(targets.length / GROUP);
  return Array.from({ length: count }, (_, index) => targets.slice(index * GROUP, (index + 1) * GROUP));
}

/**
 * @param {import('../engines/engine.js').Engine} engine
 * @returns {NonNullable<Parameters<typeof verify>[0]['withTargets']>} stops each group before the next one needs its memory
 */
function inTurn(engine) {
  return async (group, find) => {
    try {
      await Promise.all(group.map((target) => engine.startTarget(target)));
      return await find();
    } finally {
      await Promise.all(group.map((target) => engine.stopTarget(target)));
    }
  };
}
