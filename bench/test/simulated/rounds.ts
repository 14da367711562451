/** Simulated rounds of which the truth is known: a machine that drifts, and noise of several shapes. */
import { seededRandom } from '../../util/random.ts';
import { normal } from '../fixtures/normal.ts';

const random = seededRandom(1);

/** Noise of mean 0 and a variance near 1. */
export const NOISES: Record<string, () => number> = {
  normal: () => normal(random),
  'skewed (exponential)': () => -Math.log(1 - random()) - 1,
  'a tenth of the rounds five times noisier': () => normal(random) * (random() < 0.1 ? 5 : 1),
  'in two heaps': () => (random() < 0.3 ? 2 : -0.857) + 0.2 * normal(random),
};

/** Pairs of rounds with a drift of 10 % that both have in common, and 5 % noise of each. @param ratio the truth */
export function sample(rounds: number, ratio: number, noise: () => number, drifting = random) {
  const drift = Array.from({ length: rounds }, () => Math.exp(0.1 * normal(drifting)));
  const side = (level: number) =>
    drift.map((each) => ({ above: level * each * Math.exp(0.05 * noise()), below: 1, resolution: 1 / level }));
  return { a: side(10_000 * ratio), b: side(10_000), paired: true };
}
