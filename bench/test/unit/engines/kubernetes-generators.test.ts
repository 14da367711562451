/** Generators in pods of a cluster, without one: what is sent where. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, it, test } from 'node:test';
import { PodGenerator } from '../../../engines/kubernetes/generators.ts';
import { linkOf, medianTrip, offsetIn, retransmitsIn } from '../../../engines/kubernetes/links.ts';
import { useOfChildren } from '../../../engines/kubernetes/readers.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** kubectl that only writes down what it is asked for. */
class FakeKubectl {
  env = {};
  commands: string[][] = [];
  started: { args: string[]; killed: boolean }[] = [];

  words(...args: string[]) {
    return ['kubectl', ...args];
  }

  async exec(pod: string, words: string[]) {
    this.commands.push([pod, ...words]);
    return '';
  }

  start(...args: string[]) {
    const entry = { args, killed: false };
    this.started.push(entry);
    const child = Object.assign(new EventEmitter(), {
      ...{ stdout: new PassThrough(), stdin: new PassThrough(), exitCode: null, signalCode: null },
      kill: () => {
        entry.killed = true;
        setImmediate(() => child.emit('close'));
      },
    });
    // Nothing is brought.
    if (args.includes('-c')) child.stdout.end();
    return child;
  }
}

describe('two loads in a pod, one of which waits for its last answers', () => {
  const resultsDir = temporaryFolder();
  const kubectl = new FakeKubectl();
  const link = async () => ({ clockOffsetMs: 1, clockErrorMs: 1, rttMs: 1 });
  const options = { kubectl, pods: {}, root: '/checkout', resultsDir, cpus: null, link } as any;
  const generator = new PodGenerator(options, { name: 'k6', process: 'generator' });
  generator.pod = 'k6-abc';
  const [one, other] = ['a', 'b'].map((part) => {
    mkdirSync(path.join(resultsDir, part));
    return generator.command(['k6', 'run'], { K6_ROLLUP_HLOG: path.join(resultsDir, part, 'http.hlog') });
  });

  it('do not end each other: starting one kills nothing', () => {
    for (const { words } of [one, other]) assert.doesNotMatch(words.join(' '), /kill/);
    for (const { killed } of kubectl.started) assert.equal(killed, false, 'both logs are followed');
  });

  it('get their signals apart', async () => {
    await one.kill?.('SIGINT');
    await other.kill?.('SIGKILL');
    const [[script, file], [scriptOfOther, fileOfOther]] = kubectl.commands.map((words) => [words[3], String(words.at(-1))]);
    assert.match(`${script}; ${scriptOfOther}`, /^kill -INT .*; kill -KILL /);
    assert.notEqual(file, fileOfOther);
    assert.ok(one.words.includes(file) && other.words.includes(fileOfOther), 'where it wrote its number');
  });

  it('are brought here apart: a k6 that was left behind ends, and the log of the other is followed on', async () => {
    const { stop } = await generator.follow(path.join(resultsDir, 'a'));
    await stop().catch(() => {}); // no archive
    const [tail, tailOfOther, bring] = kubectl.started;
    assert.deepEqual([tail.killed, tailOfOther.killed], [true, false]);
    const [script, pidFile] = bring.args.slice(bring.args.indexOf('-c') + 1);
    assert.match(script, /^kill -9 "\$\(cat "\$0"\)"/);
    assert.ok(one.words.includes(pidFile) && !other.words.includes(pidFile));
  });
});

describe('the way to a generator', () => {
  it('has the offset of the answer that came first, known to half its time', () => {
    const slow = { askedMs: 1000, answeredMs: 1100, clockMs: 1090 };
    const quick = { askedMs: 2000, answeredMs: 2010, clockMs: 2075 };
    assert.deepEqual(offsetIn([slow, quick]), { clockOffsetMs: 70, clockErrorMs: 5 });
  });

  it('has the median of its round trips', () => {
    assert.equal(medianTrip('1700000000.999900 1700000001.000400\n1.000000 1.000200\n1.000000 1.009000\n'), 0.5);
    assert.equal(medianTrip('bash: connect: refused'), null);
  });

  it('comes with the TCP segments that were sent again', () => {
    const snmp = 'Ip: Forwarding DefaultTTL\nIp: 1 64\nTcp: ActiveOpens OutSegs RetransSegs InErrs\nTcp: 10 5000 17 0\n';
    assert.equal(retransmitsIn(`1.000000 1.000200\n${snmp}`), 17);
    for (const text of ['', 'Tcp: ActiveOpens\nTcp: 3\n', 'Tcp: RetransSegs\n']) assert.equal(retransmitsIn(text), null);
  });

  it('is not known where nothing answers, which fails nothing', async () => {
    const silent = { kubectl: { exec: () => Promise.reject(new Error('refused')) }, readers: { read: async () => null } } as any;
    for (const target of [{ host: '10.0.0.1', port: 80 }, null])
      assert.deepEqual(await linkOf(silent, 'k6', target), { clockOffsetMs: null, clockErrorMs: null, rttMs: null });
  });
});

test('what kubectl takes is the time of the children that are there, and of those that have ended', () => {
  const stat = (...ticks: number[]) => `1 (kubectl) S 2 ${'0 '.repeat(9)}${ticks.join(' ')} ${'0 '.repeat(6)}3 0`;
  const { cpuSeconds, rssBytes } = useOfChildren(stat(500, 500, 100, 100), [stat(50, 50, 0, 0), stat(100, 0, 100, 0)]);
  assert.deepEqual([cpuSeconds, rssBytes], [5, 24_576]);
});
