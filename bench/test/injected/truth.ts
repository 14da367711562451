/** What a comparison says of a difference whose size is known. */
import { outcomeOf } from '../../report/verdicts/rows.ts';
import { sampleText, verdictText } from '../../report/words/verdicts.ts';
import type { Comparison } from '../../analyse/types.ts';

/**
 * A target that is held by its CPU answers 1 - share of the requests under a quota that is smaller by that share, and each takes as much CPU as before.
 * @param comparisons of `<name>-less-<per cent>` with `<name>`
 * @returns a line for each
 */
export function truthLines(comparisons: Comparison[]): string[] {
  return comparisons.map((comparison) => {
    const { scenario, metric, vus, target, ratio, low, high } = comparison;
    const share = Number(/\d+$/.exec(target)?.[0] ?? 0) / 100;
    const truth = metric === 'cpu' ? 1 : 1 - share;
    const isKnown = low !== null && high !== null;
    const interval = isKnown ? `95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}` : 'no interval';
    const contains = isKnown && low <= truth && truth <= high;
    const found = `ratio ${ratio.toFixed(3)}, ${interval} (${sampleText(comparison)}), verdict ${verdictText(outcomeOf(comparison))}`;
    return `${scenario} ${metric} at ${vus} VUs, ${target}: ${found}; truth ${truth.toFixed(3)}, ${contains ? 'contained' : 'NOT contained'}`;
  });
}
