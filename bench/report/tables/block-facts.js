import { blockSamples } from '../../analyse/comparison/members.js';
import { groupsOf } from '../../analyse/findings/scopes.js';
import { noiseComponents } from '../../analyse/statistics/two-levels.js';
import { groupBy } from '../../util/group.js';
import { count, instant, percent, plusMinus } from '../../util/text.js';
import { sampleWords } from '../level.js';

/**
 * How much of a run was measured, and how far that goes.
 *
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../../analyse/types.js').Figures} Figures
 */

/** @param {Figures} figures @returns {string} 'read, create: 3 rounds × 5 blocks; block: each target measured alone, once' */
export function samplesText(figures) {
  const bySample = groupBy(figures.run.scenarios, (scenario) => sampleWords(figures, scenario));
  return [...bySample].map(([words, scenarios]) => `${scenarios.join(', ')}: ${words}`).join('; ');
}

/** @param {Pick<Run, 'budgetSeconds' | 'halfWidth'>} run @returns {string | null} null where none were to be added */
export function untilText({ budgetSeconds, halfWidth }) {
  const limits = [
    halfWidth === null ? null : `until every interval is narrower than ${plusMinus(halfWidth)} (HALF_WIDTH)`,
    budgetSeconds === null ? null : `within ${count(budgetSeconds / 60)} min (BUDGET)`,
  ].filter((limit) => limit !== null);
  return limits.length > 0 ? limits.join(', ') : null;
}

/** @param {Run} run @returns {string | null} when rounds were added beyond the plan, and what was known by then; null where none were */
export function continuedText({ continued = [] }) {
  const texts = continued.map(({ at, rounds, ...ending }) => {
    const when = rounds === 0 ? 'before its first round had ended' : `after round ${rounds}, after its result had been seen`;
    return `on ${instant(at)}, ${when}: ${untilText(ending)}`;
  });
  return texts.length > 0 ? texts.join('; ') : null;
}

/** @param {Figures} figures @returns {string | null} of the ratio of two targets; null where it is not known */
export function noisesText(figures) {
  const texts = figures.run.scenarios.flatMap((scenario) => {
    const groups = groupsOf(figures, scenario);
    const targets = groups.map(({ target }) => target);
    const noise = noiseComponents(blockSamples(groups, 'throughput'), targets);
    return noise ? [`${scenario} ${percent(Math.sqrt(noise.sigma2Block))} and ${percent(Math.sqrt(noise.sigma2Round))}`] : [];
  });
  return texts.length > 0 ? `of requests/s, within a round and between rounds: ${texts.join('; ')}` : null;
}
