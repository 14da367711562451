/** The time of a run: how far it is, what more will give, how it is continued, and what it went into. */
import { PRIOR } from '../../../plan/foreseen.ts';
import { lastRound } from '../../../record/ending.ts';
import { list, percent, plural, duration } from '../../../util/text.ts';
import { sum } from '../../../util/math.ts';
import type { Run } from '../../../record/run.ts';

export interface Outlook {
  /** share: the widest interval that is to be expected when the budget is over; null: none is */
  halfWidth: number | null;
  /** scenarios that have none by then */
  withoutInterval: string[];
  /** noise that is not measured yet */
  assumed: ('block' | 'round')[];
  /** share */
  aim: number;
  /** of the whole run, until every interval is as narrow; null: more than a day */
  aimSeconds: number | null;
}

/** `seconds` beyond what the run has taken; null: more than a day */
export type Continuation = { id: string; aim: number; seconds: number | null };

/** What a continuation is offered with where its aim is out of reach. */
const MINUTES_OFFERED = 60;

/** @param run that has not ended @returns 'so far, after round 1' */
export function soFarText(run: Pick<Run, 'parts'>): string {
  const { round, isWhole } = lastRound(run);
  return `so far, ${isWhole ? 'after' : 'in'} round ${Math.max(1, round)}`;
}

/** @returns 'this machine and budget: about ±25 %; ±10 % needs about 70 minutes' */
export function outlookText({ halfWidth, withoutInterval, assumed, aim, aimSeconds }: Outlook): string {
  const budget = halfWidth === null ? 'too few rounds for an interval' : `about ±${percent(Math.max(0.01, halfWidth), 0)}`;
  const without = halfWidth !== null && withoutInterval.length > 0 ? `, no interval of ${list(withoutInterval)}` : '';
  const isEnough = halfWidth !== null && withoutInterval.length === 0 && halfWidth <= aim;
  const needs = isEnough ? '' : `; ±${percent(aim)} needs ${minutesText(aimSeconds)}`;
  return `this machine and budget: ${budget}${without}${needs}${assumedText(assumed)}`;
}

export function continuationText({ id, aim, seconds }: Continuation, command: string): string {
  const minutes = seconds === null ? MINUTES_OFFERED : Math.ceil(seconds / 60);
  return `${needsText({ halfWidth: aim, seconds })}: ${command} RESUME=${id} BUDGET=${minutes}`;
}

/** @returns '±10 % needs about 70 minutes more' */
export function needsText({ halfWidth, seconds }: { halfWidth: number; seconds: number | null }): string {
  return `±${percent(halfWidth)} needs ${minutesText(seconds)}${seconds === null ? '' : ' more'}`;
}

function minutesText(seconds: number | null) {
  return seconds === null ? 'more than a day' : `about ${plural(Math.ceil(seconds / 60), 'minute')}`;
}

function assumedText(assumed: Outlook['assumed']) {
  if (assumed.length === 0) return '';
  const words = { block: 'slices', round: 'JVMs' };
  const noise = assumed.map((level) => `${percent(Math.sqrt(PRIOR[level] / 2))} between ${words[level]}`);
  return ` (not measured yet, assumed: ${list(noise)})`;
}

/** Those that are called otherwise. */
const NAMES: Partial<Record<string, string>> = { 'jvm-starts': 'JVM starts', gaps: 'gaps between slices', profiles: 'CPU profiles' };
/** A share below this has no place of its own in a line. */
const WORTH_A_WORD = 0.03;

/** @returns '25 min 4 s: 48 % measured load, 31 % warm-ups, 21 % other'; null where nothing was recorded */
export function spentText(spentSeconds: Run['spentSeconds']): string | null {
  const total = sum(Object.values(spentSeconds));
  if (total === 0) return null;
  const { blocks = 0, ...others } = spentSeconds;
  const named = Object.entries(others)
    .filter(([, seconds]) => seconds >= WORTH_A_WORD * total)
    .sort(([, one], [, other]) => other - one)
    .map(([activity, seconds]) => ({ name: NAMES[activity] ?? activity, seconds }));
  const parts = [{ name: 'measured load', seconds: blocks }, ...named];
  const rest = total - sum(parts.map(({ seconds }) => seconds));
  const all = rest > 0 ? [...parts, { name: 'other', seconds: rest }] : parts;
  return `${duration(total * 1000)}: ${all.map(({ name, seconds }) => `${percent(seconds / total, 0)} ${name}`).join(', ')}`;
}
