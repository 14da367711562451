import { OTHERS_LIMIT } from '../../analyse/slice/health.ts';
import { percent } from '../../util/text.ts';
import type { OutsideBottleneck, ranking } from '../capacity/searches.ts';
import type { Capacity } from '../../record/capacity.ts';

/** By the mark that stands beside a capacity, in the order in which they are looked for. */
export const BOTTLENECKS: Record<OutsideBottleneck, string> = {
  k6: 'the load generator was the bottleneck',
  'other processes': `other processes used more than ${percent(OTHERS_LIMIT)} of the machine`,
  database: 'the database was the bottleneck',
  'downstream service': 'the downstream service was the bottleneck',
};

/** @returns '(k6): the load generator was the bottleneck; the target may carry more', of each mark */
export function marksText(bottlenecks: (OutsideBottleneck | null)[]): string[] {
  const found = Object.entries(BOTTLENECKS).filter(([name]) => bottlenecks.some((each) => each === name));
  return found.map(([name, text]) => `(${name}): ${text}; the target may carry more`);
}

export function capacityText({ capacity, reachedHighest, failure }: Pick<Capacity, 'capacity' | 'reachedHighest' | 'failure'>) {
  if (failure !== null) return 'failed';
  if (capacity === null) return 'no rate holds';
  return `${reachedHighest ? '≥ ' : ''}${capacity.toLocaleString('en-US')}/s`;
}

export function rankingText(found: NonNullable<ReturnType<typeof ranking>>): string {
  const { scenario } = found;
  if (found.floor === null)
    return `No calibration shows how much two searches of ${scenario} differ on this machine, so no difference is shown (~ for all targets).`;
  const { best, alike, below, notRanked, leastRatio, floor, runId, precisionShare } = found;
  const named = (some: (typeof best)[]) =>
    some.map(({ target, capacity }) => `${target} ×${(capacity / best.capacity).toFixed(2)}`).join(', ');
  return [
    `Highest${notRanked.length > 0 ? ' measured' : ''} in ${scenario}: ${best.target}${best.isLowerBound ? ', which may carry more' : ''}.`,
    ...(alike.length > 0 ? [`~ no difference from it was shown: ${named(alike)}.`] : []),
    ...(below.length > 0 ? [`Below it: ${named(below)}.`] : []),
    ...(notRanked.length > 0 ? [`Not ranked, because something else ended their search: ${named(notRanked)} at least.`] : []),
    `Two searches of one capacity may differ by up to ×${leastRatio.toFixed(2)} (calibration ${runId}: ×${floor.toFixed(2)}, and ±${percent(precisionShare)} of each search).`,
  ].join(' ');
}
