import { present, sum } from '../../util/math.js';

/**
 * The bottleneck of a target over its slices.
 *
 * @typedef {import('./bottleneck.js').Bottleneck} Bottleneck
 * @typedef {Pick<import('../types.js').SliceFigures, 'bottleneck'>} Slice of one target in one scenario
 */

/**
 * @param {Slice[]} all
 * @returns {{ bottleneck: Bottleneck, slices: number }[]} each kind with the figures of its first slice and the number of slices it was seen in, the most
 *   frequent first
 */
export function bottlenecksOfSlices(all) {
  const seen = present(all.map(({ bottleneck }) => bottleneck));
  const kinds = [...new Set(seen.map(({ kind }) => kind))];
  return kinds
    .map((kind) => seen.filter((each) => each.kind === kind))
    .map((same) => ({ bottleneck: same[0], slices: same.length }))
    .sort((one, other) => other.slices - one.slices);
}

/**
 * @param {Slice[]} all
 * @returns {{ bottleneck: Bottleneck, slices: number, of: number } | null} the bottleneck of more than half of them; unknown where none was
 */
export function bottleneckOfSlices(all) {
  const found = bottlenecksOfSlices(all);
  if (found.length === 0) return null;
  const of = sum(found.map(({ slices }) => slices));
  if (found[0].slices * 2 > of) return { ...found[0], of };
  const parts = found.map(({ bottleneck, slices }) => ({ kind: bottleneck.kind, slices }));
  return { bottleneck: { kind: 'unknown', why: 'slices differ', parts, of }, slices: of, of };
}
