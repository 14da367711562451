import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerUse, generatorUse, othersShare } from '../../../analyse/slice/shares.ts';
import { validCircumstances } from '../../fixtures/records.ts';

const { machine, limits } = validCircumstances();

/** @param given of its limits */
function machineOf(cores: number, given: Partial<typeof limits> = {}) {
  return { machine: { ...machine, cores }, limits: { ...limits, ...given } };
}

test('what is left of a machine is never less than what was used of it, nor nothing', () => {
  const run = machineOf(1);
  assert.deepEqual(generatorUse({ generator: 0.03, machine: 1.99 }, run), { used: 0.03, share: 0.03 });
  assert.deepEqual(containerUse('database', { database: 0, machine: 1.99 }, run), { used: 0, share: 0.01 });
  assert.deepEqual(generatorUse({ generator: 0.25, machine: 0.75 }, run), { used: 0.25, share: 0.5 });
  assert.equal(generatorUse({ generator: 0.25 }, run), null);
});

test('a database has what the others leave it, and no more than its container has', () => {
  const use = (cpus: number | null) => {
    const containers = [{ service: 'mariadb', image: 'mariadb', digest: 'sha256', cpus, memoryBytes: null }];
    return containerUse('database', { database: 0.95, machine: 2.5 }, machineOf(4, { containers }));
  };
  assert.deepEqual([use(1), use(null)?.share], [{ used: 0.95, share: 1 }, 4 - (2.5 - 0.95)]);
});

/** @param on machine */
function node(name: string, roles: string[], on: string, cores = 4) {
  return { name, machine: on, roles, cpuModel: 'Example', cores, memoryBytes: 1, kernel: 'Linux' };
}
const TARGET = node('a', ['target'], 'A');
const LOAD = node('b', ['generator', 'influxdb'], 'B');
const DATABASE = node('c', ['database'], 'C', 8);
const apart = machineOf(4, { nodes: [TARGET, LOAD, DATABASE], runnerMachine: 'D' });
const used = { target: 1, generator: 3, database: 0.5, influxdb: 0.25, runner: 0.2, kubectl: 0.1 };
const watched = ['machine', 'interrupts', ...Object.keys(used)];

test('of a cluster, only what is on the machine under the target counts there', () => {
  const { generator, ...others } = used;
  // 0.6 of 4 cores, also without word from elsewhere.
  for (const cores of [used, others]) {
    assert.ok(Math.abs(othersShare({ ...cores, machine: 1.6, interrupts: 0.1 }, watched, apart) - 0.15) < 1e-9);
  }
  assert.equal(othersShare({ generator, machine: 1.6 }, ['target', 'generator'], apart), 0, 'the target was not there throughout');
});

test('of a cluster whose nodes are containers of one machine, everything of the run counts, and the rest is others', () => {
  const together = machineOf(4, { nodes: [TARGET, LOAD, DATABASE].map((each) => ({ ...each, machine: 'A' })), runnerMachine: 'A' });
  const all = Object.values(used).reduce((sum, each) => sum + each, 0);
  assert.ok(Math.abs(othersShare({ ...used, machine: all + 0.4, interrupts: 0 }, watched, together) - 0.1) < 1e-9);
  assert.deepEqual(generatorUse({ target: 1, generator: 1, machine: 3 }, together), { used: 1, share: 2 });
});

test('a generator with a node of its own has the cores of that, or its limit, and not what the target left', () => {
  const cores = { ...used, machine: 3.9 };
  const limited = { ...apart, limits: { ...apart.limits, generatorCpus: 3.5 } };
  assert.deepEqual(generatorUse(cores, apart), { used: 3, share: 3.75 }, 'InfluxDB is beside it');
  assert.deepEqual(generatorUse(cores, limited), { used: 3, share: 3.5 });
  assert.deepEqual(containerUse('database', cores, apart), { used: 0.5, share: 8 });
  assert.equal(generatorUse(used, machineOf(4, { nodes: [TARGET, DATABASE], runnerMachine: 'D' })), null, 'nobody knows where it was');
});

test('of generators on several nodes, the one that is nearest to its limit is judged', () => {
  const nodes = [TARGET, node('b', ['generator 1'], 'B', 2), node('c', ['generator 2'], 'C', 8)];
  const cores = { target: 1, 'generator 1': 1.9, 'generator 2': 3, machine: 1 };
  assert.deepEqual(generatorUse(cores, machineOf(4, { nodes, runnerMachine: 'D' })), { process: 'generator 1', used: 1.9, share: 2 });
});
