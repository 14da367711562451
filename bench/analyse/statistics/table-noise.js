import { mean } from '../../util/math.js';
import { meanVariance } from './moderated-variance.js';
import { variancesElsewhere } from './pooled-variance.js';
import { inRounds, pairVariances } from './rounds-of-blocks.js';

/**
 * What all scenarios of a table tell of the noise in one of them, which has too few rounds to tell by itself.
 *
 * @typedef {{ samples: import('./rounds-of-blocks.js').Sample[], targets: string[] }} Scenario
 * @typedef {{ ofTargets: Map<string, number>, elsewhere: import('./moderated-variance.js').Variance | null }} Noise `ofTargets`: how much noisier than
 *   all pairs each target is; `elsewhere`: variance of a round's log ratio in the other scenarios, null without others
 */

/** @param {Scenario[]} scenarios @returns {Noise[]} of each */
export function tableNoise(scenarios) {
  const ofTargets = targetNoise(scenarios);
  return variancesElsewhere(scenarios).map((elsewhere) => ({ ofTargets, elsewhere }));
}

/**
 * How much noisier the ratios of a target are than those of all pairs of targets. One scenario has too few rounds to tell; all scenarios of
 * a table together do, if targets keep their noise from one to the next.
 *
 * @param {Scenario[]} scenarios
 * @returns {Map<string, number>} variance of the target's pairs ÷ that of all pairs, the mean of the scenarios; at least 1, because a target that seems
 *   quiet may have been lucky; without targets of fewer than two rounds
 */
export function targetNoise(scenarios) {
  const ofScenarios = scenarios.map(relativeVariances);
  const targets = new Set(ofScenarios.flatMap((found) => [...found.keys()]));
  return new Map([...targets].map((target) => [target, Math.max(1, mean(ofScenarios.flatMap((found) => found.get(target) ?? [])))]));
}

/** @param {Scenario} scenario @returns {Map<string, number>} */
function relativeVariances({ samples, targets }) {
  const all = pairVariances(inRounds(samples), targets);
  if (all.every(({ variance }) => variance === 0)) return new Map();
  const pooled = meanVariance(all);
  return new Map(
    targets.flatMap((target) => {
      const own = all.filter(({ pair }) => pair.includes(target));
      return own.length > 0 ? [/** @type {[string, number]} */ ([target, meanVariance(own) / pooled])] : [];
    }),
  );
}
