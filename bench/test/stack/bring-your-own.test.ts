/** docs/add-a-target.md and docs/add-a-scenario.md, followed word for word in a copy of the checkout. */
import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { root } from '../../record/catalogue.ts';
import { cacheDir } from '../../setup/cache.ts';
import { setUp, type Need } from '../../setup/index.ts';
import { askPrometheus } from '../support/dashboards/databases.ts';
import { endOf, startScript } from '../support/k6-scripts.ts';
import { eventually, freePorts } from '../support/processes.ts';
import { withServer, type Answering } from '../support/server.ts';
import { temporaryFolder, writeFiles } from '../support/temporary.ts';

/** Tests that notice a forgotten place. */
const CATALOGUE_TESTS = ['unit/record/catalogue.test.ts', 'unit/dev/derived.test.ts', 'integration/dashboards/dashboards.test.ts'];
/** What is made and not kept. */
const LEFT_OUT = ['node_modules', 'target', '.git', '.cache'];

const copy = path.join(temporaryFolder(), 'my checkout');

before(() => {
  const filter = (source: string) => source !== path.join(root, 'results') && !LEFT_OUT.includes(path.basename(source));
  cpSync(root, copy, { recursive: true, filter });
  symlinkSync(path.join(root, 'bench', 'node_modules'), path.join(copy, 'bench', 'node_modules'));
});

/** What a reader of docs/ does: files are written, entries are put into the catalogue, commands are run, in the order of the page. */
function follow(page: string) {
  const blocks = readFileSync(path.join(root, 'docs', page), 'utf8').matchAll(/^```(\w+) ?(.*)\n([^]*?)^```$/gm);
  // Behind the language stands the file that it is, or that it is left out.
  for (const [, language, what, text] of blocks) {
    if (language === 'json') mergeIntoCatalogue(JSON.parse(text));
    else if (language !== 'sh') writeFiles(copy, { [what]: text });
    else if (what !== 'skip') assertEndsWell(spawnSync('bash', ['-e', '-c', text], { cwd: copy, encoding: 'utf8' }));
  }
}

function mergeIntoCatalogue(entries: Record<string, Record<string, unknown>>) {
  const catalogue = catalogueOfCopy();
  for (const [part, added] of Object.entries(entries)) Object.assign(catalogue[part], added);
  writeFiles(copy, { 'catalogue.json': `${JSON.stringify(catalogue, null, 2)}\n` });
}

function assertEndsWell({ status, stdout, stderr }: SpawnSyncReturns<string>) {
  assert.equal(status, 0, `${stdout}${stderr}`);
}

/** @param tests of the copy */
function assertPass(...tests: string[]) {
  const files = tests.map((name) => path.join('bench', 'test', name));
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_TEST_CONTEXT'));
  assertEndsWell(spawnSync(process.execPath, ['--test', ...files], { cwd: copy, encoding: 'utf8', env: environment }));
}

/** @returns of the copy */
function fromCopy(module: string): Promise<any> {
  return import(pathToFileURL(path.join(copy, 'bench', module)).href);
}

/** @returns the copy's, as it is now */
function catalogueOfCopy(): any {
  return JSON.parse(readFileSync(path.join(copy, 'catalogue.json'), 'utf8'));
}

describe('adding a target', () => {
  before(() => follow('add-a-target.md'));

  it('leaves the tests of the catalogue, of Prometheus, of Compose and of the dashboards green', () => {
    assertPass(...CATALOGUE_TESTS, 'unit/engines/observers.test.ts', 'unit/engines/compose-configuration.test.ts');
  });

  it('puts it into plans where it is named, and only into pairs that it answers', async () => {
    const { compareOptions } = await fromCopy('plan/knobs.ts');
    const { newRun } = await fromCopy('plan/run.ts');
    const options = compareOptions({ TARGETS: 'mvc,node-http', SCENARIOS: 'read,simple,heavy', ROUNDS: '1' }, catalogueOfCopy());
    const { parts } = newRun(options, catalogueOfCopy(), 'quick');
    const isOwn = ({ blocks }: any) => blocks[0].targets.includes('node-http');
    const own = parts.filter(isOwn).map(({ scenario }: any) => scenario);
    assert.deepEqual(own.sort(), ['heavy', 'simple']);
    assert.ok(!compareOptions({}, catalogueOfCopy()).targets.includes('node-http'));
  });

  it('is a container that has the ports of its entry and the limits of all', () => {
    const { services } = parse(readFileSync(path.join(copy, 'docker-compose.override.yml'), 'utf8'));
    const { port, managementPort } = catalogueOfCopy().targets['node-http'];
    const own = services['node-http'];
    assert.deepEqual(own.ports, [`127.0.0.1:${port}:${port}`, `127.0.0.1:${managementPort}:${managementPort}`]);
    assert.deepEqual([own.environment.SERVER_PORT, own.environment.MANAGEMENT_SERVER_PORT], [port, managementPort]);
    assert.deepEqual([own.cpus, own.mem_limit], ['${TARGET_CPUS}', '${TARGET_MEMORY}']);
  });
});

