/** What the kubernetes engine makes of a cluster's answers, without a cluster. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { ProcessSampler } from '../../../collect/processes.ts';
import { exitOfPod, isReady, obstacleOf } from '../../../engines/kubernetes/cluster/exits.ts';
import { explained } from '../../../engines/kubernetes/cluster/kubectl.ts';
import { nodesOf, parseFacts } from '../../../engines/kubernetes/nodes.ts';
import { number, podOf, quantity, resourcesOf } from '../../../engines/kubernetes/cluster/pod-spec.ts';
import { parseAnswer } from '../../../engines/kubernetes/readers.ts';

function pod(status: object, metadata: object = {}) {
  const containers = [{ image: 'stackbench/mvc', resources: { limits: { memory: '1Gi' } } }];
  return { metadata: { name: 'mvc-1', ...metadata }, spec: { nodeName: 'node-a', containers }, status: { phase: 'Running', ...status } };
}

const withContainer = (container: object, restartCount = 0) => ({ containerStatuses: [{ restartCount, ...container }] });

describe('how a pod ended', () => {
  const terminated = (exitCode: number, reason?: string) => withContainer({ state: { terminated: { exitCode, reason } } });

  it('is the exit code of its process, the signal, or a reason that the cluster gives; not known while it runs', () => {
    for (const status of [withContainer({ state: { running: {} } }), { phase: 'Pending' }]) assert.equal(exitOfPod(pod(status)), null);
    assert.deepEqual(exitOfPod(pod(terminated(0))), { code: 0, signal: null });
    const drained = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' };
    const evicted = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory. ' };
    const signals: [signal: string, status: object, metadata?: object][] = [
      ['SIGKILL', terminated(137, 'Error')],
      ['OOM killed: it needed more than its 1Gi', terminated(137, 'OOMKilled')],
      ['evicted from node-a: The node was low on resource: memory', evicted],
      ['evicted from its node through the API, as by kubectl drain (node-a)', { conditions: [drained] }],
      ['its pod was deleted', {}, { deletionTimestamp: '2026-01-01T00:00:00Z' }],
    ];
    for (const [signal, status, metadata] of signals) assert.equal(exitOfPod(pod(status, metadata))?.signal, signal);
  });

  it('is news also where a container was restarted', () => {
    const restarted = pod(withContainer({ state: { running: {} }, lastState: { terminated: { exitCode: 137 } } }, 1));
    assert.equal(exitOfPod(restarted, 0)?.signal, 'SIGKILL');
    assert.equal(exitOfPod(restarted, 1), null);
  });
});

test('why a pod does not start: no node, which may pass, or its image, which is named; nothing where it is ready or on its way', () => {
  const waiting = (reason: string, message?: string) => withContainer({ state: { waiting: { reason, message } } });
  const ready = { conditions: [{ type: 'Ready', status: 'True' }] };
  const message = '0/3 nodes are available: 3 Insufficient cpu.';
  const unscheduled = { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }] };
  const unpulled = waiting('ImagePullBackOff', 'Back-off pulling image "x": ErrImagePull: dial tcp: i/o timeout');
  assert.deepEqual(
    [unscheduled, unpulled, waiting('ContainerCreating'), ready].map((status) => obstacleOf(pod(status))),
    [
      { why: 'there is no node for it: 0/3 nodes are available: 3 Insufficient cpu', mayPass: true },
      { why: 'its image stackbench/mvc cannot be pulled: i/o timeout', mayPass: false },
      null,
      null,
    ],
  );
  assert.deepEqual([isReady(pod(ready)), isReady(pod({}))], [true, false]);
});

describe('a pod made from a Deployment', () => {
  const env = (poolSize: string) => Object.entries({ TARGET: 'mvc', DB_POOL_SIZE: poolSize }).map(([name, value]) => ({ name, value }));
  const container = {
    name: 'target',
    env: env('10'),
    readinessProbe: {},
    resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } },
  };
  const template = { metadata: { labels: { app: 'mvc' } }, spec: { nodeSelector: { role: 'target' }, containers: [container] } };
  const deployment = { metadata: { name: 'mvc' }, spec: { template } };

  it('is never restarted, keeps what the template says, and has the limits and variables of the run', () => {
    const made = podOf(deployment, { node: 'node-a', cpus: { limit: 0.5, request: 0.499 }, environment: { DB_POOL_SIZE: '100' } });
    assert.match(made.metadata.name, /^mvc-[0-9a-f]{6}$/);
    assert.deepEqual(made.metadata.labels, { app: 'mvc', 'stackbench.io/made-by': 'runner' });
    assert.deepEqual([made.spec.restartPolicy, made.spec.nodeSelector], ['Never', { role: 'target' }]);
    const [{ env: variables, resources, readinessProbe }] = made.spec.containers;
    assert.deepEqual(resources, { requests: { cpu: '499m', memory: '1Gi' }, limits: { cpu: '500m', memory: '1Gi' } });
    assert.deepEqual(variables, env('100'));
    assert.equal(readinessProbe, undefined);
    assert.match(JSON.stringify(made.spec.affinity), /"metadata.name","operator":"In","values":\["node-a"\]/);
  });

  it('has resources in numbers', () => {
    assert.deepEqual(resourcesOf(container), { cpus: 1, requestedCpus: 1, memoryBytes: 2 ** 30, isGuaranteed: true });
    assert.deepEqual(resourcesOf({}), { cpus: null, requestedCpus: 0, memoryBytes: null, isGuaranteed: false });
    assert.deepEqual(['500m', '2', '64Mi', '1G'].map(number), [0.5, 2, 2 ** 26, 1e9]);
    assert.equal(quantity(0.5), '500m');
  });
});

describe('what a shell in a container answers', () => {
  it('is read with cgroup v2 and v1', () => {
    const machine = 'cpu  100 0 100 1000 0 10 20 5 0 0';
    const second = parseAnswer(`2500000 us 4096 50000 100000 - ${machine}`);
    assert.deepEqual([second?.cpuSeconds, second?.rssBytes, second?.quota, second?.clockMs], [2.5, 4096, 0.5, null]);
    const first = parseAnswer(`2500000000 ns 4096 -1 100000 1700000000123000000 ${machine}`);
    assert.deepEqual([first?.cpuSeconds, first?.quota, first?.clockMs], [2.5, Infinity, 1700000000123]);
    assert.ok(Number(first?.machine?.machine) > 0);
    assert.equal(parseAnswer('sh: no such file'), null);
  });

  it('becomes rows of processes.csv, with the machine under the target in place of this one', async () => {
    if (process.platform !== 'linux') return;
    const machine = { machine: 7, interrupts: 2, stolen: 1 };
    const sampler = new ProcessSampler(() => [
      { process: 'database', read: async () => ({ cpuSeconds: 3, rssBytes: 8, machine: { machine: 99, interrupts: 0, stolen: 0 } }) },
      { process: 'target', read: async () => ({ cpuSeconds: 1, rssBytes: 4, machine }) },
      { process: 'generator', read: async () => null },
    ]);
    sampler.start();
    const rows = await sampler.stop();
    for (const row of ['database,3.00,8', 'target,1.00,4', 'machine,7.00,0', 'interrupts,2.00,0', 'stolen,1.00,0'])
      assert.match(rows, new RegExp(`,${row}$`, 'm'));
    assert.doesNotMatch(rows, /,generator,/);
  });
});

describe('the nodes', () => {
  const text = [
    '== /proc/cpuinfo\nprocessor\t: 0\nmodel name\t: Some CPU\nprocessor\t: 1\nmodel name\t: Some CPU\n',
    '== /proc/meminfo\nMemTotal:  1024 kB\n== /proc/sys/kernel/osrelease\n6.1\n== /proc/sys/kernel/random/boot_id\nabc\n',
    '== /sys/fs/cgroup/cpu.max\n== /sys/fs/cgroup/cpu/cpu.cfs_quota_us\n50000\n== /opt/java/openjdk/release\nIMPLEMENTOR="Eclipse Adoptium"\nJAVA_VERSION="25.0.1"\n',
  ].join('');

  it('are known from inside a pod', () => {
    assert.deepEqual(parseFacts(text), {
      ...{ boot: 'abc', cpuModel: 'Some CPU', cores: 2, memoryBytes: 2 ** 20, kernel: 'Linux 6.1', hasQuota: true },
      java: { version: '25.0.1', vendor: 'Eclipse Adoptium' },
    });
    assert.equal(parseFacts(text.replace('cpu.max\n', 'cpu.max\nmax 100000\n')).hasQuota, false);
  });

  it('are listed once each, and those of one machine show it', () => {
    const facts = parseFacts(text);
    const on = (nodeName: string) => ({ spec: { nodeName } });
    const parts = { target: 'a', database: 'b', generator: 'a' };
    const nodes = nodesOf(Object.entries(parts).map(([role, node]) => ({ pod: on(node), facts, role })));
    assert.deepEqual(Object.fromEntries(nodes.map(({ name, roles }) => [name, roles])), { a: ['target', 'generator'], b: ['database'] });
    assert.equal(nodes[0].machine, nodes[1].machine);
    assert.ok(!JSON.stringify(nodes).includes('abc'));
  });
});

it('what kubectl says of a missing kubeconfig becomes one line that says what to do', () => {
  assert.match(explained('error: current-context is not set'), /^no kubeconfig with a usable context: set KUBECONFIG/);
  assert.equal(explained('kubectl ended with 1: Error from server (Forbidden): no'), 'Error from server (Forbidden): no');
});
