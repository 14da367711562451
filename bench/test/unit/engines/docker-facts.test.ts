/** What Docker and the kernel say of containers. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { exitOf } from '../../../engines/common/contained.ts';
import { findCgroup, quotaIn } from '../../../engines/docker/cgroups.ts';
import { explained } from '../../../engines/docker/compose.ts';
import { shares } from '../../../engines/docker/containers.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ID = 'a'.repeat(64);

test('the quota of a container is read from cgroup v2 and v1', () => {
  const quotaOf = (files: Record<string, string>) => quotaIn(String(findCgroup(temporaryFolder(files), ID)));
  const v2 = `system.slice/docker-${ID}.scope/cpu.max`;
  assert.equal(quotaOf({ [v2]: '50000 100000\n' }), 0.5);
  assert.equal(quotaOf({ [v2]: 'max 100000\n' }), Infinity);
  const limits = (quota: number) => ({ 'cpu.cfs_quota_us': `${quota}\n`, 'cpu.cfs_period_us': '100000\n' });
  const under = (controller: string, files: object) =>
    Object.fromEntries(Object.entries(files).map(([name, content]) => [`${controller}/docker/${ID}/${name}`, content]));
  const apart = under('cpuacct', { 'cpuacct.usage': '1' });
  assert.equal(quotaOf({ ...apart, ...under('cpu', limits(90_000)) }), 0.9);
  assert.equal(quotaOf({ ...apart, ...under('cpu', limits(-1)) }), Infinity);
  assert.equal(quotaOf(under('cpu,cpuacct', limits(200_000))), 2);
  assert.equal(quotaOf(apart), null);
});

test('an exit code above 128 is a signal', () => {
  const signals = { 0: null, 3: null, 137: 'SIGKILL', 143: 'SIGTERM', 255: null };
  for (const [code, signal] of Object.entries(signals)) assert.deepEqual(exitOf(Number(code)), { code: Number(code), signal });
});

test('what Compose says is one line; a port that is taken is named with its service', () => {
  const taken =
    'Error response from daemon: driver failed programming external connectivity on endpoint stackbench-influxdb-1 (569d): Error starting userland proxy: listen tcp4 127.0.0.1:28086: bind: address already in use';
  assert.equal(explained(taken, ['up']), 'port 28086 (influxdb) is taken by another program or container');
  const newer =
    'failed to set up container networking: driver failed programming external connectivity on endpoint stackbench-mvc-vt-1 (b): failed to bind host port for 127.0.0.1:8082:172.18.0.3:8082/tcp: address already in use';
  assert.equal(explained(newer, ['up']), 'port 8082 (mvc-vt) is taken by another program or container');
  assert.equal(explained('No such image: mongo:8', ['up']), 'docker compose up failed: No such image: mongo:8');
});

test('the limits of services, in words', () => {
  const of = (service: string, cpus: number | null) => ({ service, cpus, image: '', digest: '', memoryBytes: null });
  const containers = [of('mariadb', 1), of('mvc', 0.5), of('influxdb', null)];
  assert.equal(shares(containers, ['mariadb', 'influxdb']), 'mariadb 1 CPU, influxdb no CPU limit');
});
