/** The bottleneck of a target. */
import { list, percent, plural } from '../../util/text.ts';
import { byKind } from './names.ts';
import type { Bottleneck } from '../../analyse/bottleneck/bottleneck.ts';

type Kind = Bottleneck['kind'];

/** What follows from it. */
export const ACTIONS: Record<Kind, string> = {
  'target CPU': 'Less CPU per request or a larger share would raise throughput there. A larger pool or more threads would not.',
  'request threads': 'More threads, or virtual threads, would serve the waiting requests.',
  'connections accepted': 'A higher max-connections would let the waiting users in: the setting decides there, not the stack.',
  'connection pool': 'The size of the pool decides there, not the stack.',
  'event loop': 'A blocking call does not belong on an event loop: give it a scheduler of its own, or a thread.',
  'offload scheduler': 'More threads of the scheduler, or virtual threads, would serve the waiting requests.',
  database: 'The database decides there, not the stack.',
  'downstream service': 'The downstream service decides there, not the stack.',
  'users waiting': 'No limit was reached there: more users would show one.',
  generator: 'This says nothing about the target.',
  unknown: 'The cause is unknown; draw no conclusion.',
};

const SERVERS = { tomcat: 'Tomcat', jetty: 'Jetty' };

/** Of a bottleneck and the label of its target, a sentence. */
export const bottleneckText = byKind<Bottleneck, [label: string]>({
  generator: ({ process = 'it', used, share }, label) =>
    `The load generator was the bottleneck of ${label}: ${process} used ${cores(used)} of its ${cores(share)} cores (${percent(used / share, 0)}).`,
  'target CPU': ({ used, share, throttledShare }, label) => {
    const throttled = throttledShare === null ? '' : `, throttled by its quota in ${percent(throttledShare, 0)} of the periods`;
    return `The bottleneck of ${label} is its CPU: ${cores(used)} of ${cores(share)} cores${throttled}.`;
  },
  database: ({ used, share, cpuShare }, label) =>
    `The bottleneck of ${label} is the database: it used ${cores(used)} of its ${cores(share)} cores; ${cpuText(cpuShare)}.`,
  'downstream service': ({ busy, late }, label) => {
    const reasons = [
      busy && `it used ${cores(busy.used)} of the ${cores(busy.share)} cores available to it`,
      late && `it took ${late.meanMs.toFixed(1)} ms where ${late.requestedMs} ms were requested`,
    ];
    return `The bottleneck of ${label} is the downstream service: ${reasons.filter((reason) => reason !== null).join(', ')}.`;
  },
  'connection pool': ({ connections, active, waiting, cpuShare }, label) =>
    `The bottleneck of ${label} is its pool of ${connections} connections: ${active} in use, ${waiting} requests waiting, ${cpuText(cpuShare)}.`,
  'request threads': ({ server, threads, busy, waiting, cpuShare }, label) =>
    `The bottleneck of ${label} is its ${threads} ${SERVERS[server]} ${threads === 1 ? 'thread' : 'threads'}: ${busy} busy, ${waiting} waiting, ${cpuText(cpuShare)}.`,
  'connections accepted': ({ connections, waiting, cpuShare }, label) =>
    `The bottleneck of ${label} is the ${connections} connections that its Tomcat accepts: ${waiting} users waiting, ${cpuText(cpuShare)}.`,
  'offload scheduler': ({ threads, waiting, cpuShare }, label) =>
    `The bottleneck of ${label} is its bounded scheduler of ${threads} threads: ${waiting} calls waiting for one, ${cpuText(cpuShare)}.`,
  'event loop': ({ loops, blockedSeconds, waiting, cpuShare }, label) =>
    `The bottleneck of ${label} is its ${loops} event loops: one request blocks each of them for ${blockedSeconds.toFixed(2)} s, ${waiting} waiting, ${cpuText(cpuShare)}.`,
  'users waiting': ({ vus, cpuShare }, label) =>
    `${label} reached no limit: its ${vus} users were waiting for their own answers, and more users would get more; ${cpuText(cpuShare)}.`,
  unknown: unknownText,
});

/** Kinds that are called otherwise in a column. */
const TWO_WORDS: Partial<Record<Kind, string>> = {
  ...{ generator: 'load generator', 'request threads': 'Tomcat threads' },
  ...{ 'connections accepted': 'max connections', 'offload scheduler': 'offload threads', 'users waiting': 'no limit' },
};

/** @returns two words; '' where there is none */
export function bottleneckInTwoWords(kind: Kind | null): string {
  return kind === null ? '' : (TWO_WORDS[kind] ?? kind);
}

/** Such as 'pool of 10 connections'. */
export const bottleneckName = byKind<Bottleneck>({
  generator: () => 'load generator',
  'target CPU': () => 'target CPU',
  database: () => 'database',
  'downstream service': () => 'downstream service',
  'connection pool': ({ connections }) => `pool of ${plural(connections, 'connection')}`,
  'request threads': ({ server, threads }) => plural(threads, `${SERVERS[server]} thread`),
  'connections accepted': ({ connections }) => plural(connections, 'accepted connection'),
  'offload scheduler': ({ threads }) => `scheduler of ${plural(threads, 'thread')}`,
  'event loop': ({ loops }) => plural(loops, 'event loop'),
  'users waiting': () => 'no limit reached',
  unknown: () => 'unknown',
});

function unknownText(bottleneck: Extract<Bottleneck, { kind: 'unknown' }>, label: string) {
  if (bottleneck.why === 'nothing saturated')
    return `The bottleneck of ${label} is not known: ${cpuText(bottleneck.cpuShare)}, and nothing that was recorded was saturated.`;
  if (bottleneck.why === 'slices differ') {
    const parts = bottleneck.parts.map(({ kind, slices }) => `${kind} in ${slices}`).join(', ');
    return `The bottleneck of ${label} was not the same in all slices: ${parts} of ${bottleneck.of}.`;
  }
  const { connections, compilingShare } = bottleneck;
  return `The bottleneck of ${label} is not known: its pool of ${connections} connections was in use, and its CPU was used up while compilers were at work for ${percent(compilingShare, 0)} of the time.`;
}

/** @param names of targets, at least one @returns in place of a sentence for each */
export function cpuBottlenecks(names: string[]): string {
  return `The bottleneck of ${list(names)} is ${names.length === 1 ? 'its' : 'their'} CPU.`;
}

/** @param share of the target's CPU */
function cpuText(share: number | null) {
  return share === null ? 'CPU not recorded' : `CPU ${percent(share, 0)}`;
}

function cores(value: number) {
  return Number(value.toFixed(2)).toString();
}
