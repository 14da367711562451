import { capacityText } from '../words/capacity.ts';
import { outsideBottleneck } from './bottleneck.ts';
import type { CapacityRecord, Capacity } from '../../record/capacity.ts';

/** @returns its searches in the order of the targets; they ran, and were recorded, in a random one */
export function searchesOf({ targets, results }: Pick<CapacityRecord, 'targets' | 'results'>, scenario: string): Capacity[] {
  return targets.flatMap((target) => searchOf(results, scenario, target) ?? []);
}

/**
 * @returns such as `3,120/s`, with `(k6)` or the like where something else than the target was the bottleneck; why there is none; `–` where
 * it was not searched
 */
export function resultText(record: CapacityRecord, scenario: string, target: string): string {
  const search = searchOf(record.results, scenario, target);
  if (!search) return '–';
  const bottleneck = outsideBottleneck(search, record);
  return capacityText(search) + (bottleneck === null ? '' : ` (${bottleneck})`);
}

function searchOf(results: Capacity[], scenario: string, target: string) {
  return results.find((each) => each.scenario === scenario && each.target === target);
}
