/** What the time of a run went into. */
import { duration, percent } from '../../util/text.ts';
import { sum } from '../../util/math.ts';
import type { Run } from '../../record/run.ts';

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
