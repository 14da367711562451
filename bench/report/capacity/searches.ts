/** What was found: for each scenario and target a capacity, the p99 of every rate that was tried, and which capacities differ. */
import { noiseFloor } from '../../analyse/comparison/noise-floor.ts';
import { calibrationFinding } from '../../analyse/findings/run.ts';
import { PRECISION } from '../../plan/capacity.ts';
import { sourceOf, usableNoise } from '../../record/results/calibration.ts';
import { number, percent } from '../../util/text.ts';
import { OTHERS_LIMIT } from '../../analyse/slice/health.ts';
import { usedUp } from '../../analyse/bottleneck/bottleneck.ts';
import { targetShare } from '../../analyse/bottleneck/observations.ts';
import { containerUse, othersShare } from '../../analyse/slice/shares.ts';
import { DOWNSTREAM, callsDownstream } from '../../record/catalogue.ts';
import { durationAxis, targetOf, type Plot, type Point } from '../charts/plot.ts';
import { tableOf, type Table } from '../tables/table.ts';
import { calibrationCaveat } from '../words/findings/index.ts';
import type { CapacityRecord, Capacity, Trial } from '../../record/capacity.ts';

/** @returns its searches in the order of the targets; they ran, and were recorded, in a random one */
export function searchesOf({ targets, results }: Pick<CapacityRecord, 'targets' | 'results'>, scenario: string): Capacity[] {
  return targets.flatMap((target) => results.find((each) => each.scenario === scenario && each.target === target) ?? []);
}

export function summaryTable(record: CapacityRecord): Table {
  const { targets, scenarios, catalogue } = record;
  return tableOf('By scenario and target', scenarios, [
    { head: 'Scenario', rowHead: true, of: (scenario) => scenario },
    ...targets.map((target) => ({
      ...{ head: catalogue.targets[target].label, target },
      of: (scenario: string) => resultText(record, scenario, target),
    })),
  ]);
}

/** @returns such as `3,120/s`, with `(k6)` or the like where something else than the target was the bottleneck; why there is none; `–` where it was not
 * searched */
function resultText(record: CapacityRecord, scenario: string, target: string): string {
  const search = searchesOf(record, scenario).find((each) => each.target === target);
  if (!search) return '–';
  const other = outsideBottleneck(search, record);
  return capacityText(search) + (other === null ? '' : ` (${other})`);
}

function capacityText({ capacity, reachedHighest, failure }: Capacity) {
  if (failure !== null) return 'failed';
  if (capacity === null) return 'no rate holds';
  return `${reachedHighest ? '≥ ' : ''}${capacity.toLocaleString('en-US')}/s`;
}

/** The p99 of every rate that was tried, and the SLO across. */
export function latencyOverRate(record: CapacityRecord, scenario: string): Plot {
  const { sloP99Ms } = record;
  const series = searchesOf(record, scenario)
    .filter(({ trials }) => trials.length > 0)
    .map((search) => ({ target: search.target, points: points(search) }));
  return {
    kind: 'latencyOverRate',
    place: scenario,
    title: 'Latency over rate',
    how: 'p99 of each rate; hollow: the rate did not hold, because of its p99, of failed or dropped requests or of requests that k6 began late; where a line rises above the SLO, the rate exceeds the capacity',
    style: 'points',
    targets: series.map(({ target }) => targetOf(record, target)),
    panels: [
      {
        x: { name: 'requests/s' },
        y: durationAxis('p99', [sloP99Ms, ...series.flatMap((each) => each.points.map(({ y }) => y))]),
        level: { value: sloP99Ms, name: `SLO: ${sloP99Ms} ms` },
        series,
      },
    ],
  };
}

/** @returns by rate; where a rate was tried twice, the trial that holds, else the last one: it decided */
export function points({ trials }: Capacity): Point[] {
  const decided = new Map<number, Point>();
  for (const { rate, p99Ms, holds } of trials) {
    if (p99Ms === null || decided.get(rate)?.isOpen === false) continue;
    const words = `${number(p99Ms)} ms at ${number(rate)} requests/s${holds ? '' : ', did not hold'}`;
    decided.set(rate, { x: rate, y: p99Ms, words, isOpen: !holds });
  }
  return [...decided.values()].toSorted((one, other) => one.x - other.x);
}

/** Each capacity lies anywhere between the highest rate that held and the lowest that did not. */
const SEARCH = (1 + PRECISION) ** 2;

/** of a scenario; `isLowerBound`: something else than the target ended its search */
type Ranked = { target: string; capacity: number; isLowerBound: boolean };

/** Which of the capacities of a scenario differ? Trials of the targets take turns, but a rate is found by halving, not by averaging.
 * @returns a few sentences for each scenario with two capacities */
export function rankingTexts(record: CapacityRecord): string[] {
  return record.scenarios.flatMap((scenario) => {
    const ranked = record.results
      .flatMap((search) => {
        const { target, capacity, reachedHighest } = search;
        if (search.scenario !== scenario || capacity === null) return [];
        return [{ target, capacity, isLowerBound: reachedHighest || outsideBottleneck(search, record) !== null }];
      })
      .sort((a, b) => b.capacity - a.capacity);
    return ranked.length < 2 ? [] : rankingText(record, scenario, ranked);
  });
}

