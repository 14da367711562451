import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerUse, generatorUse, othersShare } from '../../../analyse/slice/shares.ts';
import { validCircumstances } from '../../fixtures/records.ts';

const { machine, limits } = validCircumstances();
const run = { machine: { ...machine, cores: 1 }, limits };

test('what is left of a machine is never less than what was used of it, nor nothing', () => {
  assert.deepEqual(generatorUse({ generator: 0.03, machine: 1.99 }, run), { used: 0.03, share: 0.03 });
  assert.deepEqual(containerUse('database', { database: 0, machine: 1.99 }, run), { used: 0, share: 0.01 });
  assert.deepEqual(generatorUse({ generator: 0.25, machine: 0.75 }, run), { used: 0.25, share: 0.5 });
  assert.equal(generatorUse({ generator: 0.25 }, run), null);
});

test('a database has what the others leave it, and no more than its container has', () => {
  const use = (cpus: number | null) => {
    const containers = [{ service: 'mariadb', image: 'mariadb', digest: 'sha256', cpus, memoryBytes: null }];
    return containerUse(
      'database',
      { database: 0.95, machine: 2.5 },
      { machine: { ...machine, cores: 4 }, limits: { ...limits, containers } },
    );
  };
  assert.deepEqual([use(1), use(null)?.share], [{ used: 0.95, share: 1 }, 4 - (2.5 - 0.95)]);
});

/** @param on machine */
function node(name: string, roles: string[], on: string, cores = 4) {
  return { name, machine: on, roles, cpuModel: 'Example', cores, memoryBytes: 1, kernel: 'Linux' };
}
const cluster = (nodes: ReturnType<typeof node>[], runnerMachine: string) => ({
  machine: { ...machine, cores: 4 },
  limits: { ...limits, nodes, runnerMachine },
});
const used = { target: 1, generator: 3, database: 0.5, influxdb: 0.25, runner: 0.2, kubectl: 0.1 };
const watched = ['machine', 'interrupts', ...Object.keys(used)];

test('of a cluster, only what is on the machine under the target counts there', () => {
  const apart = cluster([node('a', ['target'], 'A'), node('b', ['generator', 'influxdb'], 'B'), node('c', ['database'], 'C', 8)], 'D');
  assert.ok(Math.abs(othersShare({ ...used, machine: 1.6, interrupts: 0.1 }, watched, apart) - 0.15) < 1e-9, '0.6 of 4 cores');
  const { generator, ...others } = used;
  assert.ok(
    Math.abs(othersShare({ ...others, machine: 1.6, interrupts: 0.1 }, watched, apart) - 0.15) < 1e-9,
    'also without word from elsewhere',
  );
  assert.equal(othersShare({ generator, machine: 1.6 }, ['target', 'generator'], apart), 0, 'the target was not there throughout');
});

test('of a cluster whose nodes are containers of one machine, everything of the run counts, and the rest is others', () => {
  const together = cluster([node('a', ['target'], 'A'), node('b', ['generator', 'influxdb'], 'A'), node('c', ['database'], 'A')], 'A');
  const all = Object.values(used).reduce((sum, each) => sum + each, 0);
  assert.ok(Math.abs(othersShare({ ...used, machine: all + 0.4, interrupts: 0 }, watched, together) - 0.1) < 1e-9);
  assert.deepEqual(generatorUse({ target: 1, generator: 1, machine: 3 }, together), { used: 1, share: 2 });
});

test('a generator with a node of its own has the cores of that, or its limit, and not what the target left', () => {
  const nodes = [node('a', ['target'], 'A'), node('b', ['generator', 'influxdb'], 'B'), node('c', ['database'], 'C', 8)];
  const apart = cluster(nodes, 'D');
  assert.deepEqual(generatorUse({ ...used, machine: 3.9 }, apart), { used: 3, share: 3.75 }, 'InfluxDB is beside it');
  assert.deepEqual(generatorUse({ ...used, machine: 3.9 }, { ...apart, limits: { ...apart.limits, generatorCpus: 3.5 } }), {
    used: 3,
    share: 3.5,
  });
  assert.deepEqual(containerUse('database', { ...used, machine: 3.9 }, apart), { used: 0.5, share: 8 });
  assert.equal(generatorUse(used, cluster([nodes[0], nodes[2]], 'D')), null, 'nobody knows where it was');
});

test('of generators on several nodes, the one that is nearest to its limit is judged', () => {
  const nodes = [node('a', ['target'], 'A'), node('b', ['generator 1'], 'B', 2), node('c', ['generator 2'], 'C', 8)];
  const use = generatorUse({ target: 1, 'generator 1': 1.9, 'generator 2': 3, machine: 1 }, cluster(nodes, 'D'));
  assert.deepEqual(use, { process: 'generator 1', used: 1.9, share: 2 });
});
