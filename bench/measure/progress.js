/** Progress of a run: a bar on a terminal, else one line per cell. */
import cliProgress from 'cli-progress';
import { backlogSeconds } from '../plan/backlog.js';
import { comparedTogether } from '../plan/order.js';
import { sum } from '../util/math.js';

/** @typedef {import('../record/run.js').PlannedCell} PlannedCell */

/** A cell's time beside its stages: waiting until idle, database reset, k6's start and end. */
const OVERHEAD_SECONDS = 2;
/** A warm-up's time beside its seconds. */
const WARM_UP_OVERHEAD_SECONDS = 2;
/** A JVM's start and its first hundred scrapes, where targets are started one after the other. */
const JVM_SECONDS = 7;

/**
 * @typedef {import('../plan/backlog.js').Load & { warmupMaxSeconds: number, freshJvms: boolean }} Load
 * @typedef {{ scenario: string, target: string, round: number }} Named
 */

/**
 * @param {Load} run
 * @param {Named[]} cells to be run, in this order, beginning with new JVMs
 * @returns {number[]} seconds that each takes at most: no warm-up becomes steady early. The first of the cells that are compared includes the
 *   warm-ups of all
 */
export function estimateSeconds(run, cells) {
  const { stages, warmupMaxSeconds, freshJvms } = run;
  const staircase = sum(stages.map(({ durationMs }) => durationMs / 1000));
  const warm = new Set();
  const running = new Set();
  const secondsBefore = (/** @type {Named} */ { scenario, target, round }) => {
    const jvm = freshJvms ? `${target} ${round}` : target;
    const starts = freshJvms && !running.has(jvm);
    const warmsUp = warmupMaxSeconds > 0 && !warm.has(`${jvm} ${scenario}`);
    running.add(jvm);
    warm.add(`${jvm} ${scenario}`);
    return (starts ? JVM_SECONDS : 0) + (warmsUp ? warmupMaxSeconds + WARM_UP_OVERHEAD_SECONDS : 0);
  };
  return comparedTogether(cells).flatMap((group) => {
    const before = sum(group.map(secondsBefore));
    return group.map((cell, index) => staircase + backlogSeconds(run, cell) + OVERHEAD_SECONDS + (index === 0 ? before : 0));
  });
}

/**
 * @param {number} seconds
 * @returns {string} such as `42 s` or `13 min`
 */
export function roughly(seconds) {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** @param {{ scenario: string, target: string, round: number }} cell */
function cellName({ scenario, target, round }) {
  return `${scenario}/${target}/${round}`;
}

export class Progress {
  #done = 0;
  #startedMs = Date.now();
  /** @type {cliProgress.SingleBar | null} */
  #bar = null;

  /**
   * @param {{ estimates: number[], stream: NodeJS.WriteStream }} plan `estimates`: seconds that each cell is expected to take
   */
  constructor({ estimates, stream }) {
    this.estimates = estimates;
    this.stream = stream;
  }

  /** @param {number[]} estimates of cells that are run as well, after the others */
  add(estimates) {
    this.estimates.push(...estimates);
    this.#bar?.setTotal(this.estimates.length);
  }

  start() {
    if (!this.stream.isTTY) return;
    const format = '{bar} {value}/{total} {what}, about {left} left';
    const options = { format, stream: this.stream, hideCursor: true, clearOnComplete: true, barsize: 20, gracefulExit: false };
    this.#bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic);
    this.#bar.start(this.estimates.length, 0, { what: 'starting', left: roughly(this.#secondsLeft()) });
  }

  /** The estimate, corrected by the time that the finished cells took. */
  #secondsLeft() {
    const expected = sum(this.estimates.slice(0, this.#done));
    const factor = expected > 0 ? (Date.now() - this.#startedMs) / 1000 / expected : 1;
    return factor * sum(this.estimates.slice(this.#done));
  }

  /**
   * @param {PlannedCell} cell
   * @param {string} what such as `stage 2 of 3, 150 VUs, 6200/s`
   */
  update(cell, what) {
    this.#bar?.update(this.#done, { what: `${cellName(cell)} ${what}`, left: roughly(this.#secondsLeft()) });
  }

  /**
   * @param {PlannedCell} cell
   * @param {string} outcome a line about the finished cell
   */
  finish(cell, outcome) {
    this.#done++;
    const total = this.estimates.length;
    const left = this.#done < total ? ` (about ${roughly(this.#secondsLeft())} left)` : '';
    if (this.#bar) this.#bar.update(this.#done, { what: `${cellName(cell)} ${outcome}`, left: roughly(this.#secondsLeft()) });
    else this.stream.write(`[${this.#done}/${total}] ${cellName(cell)}: ${outcome}${left}\n`);
  }

  stop() {
    this.#bar?.stop();
    this.#bar = null;
  }
}
