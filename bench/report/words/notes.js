/** Notes of a run in words: what a reader must know that no figure shows. */
import { changeText } from './changes.js';
import { factor } from './verdicts.js';
import { list, percent, plural, plusMinus } from '../../util/text.js';

/**
 * @typedef {import('../../record/json/notes.js').CapacityNote} Note
 * @typedef {Note['kind']} Kind
 * @typedef {Extract<Note, { kind: 'round-planned' }>['scenarios'][number]} PlannedScenario
 * @typedef {{ cores: number }} Machine
 */

/** @type {Record<Extract<Note, { kind: 'rounds-ended' }>['by'], string>} */
const ENDED = { budget: 'a further round would exceed the budget', 'half width': 'every interval is narrow enough' };

/** @type {Record<Extract<Note, { kind: 'other-speed' }>['measure'], string>} */
const SPEEDS = { memory: 'an access to memory', loop: 'the same computation' };

/** A sentence for each kind. @type {{ [K in Kind]: (note: Extract<Note, { kind: K }>, machine: Machine | null) => string }} */
const WORDS = {
  'stand-in': ({ version }) => `${version} in place of MongoDB, in-memory stand-in: measures the stacks, not MongoDB`,
  'running-already': ({ targets }) =>
    `${list(targets)} ran already: what is found is about these processes, and new ones of the same program may differ`,
  'live-data-lost': ({ during }) =>
    `InfluxDB ended during ${during ? `${during.scenario}/${during.target}/${during.round}` : 'the run'}: the live data are missing from there on; no figure of this report needs them`,
  'changed-while-resumed': ({ at, changes }) =>
    `resumed at ${at} in a changed environment: ${changes.map(({ name, a, b }) => changeText({ name, before: a, now: b })).join('; ')}`,
  'busy-machine': ({ share, processes }, machine) =>
    `other processes used ${percent(share, 0)} of the machine before anything was started${inBrackets(othersText(processes, machine))}`,
  'other-speed': ({ measure, ratio }) => `${SPEEDS[measure]} took ×${factor(ratio)} the time that it took in earlier runs on this machine`,
  'round-planned': ({ round, scenarios }) => `round ${round}, planned from the noise so far: ${scenarios.map(plannedText).join('; ')}`,
  'blocks-repeated': ({ scenario, round, blocks }) =>
    `${plural(blocks, 'block')} of ${scenario} in round ${round} ${blocks === 1 ? 'was' : 'were'} discarded and measured again`,
  'rounds-ended': ({ by, rounds, widest }) => `ended after ${plural(rounds, 'round')}: ${ENDED[by]}${widestText(widest)}`,
  'unseen-overload': ({ trialSeconds, sloP99Ms, share: above }) =>
    `with RATE_SECONDS=${trialSeconds} a rate ${above === null ? 'however far' : `up to ${Math.round(above * 100)} %`} above the capacity may seem to hold: its queue has no time to grow to the ${sloP99Ms} ms of the SLO`,
};

/** @param {Note} note @param {Machine | null} [machine] on which it was noted @returns {string} a sentence without its full stop */
export function noteText(note, machine = null) {
  const words = /** @type {(note: Note, machine: Machine | null) => string} */ (WORDS[note.kind]);
  return words(note, machine);
}

/**
 * @param {{ name: string, cores: number }[]} processes
 * @param {Machine | null} machine null: not known
 * @returns {string} 'chrome 18 %, idea 12 %' of the machine; the names alone where the machine is not known
 */
export function othersText(processes, machine) {
  return processes.map(({ name, cores }) => (machine ? `${name} ${percent(cores / machine.cores, 0)}` : name)).join(', ');
}

/**
 * @param {{ share: number, processes: { name: string, cores: number }[] } | null} use of the machine by other processes; null: hardly any more
 * @param {Machine} machine
 * @returns {string} the line that the terminal shows when that begins or ends
 */
export function otherUseText(use, machine) {
  if (use === null) return 'the machine is quiet again';
  return `other processes use ${percent(use.share, 0)} of the machine${inBrackets(othersText(use.processes, machine))}; what they disturb is discarded`;
}

/** @param {PlannedScenario} planned */
function plannedText({ scenario, blocks, blockVariance, roundVariance }) {
  if (blockVariance === null || roundVariance === null) return `${plural(blocks, 'block')} of ${scenario}`;
  const [within, between] = [blockVariance, roundVariance].map((variance) => percent(Math.sqrt(variance)));
  return `${plural(blocks, 'block')} of ${scenario} (noise within a round ${within}, between rounds ${between})`;
}

/** @param {Extract<Note, { kind: 'rounds-ended' }>['widest']} widest */
function widestText(widest) {
  return widest ? `; the widest interval is ${plusMinus(widest.halfWidth)} (${widest.target} in ${widest.scenario})` : '';
}

/** @param {string} text */
function inBrackets(text) {
  return text === '' ? '' : ` (${text})`;
}
