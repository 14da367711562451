/** Warming a target up: bursts of load until its throughput has stopped rising, with pauses in which its compilers finish. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasStoppedRising } from '../analyse/steady.js';
import { HlogTail } from '../collect/hlog-tail.js';
import { waitForIdle } from './idle.js';
import { startLoad } from './k6.js';

const BURST_SECONDS = 5;
const PAUSE_SECONDS = 1;
const LOOK_EVERY_MS = 250;
/** The compilers have a queue of what the load has shown them; it is done soonest while they have the whole machine. */
const SETTLE_LIMIT_MS = 10_000;

/** k6's exit code after a SIGINT. */
const ENDED_BY_US = 105;

/** @typedef {{ seconds: number, perSecond: number[], steady: boolean }} WarmUp `seconds` with pauses, `perSecond` without them */

/**
 * @param {import('./k6.js').Subject} subject
 * @param {object} options
 * @param {number} options.vus
 * @param {number} options.maxSeconds
 * @param {string} options.dir folder for warmup.hlog and k6-warmup.log
 * @param {(successesPerSecond: number | null) => void} [options.onLook]
 * @returns {Promise<{ vus: number, quotaLifted: boolean } & WarmUp & { exit: number | string | null }>} `exit`: as of `followWarmUp`
 */
export async function warmUp(subject, { vus, maxSeconds, dir, onLook = () => {} }) {
  const { engine, scenario, target } = subject;
  const hlog = path.join(dir, 'warmup.hlog');
  const quotaLifted = engine.canLiftLimit();
  // Without the quota the compilers get done in seconds what takes them most of a minute under it.
  if (quotaLifted) await engine.liftLimit(target);
  try {
    const k6 = startLoad(subject, {
      variables: burstVariables(vus, Math.max(1, maxSeconds)),
      outputs: ['rollup=none'],
      environment: { K6_ROLLUP_HLOG: hlog },
      logFile: path.join(dir, 'k6-warmup.log'),
    });
    const found = await followWarmUp({ k6, tail: new HlogTail(hlog), scenario, maxSeconds, onLook });
    if (engine.isRunning(target)) await waitForIdle(engine.endpoints, target, SETTLE_LIMIT_MS);
    return { vus, quotaLifted, ...found };
  } finally {
    if (quotaLifted) await engine.applyLimit(target);
  }
}

/**
 * @param {number} vus
 * @param {number} maxSeconds at least 1
 * @returns {Record<string, number>} `-e` variables of the script: bursts that last at least as long as that
 */
export function burstVariables(vus, maxSeconds) {
  const STAGE_SECONDS = Math.min(BURST_SECONDS, maxSeconds);
  const STAGES = Math.ceil(maxSeconds / (STAGE_SECONDS + PAUSE_SECONDS));
  return { VUS_START: vus, VUS_STEP: 0, STAGES, STAGE_SECONDS, PAUSE_SECONDS, ROUND: 0 };
}

/**
 * @param {HlogTail} tail of a warm-up's http.hlog
 * @param {string} scenario
 * @param {number} maxSeconds of the warm-up
 * @returns {{ seconds: number, perSecond: number[] }} how long the load has lasted, in complete seconds; successes in each of these but the
 *   pauses
 */
export function burstSoFar(tail, scenario, maxSeconds) {
  const setup = tail.lastSecond('setup.ok');
  const last = Math.max(...['ok', 'failed'].map((kind) => tail.lastSecond(`${scenario}.${kind}`) ?? -Infinity));
  if (setup === null || last <= setup) return { seconds: 0, perSecond: [] };
  // The script begins on the whole second that follows its setup().
  const first = setup + 1;
  const seconds = Array.from({ length: Math.min(maxSeconds, last - first + 1) }, (_, index) => index);
  const underLoad = seconds.filter((index) => index % (BURST_SECONDS + PAUSE_SECONDS) < BURST_SECONDS);
  return {
    seconds: seconds.length,
    perSecond: underLoad.map((index) => tail.count(`${scenario}.ok`, first + index, first + index + 1)),
  };
}

/**
 * Follows the load until the target is steady or the time is over, and ends it then.
 * @param {{ k6: ReturnType<typeof import('./k6.js').startK6>, tail: HlogTail, scenario: string, maxSeconds: number,
 *   onLook: (successesPerSecond: number | null) => void }} load
 * @returns {Promise<WarmUp & { exit: number | string | null }>} `exit`: exit code or signal of a k6 that failed by itself; null if it is in order
 */
export async function followWarmUp({ k6, tail, scenario, maxSeconds, onLook }) {
  let running = true;
  const ended = k6.ended.finally(() => (running = false));
  let steady = false;
  let soFar = burstSoFar(tail, scenario, maxSeconds);
  while (running && !steady && soFar.seconds < maxSeconds) {
    await Promise.race([sleep(LOOK_EVERY_MS), ended]);
    tail.read();
    soFar = burstSoFar(tail, scenario, maxSeconds);
    steady = hasStoppedRising(soFar.perSecond);
    onLook(soFar.perSecond.at(-1) ?? null);
  }
  const interrupted = running && k6.child.kill('SIGINT');
  const { exitCode, signal } = await ended;
  // A k6 that is about to end no longer catches the signal.
  const inOrder = exitCode === 0 || (interrupted && (exitCode === ENDED_BY_US || signal === 'SIGINT'));
  return { ...soFar, steady, exit: inOrder ? null : (exitCode ?? signal) };
}
