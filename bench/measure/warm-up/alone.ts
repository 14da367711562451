/** Warms one target up: bursts of load with pauses, until its compilers are quiet. */
import { gracefulStopSeconds } from '../../../k6/lib/profiles.js';
import { warmUpFilesIn } from '../generators/files.ts';
import { failureOf } from '../generators/results.ts';
import { startLoad, type Subject } from '../generators/start.ts';
import { refuse } from '../part/context.ts';
import { underLimit, withoutLimit } from '../jvms.ts';
import { usageOf, waitForCompilers, warmUpLoad, type WarmUpOptions } from './load.ts';
import { Steadiness, type Usage } from './steadiness.ts';
import type { RecordedWarmUp } from '../../record/part.ts';

const BURST_SECONDS = 2;
const LOOK_EVERY_MS = 250;

/** @throws {PartFailure} if k6 fails */
export async function warmUp(
  subject: Subject,
  { catalogue, mostVus, dir, onLook = () => {}, limitInTurn: asked = false, ...ends }: WarmUpOptions,
): Promise<RecordedWarmUp> {
  const { engine, target } = subject;
  const { scenario, vus } = warmUpLoad(catalogue, subject, mostVus);
  const quotaLifted = engine.targets.canLift;
  const limitInTurn = asked && quotaLifted;
  const lastsBeyond = gracefulStopSeconds(catalogue.scenarios[scenario]);
  const load = async (seconds: number) => {
    const variables = { VUS_START: vus, VUS_STEP: 0, STAGES: 1, STAGE_SECONDS: seconds, ROUND: 0 };
    const recording = { variables, files: warmUpFilesIn(dir), lastsSeconds: seconds + lastsBeyond };
    const k6 = await startLoad({ ...subject, scenario }, recording);
    const { tail } = k6;
    const perSecond = () => (tail.startSecond === null ? [] : tail.successes(scenario, tail.startSecond, seconds));
    const end = await k6.watched(LOOK_EVERY_MS, () => onLook(perSecond().at(-1) ?? null));
    refuse(failureOf(end, ' in the warm-up'));
    return perSecond();
  };
  const burst = (seconds: number, limited: boolean) => underLimit(engine.targets, target, limited, () => load(seconds));
  const pause = () => waitForCompilers(engine, target);
  const usage = () => usageOf(engine, target);
  // Without the quota the compilers need seconds for what takes them most of a minute under it.
  const found = await withoutLimit(engine.targets, [target], () => inBursts({ burst, limitInTurn, pause, usage, ...ends }));
  return { scenario, vus, quotaLifted, limitInTurn, ...found };
}

interface Bursts extends Pick<WarmUpOptions, 'limitInTurn' | 'maxSeconds' | 'steadyBursts'> {
  /** `limited`: under the CPU limit. @returns successes in each second */
  burst: (seconds: number, limited: boolean) => Promise<number[]>;
  pause: () => Promise<void>;
  /** what the target has used so far; null where it does not answer */
  usage: () => Promise<Usage | null>;
  nowMs?: () => number;
}

/** The last burst begins while there is time for it. The pause after it may exceed that time. */
export async function inBursts({ burst, pause, usage, maxSeconds, nowMs = () => performance.now(), limitInTurn = false, ...aim }: Bursts) {
  const startMs = nowMs();
  const elapsed = () => (nowMs() - startMs) / 1000;
  const seconds = Math.min(BURST_SECONDS, maxSeconds);
  const steadiness = new Steadiness({ limitInTurn, ...aim });
  do {
    const before = await usage();
    const perSecond = await burst(seconds, steadiness.limited);
    const after = await usage();
    await pause();
    steadiness.add(perSecond, { before, after, seconds });
  } while (!steadiness.isSteady && elapsed() + seconds <= maxSeconds);
  return { seconds: Math.round(elapsed()), ...steadiness.found };
}
