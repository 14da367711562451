/**
 * Runs every k6 script with a real k6 (K6_BIN, else `k6` on the PATH; v1.8 or v2) against a small server that answers as the catalogue
 * says.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCatalogue, root, type Answer } from '../../record/catalogue.ts';
import { profiles, staircase } from '../../../k6/lib/profiles.js';
import { seededMember } from '../../verify/work/reading.ts';
import {
  assertInvalid,
  assertRefused,
  endOf,
  load as loadIn,
  script,
  serve,
  serveLoad,
  slowly,
  startK6In,
  startScript,
  variableFlags,
  writeCatalogue,
  type How,
} from '../support/k6-scripts.ts';
import { temporaryFolder } from '../support/temporary.ts';

const catalogue = readCatalogue();
const scenarios = Object.keys(catalogue.scenarios);
const folder = temporaryFolder();

/** @returns scenarios as `k6 inspect` shows them */
async function inspect(file: string, variables: Record<string, string | number>): Promise<Record<string, any>> {
  const { stdout } = await endOf(startK6In(folder, ['inspect', ...variableFlags(variables), file]), 0);
  return JSON.parse(stdout).scenarios;
}

/** @param file of a script, or an archive */
const run = (file: string, variables: Record<string, string | number>, flags: string[] = []) =>
  endOf(startScript(folder, file, variables, flags));

const toPort = (port: number) => ({ TARGET: 'mvc', TARGET_HOST: `127.0.0.1:${port}` });

/** Runs a scenario against a server. By default for 2 s in 2 stages, as the runner does. */
const load = (scenario: string, port: number, variables: Record<string, string | number> = {}, how: How = {}) =>
  loadIn(folder, scenario, { ...toPort(port), VUS_START: 2, VUS_STEP: 1, STAGES: 2, STAGE_SECONDS: 1, ...variables }, how);

const REPLACED = /k6 runs another load .*: --vus, --duration, .* replace the load, .* use -e VUS_START, STAGES, STAGE_SECONDS or RATE/;

const memberText = (id: number): string => JSON.stringify(seededMember(id));

/** @param answer that event 2 is full @returns the same of event 1 */
const full = (answer: Answer): Answer => ({
  ...answer,
  body: answer.body.replace('event 2', 'event 1').replace('/events/2/', '/events/1/'),
});

/** What k6 records for one request and the iteration that sends it. */
const TIMES = ['duration', 'blocked', 'connecting', 'tls_handshaking', 'sending', 'waiting', 'receiving', 'failed'];
const SAMPLES_PER_REQUEST = [
  ...['http_reqs', ...TIMES.map((name) => `http_req_${name}`)],
  ...['data_sent', 'data_received', 'iteration_duration', 'iterations'],
];

/** Statuses that a target may answer with, whatever a scenario accepts. */
const STATUSES = [200, 201, 204, 302, 404, 409, 500, 503];

/** Headers that k6 adds to every request. */
const OWN_HEADERS = ['host', 'user-agent', 'content-length', 'connection'];

/**
 * k6 reads the staircases of all scripts at once, of a target that another catalogue brings: they become the scenarios of one script. The tags of each
 * travel as its scenario's `env`.
 */
function inspectAll(PROFILE: string) {
  const file = path.join(folder, `all, ${PROFILE}.js`);
  const text = `
    ${scenarios.map((scenario, index) => `import * as script${index} from ${JSON.stringify(script(scenario))};`).join('\n')}
    const scenarios = {};
    for (const { options } of [${scenarios.map((_, index) => `script${index}`)}]) {
      for (const [name, scenario] of Object.entries(options.scenarios)) scenarios[name] = { ...scenario, env: options.tags };
    }
    export const options = { scenarios };
    export default () => {};`;
  writeFileSync(file, text);
  const CATALOGUE = writeCatalogue(folder, { 'mvc-again': { port: 1 } });
  return inspect(file, { TARGET: 'mvc-again', CATALOGUE, PROFILE, RUN: 'r1', THRESHOLDS: 'off' });
}

/**
 * A script whose users draw the first value of every parameter's range, then the last one, and then at random.
 * @param parameters how many there are
 */
