/** Warms one target up: bursts of load with pauses, until its compilers are quiet. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gracefulStopSeconds } from '../../../k6/lib/profiles.js';
import { warmUpFilesIn } from '../generators/files.js';
import { startLoad } from '../generators/start.js';
import { underLimit, withoutLimit } from '../unlimited.js';
import { failedWarmUp } from './failed.js';
import { warmUpLoad } from './load.js';
import { Steadiness } from './steadiness.js';
import { usageOf, waitForCompilers } from './usage.js';

const BURST_SECONDS = 2;
const LOOK_EVERY_MS = 250;

/**
 * @typedef {object} WarmUp
 * @property {number} seconds with pauses
 * @property {number[]} perSecond successes in each second under load
 * @property {number | null} compilingShare of the last burst's time that the JVM's compilers took; null where the target has no such metric
 * @property {boolean} steady are the compilers quiet?
 * @property {import('./steadiness.js').UntilWarm | null} untilWarm
 * @property {string | null} exit how a k6 failed, in a sentence; null if none did
 */
/** @typedef {(successesPerSecond: number | null) => void} OnLook */

/**
 * @param {import('../generators/start.js').Subject} subject
 * @param {object} options
 * @param {import('../../record/catalogue.js').Catalogue} options.catalogue
 * @param {number} options.mostVus of the load that follows
 * @param {number} options.maxSeconds at least 1
 * @param {number} [options.steadyBursts] as many in a row must be quiet
 * @param {boolean} [options.limitInTurn] bursts after a quiet one are under the CPU limit, where the engine can lift it
 * @param {string} options.dir folder for warmup.hlog and k6-warmup.log
 * @param {OnLook} [options.onLook]
 * @returns {Promise<{ scenario: string, vus: number, quotaLifted: boolean, limitInTurn: boolean } & WarmUp>}
 */
export async function warmUp(subject, { catalogue, mostVus, dir, onLook = () => {}, limitInTurn: asked = false, ...ends }) {
  const { engine, target } = subject;
  const { scenario, vus } = warmUpLoad(catalogue, subject, mostVus);
  const quotaLifted = engine.canLiftLimit();
  const limitInTurn = asked && quotaLifted;
  const burst = (/** @type {number} */ seconds, /** @type {boolean} */ limited) => {
    const load = () => loadFor({ ...subject, scenario }, { catalogue, vus, seconds, dir, onLook });
    return limited ? underLimit(engine, target, load) : load();
  };
  const pause = () => waitForCompilers(engine, target);
  const usage = () => usageOf(engine.endpoints.metrics(target));
  // Without the quota the compilers need seconds for what takes them most of a minute under it.
  const found = await withoutLimit(engine, target, () => inBursts({ burst, limitInTurn, pause, usage, ...ends }));
  return { scenario, vus, quotaLifted, limitInTurn, ...found };
}

/**
 * The last burst begins while there is time for it. The pause after it may exceed that time.
 * @param {object} how
 * @param {(seconds: number, limited: boolean) => Promise<Pick<WarmUp, 'perSecond' | 'exit'>>} how.burst `limited`: under the CPU limit
 * @param {boolean} how.limitInTurn
 * @param {() => Promise<void>} how.pause
 * @param {() => Promise<import('./usage.js').Usage | null>} how.usage what the target has used so far; null where it does not answer
 * @param {number} how.maxSeconds at least 1
 * @param {number} [how.steadyBursts] as many in a row must be quiet
 * @param {() => number} [how.nowMs]
 * @returns {Promise<WarmUp>}
 */
export async function inBursts({ burst, limitInTurn, pause, usage, maxSeconds, steadyBursts = 1, nowMs = () => performance.now() }) {
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

/**
 * @param {import('../generators/start.js').Subject} subject
 * @param {{ catalogue: import('../../record/catalogue.js').Catalogue, vus: number, seconds: number, dir: string, onLook: OnLook }} options
 * @returns {Promise<Pick<WarmUp, 'perSecond' | 'exit'>>}
 */
async function loadFor(subject, { catalogue, vus, seconds, dir, onLook }) {
  const files = warmUpFilesIn(dir);
  const k6 = await startLoad(subject, {
    variables: { VUS_START: vus, VUS_STEP: 0, STAGES: 1, STAGE_SECONDS: seconds, ROUND: 0 },
    outputs: ['rollup=none'],
    files,
    lastsSeconds: seconds + gracefulStopSeconds(catalogue.scenarios[subject.scenario]),
  });
  let running = true;
  const ended = k6.ended.finally(() => (running = false));
  /** @type {number[]} */
  let perSecond = [];
  while (running) {
    await Promise.race([sleep(LOOK_EVERY_MS), ended]);
    k6.tail.read();
    perSecond = perSecondOf(k6.tail, subject.scenario, seconds);
    onLook(perSecond.at(-1) ?? null);
  }
  return { perSecond, exit: failedWarmUp(await ended) };
}

/**
 * @param {import('../generators/hlog-tail.js').HlogTail} tail of a burst's http.hlog
 * @param {string} scenario
 * @param {number} seconds of the burst
 * @returns {number[]} successes in each complete second of it so far
 */
export function perSecondOf(tail, scenario, seconds) {
  const first = tail.startSecond;
  return first === null ? [] : tail.successes(scenario, first, seconds);
}
