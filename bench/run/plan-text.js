import { roughly } from '../measure/progress.js';
import { unfitPairs } from '../plan/pairs.js';
import { sum } from '../util/math.js';
import { plural } from '../util/text.js';

/**
 * @param {import('../record/run.js').PlannedRun} run
 * @param {number[]} estimates seconds of the cells that are left
 * @returns {string} what a run is about to measure, for the terminal
 */
export function planText(run, estimates) {
  const { id, scenarios, targets, rounds, seed, freshJvms, until, spareRounds, catalogue, settings, databaseRttMs } = run;
  const plan = [
    [plural(scenarios.length, 'scenario'), plural(targets.length, 'target'), plural(rounds, 'round')].join(' × '),
    settings && settings.title,
    databaseRttMs && `database ${databaseRttMs} ms away`,
    freshJvms && 'new JVMs in every round',
    until && `then more until every interval is within ±${until.halfWidth * 100} %, at most ${until.maxRounds}`,
    spareRounds && `up to ${spareRounds} more where void cells leave too few`,
  ].filter(Boolean);
  const cells = plural(estimates.length, 'cell');
  const title = `run ${id}: ${cells}, seed ${seed}, at most about ${roughly(sum(estimates))} (${plan.join(', ')})`;
  const unfit = unfitPairs(catalogue, { targets, scenarios });
  return [title, ...unfit.map(({ scenario, target, reason }) => `  not measured: ${scenario} on ${target} (${reason})`)].join('\n');
}
