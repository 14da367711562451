/** The dashboard without a run: load by hand, services that stay after a run, and an old run. Real servers on the native engine's ports. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { assertDashboards, checkDashboards } from '../support/dashboards/check.ts';
import { readDashboards } from '../support/dashboards/read.ts';
import { askInflux, askPrometheus } from '../support/dashboards/databases.ts';
import { readCatalogue, root } from '../../record/catalogue.ts';
import { RunningCommand, runCommand } from '../support/cli.ts';
import { fakeGrafana } from '../support/programs.ts';
import { temporaryFolder } from '../support/temporary.ts';

const catalogue = readCatalogue();
const folder = temporaryFolder();
const SOURCES = { influx: { url: 'http://127.0.0.1:28086', database: 'k6' }, prometheus: 'http://127.0.0.1:29090' };
const RUN = { PROFILE: 'smoke', SEED: '1', SCENARIOS: 'read', TARGETS: 'mvc,webflux-r2dbc', SLICE_SECONDS: '3', WARMUP_MAX: '6' };

/** Stands for Grafana: it answers at its port. What it would ask is asked below. */
const grafana = fakeGrafana(path.join(folder, 'grafana'), 'grafana-server');
const withGrafana = { PATH: `${path.join(grafana, 'bin')}:${process.env.PATH}` };

let bundle = '';
// A test that fails leaves nothing up, which the next one would find.
afterEach(() => runCommand('down'));

async function answers(url: string) {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** As in a terminal: the variables of a make that runs this test are not its own. */
function paste(line: string, env: Record<string, string> = {}) {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MAKE|MFLAGS|SUITES)/.test(name)));
  return spawnSync('bash', ['-c', line], { cwd: root, encoding: 'utf8', env: { ...own, ENGINE: 'native', ...env } });
}

test('make up says how to feed the dashboard; that line, pasted, makes points arrive', async () => {
  const up = await new RunningCommand('up', { TARGETS: 'mvc' }).ended();
  const line = /: (make k6 .*)$/m.exec(up.stdout)?.[1] ?? assert.fail(up.stdout);
  assert.equal(line, 'make k6 SCENARIO=read TARGET=mvc');

  const load = paste(line, { PROFILE: 'smoke', WARMUP: '10' });
  assert.equal(load.status, 0, load.stdout + load.stderr);
  const [requests] = await askInflux(
    SOURCES.influx,
    `SELECT sum("value") FROM "http_reqs" WHERE "run" = 'manual' AND "target" = 'mvc' AND "name" = 'read'`,
  );
  const summary = Number(/requests +(\d+)/.exec(load.stdout)?.[1]);
  assert.ok(summary > 0, load.stdout);
  assert.equal(requests.values[0][1], summary);
  assert.match(load.stdout, /target +warmed up for \d+ s/);

  const unknown = paste('make k6 SCENARIO=nope TARGET=mvc');
  assert.match(unknown.stderr, /^SCENARIO=nope is unknown; accepted: read, create,/);
  const down = await runCommand('down');
  assert.match(down.stdout, /all is stopped/);
});

test('KEEP=1: the targets end with the run, the page goes on; then make dashboard shows the run again', async (context) => {
  const run = new RunningCommand('compare', { ...RUN, ...withGrafana, KEEP: '1' });
  // Else it would go on, and the suite with it, where something below does not hold.
  context.after(() => run.child.kill('SIGTERM'));
  await run.printed(/^report: /m);
  ({ bundle } = run);
  const [, address] = await run.printed(/^the dashboard stays up until Ctrl-C or make down: (\S+)$/m);
  assert.match(
    address,
    new RegExp(`^http://127.0.0.1:23000/d/stackbench-live\\?kiosk=true&var-run=${run.runId}&var-scenarios=0&from=\\d+&to=\\d+$`),
  );
  assert.equal(await answers('http://127.0.0.1:23000'), true);
  const { port } = catalogue.targets.mvc;
  assert.equal(await answers(`http://127.0.0.1:${port}`), false);
  const page = new URL(address).searchParams;
  const window = { fromMs: Number(page.get('from')), toMs: Number(page.get('to')) };
  const quota = run.run.limits.enforced === 'quota';
  const dashboards = readDashboards();
  await assertDashboards(context, dashboards, SOURCES, window, { quota, warmedUp: true });

  const second = await runCommand('dashboard', { ...withGrafana, RUN: run.runId });
  assert.match(second.stderr, /^services are up already: make down ends them$/m);
  const third = await runCommand('up');
  assert.match(third.stderr, /^services of an earlier command are up, maybe without targets: make down ends them$/m);
  const [activity] = await askInflux(SOURCES.influx, `SELECT "phase", "text" FROM "activity" WHERE "run" = '${run.runId}' LIMIT 1`);
  assert.equal(activity.values[0][1], 'start', 'the page says something while JVMs start');
  const down = await runCommand('down');
  assert.match(down.stdout, /all is stopped/);
  await run.ended();
  assert.equal(await answers(SOURCES.influx.url), false);

  const again = new RunningCommand('dashboard', { ...withGrafana, RUN: run.runId });
  context.after(() => again.child.kill('SIGTERM'));
  const [, shown] = await again.printed(/^live dashboard: (\S+)$/m);
  await again.printed(/^Ctrl-C or make down ends it$/m);
  const range = new URL(shown).searchParams;
  const old = { fromMs: Number(range.get('from')), toMs: Number(range.get('to')) };
  assert.ok(old.fromMs >= window.fromMs && old.toMs <= window.toMs + 10_000);
  const afterIt = { query: 'jvm_threads_live_threads', time: String(old.toMs / 1000) };
  assert.deepEqual((await askPrometheus(SOURCES.prometheus, 'query', afterIt)).result, [], 'a series ends with its last sample');
  const replayed = await checkDashboards(dashboards, SOURCES, old, { quota });
  // The bundle does not have how many samples came late, nor the status of failed requests.
  assert.deepEqual(
    replayed.problems.filter((line) => !/lateSamples|field or tag status$/.test(line)),
    [],
  );
  context.diagnostic(`${replayed.executed} queries executed; without data: ${replayed.empty.join('; ') || 'none'}`);
  again.child.kill('SIGINT');
  await again.ended();
  assert.equal(await answers(SOURCES.prometheus), false);
});

test('a machine without Grafana is one line', async () => {
  const hasGrafana = (dir: string) => ['grafana', 'grafana-server'].some((name) => existsSync(path.join(dir, name)));
  const folders = String(process.env.PATH).split(':');
  const PATH = folders.filter((dir) => !hasGrafana(dir)).join(':');
  const without = await runCommand('dashboard', { PATH, RUN: path.basename(bundle) });
  assert.equal(without.code, 2);
  assert.equal(without.stderr, 'make dashboard needs Grafana (https://grafana.com/grafana/download) on PATH\n');
});
