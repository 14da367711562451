/** The cells and sequences of a run, in their order, and the rounds that are added to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cellFigures } from '../analyse/cell/figures.js';
import { figures, readBundle } from '../analyse/index.js';
import { publishActivity, warmUpText } from '../collect/activity.js';
import { CellFailure } from '../measure/part/failure.js';
import { CellMeasurement } from '../measure/cell/measurement.js';
import { estimateSeconds, targetsOf } from '../measure/progress.js';
import { withGap } from '../measure/sequence/gap.js';
import { SequenceMeasurement } from '../measure/sequence/measurement.js';
import { warmed } from '../measure/warmed.js';
import { backlogSeconds } from '../plan/backlog.js';
import { byRound, comparedTogether } from '../plan/order.js';
import { budgetLeft, endingOf } from '../record/ending.js';
import { isSequence } from '../record/journal/run.js';
import { noteText } from '../report/words/notes.js';
import { voidText } from '../report/words/void.js';
import { sum } from '../util/math.js';
import { publishCell } from './cell-point.js';
import { isToBeRepeated, partToRepeat } from './repeats.js';
import { costsSoFar, roundToAdd, secondsOfMissingRounds } from './rounds.js';

/**
 * @typedef {import('../measure/part/context.js').PartContext} PartContext
 * @typedef {import('../record/cell.js').Cell} Cell
 * @typedef {import('../record/run.js').PlannedCell} PlannedCell
 * @typedef {import('../record/run.js').PlannedSequence} PlannedSequence
 * @typedef {import('../record/journal/run.js').PlannedPart} PlannedPart
 * @typedef {import('../record/journal/run.js').RunJournal} RunJournal
 */

/** For the report, and for what the last part took longer than planned. */
const RESERVED_SECONDS = 15;
/** A shorter backlog is over before the next target is ready. */
const WORTH_OVERLAPPING_SECONDS = 5;

/** What all parts share: the record, the machine, and what the parts so far have cost. */
export class Parts {
  /** @type {number | null} */
  #roundOfJvms = null;

  /**
   * @param {RunJournal} journal
   * @param {PartContext} context
   * @param {AbortSignal} signal
   * @param {() => void} [onRound] called between two rounds, where nothing is measured
   */
  constructor(journal, context, signal, onRound = () => {}) {
    this.journal = journal;
    this.context = context;
    this.signal = signal;
    this.onRound = onRound;
  }

  async measure() {
    // A run may have been interrupted between the last part of a round and the plan of another.
    const first = this.journal.pending;
    for (let parts = first.length > 0 ? first : await this.#addRound(); parts.length > 0; parts = await this.#addRound()) {
      for (const [index, round] of byRound(parts).entries()) {
        if (index > 0) await this.#tellRound();
        await this.#renewJvms(round[0].round);
        for (const group of comparedTogether(round)) {
          await this.#measureGroup(group);
          if (this.signal.aborted) return;
        }
        await this.#repeatVoid(round.filter(isSequence).map((planned) => lastPart(this.journal.record, planned)));
        if (this.signal.aborted) return;
      }
    }
  }

