/** Progress of a run: a bar on a terminal, else one line per cell and sequence. */
import cliProgress from 'cli-progress';
import { backlogSeconds } from '../plan/backlog.js';
import { comparedTogether } from '../plan/order.js';
import { isSequence } from '../record/journal/run.js';
import { sum } from '../util/math.js';
import { sequenceSeconds } from './sequence/slices.js';
import { SLICE_SECONDS } from './warm-up/together.js';

/** @typedef {import('../record/run.js').PlannedCell} PlannedCell */

/** A cell's or sequence's time beside its load: waiting until idle, database reset, k6's start and end. */
const OVERHEAD_SECONDS = 4;
/** Several k6 wait for each other. */
const TOGETHER_SECONDS = 3;
/** Load that a target needs until it is warm for a scenario, on two cores: 20 to 50 s for the first one of its JVM, 8 s for a further one. */
const USUAL_WARM_UP_SECONDS = 20;
/** A JVM's start and its first hundred scrapes, where all are started at once: 6 to 10 s on two cores. */
export const JVM_SECONDS = 7;

/** @typedef {import('../record/run.js').PlannedSequence} PlannedSequence */
/** @typedef {PlannedCell | PlannedSequence} PlannedPart */
/** @typedef {import('../plan/backlog.js').Load & Pick<import('../record/run.js').Plan, 'warmupMaxSeconds' | 'sliceSeconds' | 'generators'>} Load */

/**
 * @param {Load} run
 * @param {PlannedPart[]} parts to be run, in this order, beginning with new JVMs
 * @param {{ areWarm?: boolean }} [how] `areWarm`: all their targets are warm already
 * @returns {number[]} seconds that each takes, with usual warm-ups. The first part of a round includes the start of the JVMs,
 *   and the first of a scenario the warm-up of all its targets
 */
export function estimateSeconds(run, parts, { areWarm = false } = {}) {
  const staircase = sum(run.stages.map(({ durationMs }) => durationMs / 1000));
  /** @type {number | null} */
  let begun = null;
  return comparedTogether(parts).flatMap((group) => {
    const targets = targetsOf(group);
    const isNewRound = group[0].round !== begun;
    begun = group[0].round;
    const before = (isNewRound ? JVM_SECONDS * targets.length : 0) + (areWarm ? 0 : warmUpSeconds(run, targets.length));
    const seconds = group.map((part, index) => {
      const load = isSequence(part) ? secondsOfSequence(part, run) : staircase;
      return load + overheadSeconds(run) + (index === 0 ? before : 0);
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
  const left = group.map((part, index) => (isSequence(part) ? 0 : backlogSeconds(run, part) - sum(seconds.slice(index + 1))));
  return Math.max(0, ...left);
}

/** @param {Pick<Load, 'generators'>} run @returns {number} seconds of a cell, sequence or warm-up beside its load */
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
  return [...new Set(parts.flatMap((part) => (isSequence(part) ? part.blocks.flat() : [part.target])))];
}

/** @param {import('./sequence/slices.js').Timed} sequence @param {Pick<Load, 'sliceSeconds'>} run */
function secondsOfSequence(sequence, { sliceSeconds }) {
  const { load, gaps } = sequenceSeconds(sequence, sliceSeconds);
  return load + gaps;
}

/**
 * @param {number} seconds
 * @returns {string} such as `42 s` or `13 min`
 */
export function roughly(seconds) {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** @param {PlannedPart} part */
function partName(part) {
  if (!isSequence(part)) return `${part.scenario}/${part.target}`;
  return `${part.scenario}, blocks of round ${part.round}${part.part > 1 ? ` again (${part.part})` : ''}`;
}

export class Progress {
  #done = 0;
  #startedMs = performance.now();
  /** @type {cliProgress.SingleBar | null} */
  #bar = null;

  /**
   * @param {{ estimates: number[], stream: NodeJS.WriteStream, budgetSeconds?: number | null, mayEndEarlier?: boolean }} plan `estimates`: seconds that each
   *   cell or sequence is expected to take; `budgetSeconds`: within which more are added, from now; null: none are; `mayEndEarlier`: when all is known
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

  /** Of the whole run: what is left of its budget, or of what is planned, by the estimate, corrected by the time that the finished cells took. */
  #left() {
    const seconds = (performance.now() - this.#startedMs) / 1000;
    const expected = sum(this.estimates.slice(0, this.#done));
    const planned = (expected > 0 ? seconds / expected : 1) * sum(this.estimates.slice(this.#done));
    return `${this.mayEndEarlier ? 'at most ' : ''}about ${roughly(Math.max(planned, this.#budgetLeft()))}`;
  }

  /**
   * @param {PlannedPart} part
   * @param {string} what such as `stage 2 of 3, 150 VUs, 6200/s`
   */
  update(part, what) {
    this.#bar?.update(this.#done, { what: `${partName(part)} ${what}`, left: this.#left() });
  }

  /**
   * @param {PlannedPart} part
   * @param {string} outcome a line about it
   */
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
