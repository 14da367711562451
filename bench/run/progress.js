/** What the user sees while cells run: a bar on a terminal, one line per cell otherwise. */
import cliProgress from 'cli-progress';

/** @typedef {import('../plan/order.js').PlannedCell} PlannedCell */

/** What a cell takes beside its stages: idleness, database, k6's start and end. */
const OVERHEAD_SECONDS = 4;

/**
 * @param {{ stages: { durationMs: number }[], warmupSeconds: number }} load
 * @returns {number} seconds that a cell is expected to take, warm-up included
 */
export function estimateCellSeconds({ stages, warmupSeconds }) {
  return stages.reduce((sum, { durationMs }) => sum + durationMs / 1000, 0) + warmupSeconds + OVERHEAD_SECONDS;
}

/**
 * @param {number} seconds
 * @returns {string} such as `42 s` or `13 min`
 */
export function roughly(seconds) {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** @param {{ scenario: string, target: string, round: number }} cell */
export function cellName({ scenario, target, round }) {
  return `${scenario}/${target}/${round}`;
}

export class Progress {
  #done = 0;
  #startedMs = Date.now();
  /** @type {cliProgress.SingleBar | null} */
  #bar = null;

  /**
   * @param {{ cells: number, cellSeconds: number, stream: NodeJS.WriteStream }} plan number of cells to run and the estimate for one
   */
  constructor({ cells, cellSeconds, stream }) {
    this.cells = cells;
    this.cellSeconds = cellSeconds;
    this.stream = stream;
  }

  start() {
    if (!this.stream.isTTY) return;
    const format = '{bar} {value}/{total} {what}, about {left} left';
    const options = { format, stream: this.stream, hideCursor: true, clearOnComplete: true, barsize: 20, gracefulExit: false };
    this.#bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic);
    this.#bar.start(this.cells, 0, { what: 'starting', left: roughly(this.#secondsLeft()) });
  }

  /** The estimate, corrected by how long the cells so far really took. */
  #secondsLeft() {
    const measured = (Date.now() - this.#startedMs) / 1000 / this.#done;
    return (this.cells - this.#done) * (this.#done ? measured : this.cellSeconds);
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
    const left = this.#done < this.cells ? ` (about ${roughly(this.#secondsLeft())} left)` : '';
    if (this.#bar) this.#bar.update(this.#done, { what: `${cellName(cell)} ${outcome}`, left: roughly(this.#secondsLeft()) });
    else this.stream.write(`[${this.#done}/${this.cells}] ${cellName(cell)}: ${outcome}${left}\n`);
  }

  stop() {
    this.#bar?.stop();
    this.#bar = null;
  }
}
