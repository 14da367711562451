/** Measures one cell: warm-up if there was none, reset, idle, staircase, collection. */
import { SCHEMA } from '../../record/json/file.js';
import { sum } from '../../util/math.js';
import { togetherText } from '../generators/results.js';
import { refuseEnded, refuseFailedK6 } from '../part/failure.js';
import { endOf } from '../part/load.js';
import { PartRecord } from '../part/record.js';
import { settled } from '../part/settled.js';
import { collect } from './collect.js';
import { runStaircase } from './staircase.js';
import { prepared } from '../prepared.js';
import { takeWarmUp, warmed } from '../warmed.js';

/**
 * @typedef {import('../../record/run.js').PlannedCell} PlannedCell
 * @typedef {import('../../record/cell.js').Cell} Cell
 * @typedef {import('../part/context.js').PartContext} PartContext
 */

export class CellMeasurement {
  /** @type {PartRecord<Cell>} */
  #record;
  /** @type {import('../generators/hlog-tail.js').HlogTail | undefined} once there was load */
  #tail;

  /**
   * @param {PlannedCell} planned
   * @param {string} dir empty folder for the cell's files
   * @param {PartContext} context
   */
  constructor(planned, dir, context) {
    this.planned = planned;
    this.dir = dir;
    this.context = context;
    const { root, k6Bin, catalogueFile, engine, run } = context;
    const { scenario, target } = planned;
    this.subject = { root, k6Bin, catalogueFile, engine, runId: run.id, scenario, target };
    this.#record = new PartRecord(nothingMeasured(planned));
  }

  /**
   * @param {() => void} [onLoadOver] called once its load is over, while k6 still waits for the last answers
   * @returns {Promise<{ cell: Cell, outcome: string }>} also for a cell that failed: with the reason and whatever was measured
   * @throws {Error} only for faults that end the run, such as a full disk
   */
  async measure(onLoadOver = () => {}) {
    if (await this.#record.attempt(() => this.#prepare())) await this.#load(onLoadOver);
    await settled(this.context, this.planned.scenario, [this.planned.target]);
    return { cell: this.#record.fields, outcome: this.#outcome() };
  }

  /** A running, warm, idle target and the database as seeded. */
  async #prepare() {
    const { context, planned } = this;
    const { scenario, target } = planned;
    context.progress.update(planned, 'getting ready');
    const jvms = await warmed(context, scenario, [target], this.dir, (what) => context.progress.update(planned, what));
    const jvm = /** @type {import('../jvms.js').Jvm} */ (jvms.get(target));
    const { startedMs, restartedBefore, readySeconds, restRssBytes } = jvm;
    this.#record.set({ warmup: takeWarmUp(jvm, scenario), jvm: { startedMs, restartedBefore, readySeconds, restRssBytes } });
    jvm.restartedBefore = null;
    const { databaseRtt, yardstick, check } = await prepared(context, scenario, [target]);
    this.#record.set({ databaseRtt, yardstick });
    this.#record.check(check);
  }

  /**
   * The staircase, and everything that was observed. A load that failed is collected, too.
   * @param {() => void} onLoadOver
   */
  async #load(onLoadOver) {
    const { context, planned, dir } = this;
    const work = { planned, dir, context };
    const load = await runStaircase(this.subject, work, onLoadOver);
    this.#tail = load.tail;
    this.#record.set(endOf(load));
    const ended = await this.#record.attempt(() => {
      refuseEnded(context.engine, [planned.target], 'in the cell');
      refuseFailedK6(load.end, 'in the cell');
    });
    if (ended) context.spent.move('staircases', sum(context.run.stages.map(({ durationMs }) => durationMs / 1000)));
    await this.#record.collect(() => collect({ ...work, load }));
  }

  /** @returns {string} one line about the finished cell */
  #outcome() {
    const { state, reason, stages, generators } = this.#record.fields;
    const last = stages.at(-1);
    if (state === 'failed' || !last || !this.#tail) return `failed: ${reason}`;
    const { vus, plateauStartMs, plateauEndMs } = last;
    const { scenario } = this.planned;
    const successes = this.#tail.count(`${scenario}.ok`, plateauStartMs / 1000, plateauEndMs / 1000);
    const rps = (successes * 1000) / (plateauEndMs - plateauStartMs);
    const { doubts } = this.#record;
    const doubtful = doubts.length > 0 ? `, doubtful: ${doubts.join(', ')}` : '';
    const failures = this.#tail.count(`${scenario}.failed`);
    return `ok, ${rps.toFixed(0)}/s at ${vus} VUs, ${failures} failures${togetherText(generators)}${doubtful}`;
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
