/** `make verify`: proves that all targets do the same work. */
import { limitsOf } from '../record/json/limits.ts';
import { chooseScenarios, chooseTargets, withPairs } from '../plan/pairs.ts';
import { verify } from '../verify/index.ts';
import { formatTable } from '../verify/words.ts';
import { untilAborted } from '../util/interruption.ts';
import { startServices, withEngine, type Plan } from '../run/stack/session.ts';
import type { Command } from '../setup/command.ts';
import type { Engine } from '../engines/engine.ts';

/** Targets that run at the same time: each is a JVM of at least half a GiB. */
const GROUP = 4;

/** @throws {UsageError} one line */
export function planVerify({ catalogue, env }: Command): Plan {
  const { TARGETS = 'all', SCENARIOS = 'all' } = env;
  const chosen = { targets: chooseTargets(TARGETS, catalogue, { flawed: true }), scenarios: chooseScenarios(SCENARIOS, catalogue) };
  return { ...withPairs(catalogue, chosen, env), ...limitsOf(env) };
}

/** @returns exit code: 0 if all are equal, 1 if not */
export async function verifyCommand(command: Command): Promise<number> {
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

function inGroups(targets: string[]): string[][] {
  const count = Math.ceil(targets.length / GROUP);
  return Array.from({ length: count }, (_, index) => targets.slice(index * GROUP, (index + 1) * GROUP));
}

/** @returns stops each group before the next one needs its memory */
function inTurn(engine: Engine): NonNullable<Parameters<typeof verify>[0]['withTargets']> {
  return async (group, find) => {
    try {
      await Promise.all(group.map((target) => engine.targets.start(target)));
      return await find();
    } finally {
      await Promise.all(group.map((target) => engine.targets.stop(target)));
    }
  };
}
