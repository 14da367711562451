/** Progress of a run: a bar on a terminal, else one line per part. */
import cliProgress from 'cli-progress';
import { targetsIn } from '../record/part.ts';
import { sum } from '../util/math.ts';
import type { PlannedPart } from '../record/run.ts';

/** @returns such as `42 s` or `13 min` */
export function roughly(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function partName(part: PlannedPart) {
  const [first, ...others] = targetsIn(part.blocks);
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
