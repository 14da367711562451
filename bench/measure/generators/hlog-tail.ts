/** Follows the HdrHistogram interval logs of a load while k6 writes them: for live throughput, and for the total number of requests. */
import { closeSync, openSync, readSync } from 'node:fs';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { commonStartMs } from '../../../k6/lib/clock.js';
import { sum } from '../../util/math.ts';

const LINE = /^Tag=([^,]+),(\d+(?:\.\d+)?),[^,]*,[^,]*,(.+)$/;
const CHUNK_BYTES = 1 << 16;

export class HlogTail {
  #logs;
  #startAtMs;

  /** @param files one for each k6; may not exist yet @param startAtMs epoch milliseconds: when all of them begin, if they are given a time */
  constructor(files: string[], startAtMs?: number) {
    this.#logs = files.map((file) => new GrowingLog(file));
    this.#startAtMs = startAtMs;
  }

  /** Processes the lines that were completed since the last call. */
  read() {
    for (const log of this.#logs) log.read();
  }

  /** @returns requests in all streams of each file */
  totals(): number[] {
    return this.#logs.map(({ intervals }) => sum(intervals.map(({ count }) => count)));
  }

  /** @param stream such as `read.ok` @param toSecond epoch second, exclusive @returns its requests that ended in between */
  count(stream: string, fromSecond = 0, toSecond = Infinity): number {
    const own = this.#logs.flatMap(({ intervals }) => intervals.filter((each) => each.stream === stream));
    return sum(own.filter(({ second }) => second >= fromSecond && second < toSecond).map(({ count }) => count));
  }

  /** @returns the newest epoch second of any of them in each file that has one */
  #lastSeconds(streams: string[]): number[] {
    const secondsOf = ({ intervals }: GrowingLog) => intervals.flatMap(({ stream, second }) => (streams.includes(stream) ? [second] : []));
    return this.#logs.map((log) => Math.max(...secondsOf(log))).filter(Number.isFinite);
  }

  get #ofLoad(): string[] {
    const streams = this.#logs.flatMap(({ intervals }) => intervals.map(({ stream }) => stream));
    return [...new Set(streams)].filter((stream) => !stream.startsWith('setup.'));
  }

  /** @returns the newest slice of `<name>#<slice>.ok` and `<name>#<slice>.failed` of which there are requests; 0 if there is none yet */
  lastSlice(name: string): number {
    const start = `${name}#`;
    const slices = this.#ofLoad.filter((stream) => stream.startsWith(start)).map((stream) => parseInt(stream.slice(start.length), 10));
    return Math.max(0, ...slices);
  }

  /** @returns epoch second of the load's start, once a request of it has ended: the script begins on the whole second that follows its setup() */
  get startSecond(): number | null {
    const setups = this.#lastSeconds(['setup.ok']);
    if (setups.length === 0 || this.#ofLoad.length === 0) return null;
    const afterSetup = Math.max(...setups) + 1;
    return this.#startAtMs === undefined ? afterSetup : commonStartMs(this.#startAtMs, afterSetup * 1000) / 1000;
  }

  /** @param name of streams `<name>.ok` and `<name>.failed` @param first epoch second @returns successes in each of these that is complete */
  successes(name: string, first: number, seconds: number): number[] {
    const lasts = this.#lastSeconds([`${name}.ok`, `${name}.failed`]);
    const known = lasts.length === 0 ? 0 : Math.max(0, Math.min(seconds, Math.min(...lasts) - first + 1));
    return Array.from({ length: known }, (_, index) => this.count(`${name}.ok`, first + index, first + index + 1));
  }

  /** @returns requests in the newest second that is complete in every file that has one of them; null if there is none yet */
  latest(stream: string): number | null {
    const lasts = this.#lastSeconds([stream]);
    const second = Math.min(...lasts);
    return lasts.length === 0 ? null : this.count(stream, second, second + 1);
  }
}

/** One HdrHistogram interval log that grows: how many requests of each stream ended in each second. */
class GrowingLog {
  file;
  intervals: { stream: string; second: number; count: number }[] = [];
  #offset = 0;
  #rest = '';

  /** @param file may not exist yet */
  constructor(file: string) {
    this.file = file;
  }

  read() {
    const lines = (this.#rest + this.#newText()).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, stream, start, payload] = LINE.exec(line) ?? [];
      if (payload === undefined) continue;
      const { totalCount: count } = decodeFromCompressedBase64(payload.trim());
      this.intervals.push({ stream, second: Math.round(Number(start)), count });
    }
  }

  #newText() {
    let fd;
    try {
      fd = openSync(this.file, 'r');
    } catch {
      return ''; // k6 has not opened it yet
    }
    try {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      let text = '';
      for (let size = 0; (size = readSync(fd, chunk, 0, CHUNK_BYTES, this.#offset)) > 0; this.#offset += size) {
        text += chunk.toString('latin1', 0, size);
      }
      return text;
    } finally {
      closeSync(fd);
    }
  }
}
