import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jvmFactsBetween, parseSchedstat } from '../../../collect/jvm-facts.ts';
import { describeScheduler, type KernelFacts } from '../../../collect/scheduler.ts';

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

describe('the scheduler', () => {
  const text = (given: Partial<KernelFacts>) =>
    describeScheduler({ release: '6.12.3-amd64', version: '', preemption: '', schedExtState: '', schedExtName: '', ...given });

  it('is known by the kernel’s release', () => {
    assert.deepEqual(
      ['5.15.0-91-generic', '6.5.13', '6.6.0', '6.12.3-amd64', '7.0.0-rc1'].map((release) => text({ release })),
      ['CFS', 'CFS', 'EEVDF', 'EEVDF', 'EEVDF'],
    );
  });

  it('may be one that was loaded', () => {
    assert.equal(text({ schedExtState: 'enabled\n', schedExtName: 'bpfland_1.0\n' }), 'sched_ext bpfland_1.0');
    assert.equal(text({ schedExtState: 'disabled\n' }), 'EEVDF');
  });

  it('comes with how it preempts: the model in force, or else how the kernel was built', () => {
    const version = 'Linux version 6.12.3-amd64 (debian) #1 SMP PREEMPT_DYNAMIC Debian';
    assert.equal(text({ version }), 'EEVDF, PREEMPT_DYNAMIC');
    assert.equal(text({ version, preemption: 'none voluntary (full) lazy\n' }), 'EEVDF, preemption full');
  });
});
