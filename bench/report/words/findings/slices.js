import { MUCH_GC } from '../../../analyse/findings/cells.js';
import { COMPILING } from '../../../analyse/cell/steady.js';
import { TOLERANCE } from '../../../analyse/cell/littles-law.js';
import { sum } from '../../../util/math.js';
import { count, fixed, list, number, percent, plural } from '../../../util/text.js';
import { othersText } from '../notes.js';
import { factor, ratioText } from '../verdicts.js';
import { voidName } from '../void.js';

/**
 * Of findings about the slices of a target or of a scenario.
 *
 * @typedef {import('../../../analyse/findings/types.js').SlicesVoid} SlicesVoid
 * @typedef {import('../../../analyse/findings/types.js').JvmFacts} JvmFacts
 * @typedef {import('../names.js').Names} Names
 * @typedef {'slices-void' | 'slices-failed-requests' | 'slices-compilers-at-work' | 'slices-gc-pauses' | 'slices-littles-law-off' | 'slices-still-rising' |
 *   'slices-never-steady' | 'slices-no-live-data' | 'jvm-changed' | 'metrics-contradict' | 'idle-targets'} SliceKind
 */

/** @type {{ [K in SliceKind]: import('./index.js').WordsOf<K> }} */
export const SLICE_WORDS = {
  'slices-void': {
    caveat: (found, names) => {
      const slices = sum(found.map((each) => each.slices));
      return {
        title: `${plural(slices, 'slice is', 'slices are')} void.`,
        text: 'A void slice decides nothing about throughput. If other processes alone disturbed it, its CPU per request may still count.',
        items: found.map((each) => `${names.pair(each)}: ${voidSlicesText(each, names)}`),
      };
    },
    doubt: (found) =>
      `${plural(sum(found.map(({ slices }) => slices)), 'slice')} of this scenario ${found.length === 1 && found[0].slices === 1 ? 'is' : 'are'} void.`,
  },
  'slices-failed-requests': {
    caveat: (found, { pair }) => ({
      title: `Requests failed in slices of ${plural(found.length, 'target')}.`,
      text: 'Throughput and latency count successful requests only.',
      items: found.map((each) => {
        const { slices, failed, requests } = each;
        return `${pair(each)}: ${count(failed)} of ${count(requests)} requests failed (${percent(failed / requests)}), in ${plural(slices, 'slice')}`;
      }),
    }),
  },
  'slices-compilers-at-work': {
    caveat: (found, { pair }) => ({
      title: `Compilers were at work in slices of ${plural(found.length, 'target')}.`,
      text:
        `They took more than ${percent(COMPILING)} of the time, on a CPU or waiting for one. ` +
        'Until they are done, code is slow and they take CPU from the target’s limit, so the throughput reported is probably too low.',
      items: found.map((each) => `${pair(each)}: ${inSlices(each)}, ${percent(each.compilingShare)} of the time`),
    }),
    doubt: (found, { label }) => `Compilers at work: ${list(found.map((each) => `${label(each.target)} ${inSlices(each)}`))}.`,
  },
  'slices-gc-pauses': {
    caveat: (found, { pair }) => ({
      title: `Pauses for garbage collection took more than ${percent(MUCH_GC)} of slices of ${plural(found.length, 'target')}.`,
      text:
        'A target answers nothing during a pause, so its throughput and latency there depend on heap size and collector. The JVM counts elapsed time, ' +
        'including waits for CPU.',
      items: found.map((each) => `${pair(each)}: ${inSlices(each)}, ${percent(each.gcPauseShare)} of the time`),
    }),
    doubt: (found, { label }) =>
      `Pauses for garbage collection took more than ${percent(MUCH_GC)} of the time: ${list(found.map((each) => `${label(each.target)} ${inSlices(each)}`))}.`,
  },
  'slices-littles-law-off': {
    caveat: (found, { pair }) => ({
      title: `Little's law is off by more than ${percent(TOLERANCE)} in slices of ${plural(found.length, 'target')} without an explanation.`,
      text: 'Treat this as a measurement error until it is explained.',
      items: found.map((each) => {
        const [least, most] = [Math.min(...each.users), Math.max(...each.users)].map((users) => fixed(users, 1));
        const users = least === most ? least : `${least} to ${most}`;
        return `${pair(each)} at ${plural(each.vus, 'user')}: the law gives ${users} users ${inSlices(each)}`;
      }),
    }),
    doubt: (found, { label }) =>
      `Little's law is off without an explanation: ${list(found.map((each) => `${label(each.target)} ${inSlices(each)}`))}.`,
  },
  'slices-still-rising': {
    caveat: (found, { pair }) => ({
      title: `Throughput rose from slice to slice for ${plural(found.length, 'target')}.`,
      text: 'The JVM was not warm yet. The throughput reported is too low, by as much as it would still have risen.',
      items: found.map((each) => {
        const rises = each.rounds.map((round, index) => `by ${percent(each.rises[index])} in round ${round}`);
        return `${pair(each)}: ${list(rises)}`;
      }),
    }),
    doubt: (found, { label }) => `Rising from slice to slice: ${list(found.map((each) => `${label(each.target)} ${inRounds(each)}`))}.`,
  },
  'slices-never-steady': {
    caveat: (found, { pair }) => ({
      title: `Warm-ups before blocks never became steady for ${plural(found.length, 'target')}.`,
      text: 'When the time for it was up, the JIT compilers were still at work. Slices in which they were do not count.',
      items: found.map((each) => `${pair(each)}: ${inRounds(each)}`),
    }),
    doubt: (found, { label }) =>
      `Never steady in the warm-up before blocks: ${list(found.map((each) => `${label(each.target)} ${inRounds(each)}`))}.`,
  },
  'jvm-changed': {
    caveat: (found, { cell }) => ({
      title: `${plural(found.length, 'JVM')} changed for good within a round.`,
      text: 'From one block on, CPU per request in each slice differs from each slice before. Every round has new JVMs, so the interval contains this.',
      items: found.map((each) => {
        const { factor: times, block, earlier, later, facts } = each;
        const slices = `${plural(earlier, 'slice')} before, ${later} after`;
        return `${cell(each)}: CPU per request ×${factor(times)} from block ${block} on (${slices})${facts ? factsText(facts) : ''}`;
      }),
    }),
    doubt: (found, { label }) => {
      const changes = found.map(({ target, factor: times, round, block }) => {
        return `${label(target)} ×${factor(times)} from block ${block} of round ${round} on`;
      });
      return `A JVM changed its CPU per request for good: ${list(changes)}.`;
    },
  },
  'metrics-contradict': {
    caveat: (found, { pair }) => ({
      title: `Requests/s and CPU per request contradict each other for ${plural(found.length, 'target')}.`,
      text:
        'The slower one has no CPU left, so the one that needs less CPU per request should be the faster one. ' +
        'Treat this as a measurement error until it is explained.',
      items: found.map((each) => `${pair(each)}: requests/s ${ratioText(each.throughput)}, CPU per request ${ratioText(each.cpu)}`),
    }),
    doubt: (found, { label }) => `Requests/s and CPU per request contradict each other: ${list(found.map(({ target }) => label(target)))}.`,
  },
  'idle-targets': {
    statements: ([{ cores, targets }]) => [
      `Beside the target under load, ${targets === 1 ? 'the idle one' : `the ${targets} idle ones together`} used ${number(cores)} cores on average.`,
    ],
  },
  'slices-no-live-data': {
    caveat: (found) => ({
      title: `${plural(sum(found.map(({ slices }) => slices)), 'slice')} without live data in InfluxDB.`,
      text: 'The figures of this report come from the files of the bundle and are not affected.',
      items: found.map(({ scenario, slices, of }) => `${scenario}: ${slices} of ${of}`),
    }),
  },
};

