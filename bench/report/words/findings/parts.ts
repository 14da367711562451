/** Of findings about parts, slices, rounds and JVMs: what went wrong in them, and were they warm? */
import { sum } from '../../../util/math.ts';
import { count, percent, plural, fixed, list } from '../../../util/text.ts';
import { COMPILING } from '../../../../k6/lib/compilers.js';
import { MUCH_GC } from '../../../analyse/findings/plateaus.ts';
import { othersText } from '../notes.ts';
import { discardName } from '../discarded.ts';
import { MEASURES, type Names } from '../names.ts';
import { factor, ratioText } from '../verdicts.ts';
import type { FindingOf, JvmFacts } from '../../../analyse/findings/types.ts';
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
  'no-warm-up': {
    light: 'amber',
    title: ({ length }) => `No warm-up: ${plural(length, 'target')}.`,
    text: 'A JVM that is still compiling can reverse the order of targets.',
    items: (each, { where }) => where(each),
  },
  'never-steady': {
    light: 'amber',
    title: ({ length }) => `Warm-ups never became steady for ${plural(length, 'target')}.`,
    text: 'When the time for it was up, the JIT compilers were still at work. Slices in which they were do not count.',
    items: (each, { where }) => `${where(each)}: ${howOften(each)}`,
  },
  'still-rising': {
    light: 'amber',
    title: ({ length }) => `Throughput rose from slice to slice for ${plural(length, 'target')}.`,
    text: 'The JVM was not warm yet. The throughput reported is too low, by as much as it would still have risen.',
    items: (each, { where }) =>
      `${where(each)}: ${list(each.rounds.map((round, index) => `by ${percent(each.rises[index])} in round ${round}`))}`,
  },
  'compilers-at-work': {
    light: 'amber',
    title: ({ length }) => `Compilers were at work in slices of ${plural(length, 'target')}.`,
    text:
      `They took more than ${percent(COMPILING)} of the time, on a CPU or waiting for one. ` +
      'Until they are done, code is slow and they take CPU from the target’s limit, so the throughput reported is probably too low.',
    items: (each, { where }) => `${where(each)}: ${howOften(each)}, ${percent(each.compilingShare)} of the time`,
  },
  'gc-pauses': {
    light: 'amber',
    title: ({ length }) => `Pauses for garbage collection took more than ${percent(MUCH_GC)} of slices of ${plural(length, 'target')}.`,
    text:
      'A target answers nothing during a pause, so its throughput and latency there depend on heap size and collector. The JVM counts elapsed time, ' +
      'including waits for CPU.',
    items: (each, { where }) => `${where(each)}: ${howOften(each)}, ${percent(each.gcPauseShare)} of the time`,
  },
  'jvm-changed': {
    light: 'amber',
    title: ({ length }) => `${plural(length, 'JVM')} changed for good within a round.`,
    text: 'From one block on, CPU per request in each slice differs from each slice before. Every round has new JVMs, so the interval contains this.',
    items: (each, { where }) => {
      const { factor: times, block, earlier, later, facts } = each;
      const slices = `${plural(earlier, 'slice')} before, ${later} after`;
      return `${where(each)}: CPU per request ×${factor(times)} from block ${block} on (${slices})${facts ? factsText(facts) : ''}`;
    },
  },
  'metrics-contradict': {
    light: 'red',
    title: ({ length }) => `Requests/s and CPU per request contradict each other for ${plural(length, 'target')}.`,
    text:
      'The slower one has no CPU left, so the one that needs less CPU per request should be the faster one. ' +
      'Treat this as a measurement error until it is explained.',
    items: (each, { where }) => `${where(each)}: requests/s ${ratioText(each.throughput)}, CPU per request ${ratioText(each.cpu)}`,
  },
  'stuck-tiers': {
    light: 'amber',
    title: 'Far more of the compiled methods are at tier 2 than without a cache.',
    text: 'There they are slower than at tier 4, and go on counting their calls. The known fault JDK-8386852 keeps methods there for good.',
    items: ({ scenario, variants }, { label }) =>
      variants.map(({ target, tier2 }) => `${scenario} · ${label(target)}: ${percent(tier2, 0)}`),
  },
  'compiled-tiers': {
    statements: ([{ variants }], { label }) => {
      const of = variants.map(
        ({ target, methods, tier2, tier4 }) =>
          `${label(target)} ${count(methods)} (tier 2: ${percent(tier2, 0)}, tier 4: ${percent(tier4, 0)})`,
      );
      return `Methods compiled at the end of the last blocks: ${of.join('; ')}.`;
    },
  },
  'rounds-differ': {
    light: 'amber',
    title: ({ length }) => `Rounds differ by more than 30 % for ${plural(length, 'target')}.`,
    text:
      'The fastest round has more than 1.3 times the throughput of the slowest. Either the target was not warm in one of them, or the ' +
      'machine was disturbed.',
    items: (each, { where }) => `${where(each)}: ${each.rpsByRound.map((rps) => count(rps)).join(', ')} requests/s`,
  },
  'machine-speed': {
    light: 'amber',
    title: 'The machine was not equally fast in all rounds.',
    text:
      'A fixed computation before each measurement took longer in one round than in another. Possible causes are other guests of the same host, heat and power ' +
      'saving. The slices of a block are close in time and are compared with each other. Rates of different rounds are not comparable, and intervals get wider.',
    items: ({ measure, mediansNs }) => `${MEASURES[measure]}, median of each round: ${mediansNs.map((ns) => fixed(ns, 1)).join(', ')} ns`,
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

/** @returns 'in 1 of 2 rounds', 'in 1 of 6 slices' */
export function howOften({ slices = 0, rounds, of }: { slices?: number; rounds?: number[]; of: number }): string {
  return rounds ? `in ${rounds.length} of ${plural(of, 'round')}` : `in ${slices} of ${plural(of, 'slice')}`;
}

function factsText({ majorFaults, compilerCpuMs, compilerWaitMs }: JvmFacts) {
  const seconds = (ms: number) => `${fixed(ms / 1000, 1)} s`;
  const known = [
    majorFaults === null ? null : plural(majorFaults, 'major page fault'),
    compilerCpuMs === null ? null : `${seconds(compilerCpuMs)} of CPU used by its compilers`,
    compilerWaitMs === null ? null : `${seconds(compilerWaitMs)} that they waited for a CPU`,
  ].filter((text) => text !== null);
  return known.length > 0 ? `; from the first slice to the last: ${list(known)}` : '';
}
