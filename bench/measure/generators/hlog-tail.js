/** Follows an HdrHistogram interval log while k6 writes it: for live throughput, and for the total number of requests. */
import { closeSync, openSync, readSync } from 'node:fs';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { sum } from '../util/math.js';

const LINE = /^Tag=([^,]+),(\d+(?:\.\d+)?),[^,]*,[^,]*,(.+)$/;
const CHUNK_BYTES = 1 << 16;

/** Reads what was added since the last read. */
export class HlogTail {
  #offset = 0;
  #rest = '';
  /** @type {Map<string, Map<number, number>>} stream → epoch second → requests */
  #streams = new Map();

  /** @param {string} file may not exist yet */
  constructor(file) {
    this.file = file;
  }

  /** Processes the lines that are complete. */
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

  /** @param {string} line */
  #take(line) {
    const match = LINE.exec(line);
    if (!match) return;
    const [, stream, start, payload] = match;
    const seconds = this.#streams.get(stream) ?? new Map();
    const second = Math.round(Number(start));
    seconds.set(second, (seconds.get(second) ?? 0) + decodeFromCompressedBase64(payload.trim()).totalCount);
    this.#streams.set(stream, seconds);
  }

  /** @returns {number} requests in all streams together */
  total() {
    return sum([...this.#streams.keys()].map((stream) => this.count(stream)));
  }

  /**
   * @param {string} stream such as `read.ok`
   * @param {number} [fromSecond] epoch second, inclusive
   * @param {number} [toSecond] epoch second, exclusive
   * @returns {number} requests of the stream that ended in between
   */
  count(stream, fromSecond = 0, toSecond = Infinity) {
    const seconds = [...(this.#streams.get(stream) ?? [])].filter(([second]) => second >= fromSecond && second < toSecond);
    return sum(seconds.map(([, count]) => count));
  }

  /**
   * @param {string} stream
   * @returns {number | null} the newest complete epoch second; null if there is none yet
   */
  lastSecond(stream) {
    const seconds = this.#streams.get(stream);
    return seconds?.size ? Math.max(...seconds.keys()) : null;
  }

  /**
   * @param {string} name of a scenario that is loaded in slices: its streams are `<name>#<slice>.ok` and `<name>#<slice>.failed`
   * @returns {number} the newest slice of which there are requests; 0 if there is none yet
   */
  lastSlice(name) {
    const start = `${name}#`;
    const slices = [...this.#streams.keys()]
      .filter((stream) => stream.startsWith(start))
      .map((stream) => parseInt(stream.slice(start.length), 10));
    return Math.max(0, ...slices);
  }

  /** @returns {number | null} epoch second of the load's start, once a request of it has ended: the script begins on the whole second that follows its setup() */
  get startSecond() {
    const setup = this.lastSecond('setup.ok');
    const hasBegun = [...this.#streams.keys()].some((stream) => !stream.startsWith('setup.'));
    return setup === null || !hasBegun ? null : setup + 1;
  }

  /**
   * @param {string} name of streams `<name>.ok` and `<name>.failed`
   * @param {number} first epoch second
   * @param {number} seconds
   * @returns {number[]} successes in each of these seconds that is complete
   */
  successes(name, first, seconds) {
    const last = Math.max(...['ok', 'failed'].map((kind) => this.lastSecond(`${name}.${kind}`) ?? -Infinity));
    const known = Math.max(0, Math.min(seconds, last - first + 1));
    return Array.from({ length: known }, (_, index) => this.count(`${name}.ok`, first + index, first + index + 1));
  }

  /**
   * @param {string} stream
   * @returns {number | null} requests in the newest complete second; null if there is none yet
   */
  latest(stream) {
    const second = this.lastSecond(stream);
    return second === null ? null : this.count(stream, second, second + 1);
  }
}
