/** Progress of a run: a bar on a terminal, else one line per part. */
import cliProgress from 'cli-progress';
import { GAP_SECONDS } from '../../k6/lib/blocks.js';
import { backlogSeconds } from '../plan/backlog.js';
import { comparedTogether } from '../plan/order.js';
import { hasBlocks } from '../record/catalogue.js';
import { targetsIn } from '../record/part.js';
import { sum } from '../util/math.js';
import { sliceCount } from '../record/run.js';
import { SLICE_SECONDS } from './warm-up/together.js';

/** A part's time beside its load: waiting until idle, database reset, k6's start and end. */
const OVERHEAD_SECONDS = 4;
/** Several k6 wait for each other. */
const TOGETHER_SECONDS = 3;
/** Load that a target needs until it is warm for a scenario, on two cores: 20 to 50 s for the first one of its JVM, 8 s for a further one. */
const USUAL_WARM_UP_SECONDS = 20;
/** A JVM's start and its first hundred scrapes, where all are started at once: 6 to 10 s on two cores. */
export const JVM_SECONDS = 7;

/** @typedef {import('../record/run.js').PlannedPart} PlannedPart */
/** @typedef {import('../plan/backlog.js').Load & Pick<import('../record/run.js').Plan, 'warmupMaxSeconds' | 'sliceSeconds' | 'generators'>} Load */

/**
 * @param {Load} run
 * @param {PlannedPart[]} parts to be run, in this order, beginning with new JVMs
 * @param {{ areWarm?: boolean }} [how] `areWarm`: all their targets are warm already
 * @returns {number[]} seconds that each takes, with usual warm-ups. The first part of a round includes the start of the JVMs,
 *   and the first of a scenario the warm-up of all its targets
 */
export function estimateSeconds(run, parts, { areWarm = false } = {}) {
  /** @type {number | null} */
  let begun = null;
  return comparedTogether(parts).flatMap((group) => {
    const targets = targetsOf(group);
    const isNewRound = group[0].round !== begun;
    begun = group[0].round;
    const before = (isNewRound ? JVM_SECONDS * targets.length : 0) + (areWarm ? 0 : warmUpSeconds(run, targets.length));
    const seconds = group.map((part, index) => {
      return secondsOfBlocks(run, part) + overheadSeconds(run) + (index === 0 ? before : 0);
    });
    seconds[seconds.length - 1] += backlogAfter(run, group, seconds);
    return seconds;
  });
}

/**
 * @param {Load} run
 * @param {PlannedPart[]} group
 * @param {number[]} seconds of each part without its backlog
 * @returns {number} seconds after the last part: backlogs last on while the next parts are measured
 */
function backlogAfter(run, group, seconds) {
  const left = group.map(({ scenario, blocks }, index) => {
    const [target] = targetsIn(blocks);
    return hasBlocks(run.catalogue, scenario) ? 0 : backlogSeconds(run, { scenario, target }) - sum(seconds.slice(index + 1));
  });
  return Math.max(0, ...left);
}

/** @param {Pick<Load, 'generators'>} run @returns {number} seconds of a part or warm-up beside its load */
export function overheadSeconds({ generators = 1 }) {
  return generators > 1 ? OVERHEAD_SECONDS + TOGETHER_SECONDS : OVERHEAD_SECONDS;
}

/**
 * @param {Pick<Load, 'warmupMaxSeconds' | 'generators'>} run
 * @param {number} targets that are warmed up together
 * @returns {number} seconds, as a rule
 */
export function warmUpSeconds(run, targets) {
  const { warmupMaxSeconds } = run;
  const slices = Math.max(1, Math.floor(Math.min(warmupMaxSeconds, USUAL_WARM_UP_SECONDS) / SLICE_SECONDS)) * targets;
  return warmupMaxSeconds === 0 ? 0 : slices * SLICE_SECONDS + overheadSeconds(run);
}

/** @param {PlannedPart[]} parts @returns {string[]} */
export function targetsOf(parts) {
  return targetsIn(parts.flatMap(({ blocks }) => blocks));
}

