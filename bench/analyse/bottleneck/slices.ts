/** The bottleneck of a target over its slices. */
import { present, sum } from '../../util/math.ts';
import type { SliceFigures } from '../types.ts';
import type { Bottleneck } from './bottleneck.ts';

/** of one target in one scenario */
type Slice = Pick<SliceFigures, 'bottleneck'>;

/** @returns each kind with the figures of its first slice and the number of slices it was seen in, the most frequent first */
export function bottlenecksOfSlices(all: Slice[]): { bottleneck: Bottleneck; slices: number }[] {
  const seen = present(all.map(({ bottleneck }) => bottleneck));
  const kinds = [...new Set(seen.map(({ kind }) => kind))];
  return kinds
    .map((kind) => seen.filter((each) => each.kind === kind))
    .map((same) => ({ bottleneck: same[0], slices: same.length }))
    .sort((one, other) => other.slices - one.slices);
}

/** @returns the bottleneck of more than half of them; unknown where none was */
export function bottleneckOfSlices(all: Slice[]): { bottleneck: Bottleneck; slices: number; of: number } | null {
  const found = bottlenecksOfSlices(all);
  if (found.length === 0) return null;
  const of = sum(found.map(({ slices }) => slices));
  if (found[0].slices * 2 > of) return { ...found[0], of };
  const parts = found.map(({ bottleneck, slices }) => ({ kind: bottleneck.kind, slices }));
  return { bottleneck: { kind: 'unknown', why: 'slices differ', parts, of }, slices: of, of };
}
