/** In which order the cells are run: drawn from a seed that the bundle records, so that it can be drawn again. */

/** @typedef {{ scenario: string, target: string, round: number, order: number, state: 'pending' | 'ok' | 'failed', reason: string | null }} PlannedCell */

/**
 * The generator mulberry32 by Tommy Ettinger (public domain): 32 bits of state are enough to shuffle short lists.
 * @param {number} seed an unsigned 32-bit integer
 * @returns {() => number} numbers in [0, 1)
 */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Fisher–Yates.
 * @template T
 * @param {readonly T[]} list
 * @param {() => number} random
 * @returns {T[]} a shuffled copy
 */
export function shuffled(list, random) {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other], copy[last]];
  }
  return copy;
}

/**
 * Within a round the scenarios are shuffled, and within each scenario the targets: what will be compared is measured one right
 * after the other, so that the machine's slow drift falls on all targets of a scenario alike.
 * @param {{ targets: string[], scenarios: string[], rounds: number, seed: number }} options
 * @returns {PlannedCell[]}
 */
export function planCells({ targets, scenarios, rounds, seed }) {
  const random = seededRandom(seed);
  /** @type {PlannedCell[]} */
  const cells = [];
  for (let round = 1; round <= rounds; round++) {
    for (const scenario of shuffled(scenarios, random)) {
      for (const target of shuffled(targets, random)) {
        cells.push({ scenario, target, round, order: cells.length + 1, state: 'pending', reason: null });
      }
    }
  }
  return cells;
}
