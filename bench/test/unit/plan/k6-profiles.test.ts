/** The parts of the k6 scripts that need no k6. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference } from '../../../../k6/lib/answer.js';
import { staircase } from '../../../../k6/lib/profiles.js';
import { metricValues, summaryText } from '../../../../k6/lib/summary.js';
import { chooseTarget } from '../../../../k6/lib/target.js';
import { k6Summary } from '../../fixtures/bundle-files.ts';

const levels = (env: Record<string, string>) => staircase(env).stages.map(({ vus }) => vus);

const durations = (env: Record<string, string>) => [...new Set(staircase(env).stages.map(({ durationMs }) => durationMs))];

test('each profile is the staircase, the blocks and the end that the documentation promises', () => {
  const seed = [50, 100, 150, 200, 250, 300, 350, 400, 450, 500];
  const exactly = (rounds: number) => ({ rounds, budgetMinutes: null, halfWidth: null });
  const within = (budgetMinutes: number, halfWidth: number) => ({ rounds: null, budgetMinutes, halfWidth });
  const promised = {
    smoke: { vus: [10, 20], seconds: 3, ...exactly(1), blocks: 1, sliceSeconds: 3, warmUp: [2, 1, false] },
    quick: { vus: [50, 150, 300], seconds: 3, ...within(40, 0.1), blocks: 1, sliceSeconds: 5, warmUp: [60, 2, true] },
    rigorous: { vus: [50, 150, 300], seconds: 10, ...within(180, 0.05), blocks: 4, sliceSeconds: 5, warmUp: [120, 4, true] },
    seed: { vus: seed, seconds: 10, ...exactly(3), blocks: 2, sliceSeconds: 5, warmUp: [60, 2, true] },
  };
  for (const [profile, { vus, seconds, warmUp, ...others }] of Object.entries(promised)) {
    const [warmupMaxSeconds, steadyBursts, limitInTurn] = warmUp;
    const stages = vus.map((level) => ({ vus: level, durationMs: seconds * 1000 }));
    assert.deepEqual(staircase({ PROFILE: profile }), { profile, stages, ...others, warmupMaxSeconds, steadyBursts, limitInTurn });
  }
  assert.equal(staircase({}).profile, 'quick');
});

test('each part of a profile can be overridden', () => {
  assert.deepEqual(levels({ STAGE_SECONDS: '7' }), [50, 150, 300], 'the length alone leaves an uneven staircase as it is');
  assert.deepEqual(durations({ STAGE_SECONDS: '7' }), [7000]);
  assert.deepEqual(levels({ VUS_START: '10' }), [10, 110, 210]);
  assert.deepEqual(levels({ VUS_STEP: '5' }), [50, 55, 60]);
  assert.deepEqual(levels({ STAGES: '4' }), [50, 150, 250, 350]);
  assert.deepEqual(levels({ VUS_START: '7', VUS_STEP: '0', STAGES: '1' }), [7]);
  const asSeed = staircase({ PROFILE: 'smoke', VUS_START: '50', VUS_STEP: '50', STAGES: '10', STAGE_SECONDS: '10' });
  assert.deepEqual(asSeed.stages, staircase({ PROFILE: 'seed' }).stages);
});

test('an invalid or absurd number is one line that names it and what is accepted', () => {
  const bad = ['', ' 5', '5 ', '1e3', 'NaN', '-1', '1.5', '0x10', '99999999999999999999'];
  for (const name of ['VUS_START', 'VUS_STEP', 'STAGES', 'STAGE_SECONDS']) {
    for (const value of name === 'VUS_STEP' ? bad : [...bad, '0']) {
      const message = new RegExp(`^${name}=${value}: accepted is a whole number from \\d+ to \\d+$`);
      assert.throws(() => staircase({ [name]: value }), { message, exitCode: 2 });
    }
  }
  assert.throws(
    () => staircase({ VUS_START: '20000', STAGES: '2' }),
    /VUS_STEP=100 STAGES=2: the last stage has 20100 VUs; accepted are up to 20000/,
  );
});

test('an unknown name is one line that lists the known ones', () => {
  assert.throws(() => staircase({ PROFILE: 'nope' }), { message: 'PROFILE=nope is unknown; accepted: smoke, quick, rigorous, seed' });
  assert.throws(() => staircase({ PROFILE: '' }), { message: 'PROFILE= is unknown; accepted: smoke, quick, rigorous, seed' });
  assert.throws(() => staircase({ PROFILE: 'constructor' }), { exitCode: 2 });
  const targets = { mvc: { port: 8081 }, 'mvc-vt': { port: 8082 } };
  assert.throws(() => chooseTarget(targets, { TARGET: 'nope' }), { message: 'TARGET=nope is unknown; accepted: mvc, mvc-vt' });
  assert.throws(() => chooseTarget(targets, {}), { message: 'TARGET is missing: give -e TARGET=<one of mvc, mvc-vt>' });
});

test('TARGET_HOST takes a host, a port in place of the catalogue’s, and the name of the target; metrics are on another port', () => {
  const targets = { 'mvc-vt': { port: 8082 }, mvc: { port: 1, managementPort: 2 }, q: { port: 1, managementPort: 3, metricsPath: '/q' } };
  const located = (TARGET_HOST?: string, TARGET = 'mvc-vt') => chooseTarget(targets, { TARGET, TARGET_HOST });
  const { baseUrl, metricsUrl } = located();
  assert.deepEqual([baseUrl, metricsUrl], ['http://127.0.0.1:8082', null]);
  assert.equal(located('{target}').baseUrl, 'http://mvc-vt:8082');
  assert.equal(located('{target}.bench.local:80').baseUrl, 'http://mvc-vt.bench.local:80');
  assert.equal(located('[::1]').baseUrl, 'http://[::1]:8082');
  const metrics = [located(undefined, 'mvc'), located('{target}', 'q'), located('{target}:80', 'mvc')].map((each) => each.metricsUrl);
  assert.deepEqual(metrics, ['http://127.0.0.1:2/actuator/prometheus', 'http://q:3/q', null]);
  for (const host of ['', 'http://mvc', 'a b', 'mvc:', 'mvc:99999', 'mvc/x', '{nope}']) {
    assert.throws(() => located(host), { message: new RegExp(`^TARGET_HOST=.*: accepted is a host or host:port`) }, host);
  }
});

test('an answer is compared with the expected one: status, headers that matter, body', () => {
  const expected = { status: 201, headers: { location: '/members/${id}' }, body: '{"id":${id},"name":"n"}' };
  const actual = { status: 201, headers: { Location: '/members/42', Date: 'today' }, body: '{"id":42,"name":"n"}' };
  assert.equal(difference(expected, actual), null);
  assert.equal(difference(expected, { ...actual, status: 500, body: 'oops' }), 'status 500 instead of 201 (body "oops")');
  assert.equal(difference(expected, { ...actual, headers: {} }), 'location "" instead of "/members/${id}"');
  const others = ['43', '"42"', '', '-42', '42.0'].map((id) => `{"id":${id},"name":"n"}`);
  for (const body of [...others, '{"id":42,"name":"n"} ', '{"id":42', '']) {
    assert.equal(difference(expected, { ...actual, body }), `body ${JSON.stringify(body)} instead of ${JSON.stringify(expected.body)}`);
  }
  const long = difference({ ...expected, body: 'x' }, { ...actual, body: 'line\n'.repeat(1000) }) ?? '';
  assert.ok(!long.includes('\n') && long.length < 400, 'one line, not the whole page');
});

// The same run as k6 hands it over, and with --new-machine-readable-summary: 2 setup requests, 40 in the load, 10 of them failed.
const values = { reqs: { count: 42 }, iterations: { count: 40 } };
const metricsByName = {
  ...{ http_reqs: values.reqs, iterations: values.iterations, http_req_failed: { rate: 0.238, passes: 10, fails: 32 } },
  ...{ http_req_duration: { med: 1.04, 'p(95)': 20, 'p(99)': 30.2 }, checks: { rate: 0.9, passes: 9, fails: 1 } },
};
const summaryList = {
  results: {
    metrics: [
      { name: 'http_reqs', values: values.reqs },
      { name: 'iterations', values: values.iterations },
      { name: 'http_req_failed', values: { rate: 0.238, matches: 10, total: 42 } },
      { name: 'http_req_duration', values: { med: 1.04, p95: 20 } },
    ],
    checks: { results: [{ name: 'answer as in the catalogue', passes: 9, fails: 1 }] },
  },
};
const plan = { scenario: 'read', title: 'read on mvc', load: '5, 6 VUs', seconds: 4, nowMs: 104_020, closedLoop: true, setupRequests: 2 };

test('the summary counts the load, without the requests of setup()', () => {
  for (const [data, p99] of [
    [k6Summary(metricsByName), ', p99 30.2 ms'],
    // k6 leaves p99 out of it (`machineReadableMetricValues` in its internal/lib/summary/machine_readable.go).
    [summaryList, ", p99 not in k6's summary"],
  ]) {
    const text = summaryText(data, plan);
    assert.match(text, /read on mvc: 5, 6 VUs, 4 s/);
    assert.match(text, /requests +40, 10\.0\/s/);
    assert.match(text, /failed +10 \(25\.00 %\)/);
    assert.ok(text.includes(`p50 1.0 ms, p95 20.0 ms${p99} (closed loop: not the latency at a given load)`), text);
    assert.match(text, /\n {2}compared +10 answers, 1 of them not as in the catalogue\n/);
  }
});

test('the rate is over the time until the last answer, however long k6 then took to end', () => {
  const text = (startMs: number, endMs: number) => {
    const moments = { scenario_start_ms: { value: startMs }, scenario_end_ms: { value: endMs } };
    return summaryText(k6Summary({ ...metricsByName, ...moments }), { ...plan, nowMs: endMs + 60_000 });
  };
  assert.match(text(100_000, 120_000), /6 VUs, 4 s, the last answer 16 s later\n +requests +40, 2\.0\/s/);
  assert.match(text(100_000, 104_000), /6 VUs, 4 s\n +requests +40, 10\.0\/s/);
  assert.match(text(100_000, 103_000), /6 VUs, 4 s\n +requests +40, 10\.0\/s/, 'at 1/s, the last request may begin this early');
  assert.match(text(100_000, 102_000), /6 VUs, 4 s, interrupted after 2 s\n +requests +40, 20\.0\/s/, 'no faster, no slower');
  const started = k6Summary({ ...metricsByName, scenario_start_ms: { value: 100_000 } });
  assert.match(summaryText(started, { ...plan, nowMs: 120_000 }), /the last answer 16 s later\n +requests +40, 2\.0\/s/);
});

test('the summary says what was sold out before, and which requests were cut off', () => {
  const text = (counts: Record<string, number>) => {
    const counters = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, { count }]));
    return summaryText(k6Summary({ ...metricsByName, ...counters }), { ...plan, statuses: [200, 409], places: 100 });
  };
  assert.match(text({ answers_200: 3, answers_409: 37 }), /\n {2}answers +200: 3, 409: 37\n/);
  assert.doesNotMatch(text({ answers_200: 3, answers_409: 37 }), /hint|unanswered/);
  assert.match(text({ answers_409: 40 }), /\n {2}hint +all 100 places were sold before this run; docs\/k6-by-hand\.md .* reset/);
  assert.match(text({ answers_200: 3, requests_unanswered: 12 }), /\n {2}unanswered 12, cut off at the end of their slices\n/);
});

test('the summary of a test that never came to its load is empty', () => {
  assert.equal(summaryText({ metrics: { http_reqs: { values: { count: 1 } } } }, plan), '');
  assert.deepEqual(metricValues({ metrics: {} }, 'http_reqs'), {});
  assert.deepEqual(metricValues({ results: { metrics: [] } }, 'http_reqs'), {});
});
