/** The search for one target's capacity in one scenario, a trial at a time, so that trials of other targets fit in between. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { searchCapacity } from '../../plan/capacity-search.js';
import { waitForDrain, waitForIdle } from '../idle.js';
import { readK6Log } from '../k6.js';
import { runTrial } from './trial.js';
import { warmUp } from '../warm-up.js';
import { sum } from '../../util/math.js';

/** @typedef {import('../../report/capacity/index.js').Capacity} Capacity */
/**
 * @typedef {object} Around what all searches of a run share
 * @property {import('../../engines/engine.js').Engine} engine
 * @property {import('../jvms.js').Jvms} jvms
 * @property {import('../../report/capacity/index.js').CapacityRecord} record
 * @property {AbortSignal} signal
 * @property {string} root
 * @property {string} k6Bin
 * @property {string} dir of the run
 */

const HIGHEST_RATE = 100_000;
/** The warm-up has more CPU than the trials: the ramp begins well below what it came to. */
const FIRST_SHARE = 0.2;
const SECONDS_TO_JUDGE_BY = 3;
const IDLE_LIMIT_MS = 10_000;
/** Of the users that a rate has, twice as many as the SLO allows, all may be waiting when it ends: at two thirds of the rate that takes three SLOs. */
const BACKLOG_SLOS = 4;
const BACKLOG_LEAST_MS = 60_000;
const NOT_FINISHED = 'the search was not finished';

/** First `warm`, then `tryNext` until it has ended, then `settle`. A search that cannot go on has ended, with its reason in `found.failure`. */
export class TargetSearch {
  ended = false;
  /** @type {Capacity} what is known so far */
  found;
  /** @type {ReturnType<typeof searchCapacity>} */
  #searching = searchCapacity({ first: 1, highest: HIGHEST_RATE });
  #rate = 1;

  /**
   * @param {{ scenario: string, target: string }} cell
   * @param {Around} around
   */
  constructor({ scenario, target }, around) {
    this.around = around;
    this.found = { scenario, target, warmup: null, failure: NOT_FINISHED, capacity: null, reachedHighest: false, trials: [] };
    this.folder = path.join(around.dir, 'trials', scenario, target);
    const { record, root, k6Bin, engine } = around;
    const { sloP99Ms, trialSeconds: seconds, id: runId, machine } = record;
    this.subject = { scenario, target, seconds, sloP99Ms, runId, root, k6Bin, cores: machine.cores, engine };
  }

  /** A running target that knows the scenario. */
  async warm() {
    await this.#attempt(async () => {
      mkdirSync(this.folder, { recursive: true });
      await this.around.jvms.running(this.found.target);
      const { perSecond } = (this.found.warmup = await this.#warmUp());
      this.#searching = searchCapacity({ first: firstRate(perSecond), highest: HIGHEST_RATE });
      this.#take(this.#searching.next());
    });
  }

  /** One trial. */
  async tryNext() {
    await this.#attempt(async () => {
      const { engine, signal } = this.around;
      const { target, trials } = this.found;
      await engine.resetDatabase();
      await waitForIdle(engine.endpoints, target, IDLE_LIMIT_MS);
      signal.throwIfAborted();
      const trial = await runTrial(this.subject, this.#rate, path.join(this.folder, `${trials.length + 1}-${this.#rate}`));
      const drained = await this.#drained();
      signal.throwIfAborted();
      trials.push(trial);
      // The next trial may be another target's, which would share the machine with this one's backlog.
      if (!drained) throw new Error(`${target} was still busy ${this.#backlogLimitMs / 1000} s after ${trial.rate} requests/s`);
      if (engine.targetExit(target)) throw new Error(`${target} ended at ${trial.rate} requests/s`);
      this.#take(this.#searching.next(trial.holds));
    });
  }

  /** Ends a target that the search left with a backlog. */
  async settle() {
    const { scenario, target } = this.found;
    if (!(await this.#drained())) await this.around.jvms.discard(target, `${scenario} had left it with a backlog`);
  }

  get #backlogLimitMs() {
    return Math.max(BACKLOG_LEAST_MS, BACKLOG_SLOS * this.subject.sloP99Ms);
  }

  /** @returns {Promise<boolean>} true too of a target that has ended */
  async #drained() {
    const { engine } = this.around;
    const { target } = this.found;
    return !engine.isRunning(target) || waitForDrain(engine.endpoints, target, this.#backlogLimitMs);
  }

  /** @param {() => Promise<void>} step */
  async #attempt(step) {
    try {
      await step();
    } catch (error) {
      this.around.signal.throwIfAborted();
      Object.assign(this.found, { failure: /** @type {Error} */ (error).message, capacity: null });
      this.ended = true;
    }
  }

  /** @param {ReturnType<ReturnType<typeof searchCapacity>['next']>} step of the search */
  #take({ done, value }) {
    if (!done) {
      this.#rate = value;
      return;
    }
    Object.assign(this.found, { ...value, failure: null });
    this.ended = true;
  }

  async #warmUp() {
    const { warmupMinSeconds, warmupMaxSeconds, warmupMostVus: mostVus, steadyBursts, limitInTurn, catalogue } = this.around.record;
    const ends = { minSeconds: warmupMinSeconds, maxSeconds: warmupMaxSeconds, steadyBursts };
    const { exit, ...found } = await warmUp(this.subject, { catalogue, mostVus, ...ends, limitInTurn, dir: this.folder });
    const logFile = path.join(this.folder, 'k6-warmup.log');
    if (exit !== null) throw new Error(`k6 ended with ${exit} in the warm-up: ${readK6Log(logFile).error ?? `see ${logFile}`}`);
    return found;
  }
}

/** @param {number[]} perSecond of the warm-up */
function firstRate(perSecond) {
  const last = perSecond.slice(-SECONDS_TO_JUDGE_BY);
  return (FIRST_SHARE * sum(last)) / Math.max(1, last.length);
}
