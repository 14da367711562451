/** The searches of `make capacity`, one scenario after the other, into their record. */
import path from 'node:path';
import { TargetSearch } from '../measure/capacity/target-search.js';
import { Jvms } from '../measure/jvms.js';
import { roughly } from '../measure/progress.js';
import { unseenOverload } from '../plan/capacity.js';
import { environmentOf } from '../plan/environment.js';
import { comparedTogether, planRound } from '../plan/order.js';
import { runIdAt, traitsOf } from '../plan/run.js';
import { CapacityJournal } from '../record/journal/capacity.js';
import { CAPACITY_FILE } from '../record/capacity.js';
import { SCHEMA } from '../record/json/file.js';
import { newestCalibration, unusedCalibration } from '../record/results/newest-calibration.js';
import { requireWritable } from '../util/files.js';
import { untilAborted } from '../util/interruption.js';
import { sum } from '../util/math.js';
import { plural } from '../util/text.js';
import { describe } from './describe.js';
import { stopForInterruption } from './stack/interrupted.js';
import { verifyFirst } from './stack/verify-first.js';
import { startServices, withEngine } from './stack/with-engine.js';

/**
 * @typedef {import('../setup/command.js').Command} Command
 * @typedef {import('../record/capacity.js').CapacityRecord} CapacityRecord
 * @typedef {import('../record/capacity.js').CapacityPlan} CapacityPlan
 * @typedef {import('../record/capacity.js').Capacity} Capacity
 * @typedef {import('./stack/with-engine.js').Work} Work
 */

/** Of one search: the coarse ramp, the halving after it, and the second attempts. */
const TYPICAL_TRIALS = 10;

/**
 * @param {Command} command
 * @param {CapacityPlan} plan
 * @returns {Promise<{ dir: string, record: CapacityRecord }>} folder of the record, and the record
 * @throws {Error} if the search could not go on; the trials that were made are kept
 */
export async function measureCapacities(command, plan) {
  const search = async (/** @type {Work} */ work) => {
    // A trial that either of them cuts short shows nothing.
    const ended = AbortSignal.any([command.signal, work.gone]);
    const journal = openJournal(command, plan, work);
    try {
      await untilAborted(searchAll({ ...command, signal: ended }, journal, work), ended);
    } catch (error) {
      await keepTrials(command, journal, work);
      throw error;
    }
    return { dir: journal.dir, record: journal.record };
  };
  requireWritable(command.resultsDir, 'results/');
  return withEngine(command, plan.targets, plan, search, environmentOf({ ...plan, catalogue: command.catalogue }));
}

/** @param {Command} command @param {CapacityPlan} plan @param {Work} work */
function openJournal(command, plan, { engine, tools }) {
  const { catalogue, resultsDir, warn } = command;
  const unused = unusedCalibration(resultsDir);
  if (unused !== null) warn(unused);
  const startedAt = new Date().toISOString();
  const id = runIdAt(startedAt, 'capacity');
  const overload = unseenOverload(plan);
  return new CapacityJournal(resultsDir, {
    ...{ schema: SCHEMA, id, startedAt, endedAt: null, ...plan, ...describe(command, engine, tools, plan), catalogue },
    ...{ calibration: newestCalibration(resultsDir), notes: overload === null ? [] : [overload], results: [] },
  });
}

/**
 * @param {Command} command
 * @param {CapacityJournal} journal
 * @param {Work} work
 */
async function searchAll(command, journal, { engine, tools }) {
  const { record, dir } = journal;
  const cells = plannedCells(record);
  const searches = plural(cells.length, 'search', 'searches');
  command.log(`capacity ${record.id}: ${searches}, p99 ≤ ${record.sloP99Ms} ms, about ${roughly(cells.length * searchSeconds(record))}`);
  await startServices(engine);
  for (const note of engine.notes()) journal.note(note);
  const jvms = new Jvms(engine);
  await Promise.all(record.targets.map((target) => jvms.running(target)));
  await verifyFirst(command, engine, record);
  const context = { engine, jvms, record, signal: command.signal, root: command.root, k6Bin: tools.k6.bin, dir };
  for (const together of comparedTogether(cells)) {
    const ofScenario = together.map((cell) => new TargetSearch(cell, context));
    await searchTogether(command, journal, ofScenario);
    for (const search of ofScenario) await search.settle();
  }
  journal.end();
}

/** @param {Pick<CapacityRecord, 'warmupMaxSeconds' | 'trialSeconds'>} record @returns {number} that one search takes, with its warm-up */
function searchSeconds({ warmupMaxSeconds, trialSeconds }) {
  return warmupMaxSeconds + TYPICAL_TRIALS * trialSeconds;
}

/**
 * One scenario: a trial of each target in turn, so that a drift of the machine falls on all of them alike.
 * @param {Command} command
 * @param {CapacityJournal} journal
 * @param {TargetSearch[]} searches
 */
async function searchTogether(command, journal, searches) {
  const after = async (/** @type {TargetSearch} */ search, /** @type {Promise<void>} */ step) => {
    await step;
    journal.result(search.found);
    const line = stepText(search);
    if (line !== null) command.log(`${search.found.scenario}/${search.found.target}: ${line}`);
  };
  for (const { found } of searches) journal.result(found);
  for (const search of searches) await after(search, search.warm());
  while (searches.some(({ ended }) => !ended)) {
    for (const search of searches.filter(({ ended }) => !ended)) await after(search, search.tryNext());
  }
}

/** @param {Command} command @param {CapacityJournal} journal @param {Work} work */
async function keepTrials({ root, warn }, journal, { engine }) {
  await stopForInterruption(engine);
  const { record, dir } = journal;
  const trials = sum(record.results.map(({ trials: own }) => own.length));
  if (trials === 0) return journal.drop();
  const ended = record.results.filter(({ failure }) => failure === null).length;
  const searches = plural(plannedCells(record).length, 'search', 'searches');
  warn(`${ended} of ${searches} ended. ${plural(trials, 'trial')} saved: ${path.relative(root, path.join(dir, CAPACITY_FILE))}`);
}

/** @param {CapacityRecord} record */
function plannedCells({ targets, scenarios, seed, catalogue }) {
  return planRound({ targets, scenarios, seed, blocks: 0 }, 1, traitsOf(catalogue, null)).cells;
}

/** @param {TargetSearch} search @returns {string | null} what its last step showed; null after a warm-up */
function stepText({ ended, found }) {
  if (ended) return resultText(found);
  const trial = found.trials.at(-1);
  return trial ? `${trial.rate}/s ${trial.holds ? 'holds' : `does not hold (${trial.why.join(', ')})`}` : null;
}

/** @param {Capacity} found */
function resultText({ capacity: rate, failure, trials }) {
  if (failure !== null) return `failed: ${failure}`;
  const tried = plural(trials.length, 'trial');
  return rate === null ? `no rate holds (${trials.at(-1)?.why.join(', ')}; ${tried})` : `capacity ${rate} requests/s (${tried})`;
}