/** @param {SlicesVoid} finding @param {Names} names @returns {string} '3 of 15 slices (other processes: chrome 18 %, idea 12 %); CPU per request counts in 2 of them' */
function voidSlicesText({ slices, of, cpuCounts, reasons, others }, { machine }) {
  const who = others.length > 0 ? `: ${othersText(others, machine)}` : '';
  const why = reasons.map(({ reason, slices: times }) => {
    const name = times < slices ? `${voidName(reason)} in ${times}` : voidName(reason);
    return reason.kind === 'other processes' ? `${name}${who}` : name;
  });
  return `${slices} of ${plural(of, 'slice')} (${why.join('; ')})${cpuCountsText(cpuCounts, slices)}`;
}

/** @param {number} cpuCounts @param {number} slices */
function cpuCountsText(cpuCounts, slices) {
  if (cpuCounts === 0) return '';
  return cpuCounts < slices ? `; CPU per request counts in ${cpuCounts} of them` : '; CPU per request counts';
}

/** @param {JvmFacts} facts */
function factsText({ majorFaults, compilerCpuMs, compilerWaitMs }) {
  const seconds = (/** @type {number} */ ms) => `${fixed(ms / 1000, 1)} s`;
  const known = [
    majorFaults === null ? null : plural(majorFaults, 'major page fault'),
    compilerCpuMs === null ? null : `${seconds(compilerCpuMs)} of CPU used by its compilers`,
    compilerWaitMs === null ? null : `${seconds(compilerWaitMs)} that they waited for a CPU`,
  ].filter((text) => text !== null);
  return known.length > 0 ? `; in the whole sequence: ${list(known)}` : '';
}

/** @param {{ slices: number, of: number }} finding */
function inSlices({ slices, of }) {
  return `in ${slices} of ${plural(of, 'slice')}`;
}

/** @param {{ rounds: number[], of: number }} finding */
function inRounds({ rounds, of }) {
  return `in ${rounds.length} of ${plural(of, 'round')}`;
}
