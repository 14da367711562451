/** The panels' queries against a real InfluxDB (INFLUXD), which a real k6 (K6_BIN) feeds through outputs of both forms. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { start, type Supervised } from '../../engines/processes/supervise.ts';
import { startInfluxDb } from '../../engines/native/services/time-series.ts';
import { readCatalogue, root } from '../../record/catalogue.ts';
import { assertDashboards } from '../support/dashboards/check.ts';
import { dataQueries, panelsOf } from '../support/dashboards/read.ts';
import { askInflux, type InfluxSeries } from '../support/dashboards/databases.ts';
import { interpolate, type Window } from '../support/dashboards/variables.ts';
import { dashboardFiles } from '../../dashboards/files.ts';
import { endOf, script, serve, startScript, writeCatalogue } from '../support/k6-scripts.ts';
import { freePorts } from '../support/processes.ts';
import { serverOfSuite } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import type { Launch } from '../../engines/native/children.ts';
import type { Json } from '../../dashboards/panels.ts';
import type { Influx } from '../../collect/influx.ts';

const catalogue = readCatalogue();
const folder = temporaryFolder();
/** Names of metrics and labels are those of targets: other tests ask a Prometheus that scrapes them. */
const noPrometheus = serverOfSuite((_, response) => void response.end('{"status":"success","data":[]}'));
const files = Object.entries(dashboardFiles(catalogue));
/** Without what comes from Prometheus: the targets are those of the load. */
const dashboards = files.map(([file, text]) => ({ file, dashboard: ofInflux(JSON.parse(text)) }));
const [live] = dashboards.map(({ dashboard }) => dashboard);

const [portOfInflux] = await freePorts(1);
const url = `http://127.0.0.1:${portOfInflux}`;
let influxd: Supervised | undefined;

before(async () => {
  const workDir = path.join(folder, 'influx');
  mkdirSync(workDir);
  const launch: Launch = async (options) => (influxd = await start({ ...options, logFile: path.join(folder, 'influxd.log') }));
  const bin = process.env.INFLUXD ?? 'influxd';
  const context = { tools: { influxdb: { bin } }, root, workDir, endpoints: { influx: { url, database: 'rollup' } }, launch };
  await startInfluxDb(context as any);
});
after(() => influxd?.end({ hard: true }));

function ofInflux(dashboard: Json): Json {
  for (const panel of panelsOf(dashboard)) {
    panel.targets = panel.targets.filter(({ datasource }: Json) => datasource.uid === 'influxdb');
  }
  const targets = dashboard.templating.list.find(({ name }: Json) => name === 'targets');
  const ofLoad = { datasource: { uid: 'influxdb' }, query: 'SHOW TAG VALUES FROM "http_reqs" WITH KEY = "target"' };
  if (targets) Object.assign(targets, ofLoad);
  return dashboard;
}

/** @param lines line protocol, with seconds @returns a new one, which has these */
async function newDatabase(database: string, lines: string[] = []): Promise<Influx> {
  await askInflux({ url, database }, `CREATE DATABASE "${database}"`);
  if (lines.length > 0) await write({ url, database }, lines);
  return { url, database };
}

async function write({ database }: Influx, lines: string[]) {
  const response = await fetch(`${url}/write?db=${database}&precision=s`, { method: 'POST', body: lines.join('\n') });
  assert.equal(response.status, 204, await response.text());
}

/** What setup() of each load asks for: an error would end k6. One in ten of the other answers is one. */
const inSetup = catalogue.scenarios.read.cases.map(({ request }) => request.path);
const flawed = () =>
  serve('read', (answer, number, asked) => (number % 10 === 0 && !inSetup.includes(asked) ? { ...answer, status: 503 } : answer));
const servers = { mvc: await flawed(), 'mvc-vt': await flawed() };
after(() => Object.values(servers).forEach(({ stop }) => stop()));
const catalogueFile = writeCatalogue(folder, servers);

