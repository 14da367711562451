import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { findHierarchy, hierarchies, removeStaleGroups, setPrecedence, setQuota } from '../../../engines/native/cgroup.ts';
import { parseCpuList } from '../../../collect/proc.ts';
import { createLimiter, type Limiter } from '../../../engines/native/limiter.ts';
import { start } from '../../../engines/processes/supervise.ts';
import { eventually } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const V1_MOUNTS = `proc /proc proc rw 0 0
cgroup2 /sys/fs/cgroup/unified cgroup2 rw,nsdelegate 0 0
cgroup /sys/fs/cgroup/cpuset cgroup rw,cpuset 0 0
cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0
`;
const V1_OWN = '11:cpuset:/\n4:cpu,cpuacct:/user.slice\n0::/user.slice/session-2.scope\n';

test('places for groups: the own group first, then those above it, version 2 before version 1', () => {
  const systemd = 'cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid,memory_recursiveprot 0 0\n';
  assert.deepEqual(hierarchies(systemd, '0::/user.slice/user-1000.slice\n'), [
    { version: 2, parent: '/sys/fs/cgroup/user.slice/user-1000.slice' },
    { version: 2, parent: '/sys/fs/cgroup/user.slice' },
    { version: 2, parent: '/sys/fs/cgroup' },
  ]);
  assert.deepEqual(hierarchies(V1_MOUNTS, V1_OWN), [
    { version: 2, parent: '/sys/fs/cgroup/unified/user.slice/session-2.scope' },
    { version: 2, parent: '/sys/fs/cgroup/unified/user.slice' },
    { version: 2, parent: '/sys/fs/cgroup/unified' },
    { version: 1, parent: '/sys/fs/cgroup/cpu,cpuacct/user.slice' },
    { version: 1, parent: '/sys/fs/cgroup/cpu,cpuacct' },
  ]);
  assert.deepEqual(hierarchies('proc /proc proc rw 0 0\n', V1_OWN), []);
});

test('a place that can’t be used is not taken', () => {
  const folder = temporaryFolder();
  const mounts = `cgroup2 ${folder.replaceAll(' ', '\\040')} cgroup2 rw 0 0\n`;
  // A plain folder: the group can be made, but the controller's file is missing.
  writeFileSync(path.join(folder, 'cgroup.subtree_control'), 'cpu memory\n');
  assert.equal(findHierarchy(mounts, '0::/\n'), null);
  assert.deepEqual(readdirSync(folder), ['cgroup.subtree_control']);
});

test('the quota is written in the form of each version', () => {
  const folder = temporaryFolder();
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  for (const name of ['cpu.max', 'cpu.cfs_period_us', 'cpu.cfs_quota_us']) writeFileSync(path.join(folder, name), '');
  setQuota({ version: 2, parent: '' }, folder, 0.5);
  assert.equal(read('cpu.max'), '50000 100000');
  writeFileSync(path.join(folder, 'cpu.max'), '');
  setQuota({ version: 2, parent: '' }, folder, null);
  assert.equal(read('cpu.max'), 'max 100000');
  setQuota({ version: 1, parent: '' }, folder, 1.5);
  assert.equal(read('cpu.cfs_period_us'), '100000');
  assert.equal(read('cpu.cfs_quota_us'), '150000');
});

test('a target that goes first has the highest weight of each version, then the usual one again', () => {
  const folder = temporaryFolder();
  for (const [version, file, first, usual] of [
    [2, 'cpu.weight', '10000', '100'],
    [1, 'cpu.shares', '262144', '1024'],
  ] as const) {
    writeFileSync(path.join(folder, file), '');
    setPrecedence({ version, parent: '' }, folder, true);
    assert.equal(readFileSync(path.join(folder, file), 'utf8'), first);
    writeFileSync(path.join(folder, file), '');
    setPrecedence({ version, parent: '' }, folder, false);
    assert.equal(readFileSync(path.join(folder, file), 'utf8'), usual);
  }
});

