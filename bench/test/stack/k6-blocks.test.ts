/** Runs sequences of blocks with the project's own k6 (K6_BIN) against small servers, one for each target. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import hdr from 'hdr-histogram-js';
import { readCatalogue, type Answer } from '../../record/catalogue.ts';
import { GAP_SECONDS, parseBlocks, slicesOf } from '../../../k6/lib/blocks.js';
import { loadStartMs, sliceRequestsMetric } from '../../../k6/lib/summary.js';
import { assertInvalid, assertRefused, load, serve, serveLoad, slowly, writeCatalogue } from '../support/k6-scripts.ts';
import { close, listen, portOf } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import type { How, Server } from '../support/k6-scripts.ts';

const catalogue = readCatalogue();
const folder = temporaryFolder();
const inSetup = catalogue.scenarios.read.cases.length;

/** @param servers by target */
function run(
  variables: Record<string, string | number>,
  servers: Record<string, Server>,
  { scenario = 'read', managementPort, flags = [], ends = 0 }: { scenario?: string; managementPort?: number } & Omit<How, 'file'> = {},
) {
  const CATALOGUE = writeCatalogue(folder, servers, managementPort);
  return load(folder, scenario, { CATALOGUE, ...variables }, { samples: true, flags: ['--out', 'rollup=none', ...flags], ends });
}

/** @param text of http.hlog */
function intervalsOf(text: string): { tag: string; second: number; count: number }[] {
  const reader = new hdr.HistogramLogReader(text, 32, false);
  const intervals = [];
  for (let interval = reader.nextIntervalHistogram(); interval; interval = reader.nextIntervalHistogram()) {
    intervals.push({ tag: interval.tag, second: Math.floor(interval.startTimeStampMsec / 1000), count: interval.totalCount });
  }
  return intervals;
}

const countOf = (intervals: { count: number }[]) => intervals.reduce((sum, { count }) => sum + count, 0);

