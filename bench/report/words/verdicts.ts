/** What a comparison is called, and how it is printed. The page uses these in the browser, too. */
import { list, percent, plural } from '../../util/text.ts';
import { METRIC_WORDS } from './ratios/metrics.ts';
import type { Because } from '../../analyse/statistics/verdict.ts';
import type { Outcome, VerdictRow } from '../verdicts/rows.ts';
import type { NotCompared, Seen } from '../../analyse/comparison/comparability.ts';

export const BECAUSE: Record<Because, string> = {
  'several comparisons': 'not significant',
  'noise floor': 'inside the noise floor',
  arithmetic: 'as arithmetic predicts',
  'little CPU': 'hardly any CPU was used',
  'users waiting': 'neither reached a limit',
  'bottleneck unknown': 'their bottleneck is not known, and no other number of users shows whether they reached a limit',
};

/** Those that are shorter beside a ratio. */
const SHORTLY: Partial<Record<Because, string>> = {
  arithmetic: 'arithmetic',
  'little CPU': 'hardly any CPU used',
  'users waiting': 'no limit reached',
  'bottleneck unknown': 'bottleneck unknown',
};

export const ABSENT = {
  'no result': 'nothing was measured to its end',
  'no baseline': 'nothing of the baseline was measured to its end',
  'baseline discarded': 'the baseline is discarded',
  'not recorded': 'not recorded',
};

/** 95 % */
type Interval = Pick<Outcome, 'low' | 'high'>;

const LIMITS = { generator: 'the load generator', 'downstream service': 'the downstream service' };

/** @returns '' without a reason */
export function becauseShortly({ reason }: Pick<Outcome, 'reason'>): string {
  return reason === null || reason === 'unfit' ? '' : (SHORTLY[reason] ?? BECAUSE[reason]);
}

/** @returns such as 'nothing was answered in 1 of 6 slices' */
export function notComparedText(why: NotCompared): string {
  if (why.kind === 'silent') return `nothing was answered${seenText(why.seen)}`;
  if (why.kind === 'no block in common') return 'no valid block in common with the baseline';
  if (why.kind === 'not recorded') return ABSENT[why.kind];
  return `${LIMITS[why.limit]} was the bottleneck${seenText(why.seen)}${why.isBaseline ? ' of the baseline' : ''}`;
}

function seenText({ slices, of }: Seen): string {
  return ` in ${slices} of ${plural(of, 'slice')}`;
}

export function isShown({ verdict }: Pick<Outcome, 'verdict'>): boolean {
  return ['faster', 'slower', 'less CPU', 'more CPU'].includes(verdict);
}

/** @returns 'faster ×1.23 [1.15, 1.31]', '~' or 'indicative ×1.23' */
export function printed({ verdict, ratio, low, high }: Pick<Outcome, 'verdict' | 'ratio' | 'low' | 'high'>): string {
  if (verdict === 'same') return '~';
  return `${verdict} ${ratioText(verdict === 'indicative' ? { ratio } : { ratio, low, high })}`;
}

/**
 * @returns 'less CPU ×0.80 [0.75, 0.86]', '~ (×1.01 [0.97, 1.05], no difference larger than ±5 %)', 'indicative ×1.1', with the reason where there is one
 */
export function verdictText(outcome: Outcome): string {
  const { verdict, because } = outcome;
  const why = verdict === 'same' ? `${ratioText(outcome)}, ${because ?? boundText([outcome])}` : because;
  return why === null ? printed(outcome) : `${printed(outcome)} (${why})`;
}

export function verdictWord({ verdict, because, metric, rounds, ...interval }: VerdictRow): string {
  if (verdict === 'same') return because === null ? boundText([interval]) : '~';
  if (verdict === 'indicative') return `indicative, ${plural(rounds, 'round')}`;
  return verdict === 'not judged' ? `no verdicts on ${METRIC_WORDS[metric].name}` : verdict;
}

/** @returns why it has no verdict, or only a predicted one, in a word or two beside its ratio */
export function rowNote({ verdict, reason }: Outcome): string {
  return ['indicative', 'discarded', 'not measured', 'not compared'].includes(verdict) ? verdict : becauseShortly({ reason });
}

/** @returns the larger of the differences at the ends of its interval, as a share; null without an interval */
export function mostDifference({ low, high }: Interval): number | null {
  return low === null || high === null ? null : Math.max(Math.abs(low - 1), Math.abs(high - 1));
}

