/** Targets that are running and warm for a scenario. */
import { fitting } from '../record/fits.ts';
import { levelsOf } from '../record/run.ts';
import { RunAborted } from '../util/errors.ts';
import { subjectOf, type PartContext } from './part/context.ts';
import { PartFailure } from './part/failure.ts';
import { rateAfter } from './part/gap.ts';
import { warmUpLoad } from './warm-up/load.ts';
import { warmUpTogether } from './warm-up/together.ts';
import type { RecordedWarmUp } from '../record/part.ts';
import type { Jvm } from './jvms.ts';

/**
 * Starts the targets that are not running, and warms up together those that are not warm.
 * @param dir for the logs of the warm-up
 * @param onLook progress
 * @returns the JVM of each
 * @throws {PartFailure} if one of them does not start, or ends, or k6 fails
 * @throws {RunAborted} if there is no place for any
 */
export async function warmed(
  context: PartContext,
  scenario: string,
  targets: string[],
  dir: string,
  onLook: (what: string) => void = () => {},
): Promise<Map<string, Jvm>> {
  const { jvms, spent } = context;
  const running = await spent.on('jvm-starts', () =>
    Promise.all(targets.map((target) => jvms.running(target))).catch((error) => {
      throw error instanceof RunAborted ? error : new PartFailure(error.message);
    }),
  );
  const byTarget = new Map(targets.map((target, index) => [target, running[index]]));
  const cold = targets.filter((target) => !isWarm(context, scenario, target, byTarget.get(target)));
  if (cold.length === 0) return byTarget;
  await warmFirst(context, scenario, cold, dir, onLook);
  const warmups = await spent.on('warm-ups', () => warmUp(context, scenario, cold, dir, onLook));
  for (const target of cold) {
    const warmup = warmups[target] ?? null;
    byTarget.get(target)?.warmed.set(scenario, warmup);
    if (warmup) byTarget.get(target)?.rates.set(scenario, rateAfter(warmup, context.run, target));
  }
  return byTarget;
}

/**
 * Few requests a second make a new JVM's own server hot only in minutes, so that it gets those of another scenario first.
 * @param cold targets
 */
async function warmFirst(context: PartContext, scenario: string, cold: string[], dir: string, onLook: (what: string) => void) {
  const { catalogue } = context.run;
  const { warmedBy, leavesBacklog = false } = catalogue.scenarios[scenario];
  if (warmedBy !== undefined && !leavesBacklog) await warmed(context, warmedBy, cold.filter(fitting(catalogue, warmedBy)), dir, onLook);
}

/** @returns for that scenario, or for the one whose load would warm it up */
function isWarm({ run }: PartContext, scenario: string, target: string, jvm: Jvm | undefined): boolean {
  const load = warmUpLoad(run.catalogue, { scenario, target }, Math.max(...levelsOf(run, scenario)));
  return jvm !== undefined && (jvm.warmed.has(scenario) || jvm.warmed.has(load.scenario));
}

/** @returns by target; none where the run has no warm-ups */
async function warmUp(
  context: PartContext,
  scenario: string,
  targets: string[],
  dir: string,
  onLook: (what: string) => void,
): Promise<Record<string, RecordedWarmUp>> {
  const { run } = context;
  const { catalogue, warmupMaxSeconds, steadyBursts, limitInTurn } = run;
  if (warmupMaxSeconds === 0) return {};
  const { warmups, exit } = await warmUpTogether(subjectOf(context, scenario), targets, {
    catalogue,
    mostVus: Math.max(...levelsOf(run, scenario)),
    dir,
    onLook: (rps) => onLook(`warming up${rps === null ? '' : `, ${rps}/s`}`),
    maxSeconds: warmupMaxSeconds,
    steadyBursts,
    limitInTurn,
  });
  if (exit !== null) throw new PartFailure(exit);
  return warmups;
}

/** @returns of the JVM for that scenario, for the record of what is measured first with it; null for what follows */
export function takeWarmUp(jvm: Jvm, scenario: string): RecordedWarmUp | null {
  const warmup = jvm.warmed.get(scenario) ?? null;
  jvm.warmed.set(scenario, null);
  return warmup;
}
