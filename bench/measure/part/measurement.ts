/** Measures one part: warm targets, reset, idle, the blocks, collection. */
import { GAP_SECONDS } from '../../../k6/lib/blocks.js';
import { jvmFacts, jvmFactsBetween, type JvmFacts } from '../../collect/jvm-facts.ts';
import { SCHEMA } from '../../record/json/file.ts';
import { spreadMs } from '../../record/json/generators.ts';
import { hasBlocks } from '../../record/catalogue.ts';
import { targetsIn, type Check, type Part } from '../../record/part.ts';
import { sliceCount, type PlannedPart } from '../../record/run.ts';
import { sum } from '../../util/math.ts';
import { plural } from '../../util/text.ts';
import { failureOf } from '../generators/results.ts';
import { prepared, settled } from '../prepared.ts';
import { warmed } from '../warmed.ts';
import { collect } from './collect.ts';
import { PartFailure, refuse, refuseEnded, type PartContext } from './context.ts';
import { runLoad, type EndedLoad } from './load.ts';
import { gapSecondsOf } from './slices.ts';

export class PartMeasurement {
  planned;
  dir;
  context;
  #targets;
  /** what is known so far */
  #part: Part;
  /** once there was load */
  #load: EndedLoad | undefined;

  /** @param dir empty folder for the part's files */
  constructor(planned: PlannedPart, dir: string, context: PartContext) {
    this.planned = planned;
    this.dir = dir;
    this.context = context;
    this.#targets = targetsIn(planned.blocks);
    const { scenario, round, number, attempt, order } = planned;
    this.#part = {
      ...{ schema: SCHEMA, scenario, round, number, attempt, order, state: 'ok', reason: null, gapSeconds: GAP_SECONDS },
      ...{ startMs: null, endMs: null, slices: [], warmups: {}, jvms: {}, yardstick: null, k6: null },
      ...{ generators: [], checks: [], databaseRtt: null },
    };
  }

  /** @returns also for a part that failed, with the reason and whatever was measured @throws {Error} for faults that end the run, such as a full disk */
  async measure(onLoadOver: () => void = () => {}): Promise<{ part: Part; outcome: string }> {
    if (await this.#attempt(() => this.#prepare())) await this.#measureLoad(onLoadOver);
    await settled(this.context, this.planned.scenario, this.#targets);
    return { part: this.#part, outcome: this.#outcome() };
  }

  /** @returns false if the step failed; the first failure is the part's reason @throws {Error} only for faults that end the run */
  async #attempt(step: () => Promise<void> | void): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      if (!(error instanceof PartFailure)) throw error;
      this.#set({ state: 'failed', reason: this.#part.reason ?? error.message });
      return false;
    }
  }

  #set(fields: Partial<Part>, checks: Check[] = []) {
    this.#part = { ...this.#part, ...fields, checks: [...this.#part.checks, ...checks] };
  }

  /** Running, warm, idle targets and the database as seeded, with nothing left to sell. */
  async #prepare() {
    const { context, planned, dir } = this;
    const { scenario } = planned;
    const onLook = (what: string) => context.progress.update(planned, what);
    onLook('getting ready');
    const running = await warmed(context, scenario, this.#targets, dir, onLook);
    const warmups: Part['warmups'] = {};
    const jvms: Part['jvms'] = {};
    for (const [target, jvm] of running) {
      // Recorded with what is measured first after it.
      const warmup = jvm.warmed.get(scenario);
      if (warmup) warmups[target] = warmup;
      jvm.warmed.set(scenario, null);
      const { startedMs, restartedBefore, readySeconds, restRssBytes } = jvm;
      const unknown = { majorFaults: null, compilerCpuMs: null, compilerWaitMs: null };
      jvms[target] = { startedMs, restartedBefore, readySeconds, restRssBytes, ...unknown };
      jvm.restartedBefore = null;
    }
    const { check, ...found } = await prepared(context, scenario, this.#targets);
    this.#set({ warmups, jvms, ...found, gapSeconds: gapSecondsOf(context.run, planned, running) }, [check]);
  }

  /** The blocks, and everything that was observed. A load that failed is collected, too. */
  async #measureLoad(onLoadOver: () => void) {
    const { context, planned, dir } = this;
    const { blocks } = planned;
    const { sliceSeconds } = context.run;
    const work = { planned, sequence: { blocks, sliceSeconds, gapSeconds: this.#part.gapSeconds }, dir, context };
    const before = this.#jvmFacts();
    const load = await runLoad(work, onLoadOver);
    await this.#recordJvms(before, this.#jvmFacts());
    this.#load = load;
    const { end } = load;
    // What k6 counted is not known yet.
    const k6 = { exitCode: end.exitCode, httpReqs: null, setupReqs: null, interrupted: null };
    this.#set({ endMs: end.endMs, generators: end.instances, k6 });
    const ended = await this.#attempt(() => {
      refuseEnded(context.engine, this.#targets, 'under load');
      refuse(failureOf(end, ' under load'));
    });
    if (ended) this.#spend();
    await this.#attempt(async () => {
      const { fields, checks, fault } = await collect(work, load);
      this.#set(fields, checks);
      refuse(fault);
    });
  }

  #spend() {
    const { spent, run } = this.context;
    const { scenario, blocks } = this.planned;
    const slices = sliceCount(blocks);
    spent.move('blocks', slices * run.sliceSeconds);
    // The last wait ends with the last answer. Of targets measured alone it is the only one, and others are measured meanwhile.
    if (hasBlocks(run.catalogue, scenario)) spent.move('gaps', (slices - 1) * this.#part.gapSeconds);
  }

  /** @returns by target */
  #jvmFacts(): Map<string, JvmFacts> {
    const places = this.context.engine.processes().filter(({ process }) => process === 'target');
    return new Map(places.map((place) => [place.name, jvmFacts(place)]));
  }

  async #recordJvms(before: Map<string, JvmFacts>, after: Map<string, JvmFacts>) {
    const { engine, run } = this.context;
    const jvms = { ...this.#part.jvms };
    for (const target of Object.keys(jvms)) {
      const [first, last] = [before.get(target), after.get(target)];
      if (first && last) Object.assign(jvms[target], jvmFactsBetween(first, last));
      // A cache with profiles changes when methods are compiled, and for good if something is wrong with it.
      const tiers = run.sweep?.over === 'aot' ? await engine.targets.compiledTiers?.(target) : null;
      if (tiers) jvms[target].tiers = tiers;
    }
    this.#set({ jvms });
  }

  /** @returns one line about the finished part */
  #outcome(): string {
    const { state, reason, slices, generators, checks } = this.#part;
    const load = this.#load;
    if (state === 'failed' || slices.length === 0 || !load) return `failed: ${reason}`;
    const { scenario, blocks } = this.planned;
    const { tail, disturbed } = load;
    const failures = sum(slices.map(({ slice }) => tail.count(`${scenario}#${slice}.failed`)));
    const doubts = checks.filter(({ ok }) => !ok).map(({ name }) => name);
    return [
      `ok, ${plural(blocks.length, 'block')} of ${plural(this.#targets.length, 'target')}, ${plural(failures, 'failure')}`,
      generators.length > 1 && `${generators.length} k6 within ${spreadMs(generators).toFixed(0)} ms`,
      disturbed.size > 0 && `${plural(disturbed.size, 'slice')} disturbed`,
      doubts.length > 0 && `doubtful: ${doubts.join(', ')}`,
    ]
      .filter(Boolean)
      .join(', ');
  }
}
