/** Measures one cell: warm-up if there was none, reset, idle, staircase, collection. */
import path from 'node:path';
import { HlogTail } from '../../collect/hlog-tail.js';
import { SCHEMA } from '../../record/json/file.js';
import { sum } from '../../util/math.js';
import { CellFailure, refuseEnded, refuseFailedK6 } from './failure.js';
import { collect } from './collect.js';
import { waitForDrain } from '../idle.js';
import { runStaircase } from './staircase.js';
import { prepared } from '../prepared.js';
import { takeWarmUp, warmed } from '../warmed.js';

/**
 * @typedef {import('../../record/run.js').PlannedCell} PlannedCell
 * @typedef {import('../../record/cell.js').Cell} Cell
 * @typedef {import('../../record/cell.js').Check} Check
 * @typedef {import('./context.js').CellContext} CellContext
 */

const BACKLOG_LIMIT_MS = 2_000;

export class CellMeasurement {
  /** @type {Cell} what is known so far */
  #record;
  #tail;

  /**
   * @param {PlannedCell} planned
   * @param {string} dir empty folder for the cell's files
   * @param {CellContext} context
   */
  constructor(planned, dir, context) {
    this.planned = planned;
    this.dir = dir;
    this.context = context;
    const { root, k6Bin, catalogueFile, engine, run } = context;
    const { scenario, target } = planned;
    this.subject = { root, k6Bin, catalogueFile, engine, runId: run.id, scenario, target };
    this.#record = nothingMeasured(planned);
    this.#tail = new HlogTail(this.#file('http.hlog'));
  }

  /**
   * @returns {Promise<{ cell: Cell, outcome: string }>} also for a cell that failed: with the reason and whatever was measured
   * @throws {Error} only for faults that end the run, such as a full disk
   */
  async measure() {
    if (await this.#attempt(() => this.#prepare())) await this.#load();
    await this.#settle();
    return { cell: this.#record, outcome: this.#outcome() };
  }

  /**
   * @param {() => Promise<unknown> | void} step
   * @returns {Promise<boolean>} false if the step failed; the first failure is the cell's reason
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

  /** @param {Partial<Cell>} fields */
  #set(fields) {
    this.#record = { ...this.#record, ...fields };
  }

  /** @param {Check[]} checks */
  #check(...checks) {
    this.#set({ checks: [...this.#record.checks, ...checks] });
  }

  /** @param {string} name */
  #file(name) {
    return path.join(this.dir, name);
  }

  /** A running, warm, idle target and the database as seeded. */
  async #prepare() {
    const { context, planned } = this;
    const { scenario, target } = planned;
    context.progress.update(planned, 'getting ready');
    const jvms = await warmed(context, scenario, [target], this.dir, (what) => context.progress.update(planned, what));
    const jvm = /** @type {import('../jvms.js').Jvm} */ (jvms.get(target));
    this.#set({ warmup: takeWarmUp(jvm, scenario), jvm: { startedMs: jvm.startedMs, restartedBefore: jvm.restartedBefore } });
    jvm.restartedBefore = null;
    const { databaseRtt, yardstick, check } = await prepared(context, scenario, [target]);
    this.#set({ databaseRtt, yardstick });
    this.#check(check);
  }

  /** The staircase, and everything that was observed. A load that failed is collected, too. */
  async #load() {
    const load = await runStaircase(this.subject, { planned: this.planned, dir: this.dir, context: this.context, tail: this.#tail });
    const { exitCode, signal, endMs } = load;
    this.#set({ endMs, k6: { exitCode, httpReqs: null, setupReqs: null, interrupted: null } });
    const ended = await this.#attempt(() => {
      refuseEnded(this.context.engine, [this.planned.target], 'in the cell');
      refuseFailedK6(exitCode ?? signal, this.#file('k6.log'), 'in the cell');
    });
    if (ended) this.context.spent.move('staircases', sum(this.context.run.stages.map(({ durationMs }) => durationMs / 1000)));
    await this.#attempt(async () => {
      const { fields, checks, fault } = await collect({
        planned: this.planned,
        dir: this.dir,
        context: this.context,
        tail: this.#tail,
        load,
      });
      this.#set(fields);
      this.#check(...checks);
      if (fault !== null) throw new CellFailure(fault);
    });
  }

  /** Ends a target that the cell left with a backlog: it would spoil the next cell, or drain for minutes. */
  async #settle() {
    const { engine, jvms } = this.context;
    const { scenario, target } = this.planned;
    if (!engine.isRunning(target)) return;
    const drained = await waitForDrain(engine.endpoints, target, BACKLOG_LIMIT_MS);
    if (!drained) await jvms.discard(target, `${scenario} had left it with a backlog`);
  }

  /** @returns {string} one line about the finished cell */
  #outcome() {
    const { state, reason, stages, checks } = this.#record;
    const last = stages.at(-1);
    if (state === 'failed' || !last) return `failed: ${reason}`;
    const { vus, plateauStartMs, plateauEndMs } = last;
    const { scenario } = this.planned;
    const successes = this.#tail.count(`${scenario}.ok`, plateauStartMs / 1000, plateauEndMs / 1000);
    const rps = (successes * 1000) / (plateauEndMs - plateauStartMs);
    const doubts = checks.filter(({ ok }) => !ok).map(({ name }) => name);
    const doubtful = doubts.length > 0 ? `, doubtful: ${doubts.join(', ')}` : '';
    return `ok, ${rps.toFixed(0)}/s at ${vus} VUs, ${this.#tail.count(`${scenario}.failed`)} failures${doubtful}`;
  }
}

/** @param {PlannedCell} planned @returns {Cell} */
function nothingMeasured({ scenario, target, round, order }) {
  return {
    ...{ schema: SCHEMA, scenario, target, round, order, state: 'ok', reason: null },
    ...{ startMs: null, endMs: null, stages: [], warmup: null, yardstick: null, jvm: null, k6: null, counts: null, scrapes: null },
    ...{ checks: [], databaseRtt: null, answers: null, stock: null },
  };
}
