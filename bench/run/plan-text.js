import { budgetLeft, endingOf } from '../record/ending.js';
import { capabilitiesOf } from '../engines/engines.js';
import { roughly } from '../measure/progress.js';
import { CALIBRATION_MINUTES } from '../plan/calibration.js';
import { unfitPairs } from '../plan/pairs.js';
import { sum } from '../util/math.js';
import { percent, plural } from '../util/text.js';

const DAY_MS = 86_400_000;
/** A shorter run has no use for a noise floor that takes longer to measure. */
const WORTH_CALIBRATING_SECONDS = 600;

/** @typedef {import('../record/run.js').PlannedRun & { engine: string }} Begun */

/**
 * @param {Begun} run
 * @param {number[]} estimates seconds of the parts that are left
 * @returns {string} what a run is about to measure, and how long all of that takes, for the terminal
 */
export function planText(run, estimates) {
  const { id, scenarios, targets, rounds, seed, catalogue, settings, databaseRttMs, generators = 1 } = run;
  const { budgetSeconds, halfWidth } = endingOf(run);
  const isFixed = budgetSeconds === null;
  const plan = [
    isFixed && plural(rounds, 'round'),
    halfWidth && `until every ratio is known to ±${percent(halfWidth)}`,
    settings && settings.title,
    databaseRttMs && `database ${databaseRttMs} ms away`,
    generators > 1 && `load from ${generators} k6`,
    `seed ${seed}`,
  ].filter(Boolean);
  const what = `${plural(scenarios.length, 'scenario')} × ${plural(targets.length, 'target')}`;
  // What is planned is never cut.
  const seconds = Math.max(budgetLeft(run) ?? 0, sum(estimates));
  const time = `${isFixed ? '' : 'at most '}about ${roughly(seconds)}`;
  const title = `run ${id}: ${what}, ${time} (${plan.join(', ')})`;
  const unfit = unfitPairs(catalogue, { targets, scenarios });
  const unmeasured = unfit.map(({ scenario, target, reason }) => `  not measured: ${scenario} on ${target} (${reason})`);
  return [title, ...unmeasured, ...noiseFloorText(run, seconds)].join('\n');
}

/** @param {Begun} run @param {number} seconds that it takes @returns {string[]} */
function noiseFloorText({ calibrates, calibration, startedAt, engine }, seconds) {
  if (calibrates || seconds < WORTH_CALIBRATING_SECONDS) return [];
  if (calibration) {
    const days = Math.floor((Date.parse(startedAt) - Date.parse(calibration.at)) / DAY_MS);
    return [`  noise floor: calibration ${calibration.runId}, made ${days > 0 ? `${plural(days, 'day')} ago` : 'today'}`];
  }
  const command = `make calibrate${capabilitiesOf(engine).measuresTargetTwice ? '' : ' ENGINE=native'}`;
  return [`  noise floor of this machine: not known; ${command} measures it in ${CALIBRATION_MINUTES} min`];
}
