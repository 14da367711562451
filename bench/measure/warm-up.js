/** Warms a target up: bursts of load with pauses, until its throughput has stopped rising and its compilers are idle. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasStoppedRising } from '../analyse/cell/steady.js';
import { HlogTail } from '../collect/hlog-tail.js';
import { scrape, sumOfSeries } from '../collect/scrape.js';
import { fitting } from '../record/fits.js';
import { waitForIdle } from './idle.js';
import { startLoad } from './k6.js';
import { underLimit, withoutLimit } from './unlimited.js';

const BURST_SECONDS = 2;
/** For compilers and collector to finish. */
const PAUSE_LIMIT_MS = 10_000;
const LOOK_EVERY_MS = 250;

/**
 * @typedef {object} WarmUp
 * @property {number} seconds with pauses
 * @property {number[]} perSecond successes in each second under load
 * @property {number | null} compilingShare of the last burst's time that the JVM's compilers took; null where the target has no such metric
 * @property {boolean} steady has throughput stopped rising, and are the compilers idle?
 * @property {number | string | null} exit exit code or signal of a k6 that failed; null if none did
 */
/** @typedef {(successesPerSecond: number | null) => void} OnLook */

/**
 * @param {import('./k6.js').Subject} subject
 * @param {object} options
 * @param {import('../record/catalogue.js').Catalogue} options.catalogue
 * @param {number} options.mostVus of the load that follows
 * @param {number} [options.minSeconds] continues until then, steady or not, but not beyond `maxSeconds`
 * @param {number} options.maxSeconds at least 1
 * @param {number} [options.steadyBursts] as many in a row must be steady
 * @param {boolean} [options.limitInTurn] every other burst is under the CPU limit, where the engine can lift it
 * @param {string} options.dir folder for warmup.hlog and k6-warmup.log
 * @param {OnLook} [options.onLook]
 * @returns {Promise<WarmUpLoad & { quotaLifted: boolean, limitInTurn: boolean } & WarmUp>}
 */
export async function warmUp(subject, { catalogue, mostVus, dir, onLook = () => {}, limitInTurn: asked = false, ...ends }) {
  const { engine, target } = subject;
  const { scenario, vus } = warmUpLoad(catalogue, subject, mostVus);
  const quotaLifted = engine.canLiftLimit();
  const limitInTurn = asked && quotaLifted;
  const burst = (/** @type {number} */ seconds, /** @type {Kind} */ { vus: users, limited }) => {
    const load = () => loadFor({ ...subject, scenario }, { vus: users, seconds, dir, onLook });
    return limited ? underLimit(engine, target, load) : load();
  };
  const pause = async () => {
    if (engine.isRunning(target)) await waitForIdle(engine.endpoints, target, PAUSE_LIMIT_MS);
  };
  const compiledMs = () => compilationMs(engine.endpoints.metrics(target));
  const kinds = kindsOfBursts(vus, limitInTurn);
  // Without the quota the compilers need seconds for what takes them most of a minute under it.
  const found = await withoutLimit(engine, target, () => inBursts({ burst, kinds, pause, compiledMs, ...ends }));
  return { scenario, vus, quotaLifted, limitInTurn, ...found };
}

/**
 * Under the quota threads stop in the middle of work, and others take branches that they never take without it. Code that was compiled
 * without these branches is then discarded and compiled again, for seconds. So a warm-up must run under the quota, too, and then without it.
 * @typedef {{ vus: number, limited: boolean }} Kind of a burst
 * @param {number[]} vus
 * @param {boolean} limitInTurn
 * @returns {Kind[]}
 */
export function kindsOfBursts(vus, limitInTurn) {
  const limits = limitInTurn ? [false, true] : [false];
  return vus.flatMap((users) => limits.map((limited) => ({ vus: users, limited })));
}

/**
 * With few users, code that waits for threads and connections never runs. It would first run in the measurement, and code that was compiled
 * without it would be discarded there.
 * @typedef {{ scenario: string, vus: number[] }} WarmUpLoad whose requests, and from how many users, in turn
 * @param {import('../record/catalogue.js').Catalogue} catalogue
 * @param {{ scenario: string, target: string }} cell
 * @param {number} mostVus of the load that follows
 * @returns {WarmUpLoad} the scenario's own, or those of another one that runs the same code in less time
 */
export function warmUpLoad({ scenarios, targets }, { scenario: own, target }, mostVus) {
  const { warmedBy = own } = scenarios[own];
  const scenario = fitting({ targets }, warmedBy)(target) ? warmedBy : own;
  const { warmupVus, leavesBacklog = false } = scenarios[scenario];
  return { scenario, vus: mostVus > warmupVus && !leavesBacklog ? [warmupVus, mostVus] : [warmupVus] };
}