/** A staircase, then slices of two targets, as by hand. @param output value of --out */
async function loadByHand(output: string): Promise<Window> {
  const fromMs = Date.now() - 2000;
  const loads: Record<string, string | number>[] = [
    { TARGET: 'mvc', VUS_START: 2, VUS_STEP: 2, STAGES: 2, STAGE_SECONDS: 2, WARMUP: 2 },
    { BLOCKS: 'mvc,mvc-vt;mvc-vt,mvc', BLOCK_VUS: 3, SLICE_SECONDS: 2, WARMUP: 0 },
  ];
  for (const load of loads) {
    // Failures are part of the test: they are not to end k6 with another exit code.
    const variables = { CATALOGUE: catalogueFile, THRESHOLDS: 'off', ...load };
    await endOf(startScript(folder, script('read'), variables, ['--out', output]), 0);
  }
  return { fromMs, toMs: Date.now() + 1000 };
}

/** @param window `now`: time of InfluxDB @param pattern part of the query that is meant */
async function ask(panel: string, influx: Influx, window: Window & { now?: string }, pattern = '') {
  const { text } = dataQueries(live).find((query) => query.where.includes(panel) && query.text.includes(pattern)) ?? assert.fail(panel);
  const values = { run: '.*', scenario: 'read', targets: ['mvc', 'mvc-vt'] };
  return askInflux(influx, interpolate(text, values, window).replaceAll('now()', window.now ?? 'now()'));
}

/** @returns rows without those that have no value */
const rowsOf = (series: InfluxSeries[]): any[][] =>
  series.flatMap(({ values }) => values.filter((row) => row.every((value) => value !== null)));

const valuesOf = async (...asked: Parameters<typeof ask>) => rowsOf(await ask(...asked)).map(([, value]) => value);

describe('every query returns data, and none of the other form', () => {
  for (const [form, output] of [
    ['sums', 'rollup'],
    ['samples', 'influxdb'],
  ] as const) {
    test(`of the output ${output}, which writes ${form}`, async (context) => {
      const influx = await newDatabase(output);
      const window = await loadByHand(`${output}=${url}/${output}`);
      const sources = { influx, prometheus: noPrometheus.url };
      // Without the runner, there are no parts to compare.
      const page = [{ file: 'live-run.json', dashboard: live }];
      const { empty } = await assertDashboards(context, page, sources, window, { form, byHand: true });
      assert.doesNotMatch(empty.join(), /nothing failed/);

      const starts = await ask('annotation Load by hand', influx, window);
      assert.equal(starts[0].values.length, 2, 'the staircase, and the first slice: none for each');
      const [users] = await ask('Throughput over thread count (A)', influx, window);
      assert.equal(Math.max(...users.values.map(([, value]) => value ?? 0)), 4);

      const secondsOf = async (pattern: string) => {
        return rowsOf(await ask('Throughput over thread count', influx, window, pattern)).map(([time]) => time);
      };
      const [warming, loading] = [await secondsOf(`"round" = '0'`), await secondsOf(`"round" <> '0'`)];
      assert.ok(warming.length > 0 && Math.max(...warming) < Math.min(...loading), 'the load begins after the warm-up');
    });
  }
});

test('several k6: their requests and users add up, and the slowest p95 is shown', async () => {
  const second = Math.floor(Date.now() / 1000) - 10;
  const points = ['a', 'b'].flatMap((instance, index) => {
    const run = `instance=${instance},round=1,run=manual,scenario=read,target=mvc`;
    const request = `expected_response=true,name=read,status=200,${run}`;
    return [second, second + 1, second + 2].flatMap((time) => [
      `http_reqs,${request} value=${100 * (index + 1)} ${time}`,
      `http_req_duration,${request} count=10i,p50=${index + 1},p95=${10 * (index + 1)},p99=${20 * (index + 1)} ${time}`,
      `vus,${run} value=${50 + index} ${time}`,
      `rollup,${run} cpuSeconds=${(time - second) * 0.5},pointsDropped=${index}i,writeErrors=0i,lateSamples=3i ${time}`,
    ]);
  });
  const influx = await newDatabase('instances', points);
  const window = { fromMs: (second - 2) * 1000, toMs: (second + 4) * 1000, now: `${second + 3}s` };
  const shown = {
    ...{ 'Requests/s': [300, 300], 'Throughput over thread count (B)': [300, 300], 'CPU of the load generator': [1, 1] },
    ...{ 'Virtual users': [101, 101, 101], 'Latency p95': [20, 20, 20] },
    ...{ 'Points dropped by the rollup output (A)': [1, 1, 1], 'Points dropped by the rollup output (C)': [6, 6, 6] },
  };
  for (const [panel, values] of Object.entries(shown)) assert.deepEqual(await valuesOf(panel, influx, window), values, panel);
});

