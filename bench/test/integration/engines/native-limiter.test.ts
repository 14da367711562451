import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { findHierarchy, hierarchies, removeStaleGroups, setPrecedence, setQuota, type Hierarchy } from '../../../engines/native/cgroup.ts';
import { parseCpuList } from '../../../collect/proc.ts';
import { createLimiter, type Limiter } from '../../../engines/native/limiter.ts';
import { start, type Supervised } from '../../../engines/processes/supervise.ts';
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
  const places = (mounts: string, own: string) => hierarchies(mounts, own).map(({ version, parent }) => `${version} ${parent}`);
  assert.deepEqual(places(systemd, '0::/user.slice/user-1000.slice\n'), [
    '2 /sys/fs/cgroup/user.slice/user-1000.slice',
    '2 /sys/fs/cgroup/user.slice',
    '2 /sys/fs/cgroup',
  ]);
  assert.deepEqual(places(V1_MOUNTS, V1_OWN), [
    '2 /sys/fs/cgroup/unified/user.slice/session-2.scope',
    '2 /sys/fs/cgroup/unified/user.slice',
    '2 /sys/fs/cgroup/unified',
    '1 /sys/fs/cgroup/cpu,cpuacct/user.slice',
    '1 /sys/fs/cgroup/cpu,cpuacct',
  ]);
  assert.deepEqual(places('proc /proc proc rw 0 0\n', V1_OWN), []);
});

test('a place that can’t be used is not taken', () => {
  const folder = temporaryFolder();
  const mounts = `cgroup2 ${folder.replaceAll(' ', '\\040')} cgroup2 rw 0 0\n`;
  // A plain folder: the group can be made, but the controller's file is missing.
  writeFileSync(path.join(folder, 'cgroup.subtree_control'), 'cpu memory\n');
  assert.equal(findHierarchy(mounts, '0::/\n'), null);
  assert.deepEqual(readdirSync(folder), ['cgroup.subtree_control']);
});

test('quota and precedence are written in the form of each version', () => {
  const folder = temporaryFolder();
  const written = (write: () => void, ...files: string[]) => {
    for (const file of files) writeFileSync(path.join(folder, file), '');
    write();
    return files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  };
  const [one, two] = ([1, 2] as const).map((version) => ({ version, parent: '' }));
  const quota = (hierarchy: Hierarchy, cpus: number | null) => () => setQuota(hierarchy, folder, cpus);
  assert.deepEqual(written(quota(two, 0.5), 'cpu.max'), ['50000 100000']);
  assert.deepEqual(written(quota(two, null), 'cpu.max'), ['max 100000']);
  assert.deepEqual(written(quota(one, 1.5), 'cpu.cfs_period_us', 'cpu.cfs_quota_us'), ['100000', '150000']);
  const precedences = (hierarchy: Hierarchy, file: string) =>
    [true, false].flatMap((first) => written(() => setPrecedence(hierarchy, folder, first), file));
  assert.deepEqual(precedences(two, 'cpu.weight'), ['10000', '100'], 'the highest and the usual');
  assert.deepEqual(precedences(one, 'cpu.shares'), ['262144', '1024']);
});

test('groups of runners that are gone are removed, those of others stay', () => {
  const parent = temporaryFolder();
  const dead = spawnSync('true').pid;
  for (const name of [`stackbench-${dead}-mvc`, `stackbench-${process.pid}-mvc`, 'user.slice']) mkdirSync(path.join(parent, name));
  assert.equal(removeStaleGroups({ version: 2, parent }), 1);
  assert.deepEqual(readdirSync(parent), [`stackbench-${process.pid}-mvc`, 'user.slice']);
});

test('with neither control groups nor taskset the limiter says so', () => {
  const limiter = createLimiter(1, null, false);
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

async function withBusyLoop(limiter: Limiter, use: (busy: Supervised) => Promise<void> | void) {
  const folder = temporaryFolder();
  const command = [...limiter.prepare('busy'), 'sh', '-c', 'while :; do :; done'];
  const busy = await start({ name: 'busy', command, cwd: folder, logFile: path.join(folder, 'log') });
  try {
    await use(busy);
  } finally {
    await busy.end({ hard: true });
    limiter.release('busy');
  }
}

test('this machine’s limit holds a busy process back, can be lifted, and leaves nothing', async () => {
  const hierarchy = findHierarchy();
  const limiter = createLimiter(0.2);
  const group = hierarchy && path.join(hierarchy.parent, `stackbench-${process.pid}-busy`);
  await withBusyLoop(limiter, async (busy) => {
    assert.equal(limiter.enforced === 'quota', group !== null);
    if (!group) return;
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
  });
  assert.equal(group !== null && existsSync(group), false);
});

test('where groups are not permitted all threads are pinned, and set free again', async () => {
  const limiter = createLimiter(0.5, null);
  assert.equal(limiter.enforced, 'affinity');
  assert.match(limiter.method, /^pinned by taskset to 1 CPU \(number \d+\); control groups are not permitted here/);
  await withBusyLoop(limiter, (busy) => {
    const before = allowed(busy.pid);
    limiter.limit('busy', busy.pid, true);
    for (const cpus of allowed(busy.pid)) assert.equal(cpus.length, 1);
    limiter.limit('busy', busy.pid, false);
    assert.deepEqual(allowed(busy.pid), before);
  });
});
