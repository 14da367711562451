/** Notes of a run in words: what a reader must know that no figure shows. */
import { byKind, changeText } from './names.ts';
import { factor } from './verdicts.ts';
import { list, percent, plural, plusMinus } from '../../util/text.ts';
import type { CapacityNote as Note } from '../../record/json/notes.ts';

export type Machine = { cores: number };
export type OtherProcess = { name: string; cores: number };
type NoteOf<K extends Note['kind']> = Extract<Note, { kind: K }>;

const ENDED: Record<NoteOf<'rounds-ended'>['by'], string> = {
  budget: 'a further round would exceed the budget',
  'half width': 'every interval is narrow enough',
  'no interval': 'no further round would narrow an interval',
};

const SPEEDS = { memory: 'an access to memory', loop: 'the same computation' };

/** Of a note and of the machine on which it was noted, a sentence without its full stop. */
export const noteText = byKind<Note, [machine: Machine]>({
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
});

/** @returns 'chrome 18 %, idea 12 %' of the machine */
export function othersText(processes: OtherProcess[], machine: Machine): string {
  return processes.map(({ name, cores }) => `${name} ${percent(cores / machine.cores, 0)}`).join(', ');
}

/** @param use of the machine by other processes; null: hardly any more @param isOwn of a run of the user's own service @returns the line that the terminal
 * shows when that begins or ends */
export function otherUseText(use: { share: number; processes: OtherProcess[] } | null, machine: Machine, isOwn: boolean): string {
  if (use === null) return 'the machine is quiet again';
  const text = `other processes use ${percent(use.share, 0)} of the machine${inBrackets(othersText(use.processes, machine))}; what they disturb is discarded`;
  return isOwn ? `${text}. If your service needs them, name them: backends` : text;
}

function plannedText({ scenario, blocks, blockVariance, roundVariance }: NoteOf<'round-planned'>['scenarios'][number]) {
  if (blockVariance === null || roundVariance === null) return `${plural(blocks, 'block')} of ${scenario}`;
  const [within, between] = [blockVariance, roundVariance].map((variance) => percent(Math.sqrt(variance)));
  return `${plural(blocks, 'block')} of ${scenario} (noise within a round ${within}, between rounds ${between})`;
}

function widestText(widest: NoteOf<'rounds-ended'>['widest']) {
  return widest ? `; the widest interval is ${plusMinus(widest.halfWidth)} (${widest.target} in ${widest.scenario})` : '';
}

function inBrackets(text: string) {
  return text === '' ? '' : ` (${text})`;
}
