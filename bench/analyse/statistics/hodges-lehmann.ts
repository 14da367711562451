import { median } from '../../util/math.ts';

/**
 * Nearly as exact as the mean where noise is normal (95 %), and little moved by a few disturbed values (Hodges & Lehmann, 'Estimates of
 * location based on rank tests', Annals of Mathematical Statistics 34, 1963). Of one or two values it is the mean.
 * @param values at least one
 * @returns the median of the means of all pairs of values, each value with itself included
 */
export function hodgesLehmann(values: number[]): number {
  return median(values.flatMap((one, index) => values.slice(index).map((other) => (one + other) / 2)));
}
