/** One HdrHistogram interval log that grows: how many requests of each stream ended in each second. */
import { closeSync, openSync, readSync } from 'node:fs';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { sum } from '../../util/math.ts';

const LINE = /^Tag=([^,]+),(\d+(?:\.\d+)?),[^,]*,[^,]*,(.+)$/;
const CHUNK_BYTES = 1 << 16;

export class GrowingLog {
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

  /** @param fromSecond epoch second, inclusive @param toSecond epoch second, exclusive @returns its requests that ended in between */
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
