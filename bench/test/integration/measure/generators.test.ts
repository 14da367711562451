/** The runner's hold on k6, and several that share a load, with stand-ins for them. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readIfThere } from '../../../collect/proc.ts';
import { filesIn } from '../../../measure/generators/files.ts';
import { startInstances } from '../../../measure/generators/instances.ts';
import { startK6 } from '../../../measure/generators/process.ts';
import { PartMeasurement } from '../../../measure/part/measurement.ts';
import { readPart, writePart } from '../../../record/part.ts';
import { plannedPart, validRun } from '../../fixtures/records.ts';
import { fakeStack, SLICE_SECONDS } from '../../support/fake-stack.ts';
import { localGenerator, localGenerators } from '../../support/generators.ts';
import { eventually } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { ChildProcess } from 'node:child_process';
import type { Generator } from '../../../engines/engine.ts';

const LASTS = 60;

describe('one k6', () => {
  /** @param script of a shell that stands for k6, and gets 45 s beside its load */
  const startFake = (script: string, lastsSeconds = 1) => {
    const logFile = path.join(temporaryFolder(), 'k6.log');
    return startK6({ generator: localGenerator([]), words: ['sh', '-c', script], environment: {}, logFile, lastsSeconds });
  };

  it('that somebody stopped is killed once its load and its setup are long over', async () => {
    const { child, ended } = startFake('exec sleep 600', 1 - 45);
    child.kill('SIGSTOP');
    assert.deepEqual(await ended, { exitCode: null, signal: 'SIGKILL (it had not ended after 1 s)' });
  });

  it('that ends in time ends as it will', async () => {
    assert.deepEqual(await startFake('exit 108').ended, { exitCode: 108, signal: null });
    assert.deepEqual(await startFake('kill -TERM $$').ended, { exitCode: null, signal: 'SIGTERM' });
  });
});

describe('several k6', () => {
  /** @param script of a shell that stands for each k6 */
  async function start(script: string, changed?: Partial<Generator>) {
    const files = filesIn(temporaryFolder());
    const words = ({ INSTANCES, INSTANCE, START_AT, SUMMARY }: Record<string, unknown>) =>
      ['sh', '-c', script, INSTANCES, INSTANCE, START_AT, SUMMARY].map(String);
    const generators = localGenerators(3, []).map((generator) => ({ ...generator, ...changed }));
    const pids: (number | undefined)[] = [];
    const track = (child: ChildProcess) => void pids.push(child.pid);
    const instances = await startInstances({ generators, track }, { words, files, lastsSeconds: LASTS });
    const dir = path.dirname(files.log);
    const logs = () => [1, 2, 3].map((number) => readIfThere(path.join(dir, `k6-${number}.log`)));
    const allSay = (word: string) => eventually(() => logs().every((log) => log.includes(word)), `all say ${word}`);
    return { instances, pids, dir, logs, allSay };
  }

  it('have parts of one load, a time to begin and files of their own', async () => {
    const startedMs = Date.now();
    const { instances, logs } = await start('echo "$0 $1 $2 ${3##*/} ${K6_ROLLUP_HLOG##*/} ${K6_ROLLUP_REPORT##*/}"');
    const end = await instances.ended;
    assert.deepEqual([end.exitCode, end.signal, end.instances.map(({ name }) => name)], [0, null, ['k6-1', 'k6-2', 'k6-3']]);
    const said = logs().map((log) => log.trim().split(' '));
    assert.deepEqual(
      said.map(([count, index, , ...own]) => [count, index, ...own].join(' ')),
      [0, 1, 2].map((index) => `3 ${index} k6-summary-${index + 1}.json http-${index + 1}.hlog rollup-${index + 1}.json`),
    );
    const [startAt, ...others] = new Set(said.map(([, , at]) => Number(at)));
    assert.deepEqual([startAt % 1000, others], [0, []]);
    assert.ok(startAt > startedMs);
  });

  it('are all ended where one dies, and the end names it', async () => {
    const { instances } = await start('[ $1 = 1 ] && kill -9 $$; exec sleep 600');
    const { name, exitCode, signal, logFile } = await instances.ended;
    assert.deepEqual([name, exitCode, signal, path.basename(logFile)], ['k6-2', null, 'SIGKILL', 'k6-2.log']);
  });

  it('have failed by the one that failed, also where another had been asked to end before', async () => {
    const { instances, allSay } = await start(
      'trap "exit 105" INT; [ $1 = 1 ] && trap "sleep 0.3; exit 107" INT; echo ready; while :; do sleep 0.05; done',
    );
    await allSay('ready');
    instances.interrupt();
    const { name, exitCode } = await instances.ended;
    assert.deepEqual([name, exitCode], ['k6-2', 107]);
  });

  it('get one signal each, so that they can write what they know', async () => {
    const script = 'trap "echo asked" INT; echo ready; while :; do sleep 0.05; [ -e "$K6_ROLLUP_HLOG" ] && exit 105; done';
    const { instances, dir, logs, allSay } = await start(script);
    await allSay('ready');
    instances.interrupt();
    await allSay('asked');
    instances.interrupt();
    for (const number of [1, 2, 3]) writeFileSync(path.join(dir, `http-${number}.hlog`), '');
    assert.equal((await instances.ended).exitCode, 105);
    assert.deepEqual(logs(), Array(3).fill('ready\nasked\n'));
  });

  it('are told by their engine where the child here is only a messenger', async () => {
    const told: string[] = [];
    const { instances, pids } = await start('trap "" INT; exec sleep 600', {
      command: (words, environment) => ({
        ...{ words, environment },
        kill: async (signal) => {
          told.push(signal);
          for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
        },
      }),
    });
    instances.interrupt();
    assert.equal((await instances.ended).signal, 'SIGKILL');
    assert.deepEqual(told, ['SIGINT', 'SIGINT', 'SIGINT']);
  });

  it('are followed from before their start until all have ended', async () => {
    const events: string[] = [];
    const { instances, dir } = await start('exit 0', {
      follow: async (folder) => {
        events.push(`follow ${path.isAbsolute(folder)}`);
        return { stop: async () => void events.push('stop') };
      },
      command: (words, environment) => {
        events.push('command');
        return { words, environment };
      },
    });
    await instances.ended;
    assert.deepEqual(events, [...Array(3).fill('follow true'), ...Array(3).fill('command'), ...Array(3).fill('stop')]);
    assert.deepEqual(readdirSync(dir).sort(), ['k6-1.log', 'k6-2.log', 'k6-3.log']);
  });
});

