/** The parts of a run, in their order, and the rounds that are added to them. */
import { figures, readBundle } from '../analyse/index.ts';
import { partFigures } from '../analyse/slice/index.ts';
import { publishActivity, warmUpText } from '../collect/influx.ts';
import { PartFailure, type PartContext } from '../measure/part/context.ts';
import { PartMeasurement } from '../measure/part/measurement.ts';
import { warmed } from '../measure/warmed.ts';
import { backlogSeconds, byRound, comparedTogether } from '../plan/run.ts';
import { budgetLeft, endingOf } from '../record/ending.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { targetsIn } from '../record/part.ts';
import { noteText } from '../report/words/notes.ts';
import { sum } from '../util/math.ts';
import { publishPart } from './part-points.ts';
import { lacksBlocks, partToRepeat } from './repeats.ts';
import { costsSoFar, estimateSeconds, secondsOfMissingRounds, targetsOf } from './costs.ts';
import { roundToAdd } from './rounds.ts';
import type { RunJournal } from '../record/journal.ts';
import type { PlannedPart, Run } from '../record/run.ts';

/** For the report, and for what the last part took longer than planned. */
const RESERVED_SECONDS = 15;
/** A shorter backlog is over before the next target is ready. */
const WORTH_OVERLAPPING_SECONDS = 5;

/** What all parts share: the record, the machine, and what the parts so far have cost. */
export class Parts {
  journal;
  context;
  signal;
  onRound;
  #roundOfJvms: number | null = null;

