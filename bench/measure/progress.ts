/** Progress of a run: a bar on a terminal, else one line per part. */
import cliProgress from 'cli-progress';
import { GAP_SECONDS } from '../../k6/lib/blocks.js';
import { backlogSeconds } from '../plan/backlog.ts';
import { comparedTogether } from '../plan/run.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { targetsIn } from '../record/part.ts';
import { sum } from '../util/math.ts';
import { sliceCount, type Plan, type PlannedPart } from '../record/run.ts';
import { SLICE_SECONDS } from './warm-up/together.ts';
import type { Load as BackloggedLoad } from '../plan/backlog.ts';

/** A part's time beside its load: waiting until idle, database reset, k6's start and end. */
const OVERHEAD_SECONDS = 4;
/** Several k6 wait for each other. */
const TOGETHER_SECONDS = 3;
/** Load that a target needs until it is warm for a scenario, on two cores: 20 to 50 s for the first one of its JVM, 8 s for a further one. */
const USUAL_WARM_UP_SECONDS = 20;
/** A JVM's start and its first hundred scrapes, where all are started at once: 6 to 10 s on two cores. */
export const JVM_SECONDS = 7;

export type Load = BackloggedLoad & Pick<Plan, 'warmupMaxSeconds' | 'sliceSeconds' | 'generators'>;

/**
 * @param parts to be run, in this order, beginning with new JVMs
 * @param how `areWarm`: all their targets are warm already
 * @returns seconds that each takes, with usual warm-ups. The first part of a round includes the start of the JVMs, and the first of a scenario the
 * warm-up of all its targets
 */
export function estimateSeconds(run: Load, parts: PlannedPart[], { areWarm = false }: { areWarm?: boolean } = {}): number[] {
  return comparedTogether(parts).flatMap((group, place, groups) => {
    const targets = targetsOf(group);
    const isNewRound = group[0].round !== groups[place - 1]?.[0].round;
    const before = (isNewRound ? JVM_SECONDS * targets.length : 0) + (areWarm ? 0 : warmUpSeconds(run, targets.length));
    const seconds = group.map((part, index) => {
      return secondsOfBlocks(run, part.blocks) + overheadSeconds(run) + (index === 0 ? before : 0);
    });
    seconds[seconds.length - 1] += backlogAfter(run, group, seconds);
    return seconds;
  });
}

/** @param seconds of each part without its backlog @returns after the last part: backlogs last on while the next parts are measured */
function backlogAfter(run: Load, group: PlannedPart[], seconds: number[]): number {
  const left = group.map(({ scenario, blocks }, index) => {
    const [target] = targetsIn(blocks);
    return hasBlocks(run.catalogue, scenario) ? 0 : backlogSeconds(run, { scenario, target }) - sum(seconds.slice(index + 1));
  });
  return Math.max(0, ...left);
}

/** @returns seconds of a part or warm-up beside its load */
export function overheadSeconds({ generators = 1 }: Pick<Load, 'generators'>): number {
  return generators > 1 ? OVERHEAD_SECONDS + TOGETHER_SECONDS : OVERHEAD_SECONDS;
}

/** @param targets that are warmed up together @returns seconds, as a rule */
export function warmUpSeconds(run: Pick<Load, 'warmupMaxSeconds' | 'generators'>, targets: number): number {
  const { warmupMaxSeconds } = run;
  const slices = Math.max(1, Math.floor(Math.min(warmupMaxSeconds, USUAL_WARM_UP_SECONDS) / SLICE_SECONDS)) * targets;
  return warmupMaxSeconds === 0 ? 0 : slices * SLICE_SECONDS + overheadSeconds(run);
}

export function targetsOf(parts: PlannedPart[]): string[] {
  return targetsIn(parts.flatMap(({ blocks }) => blocks));
}

/** @returns with the gaps that they have at least */
export function secondsOfBlocks({ sliceSeconds }: Pick<Load, 'sliceSeconds'>, blocks: Parameters<typeof sliceCount>[0]): number {
  return sliceCount(blocks) * (sliceSeconds + GAP_SECONDS);
}

/** @returns such as `42 s` or `13 min` */
export function roughly(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function partName(part: PlannedPart) {
  const [first, ...others] = targetsOf([part]);
  const name = others.length > 0 ? `${part.scenario}, blocks of round ${part.round}` : `${part.scenario}/${first}`;
  return part.attempt > 1 ? `${name} again (${part.attempt})` : name;
}

/** `estimates`: seconds that each part takes; `budgetSeconds`: within which more are added, from now; null: none are; `mayEndEarlier`: when all is known? */
type WholeRun = { estimates: number[]; stream: NodeJS.WriteStream; budgetSeconds?: number | null; mayEndEarlier?: boolean };

export class Progress {
  #run;
  #done = 0;
  #startedMs = performance.now();
  #bar: cliProgress.SingleBar | null = null;

  constructor(run: WholeRun) {
    this.#run = run;
  }

  get #total() {
    return this.#run.estimates.length;
  }

  /** @param estimates of what is measured as well, after the rest */
  add(estimates: number[]) {
    this.#run.estimates.push(...estimates);
    this.#bar?.setTotal(this.#total);
  }

  start() {
    const { stream } = this.#run;
    if (!stream.isTTY) return;
    const format = '{bar} {value}/{total} {what}, {left} left';
    const options = { format, stream, hideCursor: true, clearOnComplete: true, barsize: 20, gracefulExit: false };
    this.#bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic);
    this.#bar.start(this.#total, 0, { what: 'starting', left: this.#left() });
  }

  get #seconds() {
    return (performance.now() - this.#startedMs) / 1000;
  }

  /** @returns seconds; below 0 without a budget */
  #budgetLeft(): number {
    return (this.#run.budgetSeconds ?? 0) - this.#seconds;
  }

  /** Of the whole run: what is left of its budget, or of what is planned, by the estimate, corrected by the time that the finished parts took. */
  #left() {
    const { estimates, mayEndEarlier } = this.#run;
    const expected = sum(estimates.slice(0, this.#done));
    const planned = (expected > 0 ? this.#seconds / expected : 1) * sum(estimates.slice(this.#done));
    return `${mayEndEarlier ? 'at most ' : ''}about ${roughly(Math.max(planned, this.#budgetLeft()))}`;
  }

  /** @param what such as `block 2 of 3, mvc, 6200/s` */
  update(part: PlannedPart, what: string) {
    this.#bar?.update(this.#done, { what: `${partName(part)} ${what}`, left: this.#left() });
  }

  /** @param outcome a line about it */
  finish(part: PlannedPart, outcome: string) {
    this.#done++;
    const left = this.#done < this.#total || this.#budgetLeft() > 0 ? ` (${this.#left()} left)` : '';
    if (this.#bar) this.#bar.update(this.#done, { what: `${partName(part)} ${outcome}`, left: this.#left() });
    else this.#run.stream.write(`[${this.#done}/${this.#total}] ${partName(part)}: ${outcome}${left}\n`);
  }

  /** @param line that the user must see at once */
  say(line: string) {
    this.#bar?.stop();
    this.#run.stream.write(`${line}\n`);
    this.#bar?.start(this.#total, this.#done, { what: '', left: this.#left() });
  }

  stop() {
    this.#bar?.stop();
    this.#bar = null;
  }
}