describe('what two k6 measured together', () => {
  const { contextOf } = fakeStack({ requests: 20 });
  const planned = plannedPart({ state: 'pending' });

  /** @param environments of each k6, as words for env */
  async function measured(...environments: string[][]) {
    const dir = path.join(temporaryFolder(), '1-1');
    mkdirSync(dir);
    const run = validRun({ warmupMaxSeconds: 0, sliceSeconds: SLICE_SECONDS, parts: [planned] });
    const generators = environments.map((variables, index) => {
      return localGenerators(environments.length, ['env', ...variables, process.execPath])[index];
    });
    const { part, outcome } = await new PartMeasurement(planned, dir, contextOf(run, { generators })).measure();
    writePart(dir, part);
    return { dir, part: readPart(dir, { ...planned, state: part.state }, run), outcome };
  }

  it('is one part, with the counts of both', async () => {
    const { dir, part, outcome } = await measured([], []);
    assert.match(outcome, /^ok, 1 block of 1 target, 0 failures, 2 k6 within 0 ms/);
    assert.deepEqual(part.k6, { exitCode: 0, httpReqs: 82, setupReqs: 2, interrupted: 0 });
    assert.deepEqual(part.slices[0].counts, { k6: 80, hlog: 80, influx: 80 });
    assert.deepEqual(
      part.generators.map(({ name, exitCode, requests }) => ({ name, exitCode, requests })),
      ['k6-1', 'k6-2'].map((name) => ({ name, exitCode: 0, requests: { k6: 41, hlog: 41 } })),
    );
    assert.deepEqual(
      part.checks.find(({ name }) => name === 'spread'),
      { name: 'spread', ok: true, detail: '2 k6 began within 0 ms' },
    );
    const files = ['http.hlog', 'k6-1.log', 'k6-2.log', 'k6-summary.json', 'part.json', 'processes.csv', 'rollup.json', 'server-mvc.csv'];
    assert.deepEqual(readdirSync(dir).sort(), files);
    const processes = readFileSync(path.join(dir, 'processes.csv'), 'utf8');
    assert.match(processes, /,generator 1,.*\n.*,generator 2,/);
  });

  it('is doubtful where one of them began later', async () => {
    const { part, outcome } = await measured([], ['FAKE_K6_LATE_MS=101']);
    assert.match(outcome, /2 k6 within 101 ms, doubtful: .*spread/);
    assert.equal(part.checks.find(({ name }) => name === 'spread')?.ok, false);
  });

  it('has failed where one of them died, and says which', async () => {
    const { part, outcome } = await measured(['FAKE_K6=live'], ['FAKE_K6=dying']);
    assert.equal(outcome, 'failed: k6-2 ended with SIGKILL under load: see k6-2.log');
    assert.deepEqual([part.state, part.generators.map(({ exitCode }) => exitCode)], ['failed', [null, null]]);
  });
});
