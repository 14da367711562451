/** `make capacity`: the highest rate of requests at which each target still answers within the SLO (open model), one scenario after the other. */
import path from 'node:path';
import { TargetSearch } from '../measure/capacity/target-search.ts';
import { Jvms } from '../measure/jvms.ts';
import { roughly } from '../measure/progress.ts';
import { capacityOptions, unseenOverload } from '../plan/capacity.ts';
import { drawnOrder } from '../plan/run.ts';
import { CAPACITY_FILE, type CapacityPlan, type CapacityRecord } from '../record/capacity.ts';
import { Journal } from '../record/journal.ts';
import { newestCalibration } from '../record/results/calibration.ts';
import { capacityTable, writeCapacityReport } from '../report/capacity/index.ts';
import { present, sum } from '../util/math.ts';
import { plural } from '../util/text.ts';
import { begun, recorded, startServices, verifyFirst, type Session } from './stack/session.ts';
import type { Command } from '../setup/command.ts';

/** Of one search: the coarse ramp, the halving after it, and the second attempts. */
const TYPICAL_TRIALS = 10;

/** @returns exit code: 1 if a capacity could not be measured, else 0 @throws {Error} if the search could not go on; its trials are kept */
export async function capacity(command: Command): Promise<number> {
  const plan = capacityOptions(command.env, command.catalogue);
  const { dir, record } = await recorded(command, plan, {
    open: (session) => openJournal(command, plan, session),
    measure: (session, journal) => searchAll(command, journal, session),
    kept({ record: { results, ...planned }, file }) {
      const trials = sum(results.map(({ trials: own }) => own.length));
      if (trials === 0) return [];
      const ended = results.filter(({ failure }) => failure === null).length;
      const searches = plural(plannedSearches(planned).flat().length, 'search', 'searches');
      return [`${ended} of ${searches} ended. ${plural(trials, 'trial')} saved: ${path.relative(command.root, file)}`];
    },
  });
  command.log(capacityTable(record));
  command.log(`report: ${path.relative(command.root, writeCapacityReport(dir))}`);
  return record.results.some(({ failure }) => failure !== null) ? 1 : 0;
}

function openJournal(command: Command, plan: CapacityPlan, session: Session) {
  const { resultsDir, warn } = command;
  return new Journal<CapacityRecord>(resultsDir, CAPACITY_FILE, {
    ...begun(command, session, 'capacity', plan),
    calibration: newestCalibration(resultsDir, warn),
    notes: [...present([unseenOverload(plan)]), ...(session.engine.notes?.() ?? [])],
    results: [],
  });
}

async function searchAll(command: Command, journal: Journal<CapacityRecord>, { engine, tools, signal }: Session) {
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
  const searching: TargetSearch[] = [];
  const keep = () => journal.change({ results: searching.map(({ found }) => found) });
  for (const together of planned) {
    const ofScenario = together.map((pair) => new TargetSearch(pair, context));
    searching.push(...ofScenario);
    await searchTogether(ofScenario, keep, command.log);
    for (const search of ofScenario) await search.settle();
  }
}

/** One scenario: a step of each target in turn, so that a drift of the machine falls on all alike. @param keep what is found so far */
async function searchTogether(searches: TargetSearch[], keep: () => void, log: (line: string) => void) {
  keep();
  for (let left = searches; left.length > 0; left = left.filter(({ ended }) => !ended)) {
    for (const search of left) {
      await search.step();
      keep();
      const line = stepText(search);
      if (line !== null) log(`${search.found.scenario}/${search.found.target}: ${line}`);
    }
  }
}

/** @returns by scenario */
function plannedSearches(plan: Omit<CapacityRecord, 'results'>) {
  // A rate has no levels of users, and nothing is to be waited for.
  const drawn = drawnOrder({ ...plan, levels: [] }, 1);
  return drawn.map(({ scenario, targets }) => targets.map((target) => ({ scenario, target })));
}

/** @returns what its last step showed; null after a warm-up */
function stepText({ ended, found: { capacity: rate, failure, trials } }: TargetSearch): string | null {
  const last = trials.at(-1);
  const why = last?.why.join(', ');
  if (!ended) return last ? `${last.rate}/s ${last.holds ? 'holds' : `does not hold (${why})`}` : null;
  if (failure !== null) return `failed: ${failure}`;
  const tried = plural(trials.length, 'trial');
  return rate === null ? `no rate holds (${why}; ${tried})` : `capacity ${rate} requests/s (${tried})`;
}
