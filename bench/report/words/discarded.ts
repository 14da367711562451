/** Why a slice is discarded, or a figure of it is not there. */
import { number, percent, plural } from '../../util/text.ts';
import { byKind } from './names.ts';
import { othersText, type Machine, type OtherProcess } from './notes.ts';
import type { DiscardReason } from '../../analyse/slice/health.ts';
import type { Absence } from '../../analyse/slice/window.ts';

export const discardText = byKind<DiscardReason>({
  refused: ({ verdict }) => `the verification refused the target: ${verdict}`,
  'generator not recorded': () => "the generator's share of the CPU was not recorded",
  'generator overused': ({ process = 'the generator', used, share, vus, limitShare }) =>
    `${process} used ${used.toFixed(2)} of its ${share.toFixed(2)} cores at ${vus} users, more than ${percent(limitShare)}`,
  'generators apart': ({ generators, spreadMs, limitMs }) =>
    `the load of the ${generators} k6 began ${spreadMs.toFixed(0)} ms apart, more than ${limitMs} ms`,
  'generator clock off': ({ generator, offsetMs, limitMs }) =>
    `the clock of ${generator} was ${offsetMs.toFixed(0)} ms off the runner's, more than ${limitMs} ms`,
  'log not written': ({ error }) => `the rollup output could not write its log: ${error}`,
  'points dropped': ({ points }) => `the rollup output dropped ${points} points`,
  'other processes': ({ share, stolenShare, interruptsShare, vus, limitShare }) =>
    `other processes used ${percent(share)} of the machine${partsText(stolenShare, interruptsShare)} at ${vus} users, more than ${percent(limitShare)}`,
  'downstream CPU not recorded': ({ label }) => `the CPU of ${label} was not recorded: whether it was the limit is not known`,
  'downstream answers not recorded': ({ label }) => `the answers of ${label} were not recorded: whether it was the limit is not known`,
  'downstream busy': ({ label, used, share, vus, limitShare }) =>
    `${label} used ${used.toFixed(2)} of its ${share.toFixed(2)} cores at ${vus} users, more than ${percent(limitShare)}`,
  'downstream late': ({ label, meanMs, vus, requestedMs }) =>
    `${label} took ${meanMs.toFixed(1)} ms at ${vus} users where ${requestedMs} ms were requested`,
  'requests failed': ({ failed, requests, limitShare }) =>
    `${failed} of ${requests} requests failed, more than the scenario expects (${percent(limitShare)})`,
  'counts differ': ({ k6, hlog }) => `k6 counted ${k6} requests, http.hlog holds ${hlog}`,
  'compilers at work': ({ share, limitShare }) => `its JIT compilers took ${percent(share)} of the time, more than ${percent(limitShare)}`,
  overlap: ({ seconds }) => `requests of the slice before it were still in flight ${number(seconds)} s after its start`,
});

/** Kinds that are called otherwise where they are counted. */
const NAMES: Partial<Record<DiscardReason['kind'], string>> = {
  refused: 'refused by the verification',
  'generator overused': 'load generator was the bottleneck',
  'generators apart': 'load generators did not begin together',
  'generator clock off': "a load generator's clock was wrong",
  'downstream CPU not recorded': 'downstream service not recorded',
  'downstream answers not recorded': 'downstream service not recorded',
  'downstream busy': 'downstream service was the bottleneck',
  'downstream late': 'downstream service was late',
  overlap: 'requests of the slice before',
};

/** @returns a few words, to be counted */
export function discardName(reason: DiscardReason): string {
  return NAMES[reason.kind] ?? reason.kind;
}

/** `others`: processes that are not part of the run, as recorded with the slice */
type Discarded = { scenario: string; round: number; block: number; target: string; reason: DiscardReason; others: OtherProcess[] };

/** @returns the line that the terminal shows at once */
export function discardedSliceText({ scenario, round, block, target, reason, others }: Discarded, machine: Machine): string {
  const isOther = reason.kind === 'other processes';
  const who = isOther && others.length > 0 ? ` (${othersText(others, machine)})` : '';
  const why = isOther ? `other processes used ${percent(reason.share, 0)} of the machine` : discardText(reason);
  return `discarded: ${scenario}, round ${round}, block ${block}, ${target}: ${why}${who}`;
}

/** @param interrupts shares of the machine */
function partsText(stolen: number | null, interrupts: number | null) {
  return stolen === null || interrupts === null
    ? ''
    : ` (with ${percent(stolen)} that the hypervisor took and up to ${percent(interrupts)} of interrupts)`;
}

export function absenceText(absence: Absence): string {
  if (absence.kind === 'file') return `${absence.file} is missing or broken`;
  if (absence.kind === 'restarted') return 'the counter fell: the process was restarted';
  const { samples, needed } = absence;
  const seen = `${samples === 0 ? 'no samples' : plural(samples, 'sample')} in the slice`;
  return needed > 1 ? `${seen}, ${needed} are needed` : seen;
}
