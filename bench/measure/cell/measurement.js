/** Measures one cell: warm-up, reset, idle, staircase, collection. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { HlogTail } from '../../collect/hlog-tail.js';
import { SCHEMA } from '../../record/json/file.js';
import { CellFailure } from './failure.js';
import { collect } from './collect.js';
import { waitForDrain, waitForIdle } from '../idle.js';
import { readK6Log } from '../k6.js';
import { runStaircase } from './staircase.js';
import { warmUp } from '../warm-up/alone.js';
import { yardstick } from '../yardstick.js';

/**
 * @typedef {import('../../record/run.js').PlannedCell} PlannedCell
 * @typedef {import('../../record/cell.js').Cell} Cell
 * @typedef {import('../../record/cell.js').Check} Check
 * @typedef {import('./context.js').CellContext} CellContext
 */

/** 300 users whose requests wait half a second each for one row, one after the other. */
const DRAIN_LIMIT_MS = 180_000;
const IDLE_LIMIT_MS = 10_000;
const BACKLOG_LIMIT_MS = 2_000;

/** First `warm`, then `measure`: other targets may be warmed up in between. */
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
   * A running target that is warm for the scenario; does nothing where it is already.
   * @throws {Error} only for faults that end the run
   */
  async warm() {
    await this.#attempt(() => this.#warmJvm());
  }

  /**
   * @returns {Promise<{ cell: Cell, outcome: string }>} also for a cell that failed: with the reason and whatever was measured
   * @throws {Error} only for faults that end the run, such as a full disk
   */
  async measure() {
    if (this.#record.state === 'ok' && (await this.#attempt(() => this.#prepare()))) await this.#load();
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

  /** @returns {Promise<import('../jvms.js').Jvm>} of the target, a new one where it has ended since */
  async #warmJvm() {
    const { jvms, progress } = this.context;
    const { scenario, target } = this.planned;
    progress.update(this.planned, 'getting ready');
    const jvm = await jvms.running(target).catch((error) => {
      throw new CellFailure(error.message);
    });
    if (!jvm.warmed.has(scenario)) this.#set({ warmup: await this.#warmUp() });
    jvm.warmed.add(scenario);
    return jvm;
  }

  /** @returns {Promise<Cell['warmup']>} */
  async #warmUp() {
    const { run, progress } = this.context;
    const { catalogue, stages, warmupMinSeconds, warmupMaxSeconds, steadyBursts, limitInTurn } = run;
    if (warmupMaxSeconds === 0) return null;
    const { exit, ...warmup } = await warmUp(this.subject, {
      catalogue,
      mostVus: Math.max(...stages.map(({ vus }) => vus)),
      minSeconds: warmupMinSeconds,
      maxSeconds: warmupMaxSeconds,
      steadyBursts,
      limitInTurn,
      dir: this.dir,
      onLook: (rps) => progress.update(this.planned, `warming up${rps === null ? '' : `, ${rps}/s`}`),
    });
    this.#refuseEndedTarget('in the warm-up');
    if (exit !== null) this.#failByK6('in the warm-up', exit, 'k6-warmup.log');
    rmSync(this.#file('warmup.hlog'));
    return warmup;
  }

  /** A running, warm, idle target and the database as seeded. */
  async #prepare() {
    const { engine } = this.context;
    const { target } = this.planned;
    const jvm = await this.#warmJvm();
    this.#set({ jvm: { startedMs: jvm.startedMs, restartedBefore: jvm.restartedBefore } });
    jvm.restartedBefore = null;
    // Requests of the warm-up that are still under way would write into the new rows.
    await waitForDrain(engine.endpoints, target, DRAIN_LIMIT_MS);
    await engine.resetDatabase();
    this.#set({ databaseRtt: await this.#databaseRtt() });
    const idle = await waitForIdle(engine.endpoints, target, IDLE_LIMIT_MS);
    this.#check({ name: 'idle', ok: idle, detail: idle ? 'idle before the first stage' : `still busy after ${IDLE_LIMIT_MS} ms` });
    this.#set({ yardstick: yardstick() });
  }

  /** Measured in every cell, whatever the run asks for. @returns {Promise<Cell['databaseRtt']>} */
  async #databaseRtt() {
    const { engine, run } = this.context;
    if (!run.catalogue.scenarios[this.planned.scenario].database) return null;
    try {
      return { setMs: run.databaseRttMs, measuredMs: Number((await engine.databasePing()).toFixed(3)) };
    } catch (error) {
      throw new CellFailure(`the database does not answer a ping: ${/** @type {Error} */ (error).message.split('\n')[0]}`);
    }
  }

  /** The staircase, and everything that was observed. A load that failed is collected, too. */
  async #load() {
    const load = await runStaircase(this.subject, { planned: this.planned, dir: this.dir, context: this.context, tail: this.#tail });
    const { exitCode, signal, endMs } = load;
    this.#set({ endMs, k6: { exitCode, httpReqs: null, setupReqs: null, interrupted: null } });
    await this.#attempt(() => {
      this.#refuseEndedTarget('in the cell');
      if (exitCode !== 0) this.#failByK6('in the cell', exitCode ?? signal, 'k6.log');
    });
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

  /** @param {string} when */
  #refuseEndedTarget(when) {
    const { target } = this.planned;
    const exit = this.context.engine.targetExit(target);
    if (exit) throw new CellFailure(`${target} ended ${when} (${exit.signal ?? `exit code ${exit.code}`})`);
  }

  /**
   * @param {string} when
   * @param {number | string | null} exit
   * @param {string} log
   * @returns {never}
   */
  #failByK6(when, exit, log) {
    throw new CellFailure(`k6 ended with ${exit} ${when}: ${readK6Log(this.#file(log)).error ?? `see ${log}`}`);
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
