import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { parseProcessesCsv } from '../../../record/samples.ts';
import { coresUsed } from '../../../analyse/slice/shares.ts';
import { generatorCheck } from '../../../measure/capacity/trial.ts';
import { alignmentCheck, countsCheck, recordFault } from '../../../measure/part/checks.ts';
import { Jvms } from '../../../measure/jvms.ts';
import { readK6Log, summaryOf } from '../../../measure/generators/results.ts';
import { k6Summary } from '../../fixtures/bundle-files.ts';
import { validRollup } from '../../fixtures/records.ts';
import { listen, portOf } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Exit } from '../../../engines/engine.ts';

test('counts agree only if all three are equal', () => {
  const check = (k6: number, hlog: number, influx: number | null) => {
    const equal = { slice: 1, counts: { k6: 3, hlog: 3, influx: 3 } };
    return countsCheck([equal, { slice: 2, counts: { k6, hlog, influx } }]);
  };
  assert.deepEqual(check(5, 5, 5), { name: 'counts', ok: true, detail: 'k6, http.hlog and InfluxDB agree in 2 slices' });
  assert.deepEqual([check(5, 5, 4).ok, check(5, 4, 4).ok], [false, false]);
  const { ok, detail } = check(5, 5, null);
  assert.deepEqual([ok, detail], [false, '1 of 2 slices differ; slice 2: k6 5, http.hlog 5, InfluxDB did not answer']);
});

test('slices must begin within 100 ms of a whole second, on either side', () => {
  const met = [5_000_100, 4_999_950, 5_000_101, 5_000_500].map((startMs) => alignmentCheck(startMs).ok);
  assert.deepEqual(met, [true, true, false, false]);
});

test('a part whose requests were not recorded completely has failed', () => {
  const account = validRollup();
  const equal = { k6: 5, hlog: 5 };
  assert.equal(recordFault(equal, 5, { rollup: account }), null);
  assert.equal(recordFault(equal, 5, { rollup: null }), null);
  const full = validRollup({ hlogError: 'no space left on device' });
  assert.equal(recordFault(equal, 5, { rollup: full }), 'http.hlog could not be written completely: no space left on device');
  assert.equal(recordFault({ k6: 5, hlog: 4 }, 4, { rollup: account }), 'k6 counted 5 requests, http.hlog holds 4');
  assert.equal(recordFault(equal, 0, { rollup: account }), 'no request succeeded');
});

const rows = [
  '0,machine,10,0',
  '0,generator,1,1',
  '1000,machine,11,0',
  '1000,generator,1.2,1',
  '5000,machine,18,0',
  '5000,generator,4.4,1',
];
const samples = parseProcessesCsv(['time_ms,process,cpu_s,rss_bytes', ...rows, ''].join('\n'));
const used = (fromMs: number, toMs: number) => coresUsed(samples, { fromMs, toMs });

test('cores in use come from the first and the last sample within the bounds', () => {
  assert.deepEqual(used(1000, 5000), { machine: 1.75, generator: 0.8 });
  assert.deepEqual(used(1000, 4000), {});
});

test("the generator's share is what the others left it", () => {
  const check = (cores: number, generatorCpus: number | null) => generatorCheck(used(1000, 5000), { cores, generatorCpus });
  // The others used 1.75 - 0.80 = 0.95 of 2 cores; k6 used 0.80 of the remaining 1.05: 76 %. Of 0.95 it would be 84 %.
  assert.deepEqual([check(2, null).ok, check(1.9, null).ok], [true, false]);
  assert.equal(generatorCheck({}, { cores: 2, generatorCpus: null }).ok, false);
  // Held to one core it used 80 % of it, to 0.9 cores 89 %.
  assert.equal(check(2, 1).ok, true);
  assert.deepEqual(check(2, 0.9), { name: 'generator', ok: false, detail: 'k6 used 0.80 of the 0.90 cores that it is given' });
});

test('a new JVM knows no warm-up and says why it is new', async () => {
  let alive = false;
  const engine = {
    targets: { start: async () => (alive = true), stop: async () => (alive = false), isRunning: () => alive, canLift: false },
    processes: () => [],
    endpoints: { metrics: () => 'data:text/plain,' },
  } as any;
  const jvms = new Jvms(engine);
  const first = await jvms.running('mvc');
  first.warmed.set('read', null);
  assert.equal(first.restartedBefore, null);
  assert.equal(await jvms.running('mvc'), first);
  await jvms.discard('mvc', 'block had left it with a backlog');
  const second = await jvms.running('mvc');
  assert.equal(second.restartedBefore, 'block had left it with a backlog');
  assert.equal(second.warmed.has('read'), false);
  alive = false;
  assert.equal((await jvms.running('mvc')).restartedBefore, 'it had ended');
});

test('a JVM that ends or breaks off in its first scrapes is named, with how it ended', async () => {
  const starting = (exit: Exit | null) => {
    const server = createServer((request) => request.socket.destroy());
    const engine = {
      targets: { start: () => listen(server), canLift: false, exit: () => exit },
      endpoints: { metrics: () => `http://127.0.0.1:${portOf(server)}/` },
    } as any;
    return new Jvms(engine).running('mvc').finally(() => server.close());
  };
  await assert.rejects(starting({ code: null, signal: 'SIGKILL' }), { message: 'mvc ended while it started: SIGKILL' });
  await assert.rejects(starting({ code: 1, signal: null }), { message: 'mvc ended while it started: exit code 1' });
  await assert.rejects(starting(null), /^Error: mvc was healthy, but broke off a scrape \(UND_ERR_SOCKET\)$/);
});

test('the last progress line of k6 tells what was cut off', () => {
  const file = path.join(temporaryFolder(), 'k6.log');
  writeFileSync(
    file,
    'running (01.0s), 5/5 VUs, 10 complete and 0 interrupted iterations\n' +
      'time="x" level=error msg="mvc \\"x\\" does not answer" hint="y"\ntime="x" level=error msg=other\n' +
      'running (09.0s), 0/5 VUs, 44 complete and 3 interrupted iterations\n',
  );
  assert.deepEqual(readK6Log(file), { interrupted: 3, error: 'mvc "x" does not answer' });
});

test('a summary without a start of the load is none', () => {
  assert.throws(() => summaryOf(k6Summary({ http_reqs: { count: 3 } })), /reached no iteration/);
});
