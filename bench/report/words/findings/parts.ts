/** Of findings about parts and slices: what went wrong in them. */
import { sum } from '../../../util/math.ts';
import { count, percent, plural } from '../../../util/text.ts';
import { othersText } from '../notes.ts';
import { discardName } from '../discarded.ts';
import type { FindingOf } from '../../../analyse/findings/types.ts';
import type { Names } from '../names.ts';
import type { Words } from './index.ts';

/** Share of the slices of the targets that lost some. */
const MANY = 0.25;

export const PART_WORDS = {
  failed: {
    light: 'amber',
    title: ({ length }) => `${plural(length, 'measurement')} of the run failed.`,
    text: 'What failed is in no figure below.',
    items: (each, { where }) => `${where(each)}: ${each.reason ?? 'no reason recorded'}`,
  },
  discarded: {
    light: (found) => (slicesOf(found) > MANY * sum(found.map(({ of }) => of)) ? 'amber' : null),
    title: (found) => `${plural(slicesOf(found), 'slice is', 'slices are')} discarded.`,
    text: 'A discarded slice decides nothing about throughput. If other processes alone disturbed it, its CPU per request may still count.',
    items: (each, names) => `${names.where(each)}: ${discardedSlicesText(each, names)}`,
  },
  pending: {
    light: 'amber',
    title: ({ length }) => `${plural(length, 'measurement')} of the run not made.`,
    text: 'The run is not finished.',
    items: (each, { where }) => where(each),
  },
  'failed-requests': {
    light: 'amber',
    title: ({ length }) => `Requests failed in slices of ${plural(length, 'target')}.`,
    text: 'Throughput and latency count successful requests only.',
    items: (each, { where }) => {
      const { failed, requests, slices } = each;
      const share = `${count(failed)} of ${count(requests)} requests failed (${percent(failed / requests)})`;
      return `${where(each)}: ${share}, in ${plural(slices, 'slice')}`;
    },
  },
  'check-failed': {
    light: 'red',
    title: ({ length }) => `${plural(length, 'check')} failed.`,
    text: 'These checks concern the measurement itself.',
    items: (each, { where }) => `${where(each)}: ${each.name} (${each.detail})`,
  },
  'no-live-data': {
    title: (found) => `${plural(slicesOf(found), 'slice')} without live data in InfluxDB.`,
    text: 'The figures of this report come from the files of the bundle and are not affected.',
    items: (each, { where }) => `${where(each)}: ${each.slices} of ${each.of}`,
  },
} satisfies Words;

function slicesOf(found: { slices: number }[]) {
  return sum(found.map(({ slices }) => slices));
}

/** @returns '3 of 15 slices (other processes: chrome 18 %, idea 12 %); CPU per request counts in 2 of them' */
function discardedSlicesText({ slices, of, cpuCounts, reasons, others }: FindingOf<'discarded'>, { machine }: Names): string {
  const who = others.length > 0 ? `: ${othersText(others, machine)}` : '';
  const why = reasons.map(({ reason, slices: times }) => {
    const name = times < slices ? `${discardName(reason)} in ${times}` : discardName(reason);
    return reason.kind === 'other processes' ? `${name}${who}` : name;
  });
  const counts = cpuCounts === 0 ? '' : `; CPU per request counts${cpuCounts < slices ? ` in ${cpuCounts} of them` : ''}`;
  return `${slices} of ${plural(of, 'slice')} (${why.join('; ')})${counts}`;
}
