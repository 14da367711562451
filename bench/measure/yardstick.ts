/** The speed of the machine right now. On a shared or hot machine the same work takes longer at another time. */
import { median } from '../util/math.ts';

/** 32 MiB: far more than a core's own caches, so that accesses reach the memory that all cores share. */
const ENTRIES = 2 ** 23;
const STEPS = 40_000;
const TIMES = 5;
const WARM_TIMES = 20;

let table: Int32Array | undefined;

/** Takes about 50 ms of one thread, while the machine should be idle. @returns medians of one access to memory, and of one turn of a loop without */
export function yardstick(): { memoryNs: number; loopNs: number } {
  if (!table) {
    table = nextOf(ENTRIES);
    // Not yet compiled, both take ten times as long.
    for (let time = 0; time < WARM_TIMES; time++) spin(walk(table, time));
  }
  const steps = table;
  return { memoryNs: medianNs((start) => walk(steps, start)), loopNs: medianNs(spin) };
}

/** Each entry is the index of another, far away: a generator of full period (Knuth, TAOCP 2, section 3.2.1.2). @param length a power of 2 */
export function nextOf(length: number) {
  return new Int32Array(length).map((_, index) => (Math.imul(index, 1_664_525) + 1_013_904_223) & (length - 1));
}

/** Each access waits for the one before. */
function walk(next: Int32Array, index: number) {
  for (let step = 0; step < STEPS; step++) index = next[index];
  return index;
}

function spin(value: number) {
  for (let step = 0; step < STEPS; step++) value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return value;
}

/** @param work of STEPS steps; each time continues where the last ended, so that nothing is in a cache */
function medianNs(work: (value: number) => number) {
  let value = work(1);
  const tookNs = Array.from({ length: TIMES }, () => {
    const startMs = performance.now();
    value = work(value);
    return ((performance.now() - startMs) * 1e6) / STEPS;
  });
  return Number(median(tookNs).toFixed(2));
}