  async #tellRound() {
    await this.context.spent.on('preparation', async () => this.onRound());
  }

  /** @param {number} round */
  async #renewJvms(round) {
    const { context } = this;
    const { jvms, run, spent } = context;
    if (this.#roundOfJvms !== null && this.#roundOfJvms !== round) {
      await spent.on('jvm-starts', () => jvms.renew(run.targets, 'every round has JVMs of its own'));
    }
    this.#roundOfJvms = round;
  }

  /**
   * One scenario in one round. All its targets are warmed up first: a machine's speed drifts within a minute, and warm-ups in between would part what
   * is compared.
   * @param {PlannedPart[]} group
   */
  async #measureGroup(group) {
    const { context, signal } = this;
    const [first] = group;
    await context.spent.on('preparation', async () => {
      const firstDir = this.journal.open(first);
      await this.#warm(first, targetsOf(group), firstDir);
      /** @type {Promise<void>[]} */
      const draining = [];
      for (const part of group) {
        if (signal.aborted) return;
        const dir = part === first ? firstDir : this.journal.open(part);
        if (isSequence(part)) await this.#measureUntilWarm(part, dir);
        else draining.push(...(await this.#measureUntilLoadIsOver(part, dir)));
      }
      for (const rest of draining) await rest;
    });
    if (!signal.aborted) this.journal.spend(context.spent.take());
  }

  /** @param {PlannedPart} first @param {string[]} targets @param {string} dir folder of the first part, which gets the logs */
  async #warm(first, targets, dir) {
    const { context } = this;
    const onLook = (/** @type {string} */ what) => context.progress.update(first, what);
    const { run, engine } = context;
    if (run.warmupMaxSeconds > 0) void publishActivity(engine.endpoints.influx, run.id, 'warm-up', warmUpText(first, targets));
    try {
      await warmed(context, first.scenario, targets, dir, onLook);
    } catch (error) {
      if (!(error instanceof CellFailure)) throw error;
      context.progress.say(`${first.scenario}: ${error.message}; each part warms its own targets up again`);
    }
  }

  /**
   * A target that is left with a backlog answers a few requests a second for a minute, and needs no CPU for it: the next cell need not wait.
   * @param {PlannedCell} planned
   * @param {string} dir
   * @returns {Promise<Promise<void>[]>} what is still to be waited for
   */
  async #measureUntilLoadIsOver(planned, dir) {
    if (backlogSeconds(this.context.run, planned) < WORTH_OVERLAPPING_SECONDS) {
      await this.#measureCell(planned, dir);
      return [];
    }
    /** @type {Promise<void>[]} */
    const rest = [];
    await new Promise((resolve, reject) => {
      rest[0] = this.#measureCell(planned, dir, { onLoadOver: () => resolve(null) });
      rest[0].then(resolve, reject);
    });
    return rest;
  }

  /**
   * @param {PlannedCell} planned
   * @param {string} dir
   * @param {{ earlier?: Cell | null, onLoadOver?: () => void }} [how] `earlier`: what was disturbed in the first attempt
   * @returns {Promise<void>}
   */
  async #measureCell(planned, dir, { earlier = null, onLoadOver } = {}) {
    const { context, journal } = this;
    const { cell: measured, outcome } = await new CellMeasurement(planned, dir, context).measure(onLoadOver);
    if (this.signal.aborted) return;
    const cell = withWarmUpOf(earlier, measured);
    journal.close(dir, cell);
    const { state, reason } = cell;
    const raw = readBundle(journal.dir).readCell({ ...planned, state, reason });
    const figuresOfCell = cellFigures(raw, journal.record);
    const { voids } = figuresOfCell;
    const why = voids.length > 0 ? `, void: ${voidText(voids[0])}` : '';
    // A staircase shows a shape and decides nothing: it is repeated once, where no other load is under way.
    if (earlier === null && !onLoadOver && isToBeRepeated(voids) && this.#estimate(planned) < this.#spareSeconds()) {
      context.progress.say(`${planned.scenario}/${planned.target}${why}; measured again`);
      // InfluxDB counts from the second on in which k6 is started, and the first attempt must have none of its points there.
      await sleep(1000);
      return this.#measureCell(planned, journal.open(planned), { earlier: cell });
    }
    await publishCell(context.engine.endpoints.influx, journal.record, figuresOfCell);
    context.progress.finish(planned, outcome + why);
  }

  /** @param {PlannedPart} part of warm targets @returns {number} seconds */
  #estimate(part) {
    return estimateSeconds(this.context.run, [part], { areWarm: true })[0];
  }

  /** @param {PlannedSequence} planned @param {string} dir */
  async #measureSequence(planned, dir) {
    const { context, journal } = this;
    const timed = withGap(readBundle(journal.dir), planned);
    const { sequence, outcome } = await new SequenceMeasurement(timed, dir, context).measure();
    if (this.signal.aborted) return;
    journal.close(dir, sequence);
    context.progress.finish(planned, outcome);
  }

  /** Blocks in which a JVM compiled were its warm-up: they are given again at once. @param {PlannedSequence} planned @param {string} dir */
  async #measureUntilWarm(planned, dir) {
    await this.#measureSequence(planned, dir);
    await this.#repeatVoid([planned], { onlyIf: 'compilers at work' });
  }

  /**
   * When the round is over: what disturbed its blocks has often ended by then, and their JVMs still run.
   * @param {PlannedSequence[]} sequences of the round
   * @param {Parameters<typeof partToRepeat>[2]} [how]
   */
  async #repeatVoid(sequences, how) {
    const measured = [...sequences];
    for (let planned = measured.shift(); planned && !this.signal.aborted; planned = measured.shift()) {
      const again = this.#addRepeat(planned, how);
      if (again === null) continue;
      await this.context.spent.on('preparation', () => this.#measureSequence(again, this.journal.open(again)));
      measured.push(again);
    }
  }

  /**
   * @param {PlannedSequence} planned that was measured
   * @param {Parameters<typeof partToRepeat>[2]} [how]
   * @returns {PlannedSequence | null} null where nothing is to be repeated, or there is no time
   */
  #addRepeat(planned, how) {
    const { context, journal } = this;
    const bundle = readBundle(journal.dir);
    const again = partToRepeat(bundle, planned, how);
    if (again === null) return null;
    const seconds = this.#estimate(withGap(bundle, again));
    const isFirst = how?.onlyIf !== undefined && planned.part === 1;
    if (seconds > (isFirst ? this.#secondsUntilWarm() : this.#spareSeconds())) return null;
    journal.add([again]);
    journal.note({ kind: 'blocks-repeated', scenario: again.scenario, round: again.round, blocks: again.blocks.length });
    context.progress.add([seconds]);
    return again;
  }

  /** @returns {number} of the budget; none of a run without one, which has exactly what was asked for */
  #remainingSeconds() {
    const { record: run } = this.journal;
    if (endingOf(run).budgetSeconds === null) return 0;
    this.journal.spend(this.context.spent.take());
    return Number(budgetLeft(this.journal.record)) - RESERVED_SECONDS;
  }

  /** @returns {number} of the budget, beside what is planned and the rounds that a verdict needs: none of them is given up for a repeat */
  #spareSeconds() {
    const remainingSeconds = this.#remainingSeconds();
    const { record: run, pending } = this.journal;
    return remainingSeconds - sum(estimateSeconds(run, pending)) - secondsOfMissingRounds(run, costsSoFar(run));
  }

  /** @returns {number} for blocks that turned out to be warm-up: without them the round is worth nothing for their scenario */
  #secondsUntilWarm() {
    const { record: run, pending } = this.journal;
    if (endingOf(run).budgetSeconds === null) return Infinity;
    return this.#remainingSeconds() - sum(estimateSeconds(run, pending));
  }

  /** @returns {Promise<PlannedPart[]>} of the round that the plan wants in addition; none if there are enough */
  async #addRound() {
    const { journal, context } = this;
    if (endingOf(journal.record).budgetSeconds === null) return [];
    const remainingSeconds = this.#remainingSeconds();
    const costs = costsSoFar(journal.record);
    // A run that has just been continued has new JVMs already.
    const ofRound = this.#roundOfJvms === null ? { ...costs, jvmSeconds: 0 } : costs;
    const { sequences, note } = roundToAdd(journal.record, figures(readBundle(journal.dir)), ofRound, remainingSeconds);
    journal.note(note);
    if (sequences.length === 0) return [];
    await this.#tellRound();
    context.progress.say(noteText(note, journal.record.machine));
    journal.add(sequences);
    context.progress.add(estimateSeconds(context.run, sequences));
    return sequences;
  }
}

/** @param {import('../record/run.js').Run} run @param {PlannedSequence} planned @returns {PlannedSequence} the last repeat of its blocks, or itself */
function lastPart({ sequences }, { scenario, round }) {
  return /** @type {PlannedSequence} */ (sequences.findLast((each) => each.scenario === scenario && each.round === round));
}

/** @param {Cell | null} earlier attempt, which has the record of its JVM's warm-up @param {Cell} cell @returns {Cell} */
function withWarmUpOf(earlier, cell) {
  const isSameJvm = earlier?.jvm && earlier.jvm.startedMs === cell.jvm?.startedMs;
  return isSameJvm ? { ...cell, warmup: earlier.warmup, jvm: earlier.jvm } : cell;
}
