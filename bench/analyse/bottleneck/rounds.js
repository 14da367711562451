import { sum } from '../../util/math.js';

/**
 * The bottleneck of a target over its rounds.
 *
 * @typedef {import('./bottleneck.js').Bottleneck} Bottleneck
 * @typedef {Pick<import('../types.js').CellFigures, 'bottlenecks'>} Round of one target in one scenario
 */

/**
 * @param {Round[]} cells
 * @param {number} stage
 * @returns {{ bottleneck: Bottleneck, rounds: number }[]} each kind with the figures of its first round and the number of rounds it was seen in, the
 *   most frequent first
 */
export function bottlenecksOfRounds(cells, stage) {
  const all = cells.flatMap(({ bottlenecks }) => bottlenecks[stage] ?? []);
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds
    .map((kind) => all.filter((each) => each.kind === kind))
    .map((same) => ({ bottleneck: same[0], rounds: same.length }))
    .sort((one, other) => other.rounds - one.rounds);
}

/**
 * @param {Round[]} cells
 * @param {number} stage
 * @param {import('../comparison/comparability.js').Unit} [unit] what each of them is
 * @returns {{ bottleneck: Bottleneck, rounds: number, of: number } | null} the bottleneck of more than half of them; unknown where none was
 */
export function bottleneckOfRounds(cells, stage, unit = 'rounds') {
  const all = bottlenecksOfRounds(cells, stage);
  if (all.length === 0) return null;
  const of = sum(all.map(({ rounds }) => rounds));
  if (all[0].rounds * 2 > of) return { ...all[0], of };
  const parts = all.map(({ bottleneck, rounds }) => ({ kind: bottleneck.kind, rounds }));
  return { bottleneck: { kind: 'unknown', why: 'rounds differ', parts, of, unit }, rounds: of, of };
}
