/** Has throughput stopped rising? Two questions, because the burden of proof differs. A warm-up goes on until a burst of load is no better than those before;
 * that a rise is not proven is not enough to end it. A measured plateau is called rising only where that is proven. */
import { largest, median, sum } from '../../util/math.ts';

const TOLERANCE = 0.05;
/** One-sided; with fewer than four seconds no order of them is that improbable. */
const SIGNIFICANCE = 0.05;
const LEAST_SECONDS_TO_PROVE = 4;
/** Of a longer plateau several seconds are taken together: the work grows with the cube of their number, and 171! is more than a double holds. */
const MOST_SECONDS = 60;

/** Has the warm-up of a target become steady that does not tell what its compilers do?
 * @param bursts successful requests in each whole second of each burst, oldest first
 * @returns true if no second of the last burst is more than 5 % above the best of all bursts before; false with one burst, or where nothing
 * was answered */
export function hasStoppedRising(bursts: number[][]): boolean {
  const best = Math.max(0, largest(bursts.slice(0, -1).flat()));
  const last = Math.max(0, largest(bursts.at(-1) ?? []));
  return best > 0 && last > 0 && last <= (1 + TOLERANCE) * best;
}

/** Was throughput still rising on a plateau? Yes only if it rose by more than the tolerance and an order of the seconds that rises so much
 * has a chance of less than 5 % where there is no trend (Mann–Kendall test, exact, one-sided).
 * @returns null with fewer than 4 seconds: they can prove nothing */
export function isStillRising(perSecondCounts: number[]): boolean | null {
  if (perSecondCounts.length < LEAST_SECONDS_TO_PROVE) return null;
  const counts = inGroups(perSecondCounts);
  const rise = relativeRise(counts);
  return rise !== null && rise > TOLERANCE && chanceOfSuchARise(counts) < SIGNIFICANCE;
}

/** @returns sums of groups of equal length; what is left over at the end is left out */
function inGroups(counts: number[]): number[] {
  const size = Math.ceil(counts.length / MOST_SECONDS);
  return Array.from({ length: Math.floor(counts.length / size) }, (_, group) => sum(counts.slice(group * size, (group + 1) * size)));
}

/** The trend as the median of the slopes between all pairs of seconds (Sen, 'Estimates of the regression coefficient based on Kendall's
 * tau', JASA 63, 1968): a second spoilt by a pause of the collector or by arriving users does not bend it, as it would bend a difference of
 * means.
 * @returns rise from the first to the last second, as a share of the median; null where the median is 0 */
export function relativeRise(counts: number[]): number | null {
  const level = median(counts);
  if (level === 0 || counts.length < 2) return null;
  const slopes = pairs(counts).map(([earlier, later, seconds]) => (later - earlier) / seconds);
  return (median(slopes) * (counts.length - 1)) / level;
}

/** The share of all orders of n different values that have at least as many rising pairs; ties count as not rising. */
function chanceOfSuchARise(counts: number[]) {
  const rising = pairs(counts).filter(([earlier, later]) => later > earlier).length;
  const orders = ordersByRisingPairs(counts.length);
  return sum(orders.slice(rising)) / sum(orders);
}

/** How many orders of n different values have 0, 1, 2, … rising pairs: the k-th value that is put in its place makes 0 to k - 1 pairs, each
 * as often. */
function ordersByRisingPairs(n: number) {
  let orders = [1];
  for (let k = 2; k <= n; k++) {
    const next = new Array(orders.length + k - 1).fill(0);
    orders.forEach((count, before) => {
      for (let added = 0; added < k; added++) next[before + added] += count;
    });
    orders = next;
  }
  return orders;
}

function pairs(counts: number[]): [earlier: number, later: number, seconds: number][] {
  return counts.flatMap((later, to) => counts.slice(0, to).map((earlier, from): [number, number, number] => [earlier, later, to - from]));
}
