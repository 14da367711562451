/** FAIL_IF: the differences for which `make ab` ends with an exit code of its own. */
import { verdictRows } from '../verdicts/rows.ts';
import { UsageError } from '../../util/errors.ts';
import { percent } from '../../util/text.ts';
import type { Figures } from '../../analyse/types.ts';
import type { ComparedMetric } from '../words/ratios/metrics.ts';

/** When the interval of a ratio lies wholly beyond a limit. */
export const FAILED = 4;

/** 95 % */
type Interval = { low: number; high: number };

const CONDITIONS: Record<string, { metric: ComparedMetric; isBeyond: (interval: Interval, share: number) => boolean }> = {
  slower: { metric: 'throughput', isBeyond: ({ high }, share) => high < 1 - share },
  'more-cpu': { metric: 'cpu', isBeyond: ({ low }, share) => low > 1 + share },
};
const CONDITION = /^(slower|more-cpu) (\d+(?:\.\d+)?) ?%$/;

/** @param value such as 'slower 5%, more-cpu 10%' @returns none without one @throws {UsageError} one line */
export function conditionsOf(value: string | undefined) {
  if (!value) return [];
  return value.split(',').map((part) => {
    const text = part.trim();
    const match = CONDITION.exec(text);
    if (!match || Number(match[2]) >= 100) {
      throw new UsageError(
        `FAIL_IF=${value}: accepted are 'slower' or 'more-cpu' and a percentage below 100, such as 'slower 5%, more-cpu 10%'`,
      );
    }
    return { text, share: Number(match[2]) / 100, ...CONDITIONS[match[1]] };
  });
}

/** @returns exit code: 4 where one is met, 1 where a comparison has no interval that could tell, else 0; why */
export function judgedBy(figures: Figures, conditions: ReturnType<typeof conditionsOf>): { code: number; lines: string[] } {
  const found = conditions.flatMap(({ text, share, metric, isBeyond }) =>
    verdictRows(figures, metric).flatMap(({ scenario, target, baseline, low, high, because }) => {
      const pair = `FAIL_IF '${text}': ${target} against ${baseline} in ${scenario}`;
      if (low === null || high === null) return [{ code: 1, line: `${pair}: no interval (${because ?? 'too few rounds'})` }];
      const interval = `${percent(low - 1)} to ${percent(high - 1)}`;
      return isBeyond({ low, high }, share) ? [{ code: FAILED, line: `${pair}: ${interval}` }] : [];
    }),
  );
  return { code: Math.max(0, ...found.map(({ code }) => code)), lines: found.map(({ line }) => line) };
}
