/** Grafana beside the native engine, with a stand-in that writes down how it was started. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { root } from '../../../record/catalogue.ts';
import { startGrafana } from '../../../engines/native/services/grafana.ts';
import { start, type Supervised } from '../../../engines/processes/supervise.ts';
import type { Launch } from '../../../engines/native/children.ts';
import { freePorts } from '../../support/processes.ts';
import { fakeGrafana, withPrograms } from '../../support/programs.ts';
import { listen } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const folder = temporaryFolder();
const endpoints = { influx: { url: 'http://127.0.0.1:28086', database: 'k6' }, prometheus: 'http://127.0.0.1:29090' };
const started: Supervised[] = [];
after(() => Promise.all(started.map((each) => each.end({ hard: true }))));

/** Writes down its arguments and environment. */
const NOTES = `printf '%s\\n' "$0" "$@" > "$GF_PATHS_DATA/arguments"
env > "$GF_PATHS_DATA/environment"`;

/** @param bin folder put before the PATH */
function begin(bin: string, url: string, name: string) {
  const workDir = path.join(folder, `work of ${name}`);
  const launch: Launch = async (options) => {
    const supervised = await start({ ...options, logFile: path.join(folder, `${name}.log`) });
    started.push(supervised);
    return supervised;
  };
  const begun = withPrograms(bin, () => startGrafana({ root, workDir, endpoints, launch }, url));
  return { begun, record: (file: string) => readFileSync(path.join(workDir, 'grafana', file), 'utf8').split('\n') };
}

const freeUrl = async () => `http://127.0.0.1:${await freePorts(1)}`;

for (const [program, words] of Object.entries({ 'grafana-server': [], grafana: ['server'] })) {
  test(`${program} on PATH is started with the project's provisioning, its data in the work folder`, async () => {
    const home = fakeGrafana(path.join(folder, `my ${program} 1`), program, NOTES);
    const url = await freeUrl();
    const { begun, record } = begin(path.join(home, 'bin'), url, program);
    assert.deepEqual(await begun, { line: `live dashboard: ${url}/d/stackbench-live?kiosk=true`, url });
    assert.deepEqual(record('arguments'), [path.join(home, 'bin', program), ...words, `--homepath=${home}`, '']);
    const environment = Object.fromEntries(record('environment').map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
    const expected = {
      GF_PATHS_PROVISIONING: path.join(root, 'grafana', 'provisioning'),
      DASHBOARDS_DIR: path.join(root, 'grafana', 'dashboards'),
      GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: path.join(root, 'grafana', 'dashboards', 'live-run.json'),
      ...{ INFLUXDB_URL: 'http://127.0.0.1:28086', PROMETHEUS_URL: 'http://127.0.0.1:29090', GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer' },
    };
    assert.deepEqual({ ...environment, ...expected }, environment);
    assert.ok(existsSync(environment.GF_PATHS_PLUGINS), 'Grafana logs an error for a missing folder');
    const documented = readFileSync(path.join(root, 'docs', 'dev', 'interfaces.md'), 'utf8').split('## 7.')[1];
    for (const [, name] of documented.matchAll(/`((?:GF|INFLUXDB|PROMETHEUS|DASHBOARDS)_\w+)`/g)) assert.ok(environment[name], name);
  });
}

test('without Grafana the user reads in one line how to get it', async () => {
  const context = { root, workDir: folder, endpoints, launch: () => assert.fail('nothing is started') };
  const line = 'no live dashboard: Grafana (https://grafana.com/grafana/download) is not on PATH';
  assert.deepEqual(await startGrafana(context, 'http://127.0.0.1:1', async () => undefined), { line, url: null });
});

test('a Grafana that ends, and a port that is taken, are said in one line and stop nothing', async () => {
  const broken = fakeGrafana(path.join(folder, 'broken'), 'grafana-server', 'echo "error: made up"; exit 1');
  const { begun } = begin(path.join(broken, 'bin'), await freeUrl(), 'broken');
  assert.match((await begun).line, /^no live dashboard: grafana ended while it started: .*made up.*$/);

  const server = createServer();
  const url = await listen(server);
  const taken = begin(path.join(broken, 'bin'), url, 'taken');
  assert.deepEqual(await taken.begun, { line: `no live dashboard: port ${new URL(url).port} (Grafana) is taken`, url: null });
  server.close();
});