function atTheEndsOfRanges(scenario: string, parameters: number) {
  const file = path.join(folder, `${scenario} at the ends.js`);
  const text = `
    import iteration, * as script from ${JSON.stringify(script(scenario))};
    export const { options, setup, teardown, handleSummary } = script;
    export default iteration;
    const random = Math.random;
    let draws = 0;
    Math.random = () => [0, 1 - Number.EPSILON / 2][Math.floor(draws++ / ${parameters})] ?? random();`;
  writeFileSync(file, text);
  return file;
}

/** How many requests a server had under way, with each that arrived. */
function underWayAt() {
  /** by number of the request, from 0 */
  const underWay: number[] = [];
  let now = 0;
  const held = async (number: number, answer: () => Answer) => {
    underWay[number - 1] = ++now;
    await sleep(20);
    now--;
    return answer();
  };
  return { underWay, held };
}

const inspected = new Map(Object.keys(profiles).map((profile) => [profile, inspectAll(profile)]));

// k6 mostly waits: for whole seconds, late answers and the end of stages.
describe('the k6 scripts', { concurrency: 6 }, () => {
  test('every scenario has a script, which brings it, and every script a scenario', async () => {
    const scripts = readdirSync(path.join(root, 'k6')).filter((name) => name.endsWith('.js'));
    assert.deepEqual(scripts.sort(), scenarios.map((name) => `${name}.js`).sort());
    for (const all of await Promise.all(inspected.values())) assert.deepEqual(Object.keys(all).sort(), [...scenarios].sort());
  });

  for (const scenario of scenarios) {
    test(`${scenario}: k6 makes of each profile the staircase that the runner computes`, async () => {
      for (const [PROFILE, inspecting] of inspected) {
        const { stages } = staircase({ PROFILE });
        const { startVUs, stages: steps, gracefulStop, env } = (await inspecting)[scenario];
        assert.equal(startVUs, stages[0].vus);
        assert.deepEqual(
          steps,
          stages.flatMap(({ vus, durationMs }) => [
            { duration: '0s', target: vus },
            { duration: `${durationMs / 1000}s`, target: vus },
          ]),
        );
        assert.equal(gracefulStop, catalogue.scenarios[scenario].leavesBacklog ? '2m0s' : '5s');
        assert.deepEqual(env, { run: 'r1', target: 'mvc-again', scenario, round: '1' });
      }
      const hasLongTimeout = readFileSync(script(scenario), 'utf8').includes('{ timeout: BACKLOG_TIMEOUT }');
      assert.equal(hasLongTimeout, catalogue.scenarios[scenario].leavesBacklog ?? false);
    });

    test(`${scenario}: the script sends the catalogue's request, accepts its statuses, and k6 counts what the server received`, async () => {
      const { request, expect } = catalogue.scenarios[scenario];
      const accepted = expect.statuses ?? [expect.status];
      const statuses = [...new Set([...accepted, ...STATUSES])];
      const statusOf = (index: number) => statuses[index % statuses.length];
      // Some hundred requests are enough, and each is 13 samples.
      const server = await serveLoad(scenario, async (answer, number) => ({ ...(await slowly(answer)), status: statusOf(number - 1) }));
      const parameters = Object.values(request.parameters ?? {});
      const file = parameters.length > 0 ? atTheEndsOfRanges(scenario, parameters.length) : script(scenario);
      const before = Date.now();
      const { stdout, metrics, samples } = await load(scenario, server.port, {}, { file, samples: true, flags: ['--tag', 'x=y'] });

      const sent = server.load();
      const { http_reqs, http_req_failed, iterations, scenario_start_ms, scenario_end_ms } = metrics();
      assert.equal(http_reqs.values.count, server.requests.length);
      assert.equal(iterations.values.count, sent.length);
      assert.ok(sent.length >= statuses.length, `${sent.length} requests`);
      const failures = sent.filter((_, index) => !accepted.includes(statusOf(index)));
      assert.equal(http_req_failed.values.passes, failures.length);
      for (const status of expect.statuses ?? []) {
        const answered = sent.filter((_, index) => statusOf(index) === status);
        assert.equal(metrics()[`answers_${status}`].values.count, answered.length, `of ${status}`);
      }
      assert.match(stdout, new RegExp(`requests +${iterations.values.count},`));

      const start = scenario_start_ms.values.value;
      assert.ok(start >= before && start <= Date.now(), 'the start lies within the run');
      assert.equal(scenario_start_ms.values.min, scenario_start_ms.values.max, 'it is one sample');
      const end = scenario_end_ms.values.value;
      assert.ok(end > start && end <= Date.now(), 'the end lies after it, within the run');
      assert.equal(scenario_end_ms.values.min, scenario_end_ms.values.max, 'it is one sample');

      // --tag adds a tag, and replaces none.
      const tags = { run: 'manual', target: 'mvc', scenario, round: '1', x: 'y' };
      for (const metric of ['http_reqs', 'iterations', 'scenario_start_ms', 'scenario_end_ms'])
        for (const { tags: found } of samples(metric)) assert.deepEqual({ ...found, ...tags }, found, metric);
      for (const { value, tags: found } of samples('http_req_failed')) {
        const { name, status } = found;
        const success = name === 'setup' || accepted.includes(Number(status));
        assert.equal(value, success ? 0 : 1, `${name}, status ${status}`);
        const errorCode = Number(status) >= 400 ? { error_code: `1${status}` } : {};
        assert.deepEqual(found, { ...tags, ...errorCode, name, status, expected_response: String(success) });
      }
      const ofRequests = samples().filter(({ metric, tags: { name } }) => name === scenario && !/^(answers_|scenario_)/.test(metric));
      const counts: Record<string, number> = {};
      for (const { metric } of ofRequests) counts[metric] = (counts[metric] ?? 0) + 1;
      assert.deepEqual(counts, Object.fromEntries(SAMPLES_PER_REQUEST.map((metric) => [metric, sent.length])));

      const pattern = new RegExp(`^${request.path.replace(/[?.]/g, '\\$&').replace(/\{\w+\}/g, '(\\d+)')}$`);
      for (const { method, url, headers, body } of sent) {
        assert.equal(method, request.method);
        assert.match(url ?? '', pattern);
        const drawn = pattern.exec(url ?? '')?.slice(1) ?? [];
        parameters.forEach(({ from, to }, index) => assert.ok(Number(drawn[index]) >= from && Number(drawn[index]) <= to, url));
        assert.equal(body, request.body ?? '');
        const others = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name));
        assert.deepEqual(Object.fromEntries(others), request.headers ?? {});
        assert.equal(headers['user-agent'], 'stackbench');
      }
      const urls = new Set(sent.map(({ url }) => url));
      for (const edge of ['from', 'to'] as const) {
        const url = request.path.replace(/\{(\w+)\}/g, (_, name) => String(request.parameters?.[name][edge]));
        assert.ok(urls.has(url), `no request of ${url}`);
      }
      // Of n draws among 10,000 ids, 10,000 × (1 − e^(−n/10,000)) are distinct on average: at least 0.63 × the smaller of n and 10,000.
      if (scenario === 'read') assert.ok(urls.size > Math.min(sent.length, 10_000) / 2, `${urls.size} ids in ${sent.length} requests`);
    });
  }

  test('with a rate, requests start at that rate however long answers take; requests without a free user are dropped', async () => {
    const { read } = await inspect(script('read'), { TARGET: 'mvc', RATE: 400, RATE_SECONDS: 3 });
    const { executor, startRate, stages, timeUnit, preAllocatedVUs, maxVUs } = read;
    assert.deepEqual([executor, startRate, timeUnit, preAllocatedVUs, maxVUs], ['ramping-arrival-rate', 0, '1s', 80, 80]);
    assert.deepEqual(stages, [
      { duration: '2s', target: 400 },
      { duration: '1s', target: 400 },
    ]);
    const prompt = await serve('simple');
    const late = await serveLoad('read', async (answer) => (await sleep(5000), answer)); // longer than the load
    const rate = { RATE: 20, RATE_SECONDS: 4 };
    const loads = await Promise.all([
      load('simple', prompt.port, { ...rate, RATE_VUS: 60 }),
      load('read', late.port, { ...rate, RATE_VUS: 2 }),
    ]);
    const [ofPrompt, ofLate] = loads.map(({ metrics }) => {
      const { iterations, dropped_iterations } = metrics();
      return { begun: iterations.values.count, dropped: dropped_iterations?.values.count ?? 0 };
    });
    assert.equal(ofPrompt.dropped, 0);
    assert.equal(ofLate.begun, 2);
    for (const { begun, dropped } of [ofPrompt, ofLate]) {
      // 20 are due on the ramp and 40 after it; k6 begins none once its time is over, so that a pause of the machine takes some from the end.
      assert.ok(begun + dropped <= 60 && begun + dropped > 30, `${begun} began, ${dropped} were dropped`);
    }
    assert.match(loads[0].stdout, /simple on mvc, open model: 20 requests\/s after a ramp of 2 s, 4 s/);
  });

  test('a warm-up has as many requests under way as the load has users; it is in no threshold and no figure of the summary', async () => {
    const { cases } = catalogue.scenarios.read;
    const { underWay, held } = underWayAt();
    const server = await serveLoad('read', (answer, number, url) =>
      held(number, () => (number <= 20 ? { ...answer, status: 503 } : { ...answer, body: memberText(Number(url.split('/')[2])) })),
    );
    const variables = { WARMUP: 1, VUS_START: 3, VUS_STEP: 17, THRESHOLDS: 'on' };
    const { stdout, stderr, errors, metrics, samples } = await load('read', server.port, variables, { samples: true });
    assert.deepEqual(errors, [], stderr);
    assert.match(stderr, /mvc is warmed up until its compilers rest, for 1 s at most; -e WARMUP=0 leaves that out/);

    const named = (name: string) => samples('http_reqs').filter(({ tags }) => tags.name === name);
    const [inSetup, warming, loading] = ['setup', 'warm-up', 'read'].map((name) => named(name).length);
    assert.deepEqual([inSetup, inSetup + warming + loading], [cases.length, server.requests.length]);
    assert.equal(metrics().http_reqs.values.count, server.requests.length);
    for (const { tags } of named('warm-up')) {
      const { target, scenario, round, expected_response } = tags;
      assert.deepEqual([tags.run, target, scenario, round, expected_response], ['manual', 'mvc', 'read', '0', undefined]);
    }
    assert.equal(Math.max(...underWay.slice(0, warming)), 20);
    const warmed = server.load().slice(0, warming);
    const urls = new Set(warmed.map(({ url }) => url));
    assert.ok(urls.size > warming / 2, 'it draws its ids');

    assert.equal(metrics().iterations.values.count, loading);
    assert.equal(metrics()['http_reqs{name:read}'].values.count, loading);
    assert.match(stdout, new RegExp(`requests +${loading}, [^]*failed +0 `));
    assert.match(stdout, new RegExp(`p50 ${metrics()['http_req_duration{name:read}'].values.med.toFixed(1)} ms`));
    assert.match(stdout, /target +warmed up for 1 s, as long as WARMUP allows: it may still get faster/);
  });

  test('a warm-up of `lock` sells no place, one that leaves a backlog has few users, and several k6 have none', async () => {
    const { lock, block } = catalogue.scenarios;
    const selling = await serveLoad('lock', full);
    const { underWay, held } = underWayAt();
    const blocking = await serveLoad('block', (answer, number) => held(number, () => answer));
    const shared = await serve('simple', slowly);
    const [ofLock, ofBlock, ofShared] = await Promise.all([
      load('lock', selling.port, { WARMUP: 1 }, { samples: true }),
      load('block', blocking.port, { WARMUP: 1, VUS_START: 9 }, { samples: true }),
      load('simple', shared.port, { WARMUP: 1, INSTANCES: 2, INSTANCE: 1 }),
    ]);
    const [ofSelling, ofBlocking] = [ofLock, ofBlock].map(
      ({ samples }) => samples('http_reqs').filter(({ tags }) => tags.name === 'warm-up').length,
    );
    const warmed = selling.load().slice(0, ofSelling);
    assert.deepEqual(
      [...new Set(warmed.map(({ method, url }) => `${method} ${url}`))],
      [`${lock.cases[0].request.method} ${lock.cases[0].request.path}`],
    );
    assert.equal(Math.max(...underWay.slice(0, ofBlocking)), block.warmupVus);
    assert.match(ofShared.stdout, /target +cold, unless it was warmed up before/);
  });

  test('a target that is down or answers wrongly stops the test before the load with one line', async () => {
    /** null: is down */
    const strangers: [string, ((answer: Answer) => Answer) | null, RegExp][] = [
      ['simple', null, /mvc does not answer at http:\/\/127\.0\.0\.1:\d+ \(.*connection refused\): is it up\?/],
      ['simple', (answer) => ({ ...answer, status: 503 }), /mvc answers GET \/simple with status 503 instead of 200/],
      ['simple', (answer) => ({ ...answer, body: '{"message":"no"}' }), /with body .*no.* instead of .*ok/],
      [
        'heavy',
        (answer) => ({ ...answer, headers: { 'content-type': 'text/html' } }),
        /with content-type .*text\/html.* instead of .*application\/json/,
      ],
      ['create', (answer) => ({ ...answer, headers: { ...answer.headers, location: '/members/0' } }), /with body .* instead of /],
    ];
    const refused = strangers.map(async ([scenario, alter, line]) => {
      const server = await serve(scenario, alter ?? undefined);
      if (!alter) server.stop();
      assertRefused(await load(scenario, server.port, {}, { ends: 108 }), 108, line);
      assert.ok(server.requests.length <= 1, 'no load was sent');
    });
    await Promise.all(refused);
  });

  test('where requests pile up, k6 waits for the last answers, and the rate covers the time until then', async () => {
    const lateMs = 8000;
    const server = await serveLoad('block', async (answer) => (await sleep(lateMs), answer));
    const { stdout, metrics } = await load('block', server.port, { VUS_START: 4, STAGES: 1, STAGE_SECONDS: 1 });
    const { iterations, iteration_duration, http_req_failed } = metrics();
    assert.deepEqual([iterations.values.count, http_req_failed.values.passes], [4, 0]);
    assert.ok(iteration_duration.values.min >= lateMs, 'none was cut short');
    const [, later, rps] = /4 VUs, 1 s, the last answer (\d+) s later\n +requests +4, (\d\.\d)\/s,/.exec(stdout)?.map(Number) ?? [];
    assert.ok(later >= 7 && rps <= 0.5, stdout);
  });

  test('the summary of an interrupted run says so, and its rate covers the time that it ran', async () => {
    const interrupting = await serve('simple', (answer, number) => {
      if (number === 200) child.kill('SIGINT');
      return answer;
    });
    const variables = { ...toPort(interrupting.port), VUS_START: 4, STAGES: 1, STAGE_SECONDS: 600, WARMUP: 0 };
    const child = startScript(folder, script('simple'), variables);
    const { stdout } = await endOf(child, 105);
    const summary = /4 VUs, 600 s, interrupted after (\d+) s\n +requests +(\d+), ([\d.]+)\/s,/.exec(stdout)?.map(Number) ?? [];
    const [, seconds, requests, rps] = summary;
    assert.ok(Math.abs(requests / rps - seconds) <= 1, stdout);
  });

  test('flags of k6 that would replace the load or its check stop the test before it with one line', async () => {
    const server = await serve('simple');
    const flags: [string, RegExp][] = [
      ['--duration=1s', REPLACED],
      ['--iterations=1', REPLACED],
      ['--stage=1s:1', REPLACED],
      ['--rps=5', /--rps and K6_RPS hold requests back .*: use -e RATE=5/],
      ['--no-setup', /--no-setup and K6_NO_SETUP leave out what checks load and answers/],
    ];
    const refused = flags.map(async ([flag, line]) => assertRefused(await run(script('simple'), toPort(server.port), [flag]), 108, line));
    await Promise.all(refused);
    // --rps slows the requests of setup() too, but does not stop them: it is noticed before.
    assert.equal(server.requests.length, 0);
  });

  test('--vus either leaves the load as it is, as k6 v1 does, or stops the test', async () => {
    const server = await serve('simple', slowly);
    const { metrics, ...ended } = await load('simple', server.port, {}, { flags: ['--vus=7'], ends: null });
    if (ended.exitCode === 0) return assert.equal(metrics().vus_max.values.max, 3, ended.stderr);
    assertRefused(ended, 108, REPLACED);
    assert.equal(server.requests.length, 0);
  });

  test('an archive runs with the variables that it was made with, and stops before the load with others', async () => {
    const server = await serve('read', slowly);
    const archive = path.join(folder, 'read.tar');
    const made = { ...toPort(server.port), STAGES: 1, STAGE_SECONDS: 1, VUS_START: 2, THRESHOLDS: 'off', WARMUP: 0 };
    await endOf(startK6In(folder, ['archive', '-O', archive, ...variableFlags(made), script('read')]), 0);
    const SUMMARY = path.join(folder, 'of an archive.json');
    const { stdout } = await endOf(startScript(folder, archive, { SUMMARY }), 0);
    assert.match(stdout, /read on mvc, quick: 2 VUs, 1 s\n/);
    assert.ok(existsSync(SUMMARY), 'its folder is not in the archive');
    const before = server.requests.length;
    const others = { TARGET: 'mvc-vt', STAGES: '2', STAGE_SECONDS: '2', RATE: '5', RUN: 'other', WARMUP: '1', BLOCKS: 'mvc,mvc-vt' };
    for (const [name, value] of Object.entries(others)) {
      const ended = await run(archive, { [name]: value });
      // A sequence takes no TARGET, and the archive has one.
      if (name === 'BLOCKS') assertRefused(ended, 107, /TARGET/);
      else assertRefused(ended, 108, /another load than the variables ask for: .* an archive keeps its own/);
    }
    assert.equal(server.requests.length, before);
  });

  test('a run by hand ends with 99 if requests failed or answers were wrong, and with 0 if all was right', async () => {
    type Altered = (answer: Answer, number: number, url: string) => Answer;
    const asItIs: Altered = (answer) => answer;
    const right: [string, Altered][] = [
      ...['simple', 'create', 'slow'].map((scenario): [string, Altered] => [scenario, asItIs]),
      ['read', (answer, _, url) => ({ ...answer, body: memberText(Number(url.split('/')[2])) })],
      ['lock', full],
    ];
    // From the first answers of the load on: how many there are is the machine's affair.
    const wrong: [string, Altered, RegExp][] = [
      ['simple', (answer, number) => (number === 1 ? { ...answer, status: 500 } : answer), /failed +1 \(/],
      ['simple', (answer) => ({ ...answer, body: '{}' }), /compared +(\d+) answers, \1 of them not /],
      ['create', (answer) => ({ ...answer, headers: {} }), /compared +\d+ answers, [1-9]/],
      // The server answers every id with the first member.
      ['read', asItIs, /compared +\d+ answers, [1-9]\d* of them not as in the catalogue/],
    ];
    const loadAltered = async (scenario: string, alter: Altered, ends: number) => {
      const server = await serveLoad(scenario, async (answer, ...where) => alter(await slowly(answer), ...where));
      return load(scenario, server.port, { THRESHOLDS: 'on' }, { ends });
    };
    const ended = await Promise.all(right.map(([scenario, alter]) => loadAltered(scenario, alter, 0)));
    for (const { stdout, stderr } of ended) {
      assert.equal(stderr, '', stdout);
      assert.match(stdout, /failed +0 \(0\.00 %\)[^]*compared +[1-9]\d* answers, 0 of them not as in the catalogue/);
    }
    assert.match(String(ended.at(-1)?.stdout), /answers +200: 0, 409: [1-9]\d*\n +hint +all 100 places were sold before this run/);
    const failures = wrong.map(async ([scenario, alter, line]) => ({ line, ...(await loadAltered(scenario, alter, 99)) }));
    for (const { line, stdout, stderr, errors } of await Promise.all(failures)) {
      assert.match(stdout, line);
      assert.match(errors[0], /thresholds on metrics '(checks|http_req_failed)/);
      assert.ok(stderr.split('\n').filter((text) => text.includes('level=warning')).length <= 1, stderr);
    }
  });

  test('the summary is the same from k6’s machine-readable data, which has no p99', async () => {
    const server = await serve('simple', slowly);
    const flags = ['--new-machine-readable-summary'];
    const { stdout } = await load('simple', server.port, { THRESHOLDS: 'on' }, { flags });
    assert.match(stdout, new RegExp(`requests +${server.requests.length - 1}, `));
    assert.match(stdout, /failed +0 [^]*p50 [\d.]+ ms, p95 [\d.]+ ms, p99 not in k6's summary[^]*compared +[1-9]/);
  });

  test('a target that dies is not flooded with requests, and ends the test', async () => {
    const server = await serve('simple');
    const ending = load('simple', server.port, { VUS_START: 4, STAGES: 1, STAGE_SECONDS: 60 }, { ends: 108 });
    let over = false;
    void ending.catch(() => {}).then(() => (over = true));
    while (server.requests.length < 100 && !over) await sleep(20);
    server.stop();
    const { errors, stderr, metrics } = await ending;
    assert.equal(errors.length, 1, stderr);
    assert.match(errors[0], /mvc is gone from http:\/\/127\.0\.0\.1:\d+/);
    const unanswered = metrics().http_reqs.values.count - server.requests.length;
    assert.ok(unanswered <= 4 * 5, `${unanswered} requests after the end, of 4 VUs that try 5 times at most`);
  });

  test('invalid input is one line that says what is accepted', async () => {
    const broken = path.join(folder, 'broken.json');
    writeFileSync(broken, '{"scenarios": {');
    const lacking = path.join(folder, 'lacking.json');
    writeFileSync(lacking, JSON.stringify({ ...catalogue, scenarios: { simple: catalogue.scenarios.simple } }));
    const inputs: [Record<string, string>, RegExp][] = [
      [{}, /TARGET is missing: .*mvc, mvc-vt, webflux-jdbc, webflux-r2dbc/],
      [{ TARGET: 'mvc', RATE: '0' }, /RATE=0: accepted is a whole number from 1 to /],
      [{ TARGET: 'mvc', ROUND: 'x' }, /ROUND=x: accepted is a whole number from 0 to /],
      [{ TARGET: 'mvc', RUN: 'a b' }, /RUN=a b: accepted are /],
      [{ TARGET: 'mvc', CATALOGUE: 'catalogue.json' }, /CATALOGUE=catalogue\.json: accepted is the absolute path of a catalogue/],
      [{ TARGET: 'mvc', CATALOGUE: '/none.json' }, /CATALOGUE=\/none\.json: accepted is .*no such file/],
      [{ TARGET: 'mvc', CATALOGUE: broken }, /CATALOGUE=\/.*broken\.json: accepted is /],
      [{ TARGET: 'mvc', CATALOGUE: lacking }, /CATALOGUE=\/.*lacking\.json: accepted is .*it lacks \w+ in scenarios/],
    ];
    for (const SUMMARY of [path.join(folder, 'nowhere', 'summary.json'), folder, ''])
      inputs.push([{ TARGET: 'mvc', SUMMARY }, /SUMMARY=.*: accepted is a file/]);
    await Promise.all(inputs.map(async ([variables, line]) => assertInvalid(await run(script('read'), variables), line)));
  });

  test('the scripts find the catalogue from a folder whose name needs encoding, and from any working directory', async () => {
    const checkout = path.join(folder, 'my bench (100%) é');
    cpSync(path.join(root, 'catalogue.json'), path.join(checkout, 'catalogue.json'), { recursive: true });
    cpSync(path.join(root, 'k6', 'lib'), path.join(checkout, 'k6', 'lib'), { recursive: true });
    const file = path.join(checkout, 'k6', 'read.js');
    cpSync(script('read'), file);
    for (const from of [file, path.relative(folder, file)]) await inspect(from, { TARGET: 'mvc' });
  });
});
