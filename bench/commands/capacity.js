/** `make capacity`: the highest rate of requests at which each target still answers within the SLO (open model). */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeWhole } from '../record/bundle-writer.js';
import { capacityOptions, unseenOverload } from '../plan/capacity.js';
import { comparedTogether, planCells } from '../plan/order.js';
import { runIdAt, traitsOf } from '../plan/run.js';
import { surroundingsOf } from '../plan/surroundings.js';
import { capacityTable, writeCapacityReport } from '../report/capacity/index.js';
import { plural } from '../util/text.js';
import { newestCalibration } from '../record/calibration.js';
import { describe } from '../run/describe.js';
import { untilAborted } from '../util/interruption.js';
import { Jvms } from '../measure/jvms.js';
import { roughly } from '../measure/progress.js';
import { TargetSearch } from '../measure/capacity/target-search.js';
import { verifyFirst } from '../run/verify-first.js';
import { startServices, withEngine } from '../run/with-engine.js';
import { sum } from '../util/math.js';

/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {import('../engines/engine.js').Engine} Engine */
/** @typedef {import('../report/capacity/index.js').CapacityRecord} CapacityRecord */
/** @typedef {import('../report/capacity/index.js').Capacity} Capacity */

const RECORD = 'capacity.json';
/** Of a search: the coarse ramp, the halving after it, and the second attempts. */
const USUAL_TRIALS = 10;

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every target had a capacity or shows why it has none, 1 if one could not be measured
 */
export async function capacity(command) {
  const options = capacityOptions(command.env, command.catalogue);
  const search = async (/** @type {import('../run/with-engine.js').Work} */ { engine, tools, gone }) => {
    // One that was cut short by either has found nothing out.
    const ended = AbortSignal.any([command.signal, gone]);
    const record = newRecord(command, options, describe(command, engine, tools, options));
    const dir = path.join(command.resultsDir, record.id);
    mkdirSync(dir, { recursive: true });
    const work = { command: { ...command, signal: ended }, engine, record, dir, k6Bin: tools.k6.bin };
    try {
      await untilAborted(measureAll(work), ended);
    } catch (error) {
      await keepWhatIsMeasured(work);
      throw error;
    }
    command.log(capacityTable(record));
    command.log(`report: ${path.relative(command.root, writeCapacityReport(dir))}`);
    return record.results.some(({ failure }) => failure !== null) ? 1 : 0;
  };
  return withEngine(command, options.targets, options, search, surroundingsOf({ ...options, catalogue: command.catalogue }));
}

/**
 * @param {Command} command
 * @param {import('../plan/capacity.js').CapacityOptions} options
 * @param {ReturnType<typeof describe>} circumstances
 * @returns {CapacityRecord}
 */
function newRecord({ catalogue, resultsDir }, options, circumstances) {
  const startedAt = new Date().toISOString();
  return {
    schema: 1,
    id: runIdAt(startedAt, 'capacity'),
    startedAt,
    endedAt: null,
    ...options,
    ...circumstances,
    catalogue,
    calibration: newestCalibration(resultsDir),
    notes: [],
    results: [],
  };
}

/**
 * @typedef {{ command: Command, engine: Engine, record: CapacityRecord, dir: string, k6Bin: string }} Work
 * @param {Work} work
 */
async function measureAll(work) {
  const { command, engine, record, dir, k6Bin } = work;
  const cells = plannedCells(record);
  command.log(
    `capacity ${record.id}: ${plural(cells.length, 'search', 'searches')}, p99 ≤ ${record.sloP99Ms} ms, about ${roughly(cells.length * searchSeconds(record))}`,
  );
  await startServices(engine);
  record.notes = [...engine.notes(), unseenOverload(record)].filter((note) => note !== null);
  const jvms = new Jvms(engine);
  await Promise.all(record.targets.map((target) => jvms.running(target)));
  await verifyFirst(command, engine, record);
  const around = { engine, jvms, record, signal: command.signal, root: command.root, k6Bin, dir };
  for (const together of comparedTogether(cells)) {
    const searches = together.map((cell) => new TargetSearch(cell, around));
    await searchTogether(work, searches);
    for (const search of searches) await search.settle();
  }
  record.endedAt = new Date().toISOString();
  save(work);
}

/** @param {Pick<CapacityRecord, 'warmupMaxSeconds' | 'trialSeconds'>} record @returns {number} that one search usually takes, with its warm-up */
function searchSeconds({ warmupMaxSeconds, trialSeconds }) {
  return warmupMaxSeconds + USUAL_TRIALS * trialSeconds;
}

/**
 * One scenario: a trial of each target in turn, so that a drift of the machine falls on all of them alike.
 * @param {Work} work
 * @param {TargetSearch[]} searches
 */
async function searchTogether(work, searches) {
  work.record.results.push(...searches.map(({ found }) => found));
  for (const search of searches) await told(work, search, search.warm());
  while (searches.some(({ ended }) => !ended)) {
    for (const search of searches.filter(({ ended }) => !ended)) await told(work, search, search.tryNext());
  }
}

/** @param {Work} work @param {TargetSearch} search @param {Promise<void>} step of it */
async function told(work, search, step) {
  await step;
  save(work);
  const { scenario, target, trials } = search.found;
  const said = search.ended ? outcome(search.found) : trialText(trials.at(-1));
  if (said) work.command.log(`${scenario}/${target}: ${said}`);
}

/** @param {Work} work */
function save({ record, dir }) {
  writeWhole(path.join(dir, RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

/** @param {Work} work */
async function keepWhatIsMeasured({ command, engine, record, dir }) {
  // A process that cannot be ended is told by the engine's own end; what was measured is to be told anyway.
  await engine.stop().catch(() => {});
  await sleep(200); // the search that was under way notices the end of its processes and closes its files
  const trials = sum(record.results.map((found) => found.trials.length));
  if (trials === 0) return rmSync(dir, { recursive: true, force: true });
  const ended = record.results.filter(({ failure }) => failure === null).length;
  command.warn(
    `${ended} of ${plural(plannedCells(record).length, 'search', 'searches')} ended, kept are ${plural(trials, 'trial')}: ${path.relative(command.root, path.join(dir, RECORD))}`,
  );
}

/** @param {CapacityRecord} record */
function plannedCells({ targets, scenarios, seed, catalogue }) {
  return planCells({ targets, scenarios, seed, rounds: 1, freshJvms: false }, traitsOf(catalogue));
}

/** @param {import('../measure/capacity/trial.js').Trial | undefined} trial @returns {string | null} null after a warm-up */
function trialText(trial) {
  return trial ? `${trial.rate}/s ${trial.holds ? 'holds' : `does not hold (${trial.why.join(', ')})`}` : null;
}

/** @param {Capacity} found */
function outcome({ capacity: rate, failure, trials }) {
  if (failure !== null) return `failed: ${failure}`;
  const tried = plural(trials.length, 'trial');
  return rate === null ? `no rate holds (${trials.at(-1)?.why.join(', ')}; ${tried})` : `capacity ${rate} requests/s (${tried})`;
}
