/** `make verify`: proves that all targets do the same work. */
import { asUsageError } from '../plan/knobs.js';
import { limitsOf } from '../record/json/limits.js';
import { chooseScenarios, chooseTargets, needsOf, withPairs } from '../plan/pairs.js';
import { formatTable, verify } from '../verify/index.js';
import { untilAborted } from '../util/interruption.js';
import { startServices, withEngine } from '../run/stack/with-engine.js';

/** Targets that run at the same time: each is a JVM of at least half a GiB. */
const GROUP = 4;

/**
 * @param {import('../setup/command.js').Command} command
 * @returns {Promise<number>} exit code: 0 if all are equal, 1 if not
 */
export async function verifyCommand(command) {
  const { catalogue, env, log, warn } = command;
  const chosen = {
    targets: chooseTargets(env.TARGETS, catalogue, { unnamed: 'all', flawed: true }),
    scenarios: chooseScenarios(env.SCENARIOS, catalogue, { unnamed: 'all' }),
  };
  const { targets, scenarios } = withPairs(catalogue, chosen, env);
  const work = async (/** @type {import('../run/stack/with-engine.js').Work} */ { engine, gone }) => {
    const verified = async () => {
      await startServices(engine);
      const groups = inGroups(targets);
      const withTargets = groups.length === 1 ? started(engine) : inTurn(engine);
      return verify({ catalogue, engine, targets, scenarios, short: false, log, groups, withTargets });
    };
    const verification = await untilAborted(verified(), AbortSignal.any([command.signal, gone]));
    log(formatTable(verification));
    for (const difference of verification.differences) warn(difference);
    return verification.ok ? 0 : 1;
  };
  return withEngine(
    command,
    targets,
    asUsageError(() => limitsOf(env)),
    work,
    { needs: needsOf(catalogue, scenarios) },
  );
}

/** @param {string[]} targets @returns {string[][]} */
function inGroups(targets) {
  const count = Math.ceil(targets.length / GROUP);
  return Array.from({ length: count }, (_, index) => targets.slice(index * GROUP, (index + 1) * GROUP));
}

/** @typedef {NonNullable<Parameters<typeof verify>[0]['withTargets']>} WithTargets */

/** @param {import('../engines/engine.js').Engine} engine @returns {WithTargets} */
function started(engine) {
  return async (group, find) => {
    await Promise.all(group.map((target) => engine.startTarget(target)));
    return find();
  };
}

/** @param {import('../engines/engine.js').Engine} engine @returns {WithTargets} stops each group before the next one needs its memory */
function inTurn(engine) {
  return async (group, find) => {
    try {
      return await started(engine)(group, find);
    } finally {
      await Promise.all(group.map((target) => engine.stopTarget(target)));
    }
  };
}
