/** Measures one sequence: warm targets, reset, idle, the blocks, collection. */
import path from 'node:path';
import { HlogTail } from '../../collect/hlog-tail.js';
import { jvmFacts, jvmFactsBetween } from '../../collect/jvm-facts.js';
import { SCHEMA } from '../../record/json/file.js';
import { plural } from '../../util/text.js';
import { CellFailure, refuseEnded, refuseFailedK6 } from '../cell/failure.js';
import { waitForDrain } from '../idle.js';
import { prepared } from '../prepared.js';
import { takeWarmUp, warmed } from '../warmed.js';
import { collectSequence } from './collect.js';
import { runSequence } from './load.js';
import { sequenceSeconds } from './slices.js';

/**
 * @typedef {import('../../record/run.js').PlannedSequence} PlannedSequence
 * @typedef {import('../../record/sequence.js').Sequence} Sequence
 * @typedef {import('../../record/cell.js').Check} Check
 * @typedef {import('../cell/context.js').CellContext} CellContext
 */

const BACKLOG_LIMIT_MS = 2_000;

export class SequenceMeasurement {
  /** @type {Sequence} what is known so far */
  #record;
  #tail;
  #targets;

  /**
   * @param {PlannedSequence} planned
   * @param {string} dir empty folder for the sequence's files
   * @param {CellContext} context
   */
  constructor(planned, dir, context) {
    this.planned = planned;
    this.dir = dir;
    this.context = context;
    this.#record = nothingMeasured(planned, context.run.blockVus);
    this.#tail = new HlogTail(path.join(dir, 'http.hlog'));
    this.#targets = [...new Set(planned.blocks.flat())];
  }

  /**
   * @returns {Promise<{ sequence: Sequence, outcome: string }>} also for a sequence that failed: with the reason and whatever was measured
   * @throws {Error} only for faults that end the run, such as a full disk
   */
  async measure() {
    if (await this.#attempt(() => this.#prepare())) await this.#load();
    await this.#settle();
    return { sequence: this.#record, outcome: this.#outcome() };
  }

  /**
   * @param {() => Promise<unknown> | void} step
   * @returns {Promise<boolean>} false if the step failed; the first failure is the sequence's reason
   */
  async #attempt(step) {
    try {
      await step();
      return true;
    } catch (error) {
      if (!(error instanceof CellFailure)) throw error;
      this.#set({ state: 'failed', reason: this.#record.reason ?? error.message });
      return false;
    }
  }

  /** @param {Partial<Sequence>} fields */
  #set(fields) {
    this.#record = { ...this.#record, ...fields };
  }

  /** @param {Check[]} checks */
  #check(...checks) {
    this.#set({ checks: [...this.#record.checks, ...checks] });
  }

  /** Running, warm, idle targets and the database as seeded. */
  async #prepare() {
    const { context, planned } = this;
    const { scenario } = planned;
    context.progress.update(planned, 'getting ready');
    const jvms = await warmed(context, scenario, this.#targets, this.dir, (what) => context.progress.update(planned, what));
    /** @type {Sequence['warmups']} */
    const warmups = {};
    /** @type {Sequence['jvms']} */
    const recorded = {};
    for (const [target, jvm] of jvms) {
      const warmup = takeWarmUp(jvm, scenario);
      if (warmup) warmups[target] = warmup;
      const { startedMs, restartedBefore } = jvm;
      recorded[target] = { startedMs, restartedBefore, majorFaults: null, compilerCpuMs: null, compilerWaitMs: null };
      jvm.restartedBefore = null;
    }
    const { databaseRtt, yardstick, check } = await prepared(context, scenario, this.#targets);
    this.#set({ warmups, jvms: recorded, databaseRtt, yardstick });
    this.#check(check);
  }

  /** The blocks, and everything that was observed. A load that failed is collected, too. */
  async #load() {
    const { context, planned, dir } = this;
    const work = { planned, dir, context, tail: this.#tail };
    const before = this.#jvmFacts();
    const load = await runSequence(work);
    this.#recordJvms(before, this.#jvmFacts());
    const { exitCode, signal, endMs } = load;
    this.#set({ endMs, k6: { exitCode, httpReqs: null, setupReqs: null, interrupted: null } });
    const ended = await this.#attempt(() => {
      refuseEnded(context.engine, this.#targets, 'in the sequence');
      refuseFailedK6(exitCode ?? signal, path.join(dir, 'k6.log'), 'in the sequence');
    });
    if (ended) this.#spend();
    await this.#attempt(async () => {
      const { fields, checks, fault } = await collectSequence({ ...work, load });
      this.#set(fields);
      this.#check(...checks);
      if (fault !== null) throw new CellFailure(fault);
    });
  }

  #spend() {
    const { load, gaps } = sequenceSeconds(this.planned.blocks, this.context.run.sliceSeconds);
    this.context.spent.move('blocks', load);
    this.context.spent.move('gaps', gaps);
  }

  /** @returns {Map<string, ReturnType<typeof jvmFacts>>} by target */
  #jvmFacts() {
    const places = this.context.engine.processes().filter(({ process }) => process === 'target');
    return new Map(places.map((place) => [place.name, jvmFacts(place)]));
  }

  /** @param {Map<string, ReturnType<typeof jvmFacts>>} before @param {Map<string, ReturnType<typeof jvmFacts>>} after */
  #recordJvms(before, after) {
    const jvms = Object.entries(this.#record.jvms).map(([target, jvm]) => {
      const [first, last] = [before.get(target), after.get(target)];
      return [target, first && last ? { ...jvm, ...jvmFactsBetween(first, last) } : jvm];
    });
    this.#set({ jvms: Object.fromEntries(jvms) });
  }

  /** Ends a target that the sequence left with a backlog: it would spoil what follows. */
  async #settle() {
    const { engine, jvms } = this.context;
    for (const target of this.#targets) {
      if (!engine.isRunning(target)) continue;
      const drained = await waitForDrain(engine.endpoints, target, BACKLOG_LIMIT_MS);
      if (!drained) await jvms.discard(target, `${this.planned.scenario} had left it with a backlog`);
    }
  }

  /** @returns {string} one line about the finished sequence */
  #outcome() {
    const { state, reason, slices, checks } = this.#record;
    if (state === 'failed' || slices.length === 0) return `failed: ${reason}`;
    const { scenario, blocks } = this.planned;
    const failures = slices.reduce((total, { slice }) => total + this.#tail.count(`${scenario}#${slice}.failed`), 0);
    const disturbed = slices.filter(({ others }) => others.length > 0).length;
    const doubts = checks.filter(({ ok }) => !ok).map(({ name }) => name);
    return [
      `ok, ${plural(blocks.length, 'block')} of ${plural(this.#targets.length, 'target')}, ${plural(failures, 'failure')}`,
      disturbed > 0 && `${plural(disturbed, 'slice')} void`,
      doubts.length > 0 && `doubtful: ${doubts.join(', ')}`,
    ]
      .filter(Boolean)
      .join(', ');
  }
}

/** @param {PlannedSequence} planned @param {number} vus @returns {Sequence} */
function nothingMeasured({ scenario, round, part, order }, vus) {
  return {
    ...{ schema: SCHEMA, scenario, round, part, order, state: 'ok', reason: null, vus, startMs: null, endMs: null },
    ...{ slices: [], warmups: {}, jvms: {}, yardstick: null, k6: null, checks: [], databaseRtt: null },
  };
}
