/** Which of the capacities of a scenario differ? Trials of the targets take turns, but a rate is found by halving, not by averaging. */
import { noiseFloor } from '../../analyse/comparison/noise-floor.ts';
import { calibrationFinding } from '../../analyse/findings/calibration.ts';
import { PRECISION } from '../../plan/capacity-search.ts';
import { sourceOf, usableNoise } from '../../record/calibration/fits.ts';
import { calibrationDoubtText, marksText, rankingText } from '../words/capacity.ts';
import { outsideBottleneck } from './bottleneck.ts';
import type { CapacityRecord } from '../../record/capacity.ts';

/** Each capacity lies anywhere between the highest rate that held and the lowest that did not. */
const SEARCH = (1 + PRECISION) ** 2;

/**
 * @returns null where there are no two capacities; a floor of null where no calibration fits. `isLowerBound`: something else than the target ended its
 * search; `leastRatio`: capacities up to so far from each other may be one
 */
export function ranking(record: CapacityRecord, scenario: string) {
  const ranked = record.results
    .flatMap((search) => {
      const { target, capacity, reachedHighest } = search;
      if (search.scenario !== scenario || capacity === null) return [];
      return [{ target, capacity, isLowerBound: reachedHighest || outsideBottleneck(search, record) !== null }];
    })
    .sort((a, b) => b.capacity - a.capacity);
  if (ranked.length < 2) return null;
  const floor = noiseFloor(usableNoise(record).unpairedNoise, scenario, 'throughput', 1);
  if (floor === null || !record.calibration) return { scenario, floor: null };
  const leastRatio = floor * SEARCH;
  const [best, ...others] = ranked;
  const exact = others.filter(({ isLowerBound }) => !isLowerBound);
  return {
    ...{ scenario, floor, best, leastRatio, precisionShare: PRECISION },
    alike: exact.filter(({ capacity }) => best.capacity <= capacity * leastRatio),
    below: exact.filter(({ capacity }) => best.capacity > capacity * leastRatio),
    notRanked: others.filter(({ isLowerBound }) => isLowerBound),
    runId: sourceOf(record.calibration, scenario).runId,
  };
}

/** @returns a few sentences for each scenario with two capacities */
export function rankingTexts(record: CapacityRecord): string[] {
  const found = record.scenarios.map((scenario) => ranking(record, scenario));
  return found.filter((each) => each !== null).map(rankingText);
}

export function marks(record: CapacityRecord): string[] {
  return marksText(record.results.map((search) => outsideBottleneck(search, record)));
}

export function calibrationDoubt(record: CapacityRecord): string | null {
  return record.calibration ? calibrationDoubtText(calibrationFinding(record, 'unpairedNoise')) : null;
}
