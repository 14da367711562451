import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { HlogTail } from '../../../measure/generators/hlog-tail.ts';
import { countSlices } from '../../../collect/influx.ts';
import { parseMachineStat } from '../../../collect/processes.ts';
import { fetchSamples, scrapeCoverage, toCsv } from '../../../collect/prometheus.ts';
import { sumOfSeries } from '../../../../k6/lib/compilers.js';
import { hlogText } from '../../fixtures/bundle-files.ts';
import { withServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** @param answer to each request @param use of the server's URL */
function withJson<T>(answer: (request: { url: string; body: string }) => unknown, use: (url: string) => Promise<T>): Promise<T> {
  return withServer(async (request, response) => {
    response.end(JSON.stringify(answer({ url: request.url ?? '', body: await text(request) })));
  }, use);
}

test('raw samples keep their own times; labels that say whose they are go', async () => {
  const answer = ({ body }: { body: string }) => {
    assert.equal(new URLSearchParams(body).get('time'), '12.500');
    assert.match(new URLSearchParams(body).get('query') ?? '', /^\{target="mvc",.*\}\[2500ms\]$/);
    const values = ['1', '0'].map((value, index) => [10.001 + index, value]);
    const up = { metric: { __name__: 'up', target: 'mvc', job: 'targets', instance: 'x:1' }, values };
    const memory = { metric: { __name__: 'jvm_memory_used_bytes', target: 'mvc', id: 'Eden, old', area: 'heap' }, values: [[10.001, '5']] };
    return { status: 'success', data: { result: [up, memory] } };
  };
  const samples = await withJson(answer, (url) => fetchSamples(url, 'mvc', 10_000, 12_500));
  assert.equal(
    toCsv(samples),
    'time_ms,metric,labels,value\n10001,jvm_memory_used_bytes,"area=heap;id=Eden, old",5\n10001,up,,1\n11001,up,,0\n',
  );
  const refused = withJson(
    () => ({ status: 'error', error: 'parse error' }),
    (url) => fetchSamples(url, 'mvc', 0, 1000),
  );
  await assert.rejects(refused, /^Error: Prometheus: parse error$/);
});

test('only answered scrapes within a slice count as coverage', () => {
  const up = (timeMs: number, value: string) => ({ timeMs, metric: 'up', labels: '', value });
  const samples = [up(900, '1'), up(1500, '1'), up(2500, '0'), up(3500, '1'), up(4000, '1')];
  samples.push({ timeMs: 2500, metric: 'scrape_duration_seconds', labels: '', value: '0.9004' });
  assert.deepEqual(scrapeCoverage(samples, 1000, 4000), { expected: 3, ok: 2, slowestMs: 900 });
});

test('the requests of slices are asked for by the tags of their part, from the second in which it began; no series means none', async () => {
  let query = '';
  const answer = ({ url }: { url: string }) => {
    query = new URLSearchParams(url.slice(url.indexOf('?'))).get('q') ?? '';
    return { results: [{ series: [{ tags: { slice: '1', target: 'mvc' }, values: [['1970', 42]] }] }] };
  };
  const part = { run: 'r', scenario: 'read', round: 2 };
  const count = await withJson(answer, (url) => countSlices({ url, database: 'k6' }, part, 7999));
  const asked = "SELECT SUM(value) FROM http_reqs WHERE run='r' AND scenario='read' AND round='2' AND time >= 7s GROUP BY slice, target";
  assert.equal(query, asked);
  assert.equal(count({ slice: 1, target: 'mvc' }), 42);
  assert.equal(count({ slice: 1, target: 'mvc-vt' }), 0, 'of another part of the round');
  assert.equal(count({ slice: 2, target: 'mvc' }), 0);
});

test('series of one metric are added up, those with a longer name are not', () => {
  const metrics = '# TYPE a gauge\na{x="1 2"} 3.0\na{x="3"} 4.0\na_b{x="1"} 100\na 1e1\n';
  assert.equal(sumOfSeries(metrics, 'a'), 17);
  assert.equal(sumOfSeries(metrics, 'none'), null);
});

test('busy time of the machine leaves out idle and waiting for disks, and the CPUs that the run may not use', () => {
  const all = 'cpu  100 20 30 9999 500 4 6 40 77 0\n';
  const stat = `${all}cpu0 60 0 0 1 1 0 0 40 0 0\ncpu1 1 0 0 1 1 0 0 0 0 0\ncpu10 7 0 0 1 1 0 0 0 0 0\nintr 1\n`;
  const busy = { machine: 2, interrupts: 0.1, stolen: 0.4 };
  for (const cpus of [undefined, [0, 1, 10]]) assert.deepEqual(parseMachineStat(stat, cpus), busy);
  assert.deepEqual(parseMachineStat(stat, [0]), { machine: 1, interrupts: 0, stolen: 0.4 });
  assert.deepEqual(parseMachineStat(stat, [1, 10]), { machine: 0.08, interrupts: 0, stolen: 0 });
});

/** @returns a line of http.hlog */
const intervalLine = (tag: string, second: number, values: number[]) =>
  hlogText([{ second, tag, counts: values.map((value) => [value, 1]) }])
    .replace(/^(#.*|".*"\n)/gm, '')
    .trimStart();

function emptyTail() {
  const file = path.join(temporaryFolder(), 'http.hlog');
  return { file, tail: new HlogTail([file]) };
}

test('a log is followed while it grows, lines cut in the middle and late intervals included', () => {
  const { file, tail } = emptyTail();
  tail.read();
  assert.deepEqual(tail.totals(), [0]);
  const first = intervalLine('read.ok', 1000, [5, 6, 7]);
  const header = '#[comment]\n"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"\n';
  writeFileSync(file, header + first.slice(0, 30));
  tail.read();
  assert.deepEqual(tail.totals(), [0]);
  appendFileSync(file, first.slice(30) + intervalLine('read.failed', 1000, [9]));
  tail.read();
  assert.equal(tail.latest('read.ok'), 3);
  appendFileSync(file, intervalLine('read.ok', 1001, [5]) + intervalLine('read.ok', 1000, [8, 8]));
  tail.read();
  const counts = [tail.count('read.ok'), tail.count('read.ok', 1000, 1001), tail.count('read.failed'), tail.latest('read.ok')];
  assert.deepEqual([...tail.totals(), ...counts], [7, 6, 5, 1, 1]);
});

test('of a log in slices the newest slice is known, whichever its outcome', () => {
  const { file, tail } = emptyTail();
  writeFileSync(file, intervalLine('setup.ok', 999, [5]));
  tail.read();
  assert.equal(tail.lastSlice('read'), 0);
  appendFileSync(file, intervalLine('read#9.ok', 1000, [5, 6]) + intervalLine('read#10.failed', 1003, [5]));
  tail.read();
  assert.deepEqual([tail.lastSlice('read'), tail.lastSlice('re'), tail.count('read#9.ok')], [10, 0, 2]);
});