/** @param from its first second @returns successes of one slice */
function sliceOf(target: string, slice: number, perSecond: number[], from: number): string[] {
  const tags = `expected_response=true,name=read,round=1,run=r,scenario=read,target=${target}${slice > 0 ? `,slice=${slice}` : ''}`;
  return perSecond.map((count, index) => `http_reqs,${tags} value=${count} ${from + index}`);
}

test('the last second of a load, which has the last answers alone, is in no chart and no tile', async () => {
  const from = Math.floor(Date.now() / 1000) - 30;
  // The target has the last slice of a block and the first of the next: no second is without its answers.
  const influx = await newDatabase('ends', [
    ...sliceOf('mvc', 1, [1000, 1000, 300], from),
    ...sliceOf('mvc', 2, [1000, 1000, 300], from + 3),
    ...sliceOf('mvc-vt', 3, [1000, 1000, 300], from + 8),
  ]);
  const window = { fromMs: (from - 5) * 1000, toMs: (from + 12) * 1000, now: `${from + 12}s` };
  for (const panel of ['Throughput over thread count (B)', 'Requests/s'])
    assert.deepEqual([...new Set(await valuesOf(panel, influx, window))], [1000], panel);
});

test('tiles of the present are blank for a load of the past, in whatever time range', async () => {
  const second = Math.floor(Date.now() / 1000) - 60;
  const tags = 'round=1,run=r,scenario=read,target=mvc';
  const influx = await newDatabase('past', [
    ...sliceOf('mvc', 0, [1000, 1000, 1000], second),
    `vus,${tags} value=49 ${second}`,
    `http_req_duration,expected_response=true,name=read,${tags} p95=3 ${second}`,
  ]);
  const window = { fromMs: second * 1000, toMs: (second + 3) * 1000 };
  for (const panel of ['Under load', 'Virtual users', 'Requests/s', 'Live run: p95'])
    assert.deepEqual(await valuesOf(panel, influx, window), [], panel);
});

test('failures are steps with zeros between them: a lone one is not a wide bar; their share is of all requests of the target', async () => {
  const second = Math.floor(Date.now() / 1000) - 10;
  const failed = `http_reqs,error_code=1212,expected_response=false,name=read,round=1,run=r,scenario=read,status=0,target=mvc`;
  const dropped = `dropped_iterations,round=1,run=r,scenario=read value=3 ${second + 1}`;
  const answered = [...sliceOf('mvc', 0, [15, 15, 15, 15], second), ...sliceOf('mvc-vt', 0, [15], second + 2)];
  const influx = await newDatabase('failures', [`${failed} value=5 ${second + 2}`, dropped, ...answered]);
  const window = { fromMs: second * 1000, toMs: (second + 4) * 1000 };
  const shown = { A: [0, 0, 5, 0, 0], B: [0, 3, 0, 0, 0], C: [0.25] };
  for (const [query, values] of Object.entries(shown))
    assert.deepEqual(await valuesOf(`Failures by reason (${query})`, influx, window), values, query);
});

test('the page follows the scenario that runs, and offers all of an ended run', async () => {
  const second = Math.floor(Date.now() / 1000) - 10;
  const requests = (scenario: string, time: number) =>
    `http_reqs,expected_response=true,name=${scenario},round=1,run=r,scenario=${scenario},target=mvc value=1 ${time}`;
  const { query } = live.templating.list.find(({ name }: Json) => name === 'scenario');
  const window = { fromMs: (second - 2) * 1000, toMs: (second + 5) * 1000 };
  const influx = await newDatabase('followed', [requests('read', second), requests('block', second - 1)]);
  const chosen = async (scenarios = '1') => {
    const series = await askInflux(influx, interpolate(query, { run: '.*', scenarios }, window));
    return series.flatMap(({ values }) => values.map(([, value]) => value));
  };
  assert.deepEqual(await chosen(), ['read']);
  await write(influx, [requests('block', second + 1)]);
  assert.deepEqual(await chosen(), ['block']);
  assert.deepEqual([...new Set(await chosen('0'))], ['block', 'read'], 'all of the time range');
});
