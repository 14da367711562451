/** The search for one target's capacity in one scenario, a step at a time, so that steps of other targets fit in between. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { searchCapacity } from '../../plan/capacity.ts';
import { messageOf } from '../../util/errors.ts';
import { sum } from '../../util/math.ts';
import { waitForDrain, waitForIdle } from '../idle.ts';
import { warmUp } from '../warm-up/alone.ts';
import { runTrial } from './trial.ts';
import type { LoadContext } from '../generators/start.ts';
import type { Jvms } from '../jvms.ts';
import type { CapacityRecord, Capacity } from '../../record/capacity.ts';

/** what all searches of a run share. `record`: its plan; its results may be older than the record, whose folder is `dir` */
type SearchContext = Omit<LoadContext, 'runId' | 'catalogueFile'> & {
  jvms: Jvms;
  record: CapacityRecord;
  signal: AbortSignal;
  dir: string;
};

const HIGHEST_RATE = 100_000;
/** The warm-up has more CPU than the trials, so the ramp begins well below the warm-up's throughput. */
const FIRST_SHARE = 0.2;
/** Rates rise from there by half; requests that wait are served at such a rate by any target. */
const FIRST_RATE_UNKNOWN = 20;
const SECONDS_TO_JUDGE_BY = 3;
/** A rate has twice as many users as the SLO allows. All may be waiting at its end: at two thirds of the rate that takes three SLOs. */
const BACKLOG_SLOS = 4;
const BACKLOG_LEAST_MS = 60_000;
const NOT_FINISHED = 'the search was not finished';

/** First `step` until it has ended, then `settle`. A search that cannot go on has ended, with its reason in `found.failure`. */
export class TargetSearch {
  context;
  folder;
  subject;
  ended = false;
  /** What is known so far. Each step replaces it. */
  found: Capacity;
  #steps = this.#search();

  constructor({ scenario, target }: { scenario: string; target: string }, context: SearchContext) {
    this.context = context;
    this.found = { scenario, target, warmup: null, failure: NOT_FINISHED, capacity: null, reachedHighest: false, trials: [] };
    this.folder = path.join(context.dir, 'trials', scenario, target);
    const { record, root, k6Bin, engine } = context;
    const { sloP99Ms, trialSeconds: seconds, id: runId, machine } = record;
    this.subject = { scenario, target, seconds, sloP99Ms, runId, root, k6Bin, catalogueFile: null, cores: machine.cores, engine };
  }

  /** The warm-up at first, then a trial each time. */
  async step() {
    try {
      const { done } = await this.#steps.next();
      this.ended = done === true;
    } catch (error) {
      this.context.signal.throwIfAborted();
      this.#set({ failure: messageOf(error), capacity: null });
      this.ended = true;
    }
  }

  async *#search(): AsyncGenerator<void> {
    const { scenario, target } = this.found;
    mkdirSync(this.folder, { recursive: true });
    await this.context.jvms.running(target);
    const { warmupMaxSeconds: maxSeconds, warmupMostVus: mostVus, steadyBursts, limitInTurn, catalogue } = this.context.record;
    const warmup = await warmUp(this.subject, { catalogue, mostVus, maxSeconds, steadyBursts, limitInTurn, dir: this.folder });
    this.#set({ warmup });
    const searching = searchCapacity({ first: firstRate(scenario, warmup), highest: HIGHEST_RATE });
    let next = searching.next();
    while (!next.done) {
      yield;
      next = searching.next(await this.#holds(next.value));
    }
    this.#set({ ...next.value, failure: null });
  }

  /** One trial. */
  async #holds(rate: number): Promise<boolean> {
    const { engine, signal } = this.context;
    const { target, trials } = this.found;
    await engine.resetDatabase();
    await waitForIdle(engine.endpoints, target);
    signal.throwIfAborted();
    const trial = await runTrial(this.subject, rate, path.join(this.folder, `${trials.length + 1}-${rate}`));
    const drained = await this.#drained();
    signal.throwIfAborted();
    this.#set({ trials: [...trials, trial] });
    // The next trial may be another target's, which would share the machine with this one's backlog.
    if (!drained) throw new Error(`${target} was still busy ${this.#backlogLimitMs / 1000} s after ${rate} requests/s`);
    if (engine.targets.exit(target)) throw new Error(`${target} ended at ${rate} requests/s`);
    return trial.holds;
  }

  /** Ends a target that the search left with a backlog. */
  async settle() {
    const { scenario, target } = this.found;
    if (!(await this.#drained())) await this.context.jvms.discard(target, `${scenario} had left it with a backlog`);
  }

  get #backlogLimitMs() {
    return Math.max(BACKLOG_LEAST_MS, BACKLOG_SLOS * this.subject.sloP99Ms);
  }

  /** @returns true too of a target that has ended */
  async #drained(): Promise<boolean> {
    const { engine } = this.context;
    const { target } = this.found;
    return !engine.targets.isRunning(target) || waitForDrain(engine.endpoints, target, this.#backlogLimitMs);
  }

  #set(fields: Partial<Capacity>) {
    this.found = { ...this.found, ...fields };
  }
}

/** @returns the throughput of other requests says nothing */
function firstRate(scenario: string, { scenario: warmedBy, perSecond }: NonNullable<Capacity['warmup']>): number {
  if (warmedBy !== scenario) return FIRST_RATE_UNKNOWN;
  const last = perSecond.slice(-SECONDS_TO_JUDGE_BY);
  return (FIRST_SHARE * sum(last)) / Math.max(1, last.length);
}