/**
 * @param {Pick<Load, 'sliceSeconds'>} run
 * @param {{ blocks: readonly { targets: string[] }[] }} part
 * @returns {number} with the gaps that they have at least
 */
export function secondsOfBlocks({ sliceSeconds }, { blocks }) {
  return sliceCount(blocks) * (sliceSeconds + GAP_SECONDS);
}

/** @param {number} seconds @returns {string} such as `42 s` or `13 min` */
export function roughly(seconds) {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** @param {PlannedPart} part */
function partName(part) {
  const [first, ...others] = targetsOf([part]);
  const name = others.length > 0 ? `${part.scenario}, blocks of round ${part.round}` : `${part.scenario}/${first}`;
  return part.attempt > 1 ? `${name} again (${part.attempt})` : name;
}

export class Progress {
  #done = 0;
  #startedMs = performance.now();
  /** @type {cliProgress.SingleBar | null} */
  #bar = null;

  /**
   * @param {{ estimates: number[], stream: NodeJS.WriteStream, budgetSeconds?: number | null, mayEndEarlier?: boolean }} plan `estimates`: seconds that each
   *   part is expected to take; `budgetSeconds`: within which more are added, from now; null: none are; `mayEndEarlier`: when all is known
   */
  constructor({ estimates, stream, budgetSeconds = null, mayEndEarlier = false }) {
    this.estimates = estimates;
    this.stream = stream;
    this.budgetSeconds = budgetSeconds ?? 0;
    this.mayEndEarlier = mayEndEarlier;
  }

  /** @param {number[]} estimates of what is measured as well, after the rest */
  add(estimates) {
    this.estimates.push(...estimates);
    this.#bar?.setTotal(this.estimates.length);
  }

  start() {
    if (!this.stream.isTTY) return;
    const format = '{bar} {value}/{total} {what}, {left} left';
    const options = { format, stream: this.stream, hideCursor: true, clearOnComplete: true, barsize: 20, gracefulExit: false };
    this.#bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic);
    this.#bar.start(this.estimates.length, 0, { what: 'starting', left: this.#left() });
  }

  /** @returns {number} seconds; below 0 without a budget */
  #budgetLeft() {
    return this.budgetSeconds - (performance.now() - this.#startedMs) / 1000;
  }

  /** Of the whole run: what is left of its budget, or of what is planned, by the estimate, corrected by the time that the finished parts took. */
  #left() {
    const seconds = (performance.now() - this.#startedMs) / 1000;
    const expected = sum(this.estimates.slice(0, this.#done));
    const planned = (expected > 0 ? seconds / expected : 1) * sum(this.estimates.slice(this.#done));
    return `${this.mayEndEarlier ? 'at most ' : ''}about ${roughly(Math.max(planned, this.#budgetLeft()))}`;
  }

  /** @param {PlannedPart} part @param {string} what such as `block 2 of 3, mvc, 6200/s` */
  update(part, what) {
    this.#bar?.update(this.#done, { what: `${partName(part)} ${what}`, left: this.#left() });
  }

  /** @param {PlannedPart} part @param {string} outcome a line about it */
  finish(part, outcome) {
    this.#done++;
    const total = this.estimates.length;
    const left = this.#done < total || this.#budgetLeft() > 0 ? ` (${this.#left()} left)` : '';
    if (this.#bar) this.#bar.update(this.#done, { what: `${partName(part)} ${outcome}`, left: this.#left() });
    else this.stream.write(`[${this.#done}/${total}] ${partName(part)}: ${outcome}${left}\n`);
  }

  /** @param {string} line that the user must see at once */
  say(line) {
    this.#bar?.stop();
    this.stream.write(`${line}\n`);
    if (this.#bar) this.#bar.start(this.estimates.length, this.#done, { what: '', left: this.#left() });
  }

  stop() {
    this.#bar?.stop();
    this.#bar = null;
  }
}
