import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jvmFactsBetween, parseSchedstat } from '../../../collect/jvm-facts.ts';

/** @param threads by id */
function facts(majorFaults: number | null, threads: Record<number, [cpuMs: number, waitMs: number]>) {
  const entries = Object.entries(threads).map(
    ([id, [cpuMs, waitMs]]) => [Number(id), { cpuNs: cpuMs * 1e6, waitNs: waitMs * 1e6 }] as const,
  );
  return { majorFaults, compilers: new Map(entries) };
}

describe('what a JVM did between two readings', () => {
  it('adds up the compilers’ threads, those included that began in between', () => {
    const between = jvmFactsBetween(facts(3, { 1: [100, 50], 2: [10, 5] }), facts(10, { 1: [130, 70], 2: [10, 5], 3: [7, 2] }));
    assert.deepEqual(between, { majorFaults: 7, compilerCpuMs: 37, compilerWaitMs: 22 });
  });

  it('is never negative: threads end, and their ids are given to others', () => {
    const between = jvmFactsBetween(facts(10, { 1: [100, 50], 2: [900, 900] }), facts(2, { 1: [4, 60] }));
    assert.deepEqual(between, { majorFaults: 0, compilerCpuMs: 4, compilerWaitMs: 60 });
  });

  it('is unknown where nothing could be read', () => {
    assert.deepEqual(jvmFactsBetween(facts(null, {}), facts(5, {})), { majorFaults: null, compilerCpuMs: null, compilerWaitMs: null });
  });
});

it('a thread’s times are the first two numbers of schedstat', () => {
  assert.deepEqual(parseSchedstat('7320681942 12212282614 6431\n'), { cpuNs: 7_320_681_942, waitNs: 12_212_282_614 });
  assert.equal(parseSchedstat(''), null);
});
