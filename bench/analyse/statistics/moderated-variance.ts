import { mean, sum } from '../../util/math.ts';

/** The variance of few values, steadied by that of others of their kind: the moderated variance of Smyth ('Linear models and empirical Bayes methods for
 * assessing differential expression in microarray experiments', Statistical Applications in Genetics and Molecular Biology 3, 2004), with a fixed prior
 * weight, since one scenario has too few targets to estimate it. `degrees`: of freedom */
export type Variance = { variance: number; degrees: number };

/** The pooled variance counts as one of so many degrees of freedom. A higher number makes intervals of few rounds narrower, but too narrow
 * for a target that is twice as noisy as the others (test/simulated/blocks.ts). */
const PRIOR_DEGREES = 3;

/** @param values at least two @returns of one value */
export function varianceOf(values: number[]): Variance {
  const centre = mean(values);
  const degrees = values.length - 1;
  return { variance: sum(values.map((value) => (value - centre) ** 2)) / degrees, degrees };
}

/** @param variances at least one @returns weighted by their degrees of freedom */
export function meanVariance(variances: Variance[]): number {
  return sum(variances.map(({ variance, degrees }) => degrees * variance)) / sum(variances.map(({ degrees }) => degrees));
}

/** @param own one of the pooled ones @returns the own one if there is no other */
export function moderatedVariance(own: Variance, pooled: Variance): Variance {
  const weight = ownWeight(own.degrees);
  const variance = weight * own.variance + (1 - weight) * pooled.variance;
  return { variance, degrees: moderatedDegrees(own.degrees, pooled.degrees) };
}

/** Satterthwaite ('An approximate distribution of estimates of variance components', Biometrics Bulletin 2, 1946). The own variance is part
 * of the pooled one, so that their covariance is the variance of the pooled one: with weight w, w² / own + (1 − w)² / pooled + 2 w (1 − w)
 * / pooled. */
export function moderatedDegrees(own: number, pooled: number) {
  const weight = ownWeight(own);
  return 1 / (weight ** 2 / own + (1 - weight ** 2) / pooled);
}

function ownWeight(degrees: number) {
  return degrees / (degrees + PRIOR_DEGREES);
}