test('groups of runners that are gone are removed, those of others stay', () => {
  const parent = temporaryFolder();
  const dead = spawnSync('true').pid;
  for (const name of [`stackbench-${dead}-mvc`, `stackbench-${process.pid}-mvc`, 'user.slice']) mkdirSync(path.join(parent, name));
  assert.equal(removeStaleGroups({ version: 2, parent }), 1);
  assert.deepEqual(readdirSync(parent), [`stackbench-${process.pid}-mvc`, 'user.slice']);
});

test('lists of CPUs in the kernel’s form', () => {
  assert.deepEqual(parseCpuList('0'), [0]);
  assert.deepEqual(parseCpuList('0-2,5,7-8'), [0, 1, 2, 5, 7, 8]);
});

test('with neither control groups nor taskset the limiter says so', () => {
  const limiter = createLimiter(1, { hierarchy: null, canPin: false });
  assert.equal(limiter.enforced, 'none');
  assert.match(limiter.method, /^not limited/);
});

/** @returns periods in which the kernel has held the group back */
function throttled(group: string): number {
  return Number(/^nr_throttled (\d+)$/m.exec(readFileSync(path.join(group, 'cpu.stat'), 'utf8'))?.[1]);
}

function allowed(pid: number) {
  return readdirSync(`/proc/${pid}/task`).map((id) =>
    parseCpuList(/^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync(`/proc/${pid}/task/${id}/status`, 'utf8'))?.[1] ?? ''),
  );
}

async function startBusyLoop(limiter: Limiter) {
  const folder = temporaryFolder();
  const command = [...limiter.prepare('busy'), 'sh', '-c', 'while :; do :; done'];
  return start({ name: 'busy', command, cwd: folder, logFile: path.join(folder, 'log') });
}

test('this machine’s limit holds a busy process back, can be lifted, and leaves nothing', async () => {
  const hierarchy = findHierarchy();
  const limiter = createLimiter(0.2);
  const busy = await startBusyLoop(limiter);
  try {
    if (!hierarchy) {
      assert.notEqual(limiter.enforced, 'quota');
      return;
    }
    const group = path.join(hierarchy.parent, `stackbench-${process.pid}-busy`);
    assert.equal(limiter.enforced, 'quota');
    const members = () => readFileSync(path.join(group, 'cgroup.procs'), 'utf8').trim();
    await eventually(() => members() === String(busy.pid), 'it is in its group');
    assert.equal(throttled(group), 0);
    limiter.limit('busy', busy.pid, true);
    await eventually(() => throttled(group) >= 3, 'three throttled periods');
    limiter.limit('busy', busy.pid, true, 0.7);
    const quota = hierarchy.version === 2 ? 'cpu.max' : 'cpu.cfs_quota_us';
    assert.match(readFileSync(path.join(group, quota), 'utf8'), /^70000\b/, 'a sweep gives a target other CPUs');
    limiter.limit('busy', busy.pid, false);
    assert.match(readFileSync(path.join(group, quota), 'utf8'), /^(max|-1)/);
    await busy.end({ hard: true });
    limiter.release('busy');
    assert.equal(existsSync(group), false);
  } finally {
    await busy.end({ hard: true });
    limiter.release('busy');
  }
});

test('where groups are not permitted all threads are pinned, and set free again', async () => {
  const limiter = createLimiter(0.5, { hierarchy: null });
  assert.equal(limiter.enforced, 'affinity');
  assert.match(limiter.method, /^pinned by taskset to 1 CPU \(number \d+\); control groups are not permitted here/);
  const busy = await startBusyLoop(limiter);
  try {
    const before = allowed(busy.pid);
    limiter.limit('busy', busy.pid, true);
    for (const cpus of allowed(busy.pid)) assert.equal(cpus.length, 1);
    limiter.limit('busy', busy.pid, false);
    assert.deepEqual(allowed(busy.pid), before);
  } finally {
    await busy.end({ hard: true });
  }
});
