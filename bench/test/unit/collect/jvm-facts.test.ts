import assert from 'node:assert/strict';
import { it } from 'node:test';
import { jvmFactsBetween, parseSchedstat } from '../../../collect/jvm-facts.ts';

/** @param threads by id */
function facts(majorFaults: number | null, threads: Record<number, [cpuMs: number, waitMs: number]>) {
  const compilers = new Map<number, { cpuNs: number; waitNs: number }>();
  for (const [id, [cpuMs, waitMs]] of Object.entries(threads)) compilers.set(Number(id), { cpuNs: cpuMs * 1e6, waitNs: waitMs * 1e6 });
  return { majorFaults, compilers };
}

it('what a JVM did between two readings is added up over the compilers’ threads', () => {
  const between = (...[before, after]: ReturnType<typeof facts>[]) => Object.values(jvmFactsBetween(before, after));
  const one = facts(3, { 1: [100, 50], 2: [10, 5] });
  assert.deepEqual(between(one, facts(10, { 1: [130, 70], 2: [10, 5], 3: [7, 2] })), [7, 37, 22], 'of those too that began in between');
  const reused = between(facts(10, { 1: [100, 50], 2: [900, 900] }), facts(2, { 1: [4, 60] }));
  assert.deepEqual(reused, [0, 4, 60], 'never negative: threads end, and their ids are given to others');
  assert.deepEqual(between(facts(null, {}), facts(5, {})), [null, null, null], 'where nothing could be read');
});

it('a thread’s times are the first two numbers of schedstat', () => {
  assert.deepEqual(parseSchedstat('7320681942 12212282614 6431\n'), { cpuNs: 7_320_681_942, waitNs: 12_212_282_614 });
  assert.equal(parseSchedstat(''), null);
});
