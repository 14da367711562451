/** Warms one target up: bursts of load with pauses, until its compilers are quiet. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gracefulStopSeconds } from '../../../k6/lib/profiles.js';
import { warmUpFilesIn } from '../generators/files.ts';
import { startLoad, type Subject } from '../generators/start.ts';
import { underLimit, withoutLimit } from '../unlimited.ts';
import { failedWarmUp } from './failed.ts';
import { warmUpLoad } from './load.ts';
import { Steadiness, type UntilWarm } from './steadiness.ts';
import { usageOf, waitForCompilers, type Usage } from './usage.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { HlogTail } from '../generators/hlog-tail.ts';

const BURST_SECONDS = 2;
const LOOK_EVERY_MS = 250;

interface WarmUp {
  /** with pauses */
  seconds: number;
  /** successes in each second under load */
  perSecond: number[];
  /** of the last burst's time that the JVM's compilers took; null where the target has no such metric */
  compilingShare: number | null;
  /** are the compilers quiet? */
  steady: boolean;
  untilWarm: UntilWarm | null;
  /** how a k6 failed, in a sentence; null if none did */
  exit: string | null;
}
type OnLook = (successesPerSecond: number | null) => void;

export async function warmUp(
  subject: Subject,
  {
    catalogue,
    mostVus,
    dir,
    onLook = () => {},
    limitInTurn: asked = false,
    ...ends
  }: {
    catalogue: Catalogue;
    /** of the load that follows */
    mostVus: number;
    /** at least 1 */
    maxSeconds: number;
    /** as many in a row must be quiet */
    steadyBursts?: number;
    /** bursts after a quiet one are under the CPU limit, where the engine can lift it */
    limitInTurn?: boolean;
    /** folder for warmup.hlog and k6-warmup.log */
    dir: string;
    onLook?: OnLook;
  },
): Promise<{ scenario: string; vus: number; quotaLifted: boolean; limitInTurn: boolean } & WarmUp> {
  const { engine, target } = subject;
  const { scenario, vus } = warmUpLoad(catalogue, subject, mostVus);
  const quotaLifted = engine.canLiftLimit();
  const limitInTurn = asked && quotaLifted;
  const burst = (seconds: number, limited: boolean) => {
    const load = () => loadFor({ ...subject, scenario }, { catalogue, vus, seconds, dir, onLook });
    return limited ? underLimit(engine, target, load) : load();
  };
  const pause = () => waitForCompilers(engine, target);
  const usage = () => usageOf(engine.endpoints.metrics(target));
  // Without the quota the compilers need seconds for what takes them most of a minute under it.
  const found = await withoutLimit(engine, target, () => inBursts({ burst, limitInTurn, pause, usage, ...ends }));
  return { scenario, vus, quotaLifted, limitInTurn, ...found };
}

/** The last burst begins while there is time for it. The pause after it may exceed that time. */
export async function inBursts({
  burst,
  limitInTurn,
  pause,
  usage,
  maxSeconds,
  steadyBursts = 1,
  nowMs = () => performance.now(),
}: {
  /** `limited`: under the CPU limit */
  burst: (seconds: number, limited: boolean) => Promise<Pick<WarmUp, 'perSecond' | 'exit'>>;
  limitInTurn: boolean;
  pause: () => Promise<void>;
  /** what the target has used so far; null where it does not answer */
  usage: () => Promise<Usage | null>;
  /** at least 1 */
  maxSeconds: number;
  /** as many in a row must be quiet */
  steadyBursts?: number;
  nowMs?: () => number;
}): Promise<WarmUp> {
  const startMs = nowMs();
  const elapsed = () => (nowMs() - startMs) / 1000;
  const burstSeconds = Math.min(BURST_SECONDS, maxSeconds);
  const steadiness = new Steadiness({ limitInTurn, steadyBursts });
  for (;;) {
    const before = await usage();
    const { perSecond, exit } = await burst(burstSeconds, steadiness.limited);
    const after = await usage();
    await pause();
    steadiness.add(perSecond, { before, after, seconds: burstSeconds });
    if (exit !== null || steadiness.isSteady || elapsed() + burstSeconds > maxSeconds) {
      const { perSecond: all, compilingShare, isSteady: steady, untilWarm } = steadiness;
      return { seconds: Math.round(elapsed()), perSecond: all, compilingShare, steady, untilWarm, exit };
    }
  }
}

async function loadFor(
  subject: Subject,
  { catalogue, vus, seconds, dir, onLook }: { catalogue: Catalogue; vus: number; seconds: number; dir: string; onLook: OnLook },
): Promise<Pick<WarmUp, 'perSecond' | 'exit'>> {
  const files = warmUpFilesIn(dir);
  const k6 = await startLoad(subject, {
    variables: { VUS_START: vus, VUS_STEP: 0, STAGES: 1, STAGE_SECONDS: seconds, ROUND: 0 },
    outputs: ['rollup=none'],
    files,
    lastsSeconds: seconds + gracefulStopSeconds(catalogue.scenarios[subject.scenario]),
  });
  let running = true;
  const ended = k6.ended.finally(() => (running = false));
  let perSecond: number[] = [];
  while (running) {
    await Promise.race([sleep(LOOK_EVERY_MS), ended]);
    k6.tail.read();
    perSecond = perSecondOf(k6.tail, subject.scenario, seconds);
    onLook(perSecond.at(-1) ?? null);
  }
  return { perSecond, exit: failedWarmUp(await ended) };
}

/** @param tail of a burst's http.hlog @param seconds of the burst @returns successes in each complete second of it so far */
export function perSecondOf(tail: HlogTail, scenario: string, seconds: number): number[] {
  const first = tail.startSecond;
  return first === null ? [] : tail.successes(scenario, first, seconds);
}
