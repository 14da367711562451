/** Which of the capacities of a scenario differ? Trials of the targets take turns, but a rate is found by halving, not by averaging. */
import { noiseFloor } from '../../analyse/comparison/noise-floor.ts';
import { calibrationFinding } from '../../analyse/findings/calibration.ts';
import { PRECISION } from '../../plan/capacity.ts';
import { sourceOf, usableNoise } from '../../record/results/calibration.ts';
import { calibrationDoubtText, rankingText } from '../words/capacity.ts';
import { outsideBottleneck } from './bottleneck.ts';
import type { CapacityRecord } from '../../record/capacity.ts';

/** `isLowerBound`: something else than the target ended its search */
export type Ranked = { target: string; capacity: number; isLowerBound: boolean };

export type Unranked = { kind: 'no calibration'; scenario: string };

/** `leastRatio`: capacities up to so far from each other may be one */
export interface Ranking {
  kind: 'ranking';
  scenario: string;
  best: Ranked;
  alike: Ranked[];
  below: Ranked[];
  notRanked: Ranked[];
  leastRatio: number;
  floor: number;
  runId: string;
  precisionShare: number;
}

/** Each capacity lies anywhere between the highest rate that held and the lowest that did not. */
const SEARCH = (1 + PRECISION) ** 2;

/** @returns null where there are no two capacities */
export function ranking(record: CapacityRecord, scenario: string): Ranking | Unranked | null {
  const ranked = record.results
    .flatMap((search) => {
      const { target, capacity, reachedHighest } = search;
      if (search.scenario !== scenario || capacity === null) return [];
      return [{ target, capacity, isLowerBound: reachedHighest || outsideBottleneck(search, record) !== null }];
    })
    .sort((a, b) => b.capacity - a.capacity);
  if (ranked.length < 2) return null;
  const floor = noiseFloor(usableNoise(record).unpairedNoise, scenario, 'throughput', 1);
  if (floor === null || !record.calibration) return { kind: 'no calibration', scenario };
  const leastRatio = floor * SEARCH;
  const [best, ...others] = ranked;
  const exact = others.filter(({ isLowerBound }) => !isLowerBound);
  return {
    kind: 'ranking',
    scenario,
    best,
    alike: exact.filter(({ capacity }) => best.capacity <= capacity * leastRatio),
    below: exact.filter(({ capacity }) => best.capacity > capacity * leastRatio),
    notRanked: others.filter(({ isLowerBound }) => isLowerBound),
    leastRatio,
    floor,
    runId: sourceOf(record.calibration, scenario).runId,
    precisionShare: PRECISION,
  };
}

/** @returns a few sentences for each scenario with two capacities */
export function rankingTexts(record: CapacityRecord): string[] {
  return record.scenarios.flatMap((scenario) => {
    const result = ranking(record, scenario);
    return result ? [rankingText(result)] : [];
  });
}

/** @returns in what its calibration is not of the same conditions, or old */
export function calibrationDoubt(record: CapacityRecord): string | null {
  return record.calibration ? calibrationDoubtText(calibrationFinding(record, 'unpairedNoise')) : null;
}
