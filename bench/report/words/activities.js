/** What the time of a run went into. */
import { duration, percent } from '../../util/text.js';
import { sum } from '../../util/math.js';

/**
 * @typedef {import('../../record/run.js').Activity} Activity
 * @typedef {import('../../record/run.js').Run['spentSeconds']} SpentSeconds
 * @typedef {{ name: string, seconds: number }} Spent
 */

/** @type {Record<Activity, string>} */
const NAMES = {
  'set-up': 'set-up',
  verification: 'verification',
  'jvm-starts': 'JVM starts',
  'warm-ups': 'warm-ups',
  preparation: 'preparation',
  staircases: 'measured load: staircases',
  blocks: 'measured load: blocks',
  gaps: 'gaps between slices',
};
const MEASURED_LOAD = /** @type {Activity[]} */ (['staircases', 'blocks']);
/** A share below this has no place of its own in a line. */
const WORTH_A_WORD = 0.03;

/** @param {SpentSeconds} spentSeconds @returns {Spent[]} the longest first */
export function activities(spentSeconds) {
  return inOrder(entriesOf(spentSeconds).map(([activity, seconds]) => ({ name: NAMES[activity], seconds })));
}

/** @param {SpentSeconds} spentSeconds @returns {string | null} '25 min 4 s: 48 % measured load, 31 % warm-ups, 21 % other'; null where nothing was recorded */
export function spentText(spentSeconds) {
  const entries = entriesOf(spentSeconds);
  const total = sum(entries.map(([, seconds]) => seconds));
  if (total === 0) return null;
  const load = sum(entries.flatMap(([activity, seconds]) => (MEASURED_LOAD.includes(activity) ? [seconds] : [])));
  const others = inOrder(
    entries.flatMap(([activity, seconds]) => (MEASURED_LOAD.includes(activity) ? [] : [{ name: NAMES[activity], seconds }])),
  );
  const named = others.filter(({ seconds }) => seconds >= WORTH_A_WORD * total);
  const rest = total - load - sum(named.map(({ seconds }) => seconds));
  const parts = [{ name: 'measured load', seconds: load }, ...named, ...(rest > 0 ? [{ name: 'other', seconds: rest }] : [])];
  return `${duration(total * 1000)}: ${parts.map(({ name, seconds }) => `${percent(seconds / total, 0)} ${name}`).join(', ')}`;
}

/** @param {SpentSeconds} spentSeconds */
function entriesOf(spentSeconds) {
  return /** @type {[Activity, number][]} */ (Object.entries(spentSeconds));
}

/** @param {Spent[]} spent */
function inOrder(spent) {
  return spent.toSorted((one, other) => other.seconds - one.seconds);
}