describe('adding a scenario', () => {
  before(() => follow('add-a-scenario.md'));

  it('leaves the tests of the catalogue and of the verification green', () => {
    assertPass(...CATALOGUE_TESTS, 'integration/verify/answers.test.ts');
  });

  it('puts it into plans where it is named', async () => {
    const { compareOptions } = await fromCopy('plan/knobs.ts');
    assert.deepEqual(compareOptions({ SCENARIOS: 'heavy-light' }, catalogueOfCopy()).scenarios, ['heavy-light']);
    assert.ok(!compareOptions({}, catalogueOfCopy()).scenarios.includes('heavy-light'));
  });

  it('is a script that sends the request, and checks the answer first', async () => {
    const asked: string[] = [];
    const answer: Answering = ({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"limit":2000,"primes":303}');
    };
    const load = { TARGET: 'mvc', VUS_START: 2, VUS_STEP: 0, STAGES: 1, STAGE_SECONDS: 1, WARMUP: 1 };
    await withServer(answer, (url) => endOf(startScript(copy, 'k6/heavy-light.js', { ...load, TARGET_HOST: new URL(url).host }), 0));
    assert.ok(asked.length > 1);
    assert.deepEqual(new Set(asked), new Set(['GET /heavy?limit=2000']));
  });
});

describe('the native engine with both', () => {
  let engine: any;
  let catalogue: any;
  before(async () => {
    const needs = ['jdk', 'mariadb', 'influxdb', 'prometheus'] as Need[];
    const tools = await setUp({ catalogue: catalogueOfCopy(), root, cacheDir: cacheDir(), log: () => {}, needs });
    const [mariadb, influxdb, prometheus, port, managementPort, grafana] = await freePorts(6);
    catalogue = catalogueOfCopy();
    const only = ['simple', 'heavy', 'heavy-light'];
    catalogue.targets = { 'node-http': { ...catalogue.targets['node-http'], port, managementPort, only } };
    const { NativeEngine } = await fromCopy('engines/native/index.ts');
    const workDir = path.join(copy, 'work');
    engine = new NativeEngine({ catalogue, root: copy, tools, workDir, ports: { mariadb, influxdb, prometheus, grafana } });
    await engine.startServices();
    await engine.resetDatabase();
    await engine.targets.start('node-http');
  });
  after(() => engine?.stop());

  it('starts the command, and Prometheus scrapes it', async () => {
    const answer = await fetch(`${engine.endpoints.target('node-http')}/heavy?limit=100`);
    assert.deepEqual(await answer.json(), { limit: 100, primes: 25 });
    const query = 'process_cpu_time_ns_total{target="node-http"}';
    const series = async () => (await askPrometheus(engine.endpoints.prometheus, 'query', { query })).result;
    await eventually(async () => (await series()).length === 1, 'Prometheus has a series of it');
  });

  it('verifies its work, with the check of the added scenario', async () => {
    const { verify } = await fromCopy('verify/index.ts');
    const found = await verify({ catalogue, engine, targets: ['node-http'], scenarios: ['simple', 'heavy', 'heavy-light'], short: true });
    assert.deepEqual(found.differences, []);
    const { work } = found.rows.find(({ scenario }: any) => scenario === 'heavy-light');
    assert.match(work.detail, /^CPU \d+ → \d+ ms/);
  });
});
