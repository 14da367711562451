/** Measures one part: warm targets, reset, idle, the blocks, collection. */
import { GAP_SECONDS } from '../../../k6/lib/blocks.js';
import { jvmFacts, jvmFactsBetween } from '../../collect/jvm-facts.ts';
import { SCHEMA } from '../../record/json/file.ts';
import { hasBlocks } from '../../record/catalogue.ts';
import { targetsIn, type Part } from '../../record/part.ts';
import { sliceCount, type PlannedPart } from '../../record/run.ts';
import { plural } from '../../util/text.ts';
import { togetherText } from '../generators/results.ts';
import { prepared } from '../prepared.ts';
import { takeWarmUp, warmed } from '../warmed.ts';
import { collect } from './collect.ts';
import { refuseEnded, refuseFailedK6 } from './failure.ts';
import { gapSeconds } from './gap.ts';
import { endOf, runLoad } from './load.ts';
import { PartRecord } from './record.ts';
import { settled } from './settled.ts';
import type { HlogTail } from '../generators/hlog-tail.ts';
import type { PartContext } from './context.ts';

export class PartMeasurement {
  planned;
  dir;
  context;
  #record;
  /** once there was load */
  #tail: HlogTail | undefined;
  #targets;
  #disturbed = 0;

  /** @param dir empty folder for the part's files */
  constructor(planned: PlannedPart, dir: string, context: PartContext) {
    this.planned = planned;
    this.dir = dir;
    this.context = context;
    this.#record = new PartRecord(nothingMeasured(planned));
    this.#targets = targetsIn(planned.blocks);
  }

  /**
   * @param onLoadOver called once the last slice is over, while k6 still waits for the last answers
   * @returns also for a part that failed: with the reason and whatever was measured
   * @throws {Error} only for faults that end the run, such as a full disk
   */
  async measure(onLoadOver: () => void = () => {}): Promise<{ part: Part; outcome: string }> {
    if (await this.#record.attempt(() => this.#prepare())) await this.#load(onLoadOver);
    await settled(this.context, this.planned.scenario, this.#targets);
    return { part: this.#record.fields, outcome: this.#outcome() };
  }

  /** Running, warm, idle targets and the database as seeded, with nothing left to sell. */
  async #prepare() {
    const { context, planned } = this;
    const { scenario } = planned;
    context.progress.update(planned, 'getting ready');
    const jvms = await warmed(context, scenario, this.#targets, this.dir, (what) => context.progress.update(planned, what));
    const warmups: Part['warmups'] = {};
    const recorded: Part['jvms'] = {};
    const unknown = { majorFaults: null, compilerCpuMs: null, compilerWaitMs: null };
    for (const [target, jvm] of jvms) {
      const warmup = takeWarmUp(jvm, scenario);
      if (warmup) warmups[target] = warmup;
      const { startedMs, restartedBefore, readySeconds, restRssBytes } = jvm;
      recorded[target] = { startedMs, restartedBefore, readySeconds, restRssBytes, ...unknown };
      jvm.restartedBefore = null;
    }
    const { databaseRtt, yardstick, check } = await prepared(context, scenario, this.#targets);
    this.#record.set({ warmups, jvms: recorded, databaseRtt, yardstick, gapSeconds: gapSeconds(context.run, planned, jvms) });
    this.#record.check(check);
  }

  /** The blocks, and everything that was observed. A load that failed is collected, too. */
  async #load(onLoadOver: () => void) {
    const { context, planned, dir } = this;
    const work = { planned, gapSeconds: this.#record.fields.gapSeconds, dir, context };
    const before = this.#jvmFacts();
    const load = await runLoad(work, onLoadOver);
    this.#recordJvms(before, this.#jvmFacts());
    await this.#recordTiers();
    this.#disturbed = load.disturbances.count;
    this.#tail = load.tail;
    this.#record.set(endOf(load));
    const ended = await this.#record.attempt(() => {
      refuseEnded(context.engine, this.#targets, 'under load');
      refuseFailedK6(load.end, 'under load');
    });
    if (ended) this.#spend();
    await this.#record.collect(() => collect({ ...work, load }));
  }

  #spend() {
    const { spent, run } = this.context;
    const { scenario, blocks } = this.planned;
    const slices = sliceCount(blocks);
    spent.move('blocks', slices * run.sliceSeconds);
    // The last wait ends with the last answer. Of targets measured alone it is the only one, and others are measured meanwhile.
    if (hasBlocks(run.catalogue, scenario)) spent.move('gaps', (slices - 1) * this.#record.fields.gapSeconds);
  }

  /** @returns by target */
  #jvmFacts(): Map<string, ReturnType<typeof jvmFacts>> {
    const places = this.context.engine.processes().filter(({ process }) => process === 'target');
    return new Map(places.map((place) => [place.name, jvmFacts(place)]));
  }

  #recordJvms(before: Map<string, ReturnType<typeof jvmFacts>>, after: Map<string, ReturnType<typeof jvmFacts>>) {
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

  /** @returns one line about the finished part */
  #outcome(): string {
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

function nothingMeasured({ scenario, round, number, attempt, order }: PlannedPart): Part {
  return {
    ...{
      schema: SCHEMA,
      scenario,
      round,
      number,
      attempt,
      order,
      state: 'ok',
      reason: null,
      gapSeconds: GAP_SECONDS,
      startMs: null,
      endMs: null,
    },
    ...{ slices: [], warmups: {}, jvms: {}, yardstick: null, k6: null, generators: [], checks: [], databaseRtt: null },
  };
}
