/** Follows the HdrHistogram interval logs of a load while k6 writes them: for live throughput, and for the total number of requests. */
import { closeSync, openSync, readSync } from 'node:fs';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { commonStartMs } from '../../../k6/lib/clock.js';
import { present, sum } from '../../util/math.ts';

const LINE = /^Tag=([^,]+),(\d+(?:\.\d+)?),[^,]*,[^,]*,(.+)$/;
const CHUNK_BYTES = 1 << 16;

/** Reads what was added since the last read. */
export class HlogTail {
  #logs;
  #startAtMs;

  /** @param files one for each k6; may not exist yet @param startAtMs epoch milliseconds: when all of them begin, if they are given a time */
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

  /** @param stream such as `read.ok` @param toSecond epoch second, exclusive @returns its requests that ended in between */
  count(stream: string, fromSecond?: number, toSecond?: number): number {
    return sum(this.#logs.map((log) => log.count(stream, fromSecond, toSecond)));
  }

  /** @returns the newest epoch second that is complete in every file that has one of them; null if none has yet */
  #lastSecond(streams: string[]): number | null {
    const lasts = present(this.#logs.map((log) => log.lastSecond(streams)));
    return lasts.length > 0 ? Math.min(...lasts) : null;
  }

  get #ofLoad(): string[] {
    return this.#logs.flatMap(({ streams }) => [...streams.keys()]).filter((stream) => !stream.startsWith('setup.'));
  }

  /** @returns the newest slice of `<name>#<slice>.ok` and `<name>#<slice>.failed` of which there are requests; 0 if there is none yet */
  lastSlice(name: string): number {
    const start = `${name}#`;
    const slices = this.#ofLoad.filter((stream) => stream.startsWith(start)).map((stream) => parseInt(stream.slice(start.length), 10));
    return Math.max(0, ...slices);
  }

  /** @returns epoch second of the load's start, once a request of it has ended: the script begins on the whole second that follows its setup() */
  get startSecond(): number | null {
    const setups = present(this.#logs.map((log) => log.lastSecond(['setup.ok'])));
    if (setups.length === 0 || this.#ofLoad.length === 0) return null;
    const afterSetup = Math.max(...setups) + 1;
    return this.#startAtMs === undefined ? afterSetup : commonStartMs(this.#startAtMs, afterSetup * 1000) / 1000;
  }

  /** @param name of streams `<name>.ok` and `<name>.failed` @param first epoch second @returns successes in each of these that is complete */
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

/** One HdrHistogram interval log that grows: how many requests of each stream ended in each second. */
class GrowingLog {
  file;
  #offset = 0;
  #rest = '';
  /** stream → epoch second → requests */
  streams = new Map<string, Map<number, number>>();

  /** @param file may not exist yet */
  constructor(file: string) {
    this.file = file;
  }

  /** Processes the lines that were completed since the last call. */
  read() {
    const lines = (this.#rest + this.#newText()).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
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

  #take(line: string) {
    const match = LINE.exec(line);
    if (!match) return;
    const [, stream, start, payload] = match;
    const seconds = this.streams.get(stream) ?? new Map();
    const second = Math.round(Number(start));
    seconds.set(second, (seconds.get(second) ?? 0) + decodeFromCompressedBase64(payload.trim()).totalCount);
    this.streams.set(stream, seconds);
  }

  count(stream: string, fromSecond = 0, toSecond = Infinity): number {
    const seconds = [...(this.streams.get(stream) ?? [])].filter(([second]) => second >= fromSecond && second < toSecond);
    return sum(seconds.map(([, count]) => count));
  }

  /** @returns the newest epoch second of any of them; null if there is none yet */
  lastSecond(streams: string[]): number | null {
    const seconds = streams.flatMap((stream) => [...(this.streams.get(stream)?.keys() ?? [])]);
    return seconds.length > 0 ? Math.max(...seconds) : null;
  }
}
