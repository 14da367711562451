/** How much of a run was measured, and how far that goes. */
import { blockSamples } from '../../analyse/comparison/comparison.ts';
import { groupsOf } from '../../analyse/findings/scopes.ts';
import { noiseComponents } from '../../analyse/statistics/two-levels.ts';
import { count, instant, percent, plusMinus } from '../../util/text.ts';
import { sampleWords } from '../level.ts';
import type { Figures } from '../../analyse/types.ts';
import type { Run } from '../../record/run.ts';

/** @returns 'read, create: 3 rounds × 5 blocks; block: each target measured alone, once' */
export function samplesText(figures: Figures): string {
  const bySample = Map.groupBy(figures.run.scenarios, (scenario) => sampleWords(figures, scenario));
  return [...bySample].map(([words, scenarios]) => `${scenarios.join(', ')}: ${words}`).join('; ');
}

/** @returns null where none were to be added */
export function untilText({ budgetSeconds, halfWidth }: Pick<Run, 'budgetSeconds' | 'halfWidth'>): string | null {
  const limits = [
    halfWidth === null ? null : `until every interval is narrower than ${plusMinus(halfWidth)} (HALF_WIDTH)`,
    budgetSeconds === null ? null : `within ${count(budgetSeconds / 60)} min (BUDGET)`,
  ].filter((limit) => limit !== null);
  return limits.length > 0 ? limits.join(', ') : null;
}

/** @returns when rounds were added beyond the plan, and what was known by then; null where none were */
export function continuedText({ continued = [] }: Run): string | null {
  const texts = continued.map(({ at, rounds, ...ending }) => {
    const when = rounds === 0 ? 'before its first round had ended' : `after round ${rounds}, after its result had been seen`;
    return `on ${instant(at)}, ${when}: ${untilText(ending)}`;
  });
  return texts.length > 0 ? texts.join('; ') : null;
}

/** @returns of the ratio of two targets; null where it is not known */
export function noisesText(figures: Figures): string | null {
  const texts = figures.run.scenarios.flatMap((scenario) => {
    const groups = groupsOf(figures, scenario);
    const targets = groups.map(({ target }) => target);
    const noise = noiseComponents(blockSamples(groups, 'throughput'), targets);
    return noise ? [`${scenario} ${percent(Math.sqrt(noise.sigma2Block))} and ${percent(Math.sqrt(noise.sigma2Round))}`] : [];
  });
  return texts.length > 0 ? `of requests/s, within a round and between rounds: ${texts.join('; ')}` : null;
}
