/** Targets that are running and warm for a scenario. */
import { fitting } from '../record/catalogue.ts';
import { levelsOf } from '../record/run.ts';
import { RunAborted } from '../util/errors.ts';
import { PartFailure, type PartContext } from './part/context.ts';
import { rateAfter } from './part/slices.ts';
import { warmUpLoad } from './warm-up/load.ts';
import { warmUpTogether } from './warm-up/together.ts';
import type { Jvm } from './jvms.ts';

/** Starts those not running, warms up those not warm. @returns the JVM of each @throws {PartFailure} if one fails @throws {RunAborted} if none has a place */
export async function warmed(
  context: PartContext,
  scenario: string,
  targets: string[],
  dir: string,
  onLook: (what: string) => void = () => {},
): Promise<Map<string, Jvm>> {
  const { jvms: all, spent, run } = context;
  const start = async (target: string) => [target, await all.running(target)] as const;
  const running = spent.on('jvm-starts', () => Promise.all(targets.map(start)));
  const jvms = new Map(
    await running.catch((error) => {
      throw error instanceof RunAborted ? error : new PartFailure(error.message);
    }),
  );
  const cold = [...jvms].filter(([target, jvm]) => !isWarm(context, scenario, target, jvm));
  if (cold.length === 0) return jvms;
  const names = cold.map(([target]) => target);
  const { warmedBy, leavesBacklog = false } = run.catalogue.scenarios[scenario];
  // Few requests a second make a new JVM's own server hot only in minutes, so that it gets those of another scenario first.
  if (warmedBy !== undefined && !leavesBacklog) {
    await warmed(context, warmedBy, names.filter(fitting(run.catalogue, warmedBy)), dir, onLook);
  }
  const warmups = await spent.on('warm-ups', () => warmUp(context, scenario, names, dir, onLook));
  for (const [target, jvm] of cold) {
    const warmup = warmups[target] ?? null;
    jvm.warmed.set(scenario, warmup);
    if (warmup) jvm.rates.set(scenario, rateAfter(warmup, run, target));
  }
  return jvms;
}

/** @returns for that scenario, or for the one whose load would warm it up */
function isWarm({ run }: PartContext, scenario: string, target: string, jvm: Jvm): boolean {
  const load = warmUpLoad(run.catalogue, { scenario, target }, Math.max(...levelsOf(run, scenario)));
  return jvm.warmed.has(scenario) || jvm.warmed.has(load.scenario);
}

/** @returns by target; none where the run has no warm-ups */
async function warmUp(context: PartContext, scenario: string, targets: string[], dir: string, onLook: (what: string) => void) {
  const { catalogue, warmupMaxSeconds, steadyBursts, limitInTurn } = context.run;
  if (warmupMaxSeconds === 0) return {};
  return warmUpTogether({ ...context, scenario }, targets, {
    ...{ catalogue, maxSeconds: warmupMaxSeconds, steadyBursts, limitInTurn, dir },
    mostVus: Math.max(...levelsOf(context.run, scenario)),
    onLook: (rps) => onLook(`warming up${rps === null ? '' : `, ${rps}/s`}`),
  });
}
