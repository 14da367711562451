/** Measures one sequence: warm targets, reset, idle, the blocks, collection. */
import { jvmFacts, jvmFactsBetween } from '../../collect/jvm-facts.js';
import { SCHEMA } from '../../record/json/file.js';
import { targetsIn } from '../../record/sequence.js';
import { plural } from '../../util/text.js';
import { togetherText } from '../generators/results.js';
import { refuseEnded, refuseFailedK6 } from '../part/failure.js';
import { endOf } from '../part/load.js';
import { PartRecord } from '../part/record.js';
import { settled } from '../part/settled.js';
import { prepared } from '../prepared.js';
import { sellOut } from '../stock.js';
import { takeWarmUp, warmed } from '../warmed.js';
import { collectSequence } from './collect.js';
import { runSequence } from './load.js';
import { sequenceSeconds } from './slices.js';

/**
 * @typedef {import('./gap.js').TimedSequence} TimedSequence
 * @typedef {import('../../record/sequence.js').Sequence} Sequence
 * @typedef {import('../part/context.js').PartContext} PartContext
 */

export class SequenceMeasurement {
  /** @type {PartRecord<Sequence>} */
  #record;
  /** @type {import('../generators/hlog-tail.js').HlogTail | undefined} once there was load */
  #tail;
  #targets;
  #disturbed = 0;

  /**
   * @param {TimedSequence} planned
   * @param {string} dir empty folder for the sequence's files
   * @param {PartContext} context
   */
  constructor(planned, dir, context) {
    this.planned = planned;
    this.dir = dir;
    this.context = context;
    this.#record = new PartRecord(nothingMeasured(planned, context.run.blockVus));
    this.#targets = targetsIn(planned.blocks);
  }

  /**
   * @returns {Promise<{ sequence: Sequence, outcome: string }>} also for a sequence that failed: with the reason and whatever was measured
   * @throws {Error} only for faults that end the run, such as a full disk
   */
  async measure() {
    if (await this.#record.attempt(() => this.#prepare())) await this.#load();
    await settled(this.context, this.planned.scenario, this.#targets);
    return { sequence: this.#record.fields, outcome: this.#outcome() };
  }

  /** Running, warm, idle targets and the database as seeded, with nothing left to sell. */
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
      const { startedMs, restartedBefore, readySeconds, restRssBytes } = jvm;
      recorded[target] = {
        startedMs,
        restartedBefore,
        readySeconds,
        restRssBytes,
        majorFaults: null,
        compilerCpuMs: null,
        compilerWaitMs: null,
      };
      jvm.restartedBefore = null;
    }
    const { databaseRtt, yardstick, check } = await prepared(context, scenario, this.#targets);
    const { eventId } = context.run.catalogue.scenarios[scenario];
    if (eventId !== undefined) await sellOut(context.engine.endpoints.mariadb, eventId);
    this.#record.set({ warmups, jvms: recorded, databaseRtt, yardstick });
    this.#record.check(check);
  }

  /** The blocks, and everything that was observed. A load that failed is collected, too. */
  async #load() {
    const { context, planned, dir } = this;
    const work = { planned, dir, context };
    const before = this.#jvmFacts();
    const load = await runSequence(work);
    this.#recordJvms(before, this.#jvmFacts());
    await this.#recordTiers();
    this.#disturbed = load.disturbances.count;
    this.#tail = load.tail;
    this.#record.set(endOf(load));
    const ended = await this.#record.attempt(() => {
      refuseEnded(context.engine, this.#targets, 'in the sequence');
      refuseFailedK6(load.end, 'in the sequence');
    });
    if (ended) this.#spend();
    await this.#record.collect(() => collectSequence({ ...work, load }));
  }

  #spend() {
    const { load, gaps } = sequenceSeconds(this.planned, this.context.run.sliceSeconds);
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
    const jvms = Object.entries(this.#record.fields.jvms).map(([target, jvm]) => {
      const [first, last] = [before.get(target), after.get(target)];
      return [target, first && last ? { ...jvm, ...jvmFactsBetween(first, last) } : jvm];
    });
    this.#record.set({ jvms: Object.fromEntries(jvms) });
  }

  /** A cache with profiles changes when methods are compiled, and for good if something is wrong with it. */
  async #recordTiers() {
    const { engine, run } = this.context;
    if (run.sweep?.over !== 'aot') return;
    for (const [target, jvm] of Object.entries(this.#record.fields.jvms)) {
      const tiers = await engine.compiledTiers?.(target);
      if (tiers) this.#record.set({ jvms: { ...this.#record.fields.jvms, [target]: { ...jvm, tiers } } });
    }
  }

  /** @returns {string} one line about the finished sequence */
  #outcome() {
    const { state, reason, slices, generators } = this.#record.fields;
    const tail = this.#tail;
    if (state === 'failed' || slices.length === 0 || !tail) return `failed: ${reason}`;
    const { scenario, blocks } = this.planned;
    const failures = slices.reduce((total, { slice }) => total + tail.count(`${scenario}#${slice}.failed`), 0);
    const { doubts } = this.#record;
    return [
      `ok, ${plural(blocks.length, 'block')} of ${plural(this.#targets.length, 'target')}, ${plural(failures, 'failure')}${togetherText(generators)}`,
      this.#disturbed > 0 && `${plural(this.#disturbed, 'slice')} disturbed`,
      doubts.length > 0 && `doubtful: ${doubts.join(', ')}`,
    ]
      .filter(Boolean)
      .join(', ');
  }
}

/** @param {TimedSequence} planned @param {number} vus @returns {Sequence} */
function nothingMeasured({ scenario, round, part, order, gapSeconds }, vus) {
  return {
    ...{ schema: SCHEMA, scenario, round, part, order, state: 'ok', reason: null, vus, gapSeconds, startMs: null, endMs: null },
    ...{ slices: [], warmups: {}, jvms: {}, yardstick: null, k6: null, checks: [], databaseRtt: null },
  };
}