/** Who learns that two targets differ by at most a third has learnt nothing. */
const INCONCLUSIVE = 0.3;

/** @param most share @returns 'no difference larger than ±11 %', 'inconclusive, up to ±45 %' */
export function noDifferenceText(most: number): string {
  return `${most > INCONCLUSIVE ? 'inconclusive, up to' : 'no difference larger than'} ${atMostText(most)}`;
}

/** @param outcomes in which no difference was shown @returns the same of all of them */
export function boundText(outcomes: Interval[]): string {
  const most = outcomes.map(mostDifference);
  return most.includes(null) ? 'no difference was shown' : noDifferenceText(Math.max(...most.map(Number)));
}

/** Rounded up, so that it is true. @param most share @returns '±11 %' */
export function atMostText(most: number): string {
  const steps = most < 0.1 ? 1000 : 100;
  // What is a whole number of steps but for the last bits of its fraction stays one.
  return `±${percent(Math.ceil(Math.max(0, most * steps - 1e-9)) / steps)}`;
}

/** @returns '×1.04 [0.97, 1.11]', '×1.04' without an interval, or '–' */
export function ratioText({ ratio, low = null, high = null }: Pick<Outcome, 'ratio'> & Partial<Interval>): string {
  if (ratio === null) return '–';
  return low === null || high === null ? `×${factor(ratio)}` : `×${factor(ratio)} [${factor(low)}, ${factor(high)}]`;
}

/** @returns '×1.23 [1.15, 1.32]', '×1.10 (1.05–1.20)', '–' */
export function rowRatioText(outcome: Outcome): string {
  const { low, rangeOfRounds } = outcome;
  return low !== null || rangeOfRounds === null ? ratioText(outcome) : `${ratioText(outcome)} (${rangeOfRounds.map(factor).join('–')})`;
}

/** How often the two were compared. @returns '3 rounds × 5 blocks', '14 blocks in 3 rounds', or where rounds are compared '6 rounds' */
export function sampleText({ rounds, blocks }: Pick<Outcome, 'rounds' | 'blocks'>): string {
  if (blocks === null) return plural(rounds, 'round');
  if (blocks === 0) return 'no valid block';
  if (blocks % rounds === 0) return `${plural(rounds, 'round')} × ${plural(blocks / rounds, 'block')}`;
  return `${plural(blocks, 'block')} in ${plural(rounds, 'round')}`;
}

/** @returns two decimals; one from 10 on, at most two significant digits below 0.1 */
export function factor(ratio: number): string {
  if (ratio >= 9.995) return ratio.toFixed(1);
  return ratio >= 0.0995 ? ratio.toFixed(2) : String(Number(ratio.toPrecision(2)));
}

/**
 * @param names of a target and of the baseline
 * @param rows of the target's requests/s, in the scenarios that it serves
 * @returns 'MVC-VT is faster than MVC in block (×1.50); no difference larger than ±8 % in read and heavy.'
 */
export function answerText({ label, baseline }: { label: string; baseline: string }, rows: VerdictRow[]): string {
  const shown = rows.filter(isShown);
  const decided = ['faster', 'slower'].flatMap((verdict) => {
    const own = shown.filter((row) => row.verdict === verdict).map((row) => `${row.scenario} (${ratioText({ ratio: row.ratio })})`);
    return own.length > 0 ? [{ verdict, where: list(own) }] : [];
  });
  const [same, open] = [true, false].map((isSame) => rows.filter((row) => !isShown(row) && (row.verdict === 'same') === isSame));
  const scenarios = (own: VerdictRow[]) => list(own.map(({ scenario }) => scenario));
  const differs = decided.map(({ verdict, where }, index) => `${verdict}${index === 0 ? ` than ${baseline}` : ''} in ${where}`);
  const parts = [
    ...(decided.length > 0 ? [`${label} is ${differs.join(', ')}`] : []),
    ...(same.length > 0 ? [`${boundText(same)} in ${scenarios(same)}`] : []),
    ...(open.length > 0 ? [`no verdict in ${scenarios(open)}`] : []),
  ];
  return decided.length > 0 ? `${parts.join('; ')}.` : `${label} against ${baseline}: ${parts.join('; ')}.`;
}