/** @param ranked at least two, the highest first */
function rankingText(record: CapacityRecord, scenario: string, ranked: Ranked[]): string {
  const floor = noiseFloor(usableNoise(record).unpairedNoise, scenario, 'throughput', 1);
  if (floor === null || !record.calibration)
    return `No calibration shows how much two searches of ${scenario} differ on this machine, so no difference is shown (~ for all targets).`;
  // Capacities up to so far from each other may be one.
  const leastRatio = floor * SEARCH;
  const [best, ...others] = ranked;
  const exact = others.filter(({ isLowerBound }) => !isLowerBound);
  const alike = exact.filter(({ capacity }) => best.capacity <= capacity * leastRatio);
  const below = exact.filter((each) => !alike.includes(each));
  const notRanked = others.filter(({ isLowerBound }) => isLowerBound);
  const named = (some: Ranked[]) => some.map(({ target, capacity }) => `${target} ×${(capacity / best.capacity).toFixed(2)}`).join(', ');
  const { runId } = sourceOf(record.calibration, scenario);
  return [
    `Highest${notRanked.length > 0 ? ' measured' : ''} in ${scenario}: ${best.target}${best.isLowerBound ? ', which may carry more' : ''}.`,
    ...(alike.length > 0 ? [`~ no difference from it was shown: ${named(alike)}.`] : []),
    ...(below.length > 0 ? [`Below it: ${named(below)}.`] : []),
    ...(notRanked.length > 0 ? [`Not ranked, because something else ended their search: ${named(notRanked)} at least.`] : []),
    `Two searches of one capacity may differ by up to ×${leastRatio.toFixed(2)} (calibration ${runId}: ×${floor.toFixed(2)}, and ±${percent(PRECISION)} of each search).`,
  ].join(' ');
}

export function calibrationDoubt(record: CapacityRecord): string | null {
  if (!record.calibration) return null;
  const { title, items } = calibrationCaveat(calibrationFinding(record, 'unpairedNoise'));
  return items.length > 0 ? `${title.replace(/\.$/, '')}: ${items.join(', ')}` : null;
}

type Environment = Pick<CapacityRecord, 'machine' | 'limits' | 'catalogue'>;

/** What else than the target ended a search, by the mark that stands beside its capacity. */
const BOTTLENECKS = {
  k6: 'the load generator was the bottleneck',
  'other processes': `other processes used more than ${percent(OTHERS_LIMIT)} of the machine`,
  database: 'the database was the bottleneck',
  'downstream service': 'the downstream service was the bottleneck',
};

type OutsideBottleneck = keyof typeof BOTTLENECKS;

/** @returns '(k6): the load generator was the bottleneck; the target may carry more', of each mark */
export function marks(record: CapacityRecord): string[] {
  const found: (string | null)[] = record.results.map((search) => outsideBottleneck(search, record));
  return Object.entries(BOTTLENECKS)
    .filter(([name]) => found.includes(name))
    .map(([name, text]) => `(${name}): ${text}; the target may carry more`);
}

/** @returns the bottleneck in the first trial of the lowest rate that did not hold, if the target is that of none of its trials: that rate is the other
 * end of what is known */
export function outsideBottleneck(search: Capacity, record: Environment): OutsideBottleneck | null {
  const { capacity, failure, trials } = search;
  const above = trials.filter(({ rate, holds }) => !holds && (capacity === null || rate > capacity));
  const lowest = Math.min(...above.map(({ rate }) => rate));
  const bottlenecks = above.filter(({ rate }) => rate === lowest).map((trial) => bottleneckOfTrial(trial, search, record));
  const [first = null] = bottlenecks;
  return failure === null && !bottlenecks.includes(null) ? first : null;
}

/** A target is not scraped here. @returns null where it was the bottleneck, or that is not known */
function bottleneckOfTrial(trial: Trial, { scenario }: Pick<Capacity, 'scenario'>, record: Environment): OutsideBottleneck | null {
  const { generator, processCores } = trial;
  if (!generator.ok) return 'k6';
  if (othersShare(processCores, Object.keys(processCores), record) > OTHERS_LIMIT) return 'other processes';
  const service = callsDownstream(record, scenario) ? containerUse(DOWNSTREAM, processCores, record) : null;
  const found = usedUp({
    cpu: processCores.target === undefined ? null : { used: processCores.target, share: targetShare(record.limits) },
    throttledShare: null,
    database: record.catalogue.scenarios[scenario].database ? containerUse('database', processCores, record) : null,
    downstream: service && { cpu: service, meanMs: null, requestedMs: 0, isLate: false },
  });
  return found?.kind === 'database' || found?.kind === 'downstream service' ? found.kind : null;
}

/** @returns 'yes', or why a rate did not hold */
export function holdsText(trial: Trial, search: Capacity, record: Environment): string {
  if (trial.holds) return 'yes';
  const bottleneck = bottleneckOfTrial(trial, search, record);
  return `no: ${[...trial.why, ...(bottleneck ? [BOTTLENECKS[bottleneck]] : [])].join(', ')}`;
}