  /** @param onRound called between two rounds, where nothing is measured */
  constructor(journal: RunJournal, context: PartContext, signal: AbortSignal, onRound: () => void = () => {}) {
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
        await this.#repeatDiscarded(round.map((planned) => lastAttempt(this.journal.record, planned)));
        if (this.signal.aborted) return;
      }
    }
  }

  async #tellRound() {
    await this.context.spent.on('preparation', async () => this.onRound());
  }

  async #renewJvms(round: number) {
    const { jvms, run, spent } = this.context;
    if (this.#roundOfJvms !== null && this.#roundOfJvms !== round) {
      await spent.on('jvm-starts', () => jvms.renew(run.targets, 'every round has JVMs of its own'));
    }
    this.#roundOfJvms = round;
  }

  /** One scenario in one round. All targets are warmed up first: speed drifts within a minute, and warm-ups would part what is compared. */
  async #measureGroup(group: PlannedPart[]) {
    const { context, signal } = this;
    const [first] = group;
    await context.spent.on('preparation', async () => {
      const firstDir = this.journal.open(first);
      await this.#warm(first, targetsOf(group), firstDir);
      const draining: Promise<void>[] = [];
      for (const part of group) {
        if (signal.aborted) return;
        const dir = part === first ? firstDir : this.journal.open(part);
        if (hasBlocks(context.run.catalogue, part.scenario)) {
          await this.#measurePart(part, dir);
          // Blocks in which a JVM compiled were its warm-up: they are given again at once.
          await this.#repeatDiscarded([part], { onlyIf: 'compilers at work' });
        } else draining.push(...(await this.#measureUntilLoadIsOver(part, dir)));
      }
      for (const rest of draining) await rest;
    });
    if (!signal.aborted) this.journal.spend(context.spent.take());
  }

  /** @param dir folder of the first part, which gets the logs */
  async #warm(first: PlannedPart, targets: string[], dir: string) {
    const { context } = this;
    const { run, engine, progress } = context;
    if (run.warmupMaxSeconds > 0) void publishActivity(engine.endpoints.influx, run.id, 'warm-up', warmUpText(first, targets));
    try {
      await warmed(context, first.scenario, targets, dir, (what) => progress.update(first, what));
    } catch (error) {
      if (!(error instanceof PartFailure)) throw error;
      progress.say(`${first.scenario}: ${error.message}; each measurement warms its own targets up again`);
    }
  }

  /** A target left with a backlog answers a few requests a second for a minute, and needs no CPU for it. @returns what is still to be waited for */
  async #measureUntilLoadIsOver(planned: PlannedPart, dir: string): Promise<Promise<void>[]> {
    const [target] = targetsIn(planned.blocks);
    if (backlogSeconds(this.context.run, { scenario: planned.scenario, target }) < WORTH_OVERLAPPING_SECONDS) {
      await this.#measurePart(planned, dir);
      return [];
    }
    const { promise: loadIsOver, resolve } = Promise.withResolvers<void>();
    const rest = this.#measurePart(planned, dir, resolve);
    await Promise.race([loadIsOver, rest]);
    return [rest];
  }

  async #measurePart(planned: PlannedPart, dir: string, onLoadOver?: () => void) {
    const { context, journal } = this;
    const { part, outcome } = await new PartMeasurement(planned, dir, context).measure(onLoadOver);
    if (this.signal.aborted) return;
    journal.close(dir, part);
    const { state, reason } = part;
    const measured = partFigures(readBundle(journal.dir).readPart({ ...planned, state, reason }), journal.record);
    await publishPart(context.engine.endpoints.influx, journal.record, measured);
    context.progress.finish(planned, outcome);
  }

  /** When the round is over: what disturbed its blocks has often ended by then, and their JVMs still run. @param parts of the round */
  async #repeatDiscarded(parts: PlannedPart[], how?: Parameters<typeof partToRepeat>[2]) {
    const measured = [...parts];
    for (let planned = measured.shift(); planned && !this.signal.aborted; planned = measured.shift()) {
      const again = this.#addRepeat(planned, how);
      if (again === null) continue;
      await this.context.spent.on('preparation', () => this.#measurePart(again, this.journal.open(again)));
      measured.push(again);
    }
  }

  /** @param planned that was measured @returns null where nothing is to be repeated, or there is no time */
  #addRepeat(planned: PlannedPart, how?: Parameters<typeof partToRepeat>[2]): PlannedPart | null {
    const { context, journal } = this;
    const bundle = readBundle(journal.dir);
    const again = partToRepeat(bundle, planned, how);
    if (again === null) return null;
    const [seconds] = estimateSeconds(context.run, [again], { areWarm: true });
    if (seconds > this.#secondsForRepeat(how?.onlyIf !== undefined && lacksBlocks(bundle, planned))) return null;
    journal.add([again]);
    journal.note({ kind: 'blocks-repeated', scenario: again.scenario, round: again.round, blocks: again.blocks.length });
    context.progress.add([seconds]);
    return again;
  }

  /**
   * @param isNeeded for blocks that turned out to be warm-up; for others no round that a verdict needs is given up
   * @returns of the budget, beside what is planned; a run without one has exactly what was asked for
   */
  #secondsForRepeat(isNeeded: boolean): number {
    if (endingOf(this.journal.record).budgetSeconds === null) return isNeeded ? Infinity : 0;
    const remainingSeconds = this.#remainingSeconds();
    const { record: run, pending } = this.journal;
    const spareSeconds = remainingSeconds - sum(estimateSeconds(run, pending));
    return isNeeded ? spareSeconds : spareSeconds - secondsOfMissingRounds(run, costsSoFar(run));
  }

  /** @returns of the budget that the run has */
  #remainingSeconds(): number {
    this.journal.spend(this.context.spent.take());
    return Number(budgetLeft(this.journal.record)) - RESERVED_SECONDS;
  }

  /** @returns of the round that the plan wants in addition; none if there are enough */
  async #addRound(): Promise<PlannedPart[]> {
    const { journal, context } = this;
    if (endingOf(journal.record).budgetSeconds === null) return [];
    const remainingSeconds = this.#remainingSeconds();
    const costs = costsSoFar(journal.record);
    // A run that has just been continued has new JVMs already.
    const ofRound = this.#roundOfJvms === null ? { ...costs, jvmSeconds: 0 } : costs;
    const { parts, note } = roundToAdd(figures(readBundle(journal.dir)), ofRound, remainingSeconds);
    journal.note(note);
    if (parts.length === 0) return [];
    await this.#tellRound();
    context.progress.say(noteText(note, journal.record.machine));
    journal.add(parts);
    context.progress.add(estimateSeconds(context.run, parts));
    return parts;
  }
}

/** @returns the last repeat of its blocks, or itself */
function lastAttempt({ parts }: Run, planned: PlannedPart): PlannedPart {
  const targets = targetsIn(planned.blocks);
  const isOfItsRound = ({ scenario, round }: PlannedPart) => scenario === planned.scenario && round === planned.round;
  return parts.findLast((part) => isOfItsRound(part) && targetsIn(part.blocks).every((target) => targets.includes(target))) ?? planned;
}
