import { blocksOf } from '../../analyse/findings/scopes.js';
import { blockSamples } from '../../analyse/blocks/comparison.js';
import { noiseComponents } from '../../analyse/statistics/two-levels.js';
import { count, instant, percent, plural, plusMinus } from '../../util/text.js';
import { isOfBlocks, sampleOf } from '../level.js';
import { sampleText } from '../words/verdicts.js';

/**
 * The facts about the blocks of a run.
 *
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../../analyse/types.js').Figures} Figures
 */

/** @param {Figures} figures @returns {string | null} 'read, create: 3 rounds × 5 blocks; a slice lasts 5 s at 300 users'; null without blocks */
export function blocksText(figures) {
  const { run } = figures;
  const samples = run.scenarios
    .filter((scenario) => isOfBlocks(figures, scenario))
    .map((scenario) => ({ scenario, text: sampleText(sampleOf(figures, scenario)) }));
  if (samples.length === 0) return null;
  const texts = [...new Set(samples.map(({ text }) => text))].map((text) => {
    const same = samples.filter((sample) => sample.text === text);
    return `${same.map(({ scenario }) => scenario).join(', ')}: ${text}`;
  });
  return `${texts.join('; ')}; a slice lasts ${run.sliceSeconds} s at ${plural(run.blockVus, 'user')}`;
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
    const groups = blocksOf(figures, scenario);
    const targets = groups.map(({ target }) => target);
    const noise = noiseComponents(blockSamples(groups, 'throughput'), targets);
    return noise ? [`${scenario} ${percent(Math.sqrt(noise.sigma2Block))} and ${percent(Math.sqrt(noise.sigma2Round))}`] : [];
  });
  return texts.length > 0 ? `of requests/s, within a round and between rounds: ${texts.join('; ')}` : null;
}
