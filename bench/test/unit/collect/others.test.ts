import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameByCommand, otherUse, parseProcess, type MachineSample } from '../../../collect/others.ts';
import { ticksPerSecond } from '../../../collect/proc.ts';
import { parseProcessStat } from '../../../collect/processes.ts';

/** @param processes by id @returns of a machine with 2 cores whose own process is 10 */
function sample(
  second: number,
  processes: Record<number, readonly [comm: string, parent: number, ownSeconds: number, reapedSeconds?: number, startTicks?: number]>,
  changed?: Partial<MachineSample>,
): MachineSample {
  const entries = Object.entries(processes).map(([pid, [comm, parent, own, reaped = 0, startTicks = 7]]) => {
    const time = { comm, parent, startTicks, ownTicks: own * ticksPerSecond, reapedTicks: reaped * ticksPerSecond };
    return [Number(pid), time] as const;
  });
  const shared = { cores: 2, own: new Set([10]), containers: new Map() };
  return { timeMs: second * 1000, busySeconds: 0, processes: new Map(entries), ...shared, ...changed };
}

const between = (before: MachineSample, after: MachineSample) => otherUse(before, after, { nameOf: (_, comm) => comm });

describe('what other processes use', () => {
  it('is added up by name, the biggest first; what is part of the run is left out', () => {
    const before = sample(0, { 10: ['node', 1, 50], 20: ['chrome', 1, 4], 21: ['chrome', 20, 8], 30: ['idea', 1, 100] });
    const later = { 10: ['node', 1, 52], 20: ['chrome', 1, 5], 21: ['chrome', 20, 9], 30: ['idea', 1, 101] } as const;
    const processes = [0.5, 0.25].map((cores, index) => ({ name: ['chrome', 'idea'][index], cores }));
    assert.deepEqual(between(before, sample(4, later, { busySeconds: 5.5 })), { share: 3.5 / 4 / 2, processes });
  });

  it('has the time of containers of the run taken off', () => {
    const containers = (seconds: Record<string, number>) => ({ containers: new Map(Object.entries(seconds)), busySeconds: 4 });
    const before = sample(0, {}, { ...containers({ '/a': 10 }), busySeconds: 0 });
    const found = between(before, sample(2, {}, containers({ '/a': 11, '/new': 1 })));
    assert.deepEqual(found, { share: 0.5, processes: [] }, 'all of the time of one that has begun since');
    assert.equal(between(before, sample(2, {}, { busySeconds: 3 })), null, 'not known where one has ended, whose last time nobody tells');
  });

  it('has the time of processes that ended since as their parents’', () => {
    const before = sample(0, { 10: ['node', 1, 5, 3], 11: ['k6', 10, 2], 40: ['make', 1, 1, 9], 41: ['sh', 40, 1], 42: ['cc', 41, 1] });
    const after = sample(2, { 10: ['node', 1, 5, 6], 40: ['make', 1, 1, 13] }, { busySeconds: 3 });
    assert.deepEqual(between(before, after), { share: 0.5, processes: [{ name: 'make', cores: 1 }] }, '2 of 4 s were used before');
  });

  it('is no more than the machine was busy, whoever took in a process that ended', () => {
    const before = sample(0, { 1: ['init', 0, 1], 50: ['sh', 1, 0], 51: ['daemon', 50, 900] });
    const after = (reaped: number) => sample(2, { 1: ['init', 0, 1, reaped] }, { busySeconds: 1 });
    assert.deepEqual(between(before, after(900.5))?.processes, [{ name: 'init', cores: 0.25 }]);
    const unknown = sample(0, { 1: ['init', 0, 1] });
    assert.deepEqual(between(unknown, after(900))?.processes, [{ name: 'init', cores: 0.5 }]);
  });

  it('does not have the last time of what the run has ended, whoever took it in', () => {
    const before = sample(
      0,
      { 1: ['init', 0, 1], 10: ['node', 1, 5], 11: ['sh', 10, 0], 12: ['java', 11, 90] },
      { own: new Set([10, 11, 12]) },
    );
    const node = ['node', 1, 5] as const;
    const leftBehind = sample(2, { 1: ['init', 0, 1], 10: node, 12: ['java', 1, 91] }, { busySeconds: 1 });
    assert.deepEqual(between(before, leftBehind), { share: 0, processes: [] }, 'it has ended, and init has not looked yet');
    const takenIn = sample(2, { 1: ['init', 0, 1, 91], 10: node }, { busySeconds: 1 });
    assert.equal(between(before, takenIn), null);
    const byItsParent = sample(2, { 1: ['init', 0, 1], 10: ['node', 1, 5, 91] }, { busySeconds: 1.5 });
    assert.deepEqual(between(before, byItsParent), { share: 0.125, processes: [] });
  });

  it('counts a process whose id was another one’s from its beginning', () => {
    const before = sample(0, { 60: ['old', 1, 5] });
    const after = sample(2, { 60: ['new', 1, 1, 0, 8] }, { busySeconds: 2 });
    assert.deepEqual(between(before, after)?.processes, [{ name: 'new', cores: 0.5 }]);
  });

  it('is not known without two samples', () => {
    assert.deepEqual([otherUse(null, null), between(sample(1, {}), sample(1, {}))], [null, null]);
  });
});

it('a process is read by the numbers of its fields, whatever its name', () => {
  const stat = '42 (java (x) y) S 1 42 42 0 -1 4194560 10 20 3 0 250 50 7 2 20 0 30 0 100 999 7 18446744073709551615';
  assert.deepEqual(parseProcess(stat), { comm: 'java (x) y', parent: 1, startTicks: 100, ownTicks: 300, reapedTicks: 9 });
  assert.deepEqual(parseProcessStat(stat), { cpuSeconds: 3, rssBytes: 7 * 4096 });
});

it('a runtime is named with what it runs', () => {
  const names = [
    nameByCommand('chrome', 'chrome', ['--type=renderer', 'x']),
    nameByCommand('MainThread', 'node', ['--max-old-space-size=4', '-r', 'hook.js', '/repo/node_modules/.bin/eslint', '.']),
    nameByCommand('node', 'node', ['-e', 'for (;;);']),
    nameByCommand('java', 'java', ['@args', '-Xmx1g', '-cp', 'a.jar:b.jar', 'org.gradle.GradleDaemon', '8']),
    nameByCommand('java', 'java', ['-jar', '/opt/idea.jar', 'x']),
    nameByCommand('java', 'java', ['-p', 'mods', '-m', 'app/com.example.Main']),
    nameByCommand('python3', 'python3', ['/usr/bin/backup.py']),
  ];
  assert.deepEqual(names, ['chrome', 'node eslint', 'node', 'java GradleDaemon', 'java idea.jar', 'java Main', 'python3 backup.py']);
});
