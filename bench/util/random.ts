/** Reproducible random numbers. */

/** An odd number near 2³² ÷ the golden ratio: rounds of one seed, and equal rounds of neighbouring seeds, are drawn apart. */
const ROUND_STRIDE = 0x9e3779b1;

/** mulberry32 by Tommy Ettinger (public domain): 32 bits of state are enough to shuffle short lists. @returns numbers in [0, 1) */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param seed of a run, an unsigned 32-bit integer @param round from 1 @returns numbers in [0, 1) of that round alone */
export function randomOfRound(seed: number, round: number): () => number {
  return seededRandom((seed + round * ROUND_STRIDE) >>> 0);
}

/** Fisher–Yates. @returns a shuffled copy */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other], copy[last]];
  }
  return copy;
}
