/** Follows the HdrHistogram interval logs of a load while k6 writes them: for live throughput, and for the total number of requests. */
import { commonStartMs } from '../../../k6/lib/clock.js';
import { sum } from '../../util/math.ts';
import { GrowingLog } from './growing-log.ts';

/** Reads what was added since the last read. */
export class HlogTail {
  #logs;
  #startAtMs;

  /**
   * @param files one for each k6 that shares the load; may not exist yet
   * @param startAtMs epoch milliseconds: when all of them begin, if they are given a time
   */
  constructor(files: string[], startAtMs?: number) {
    this.#logs = files.map((file) => new GrowingLog(file));
    this.#startAtMs = startAtMs;
  }

  /** Processes the lines that are complete. */
  read() {
    for (const log of this.#logs) log.read();
  }

  /** @returns requests in all streams together */
  total(): number {
    return sum(this.totals());
  }

  /** @returns the same of each file */
  totals(): number[] {
    return this.#logs.map((log) => sum([...log.streams.keys()].map((stream) => log.count(stream))));
  }

  /**
   * @param stream such as `read.ok`
   * @param fromSecond epoch second, inclusive
   * @param toSecond epoch second, exclusive
   * @returns requests of the stream that ended in between
   */
  count(stream: string, fromSecond?: number, toSecond?: number): number {
    return sum(this.#logs.map((log) => log.count(stream, fromSecond, toSecond)));
  }

  /** @returns the newest epoch second that is complete in every file that has one of them; null if none has yet */
  #lastSecond(streams: string[]): number | null {
    const lasts = this.#logs.map((log) => log.lastSecond(streams)).filter((second) => second !== null);
    return lasts.length > 0 ? Math.min(...lasts) : null;
  }

  /** @returns streams of the load */
  get #ofLoad(): string[] {
    return this.#logs.flatMap(({ streams }) => [...streams.keys()]).filter((stream) => !stream.startsWith('setup.'));
  }

  /**
   * @param name of a scenario that is loaded in slices: its streams are `<name>#<slice>.ok` and `<name>#<slice>.failed`
   * @returns the newest slice of which there are requests; 0 if there is none yet
   */
  lastSlice(name: string): number {
    const start = `${name}#`;
    const slices = this.#ofLoad.filter((stream) => stream.startsWith(start)).map((stream) => parseInt(stream.slice(start.length), 10));
    return Math.max(0, ...slices);
  }

  /** @returns epoch second of the load's start, once a request of it has ended: the script begins on the whole second that follows its setup() */
  get startSecond(): number | null {
    const setups = this.#logs.map((log) => log.lastSecond(['setup.ok'])).filter((second) => second !== null);
    if (setups.length === 0 || this.#ofLoad.length === 0) return null;
    const afterSetup = Math.max(...setups) + 1;
    return this.#startAtMs === undefined ? afterSetup : commonStartMs(this.#startAtMs, afterSetup * 1000) / 1000;
  }

  /**
   * @param name of streams `<name>.ok` and `<name>.failed`
   * @param first epoch second
   * @returns successes in each of these seconds that is complete
   */
  successes(name: string, first: number, seconds: number): number[] {
    const last = this.#lastSecond(['ok', 'failed'].map((kind) => `${name}.${kind}`)) ?? -Infinity;
    const known = Math.max(0, Math.min(seconds, last - first + 1));
    return Array.from({ length: known }, (_, index) => this.count(`${name}.ok`, first + index, first + index + 1));
  }

  /** @returns requests in the newest complete second; null if there is none yet */
  latest(stream: string): number | null {
    const second = this.#lastSecond([stream]);
    return second === null ? null : this.count(stream, second, second + 1);
  }
}
