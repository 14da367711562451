/** How noisy a round is, where few rounds tell: what all pairs of targets of a scenario share, and what the scenarios of a table share. */
import { mean, sum } from '../../util/math.ts';
import { inRounds, pairVariances, type Sample } from './rounds-of-blocks.ts';

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

type Scenario = { samples: Sample[]; targets: string[] };

/** `ofTargets`: how much noisier than all pairs each target is; `elsewhere`: variance of a round's log ratio in the other scenarios, null without others */
export type Noise = { ofTargets: Map<string, number>; elsewhere: Variance | null };

/** The variance of the other scenarios counts as one of so many degrees of freedom, and of half as many as the own one has: a scenario is
 * as noisy as the others as a rule, and may be three times as noisy (test/simulated/blocks.ts). */
const ELSEWHERE = { degrees: 3, ofOwn: 1 / 2 };
/** A scenario that is far quieter than the others keeps most of its precision. With fewer degrees of freedom it may seem quiet by chance. */
const MOST_TIMES_THE_OWN = (degrees: number) => 6 * Math.max(1, 6 / degrees);

/** @returns of a round's log ratio, over all pairs of targets; in a complete table of means, it would be twice the residual mean square of
 * the two-way analysis of variance (Montgomery, 'Design and Analysis of Experiments': randomised complete blocks); without degrees of
 * freedom where no pair has two rounds */
export function pooledVariance(rounds: Sample[][], targets: string[]): Variance {
  const variances = pairVariances(rounds, targets);
  if (variances.length === 0) return { variance: 0, degrees: 0 };
  // Pairs that share a target are not independent: their degrees do not add up.
  const degrees = Math.max(residualDegrees(rounds, targets), ...variances.map((each) => each.degrees));
  return { variance: meanVariance(variances), degrees };
}

/** Of the two-way table of rounds and targets: its cells, less one for each round and each target, and one for the mean. */
function residualDegrees(rounds: Sample[][], targets: string[]) {
  const measured = rounds.map((blocks) => targets.filter((target) => blocks.some(({ values }) => target in values)));
  return sum(measured.map((names) => Math.max(0, names.length - 1))) - (new Set(measured.flat()).size - 1);
}

/** @param scenarios of a table @returns of each */
export function tableNoise(scenarios: Scenario[]): Noise[] {
  const ofTargets = targetNoise(scenarios);
  const pooled = scenarios.map(({ samples, targets }) => pooledVariance(inRounds(samples), targets));
  return pooled.map((own) => {
    const others = pooled.filter((each) => each !== own && each.degrees > 0);
    const elsewhere = others.length === 0 ? null : { variance: meanVariance(others), degrees: sum(others.map(({ degrees }) => degrees)) };
    return { ofTargets, elsewhere };
  });
}

/** How much noisier the ratios of a target are than those of all pairs of targets, if targets keep their noise from one scenario to the
 * next.
 * @returns variance of the target's pairs ÷ that of all pairs, the mean of the scenarios; at least 1, because a target that seems quiet may
 * have been lucky; without targets of fewer than two rounds */
function targetNoise(scenarios: Scenario[]): Map<string, number> {
  const relative = scenarios.flatMap(({ samples, targets }) => {
    const all = pairVariances(inRounds(samples), targets);
    if (all.every(({ variance }) => variance === 0)) return [];
    const ofEach = targets.map((target) => ({ target, own: all.filter(({ pair }) => pair.includes(target)) }));
    return ofEach.flatMap(({ target, own }) => (own.length > 0 ? [{ target, variance: meanVariance(own) / meanVariance(all) }] : []));
  });
  const byTarget = Map.groupBy(relative, ({ target }) => target);
  return new Map([...byTarget].map(([target, own]) => [target, Math.max(1, mean(own.map(({ variance }) => variance)))]));
}

export function steadied(own: Variance, elsewhere: Variance | null): Variance {
  if (elsewhere === null || own.degrees === 0) return own;
  const more = moreDegrees(own.degrees);
  const others = Math.min(elsewhere.variance, MOST_TIMES_THE_OWN(own.degrees) * own.variance);
  const variance = (own.degrees * own.variance + more * others) / (own.degrees + more);
  return { variance, degrees: steadiedDegrees(own.degrees, elsewhere.degrees) };
}

/** Satterthwaite's, but no more than the weights, since the scenarios may differ. @param elsewhere degrees of freedom; 0: no other scenario */
export function steadiedDegrees(own: number, elsewhere: number) {
  if (elsewhere === 0 || own === 0) return own;
  const all = own + moreDegrees(own);
  const weight = own / all;
  return Math.min(all, 1 / (weight ** 2 / own + (1 - weight) ** 2 / elsewhere));
}

function moreDegrees(own: number) {
  return Math.min(ELSEWHERE.degrees, ELSEWHERE.ofOwn * own);
}