// k6 mostly waits for slices to end.
describe('sequences of blocks', { concurrency: 6 }, () => {
  test('each slice loads its target alone, and its requests are counted as its own', async () => {
    const BLOCKS = 'mvc,mvc-vt;mvc-vt,mvc';
    const slices = slicesOf(parseBlocks(BLOCKS, ['mvc', 'mvc-vt'], 3), 2);
    /** times at which a target received the requests of the load */
    const arrivalsMs: Record<string, number[]> = { mvc: [], 'mvc-vt': [] };
    // The answers of one take so long that every slice ends amid requests; every third answer of the other is an error.
    const servers = {
      mvc: await serveLoad('read', async (answer) => {
        arrivalsMs.mvc.push(Date.now());
        await sleep(300);
        return answer;
      }),
      'mvc-vt': await serveLoad('read', async (answer, number) => {
        arrivalsMs['mvc-vt'].push(Date.now());
        await sleep(5);
        return number % 3 === 0 ? { ...answer, status: 500 } : answer;
      }),
    };
    const ended = await run({ BLOCKS, BLOCK_VUS: 3, SLICE_SECONDS: 2 }, servers);
    assert.equal(ended.stderr, '');
    const metrics = ended.metrics();
    const startSecond = Math.floor((loadStartMs({ metrics }) ?? NaN) / 1000);
    const intervals = intervalsOf(ended.hlog());
    assert.equal(countOf(intervals), metrics.http_reqs.values.count);
    assert.equal(countOf(intervals.filter(({ tag }) => tag === 'setup.ok')), 2 * inSetup);
    assert.equal(metrics.vus_max.values.max, 3, 'all slices have the same VUs');

    for (const { slice, target, startSecond: from } of slices) {
      const requests = metrics[sliceRequestsMetric(slice)].values.count;
      const seconds = { from: startSecond + from, to: startSecond + from + 2 + GAP_SECONDS };
      const arrived = arrivalsMs[target].filter((ms) => ms >= seconds.from * 1000 && ms < seconds.to * 1000);
      assert.equal(arrived.length, requests, `slice ${slice}: what ${target} received in its time`);
      const logged = intervals.filter(({ tag }) => tag === `read#${slice}.ok` || tag === `read#${slice}.failed`);
      assert.equal(countOf(logged), requests, `slice ${slice}: what its streams have`);
      assert.ok(
        logged.every(({ second }) => second >= seconds.from && second < seconds.to),
        `slice ${slice}: all requests ended before the next slice began`,
      );
      const failed = countOf(logged.filter(({ tag }) => tag.endsWith('.failed')));
      assert.equal(failed > 0, target === 'mvc-vt', `slice ${slice}: ${failed} failures`);
      if (target === 'mvc')
        assert.ok(countOf(logged.filter(({ second }) => second === seconds.to - 1)) > 0, 'the last answers came in the gap');
    }
    for (const target of ['mvc', 'mvc-vt'] as const) {
      assert.equal(servers[target].requests.length, inSetup + arrivalsMs[target].length);
      const ofSlices = slices.filter((slice) => slice.target === target);
      const counted = ofSlices.map(({ slice }) => metrics[sliceRequestsMetric(slice)].values.count);
      assert.equal(counted[0] + counted[1], arrivalsMs[target].length, `${target} was loaded in its slices alone`);
    }

    assert.deepEqual(
      ended.samples('scenario_start_ms').map(({ value, tags }) => [Number(tags.slice), tags.target, Math.floor(value / 1000)]),
      slices.map(({ slice, target, startSecond: from }) => [slice, target, startSecond + from]),
      'one sample for each slice, which began with its second',
    );
    for (const { tags } of ended.samples('http_req_failed')) {
      const { slice, name, target, run: runName, scenario, round } = tags;
      assert.deepEqual([runName, scenario, round], ['manual', 'read', '1']);
      if (name === 'setup') assert.deepEqual([slice, target in servers], [undefined, true]);
      else assert.deepEqual([name, target], ['read', slices[Number(slice) - 1].target]);
    }

    const total = countOf(intervals) - 2 * inSetup;
    assert.match(ended.stdout, new RegExp(`read on mvc, mvc-vt, 2 blocks: 3 VUs, 4 slices of 2 s, 11 s\n +requests +${total}, `));
  });

  test('each target is warmed up before the first slice, in streams of http.hlog of its own', async () => {
    const answer = async (given: Answer) => (await sleep(20), given);
    const servers = { mvc: await serve('read', answer), 'mvc-vt': await serve('read', answer) };
    const { stdout, ...ended } = await run({ BLOCKS: 'mvc,mvc-vt', BLOCK_VUS: 3, SLICE_SECONDS: 2, WARMUP: 1 }, servers);
    const metrics = ended.metrics();
    const intervals = intervalsOf(ended.hlog());
    const total = servers.mvc.requests.length + servers['mvc-vt'].requests.length;
    assert.deepEqual([metrics.http_reqs.values.count, countOf(intervals)], [total, total]);
    const warming = countOf(intervals.filter(({ tag }) => tag === 'warm-up.ok'));
    assert.ok(warming > 0);
    const ofSlices = [1, 2].reduce((sum, slice) => sum + metrics[sliceRequestsMetric(slice)].values.count, 0);
    assert.equal(warming + 2 * inSetup + ofSlices, total);
    assert.match(stdout, new RegExp(`requests +${ofSlices}, `));
    assert.match(stdout, /target +warmed up for 1 s, /);
  });

  test('a warm-up ends when the compilers of the target rest, and once more with new connections', async () => {
    let looks = 0;
    // They take all the time before the third look.
    const metrics = createServer((_, response) => {
      const cpuNs = Math.min(2, looks++) * 2e9;
      response.end(`jvm_compiler_cpu_time_ns_total ${cpuNs}\njvm_compiler_wait_time_ns_total{target="mvc"} 0\n`);
    });
    await listen(metrics);
    const server = await serve('read', async (answer) => (await sleep(20), answer));
    const variables = { TARGET: 'mvc', VUS_START: 3, STAGES: 1, STAGE_SECONDS: 1, WARMUP: 600 };
    const { stdout } = await run(variables, { mvc: server }, { managementPort: portOf(metrics) });
    close(metrics);
    assert.ok(looks >= 2 + 5 + 4, `${looks} looks`);
    assert.match(stdout, /target +warmed up for \d+ s\n/);
    const connections = new Set(server.requests.map(({ fromPort }) => fromPort)).size;
    assert.ok(connections >= 3 * 3, `${connections} connections, of each part of the warm-up and of the load`);
  });

  test('a target that is gone ends the test by name, also if each slice is too short for five attempts', async () => {
    const servers: Record<string, Server> = {
      mvc: await serve('read', slowly),
      'mvc-vt': await serveLoad('read', (answer) => (servers['mvc-vt'].stop(), answer)),
    };
    const variables = { BLOCKS: 'mvc-vt,mvc;mvc,mvc-vt;mvc-vt,mvc', BLOCK_VUS: 2, SLICE_SECONDS: 2 };
    const { stderr, errors } = await run(variables, servers, { ends: 108 });
    assert.equal(errors.length, 1, stderr);
    assert.match(errors[0], /mvc-vt is gone from http:\/\/127\.0\.0\.1:\d+/);
    assert.ok(servers.mvc.requests.length > inSetup, 'the other one was loaded');
  });

  test('a wrong answer of any target stops the test before the load, and so do flags that would replace it', async () => {
    const wrong = { mvc: await serve('read'), 'mvc-vt': await serve('read', (answer) => ({ ...answer, status: 503 })) };
    const right = { mvc: await serve('read'), 'mvc-vt': await serve('read') };
    const BLOCKS = 'mvc,mvc-vt';
    const ends = 108;
    assertRefused(await run({ BLOCKS, BLOCK_VUS: 2 }, wrong, { ends }), ends, /mvc-vt answers GET \S+ with status 503 instead of 200/);
    assertRefused(await run({ BLOCKS, BLOCK_VUS: 2 }, right, { flags: ['--duration=1s'], ends }), ends, /SLICE_SECONDS/);
    assert.deepEqual([wrong.mvc.requests.length, wrong['mvc-vt'].requests.length, right.mvc.requests.length], [inSetup, 1, 0]);
  });

  test('requests that k6 cuts off at the end of a slice are reported, and fail a run by hand', async () => {
    const servers = {
      mvc: await serveLoad('simple', () => new Promise(() => {})),
      'mvc-vt': await serve('simple', slowly),
      'webflux-jdbc': await serve('simple', slowly),
    };
    // A user tells of it in the next slice that it takes part in: on a busy machine it may begin too late for the second.
    const variables = { BLOCKS: 'mvc,mvc-vt,webflux-jdbc', BLOCK_VUS: 3, SLICE_SECONDS: 2, THRESHOLDS: 'on' };
    const how = { scenario: 'simple', flags: ['--tag', 'x=y'], ends: 99 };
    const { stdout, errors, samples } = await run(variables, servers, how);
    assert.match(errors[0], /thresholds on metrics 'requests_unanswered' have been crossed/);
    const unanswered = Number(/failed +0 [^]*unanswered (\d+), cut off at the end of their slices/.exec(stdout)?.[1]);
    const arrived = servers.mvc.load().length;
    // There a user may also begin too late for the first, or its request may not have left.
    assert.ok(unanswered > 0 && unanswered >= arrived && unanswered <= 3, `${arrived} arrived; ${stdout}`);
    const points = samples('requests_unanswered');
    for (const { tags } of points) assert.deepEqual([tags.target, tags.slice, tags.x], ['mvc', '1', 'y']);
    assert.equal(points.length, unanswered);
  });

  test('input that no sequence can use is one line', async () => {
    const BLOCKS = 'mvc,mvc-vt';
    const several = await run({ BLOCKS, TARGET_HOST: '127.0.0.1:80' }, {}, { ends: 107 });
    assertInvalid(several, /BLOCKS=mvc,mvc-vt: several targets would be http:\/\/127\.0\.0\.1:80; /);
    const piling = await run({ BLOCKS }, {}, { scenario: 'block', ends: 107 });
    assertInvalid(piling, /BLOCKS=mvc,mvc-vt: block leaves a backlog, .*; accepted is one slice/);
  });
});
