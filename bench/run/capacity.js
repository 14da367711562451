/** `make capacity`: the highest rate of requests at which each target still answers within the SLO (open model), one scenario after the other. */
import path from 'node:path';
import { TargetSearch } from '../measure/capacity/target-search.js';
import { Jvms } from '../measure/jvms.js';
import { roughly } from '../measure/progress.js';
import { capacityOptions, unseenOverload } from '../plan/capacity.js';
import { drawnOrder } from '../plan/order.js';
import { traitsOf } from '../plan/run.js';
import { CAPACITY_FILE } from '../record/capacity.js';
import { Journal } from '../record/journal/journal.js';
import { newestCalibration, unusedCalibration } from '../record/results/newest-calibration.js';
import { capacityTable, writeCapacityReport } from '../report/capacity/index.js';
import { present, sum } from '../util/math.js';
import { plural } from '../util/text.js';
import { begun, recorded, startServices } from './stack/session.js';
import { verifyFirst } from './stack/verify-first.js';

/**
 * @typedef {import('../setup/command.js').Command} Command
 * @typedef {import('../record/capacity.js').CapacityRecord} CapacityRecord
 * @typedef {import('../record/capacity.js').CapacityPlan} CapacityPlan
 * @typedef {import('./stack/session.js').Session} Session
 */

/** Of one search: the coarse ramp, the halving after it, and the second attempts. */
const TYPICAL_TRIALS = 10;

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every target had a capacity or shows why it has none, 1 if one could not be measured
 * @throws {Error} if the search could not go on; the trials that were made are kept
 */
export async function capacity(command) {
  const plan = capacityOptions(command.env, command.catalogue);
  const { dir, record } = await recorded(command, plan, {
    open: (session) => openJournal(command, plan, session),
    measure: (session, journal) => searchAll(command, journal, session),
    kept: ({ record: { results, ...planned }, file }) => {
      const trials = sum(results.map(({ trials: own }) => own.length));
      const ended = results.filter(({ failure }) => failure === null).length;
      const searches = plural(plannedSearches(planned).flat().length, 'search', 'searches');
      const saved = `${ended} of ${searches} ended. ${plural(trials, 'trial')} saved: ${path.relative(command.root, file)}`;
      return trials === 0 ? [] : [saved];
    },
  });
  command.log(capacityTable(record));
  command.log(`report: ${path.relative(command.root, writeCapacityReport(dir))}`);
  return record.results.some(({ failure }) => failure !== null) ? 1 : 0;
}

/** @param {Command} command @param {CapacityPlan} plan @param {Session} session */
function openJournal(command, plan, session) {
  const { resultsDir, warn } = command;
  const unused = unusedCalibration(resultsDir);
  if (unused !== null) warn(unused);
  /** @type {CapacityRecord} */
  const record = {
    ...begun(command, session, 'capacity', plan),
    calibration: newestCalibration(resultsDir),
    notes: [...present([unseenOverload(plan)]), ...session.engine.notes()],
    results: [],
  };
  return new Journal(resultsDir, CAPACITY_FILE, record);
}

/** @param {Command} command @param {Journal<CapacityRecord>} journal @param {Session} session */
async function searchAll(command, journal, { engine, tools, signal }) {
  const { record, dir } = journal;
  const planned = plannedSearches(record);
  const count = planned.flat().length;
  const searches = plural(count, 'search', 'searches');
  const seconds = count * (record.warmupMaxSeconds + TYPICAL_TRIALS * record.trialSeconds);
  command.log(`capacity ${record.id}: ${searches}, p99 ≤ ${record.sloP99Ms} ms, about ${roughly(seconds)}`);
  await startServices(engine);
  const jvms = new Jvms(engine);
  await Promise.all(record.targets.map((target) => jvms.running(target)));
  await verifyFirst(command, engine, record);
  const context = { engine, jvms, record, signal, root: command.root, k6Bin: tools.k6.bin, dir };
  /** @type {TargetSearch[]} */
  const searching = [];
  const keep = () => journal.change({ results: searching.map(({ found }) => found) });
  for (const together of planned) {
    const ofScenario = together.map((pair) => new TargetSearch(pair, context));
    searching.push(...ofScenario);
    await searchTogether(ofScenario, keep, command.log);
    for (const search of ofScenario) await search.settle();
  }
}

/**
 * One scenario: a trial of each target in turn, so that a drift of the machine falls on all of them alike.
 * @param {TargetSearch[]} searches
 * @param {() => void} keep what is found so far
 * @param {(line: string) => void} log
 */
async function searchTogether(searches, keep, log) {
  const after = async (/** @type {TargetSearch} */ search, /** @type {Promise<void>} */ step) => {
    await step;
    keep();
    const line = stepText(search);
    if (line !== null) log(`${search.found.scenario}/${search.found.target}: ${line}`);
  };
  keep();
  for (const search of searches) await after(search, search.warm());
  while (searches.some(({ ended }) => !ended)) {
    for (const search of searches.filter(({ ended }) => !ended)) await after(search, search.tryNext());
  }
}

/** @param {Pick<CapacityRecord, 'targets' | 'scenarios' | 'seed' | 'catalogue'>} record @returns {{ scenario: string, target: string }[][]} by scenario */
function plannedSearches({ catalogue, ...plan }) {
  return drawnOrder(plan, 1, traitsOf(catalogue, null)).map(({ scenario, targets }) => targets.map((target) => ({ scenario, target })));
}

/** @param {TargetSearch} search @returns {string | null} what its last step showed; null after a warm-up */
function stepText({ ended, found }) {
  if (ended) return resultText(found);
  const trial = found.trials.at(-1);
  return trial ? `${trial.rate}/s ${trial.holds ? 'holds' : `does not hold (${trial.why.join(', ')})`}` : null;
}

/** @param {import('../record/capacity.js').Capacity} found */
function resultText({ capacity: rate, failure, trials }) {
  if (failure !== null) return `failed: ${failure}`;
  const tried = plural(trials.length, 'trial');
  return rate === null ? `no rate holds (${trials.at(-1)?.why.join(', ')}; ${tried})` : `capacity ${rate} requests/s (${tried})`;
}