/**
 * The last burst begins while there is time for it. The pause after it may exceed that time.
 * @param {object} how
 * @param {(seconds: number, kind: Kind) => Promise<Pick<WarmUp, 'perSecond' | 'exit'>>} how.burst
 * @param {Kind[]} how.kinds of the bursts, in turn; each is compared with earlier ones of its kind
 * @param {() => Promise<void>} how.pause
 * @param {() => Promise<number | null>} how.compiledMs time that the compilers have taken so far; null where it is unknown
 * @param {number} [how.minSeconds] it continues until then, but not beyond `maxSeconds`
 * @param {number} how.maxSeconds at least 1
 * @param {number} [how.steadyBursts] as many in a row must be steady, and at least one of each kind
 * @param {() => number} [how.nowMs]
 * @returns {Promise<WarmUp>}
 */
export async function inBursts({ burst, kinds, pause, compiledMs, minSeconds = 0, maxSeconds, steadyBursts = 1, nowMs = Date.now }) {
  const startMs = nowMs();
  const elapsed = () => (nowMs() - startMs) / 1000;
  const burstSeconds = Math.min(BURST_SECONDS, maxSeconds);
  /** @type {number[][]} */
  const bursts = [];
  let inARow = 0;
  for (;;) {
    const before = await compiledMs();
    const turn = bursts.length % kinds.length;
    const { perSecond, exit } = await burst(burstSeconds, kinds[turn]);
    bursts.push(perSecond);
    const after = await compiledMs();
    await pause();
    const compilingShare = before === null || after === null ? null : (after - before) / 1000 / burstSeconds;
    const alike = bursts.filter((_, index) => index % kinds.length === turn);
    inARow = hasStoppedRising(alike, compilingShare) ? inARow + 1 : 0;
    const steady = inARow >= Math.max(steadyBursts, kinds.length);
    const enough = steady && elapsed() >= minSeconds;
    if (exit !== null || enough || elapsed() + burstSeconds > maxSeconds) {
      return { seconds: Math.round(elapsed()), perSecond: bursts.flat(), compilingShare, steady, exit };
    }
  }
}

/**
 * @param {string} url of the target's metrics
 * @returns {Promise<number | null>} null without an answer or this metric: not every target is a JVM
 */
async function compilationMs(url) {
  try {
    return sumOfSeries(await scrape(url), 'jvm_compilation_time_ms_total');
  } catch {
    return null;
  }
}

/**
 * @param {import('./k6.js').Subject} subject
 * @param {{ vus: number, seconds: number, dir: string, onLook: OnLook }} options
 * @returns {Promise<Pick<WarmUp, 'perSecond' | 'exit'>>}
 */
async function loadFor(subject, { vus, seconds, dir, onLook }) {
  const tail = new HlogTail(path.join(dir, 'warmup.hlog'));
  rmSync(tail.file, { force: true });
  const k6 = startLoad(subject, {
    variables: { VUS_START: vus, VUS_STEP: 0, STAGES: 1, STAGE_SECONDS: seconds, ROUND: 0 },
    outputs: ['rollup=none'],
    environment: { K6_ROLLUP_HLOG: tail.file },
    logFile: path.join(dir, 'k6-warmup.log'),
  });
  let running = true;
  const ended = k6.ended.finally(() => (running = false));
  /** @type {number[]} */
  let perSecond = [];
  while (running) {
    await Promise.race([sleep(LOOK_EVERY_MS), ended]);
    tail.read();
    perSecond = perSecondOf(tail, subject.scenario, seconds);
    onLook(perSecond.at(-1) ?? null);
  }
  const { exitCode, signal } = await ended;
  return { perSecond, exit: exitCode === 0 ? null : (exitCode ?? signal) };
}

/**
 * @param {HlogTail} tail of a burst's http.hlog
 * @param {string} scenario
 * @param {number} seconds of the burst
 * @returns {number[]} successes in each complete second of it so far
 */
export function perSecondOf(tail, scenario, seconds) {
  const setup = tail.lastSecond('setup.ok');
  const last = Math.max(...['ok', 'failed'].map((kind) => tail.lastSecond(`${scenario}.${kind}`) ?? -Infinity));
  if (setup === null || last <= setup) return [];
  // The script begins on the whole second that follows its setup().
  const first = setup + 1;
  return Array.from({ length: Math.min(seconds, last - first + 1) }, (_, index) =>
    tail.count(`${scenario}.ok`, first + index, first + index + 1),
  );
}
