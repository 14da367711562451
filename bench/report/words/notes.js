/** Notes of a run in words: what a reader must know that no figure shows. */
import { changeText } from './changes.js';
import { notComparedText } from './verdicts.js';
import { plusMinus } from '../../util/text.js';

/**
 * @typedef {import('../../record/json/notes.js').CapacityNote} Note
 * @typedef {Note['kind']} Kind
 * @typedef {Extract<Note, { unpaired: object[] }>} PrecisionNote
 */

/** A sentence for each kind. @type {{ [K in Kind]: (note: Extract<Note, { kind: K }>) => string }} */
const WORDS = {
  'stand-in': ({ version }) => `${version} in place of MongoDB, in-memory stand-in: measures the stacks, not MongoDB`,
  'live-dashboard': () => "k6's web dashboard was on (LIVE=k6): it takes CPU from the load generator",
  'live-data-lost': ({ during }) =>
    `InfluxDB ended during ${during ? `${during.scenario}/${during.target}/${during.round}` : 'the run'}: the live data are missing from there on; no figure of this report needs them`,
  'changed-while-resumed': ({ at, changes }) =>
    `resumed at ${at} in a changed environment: ${changes.map(({ name, a, b }) => changeText({ name, before: a, now: b })).join('; ')}`,
  'round-added': ({ round, scenarios, needed }) =>
    `round ${round} was added for ${scenarios.join(', ')}: void cells had left fewer than ${needed} rounds that count`,
  precise: (note) => `${note.rounds} rounds: every interval is narrower than ${share(note.halfWidth)}${without(note)}`,
  'no-interval': (note) => `${note.rounds} rounds: no pair has an interval${without(note)}`,
  'not-precise': (note) =>
    `stopped at ROUNDS_MAX=${note.maxRounds}, before every interval was narrower than ${share(note.halfWidth)}: ${widestText(note)}${without(note)}`,
  'unseen-overload': ({ trialSeconds, sloP99Ms, share: above }) =>
    `with RATE_SECONDS=${trialSeconds} a rate ${above === null ? 'however far' : `up to ${Math.round(above * 100)} %`} above the capacity may seem to hold: its queue has no time to grow to the ${sloP99Ms} ms of the SLO`,
};

/** @param {Note} note @returns {string} a sentence without its full stop */
export function noteText(note) {
  const words = /** @type {(note: Note) => string} */ (WORDS[note.kind]);
  return words(note);
}

/** @param {number | null} halfWidth @returns {string} such as ±3.0 % */
function share(halfWidth) {
  return plusMinus(halfWidth ?? Infinity);
}

/** @param {Extract<Note, { kind: 'not-precise' }>} note */
function widestText({ widest }) {
  if (!widest) return 'nothing could be compared';
  const { metric, target, scenario, vus, halfWidth } = widest;
  return `${metric} of ${target} in ${scenario} at ${vus} VUs is known to ${share(halfWidth)} only`;
}

/** @param {PrecisionNote} note */
function without({ unpaired }) {
  const names = unpaired.map(({ target, scenario, vus, why }) => `${target} in ${scenario} at ${vus} VUs (${notComparedText(why)})`);
  return names.length > 0 ? `; without one: ${names.join(', ')}` : '';
}
