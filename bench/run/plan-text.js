import { roughly } from '../measure/progress.js';
import { unfitPairs } from '../plan/pairs.js';
import { sum } from '../util/math.js';
import { percent, plural } from '../util/text.js';

/**
 * @param {import('../record/run.js').PlannedRun} run
 * @param {number[]} estimates seconds of the cells and sequences that are left
 * @returns {string} what a run is about to measure, for the terminal
 */
export function planText(run, estimates) {
  const { id, scenarios, targets, rounds, seed, catalogue, settings, databaseRttMs, budgetSeconds, halfWidth } = run;
  const isFixed = budgetSeconds === null;
  const plan = [
    isFixed && plural(rounds, 'round'),
    halfWidth && `until every ratio is known to ±${percent(halfWidth)}`,
    settings && settings.title,
    databaseRttMs && `database ${databaseRttMs} ms away`,
    `seed ${seed}`,
  ].filter(Boolean);
  const what = `${plural(scenarios.length, 'scenario')} × ${plural(targets.length, 'target')}`;
  const time = isFixed ? `about ${roughly(sum(estimates))}` : `at most about ${roughly(budgetSeconds)}`;
  const title = `run ${id}: ${what}, ${time} (${plan.join(', ')})`;
  const unfit = unfitPairs(catalogue, { targets, scenarios });
  return [title, ...unfit.map(({ scenario, target, reason }) => `  not measured: ${scenario} on ${target} (${reason})`)].join('\n');
}
