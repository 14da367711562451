/** The packaged stack on a real Docker engine: limits, hardening, k6, a smoke comparison, faults, and nothing left. Needs the engine and its images. */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { readCatalogue, root } from '../../record/catalogue.ts';
import { assertDashboards } from '../support/dashboards/check.ts';
import { askInflux, askPrometheus } from '../support/dashboards/databases.ts';
import { readDashboards } from '../support/dashboards/read.ts';
import { chooseTargets } from '../../plan/pairs.ts';
import { assertMeasured, assertPairs, RunningCommand } from '../support/cli.ts';
import { defaultsIn } from '../../engines/docker/compose.ts';
import { variableFlags } from '../support/k6-scripts.ts';
import { eventually } from '../support/processes.ts';

const catalogue = readCatalogue();
const targets = chooseTargets(undefined, catalogue);
/** One with blocks, one without. */
const scenarios = ['create', 'block'];
const settings = defaultsIn(root);
/** Its image cannot be had everywhere; what does not need it is tested there all the same. */
const MONGO =
  spawnSync('docker', ['compose', '--profile', 'extended', 'pull', '--quiet', '--policy', 'missing', 'mongo'], { cwd: root }).status === 0
    ? ['mongo']
    : [];
const influx = { url: `http://127.0.0.1:${settings.INFLUXDB_PORT}`, database: 'k6', token: settings.INFLUXDB_TOKEN };
const prometheus = `http://127.0.0.1:${settings.PROMETHEUS_PORT}`;
// Not .env's, and no less than it has to be: a JVM with half of that takes twice as long to start, and every command starts some.
const TARGET_CPUS = 0.9;
// For every command: compose makes a container again whose limits are not those of .env and the environment.
process.env.TARGET_CPUS = String(TARGET_CPUS);
/** Words that run k6 in its container. */
const K6 = ['compose', 'run', '--rm', '-T', '--no-deps', 'k6'];
const SMALL = { PROFILE: 'smoke', SEED: '1', STAGES: '1', WARMUP_MAX: '0' };
/** Two parts, each of two blocks. */
const SHORT = { PROFILE: 'smoke', SEED: '1', TARGETS: 'mvc,webflux-r2dbc', SCENARIOS: 'read,simple', SLICE_SECONDS: '4' };

function docker(args: string[]) {
  return execFileSync('docker', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** The same, while other tests go on. */
async function dockerMeanwhile(args: string[]): Promise<string> {
  return (await promisify(execFile)('docker', args, { cwd: root })).stdout;
}

/** `make <command>` in containers, as a user runs it. @param env of the shell */
function make(command: string, knobs: Record<string, string> = {}, env: Record<string, string> = {}) {
  return new RunningCommand(command, knobs, () => {
    const args = [command, 'ENGINE=docker', ...Object.entries(knobs).map(([name, value]) => `${name}=${value}`)];
    return spawn('make', args, { cwd: root, detached: true, env: { ...process.env, ...env } });
  });
}

async function instant(query: string) {
  return Number((await askPrometheus(prometheus, 'query', { query })).result[0]?.value[1]);
}

/** @param where further conditions, in InfluxQL @returns requests of the load that InfluxDB has */
async function requestsOf(run: string, scenario: string, where = '') {
  const query = `SELECT SUM(value) FROM http_reqs WHERE run='${run}' AND "name"='${scenario}'${where}`;
  return (await askInflux(influx, query))[0].values[0][1];
}

/** Waits until requests of its last part are being counted. @param begun the one that it resumes */
async function underLoad(command: RunningCommand, begun: RunningCommand = command) {
  await begun.printed(/\[1\/2\]/);
  await command.underLoad(begun.run.parts[1], begun);
}

before(async () => {
  const startedMs = Date.now();
  await make('up').ended();
  console.log(`up, with building: ${Math.round((Date.now() - startedMs) / 1000)} s`);
});

after(() => {
  docker(['compose', '--profile', '*', 'down', '--remove-orphans', '--volumes']);
});

/** @returns what the engine says of each running container, by service; also of those that `docker compose run` has started */
function inspected(): Record<string, any> {
  const ids = docker(['ps', '-q', '--filter', 'label=com.docker.compose.project=stackbench']).split('\n');
  const containers = JSON.parse(docker(['inspect', ...ids])) as any[];
  return Object.fromEntries(containers.map((container) => [container.Config.Labels['com.docker.compose.service'], container]));
}

/** A read-only root, no capability, and the socket of the engine for the runner alone. */
function assertRights(name: string, { HostConfig, Mounts }: any) {
  const { ReadonlyRootfs, CapDrop, CapAdd, Privileged } = HostConfig;
  assert.deepEqual([ReadonlyRootfs, CapDrop, CapAdd ?? [], Privileged], [true, ['ALL'], [], false], name);
  const hasSocket = Mounts.some(({ Source }: { Source: string }) => Source.endsWith('docker.sock'));
  assert.equal(hasSocket, name === 'bench', name);
}

/** @param names of services */
async function assertHardened(names: string[]) {
  // Docker asks for health every 5 s.
  await eventually(() => names.every((name) => inspected()[name].State.Health.Status === 'healthy'), `all are healthy: ${names}`);
  const byService = inspected();
  for (const name of names) {
    const { HostConfig, Config } = byService[name];
    assert.ok(HostConfig.NanoCpus > 0 && HostConfig.Memory > 0, name);
    assert.ok(Config.User !== '' && !/^(root|0)(:|$)/.test(Config.User), name);
    assertRights(name, byService[name]);
    for (const { HostIp } of Object.values<any>(HostConfig.PortBindings).flat()) assert.equal(HostIp, '127.0.0.1', name);
  }
}

test('the core alone is up; every container is limited, not root, read-only, without capabilities, and published on 127.0.0.1 alone', async () => {
  const running = inspected();
  assert.deepEqual(
    Object.keys(catalogue.targets).filter((name) => name in running),
    targets,
  );
  await assertHardened([...targets, 'mariadb', 'influxdb', 'prometheus']);
  for (const name of targets) assert.equal(running[name].HostConfig.NanoCpus, TARGET_CPUS * 1e9, name);
});

test('promtool finds nothing wrong with what Prometheus is told, in containers and natively', () => {
  for (const file of ['prometheus.yml', 'native.yml']) {
    assert.match(docker(['compose', 'exec', '-T', 'prometheus', 'promtool', 'check', 'config', `/etc/prometheus/${file}`]), /SUCCESS/);
  }
});

describe('k6 by hand', { concurrency: true }, () => {
  test('k6 in a container: InfluxDB counts what k6 counts', async () => {
    const variables = variableFlags({ TARGET: 'webflux-r2dbc', PROFILE: 'smoke', WARMUP: 10, RUN: 'container' });
    const output = await dockerMeanwhile([...K6, 'run', '/k6/read.js', ...variables]);
    const requests = Number(/requests\s+(\d+),/.exec(output)?.[1]);
    assert.ok(requests > 0, output);
    assert.match(output, /target +warmed up for \d+ s/);
    assert.equal(await requestsOf('container', 'read'), requests);
  });

  test('make k6 loads a target, and refuses a scenario that does not exist', async () => {
    const command = await make('k6', { SCENARIO: 'simple', TARGET: 'mvc-vt', PROFILE: 'smoke', WARMUP: '1' }).ended();
    const requests = Number(/requests\s+(\d+),/.exec(command.output)?.[1]);
    assert.equal(await requestsOf('manual', 'simple', " AND target='mvc-vt' AND scenario='simple'"), requests);
    const unknown = make('k6', { SCENARIO: 'nope', TARGET: 'mvc' });
    assert.notEqual(await unknown.exitCode, 0);
    assert.match(unknown.output, /^SCENARIO=nope: accepted is a script of k6\/, such as read$/m);
  });

  test('every sample through xk6-influxdb: the same panels have data', async (context) => {
    if (!docker([...K6, 'version']).includes('xk6-output-influxdb')) return context.skip('this image was built without that output');
    const fromMs = Date.now();
    const variables = variableFlags({ TARGET: 'mvc', PROFILE: 'smoke', RUN: 'samples' });
    await dockerMeanwhile([...K6, 'run', '-o', 'xk6-influxdb', '/k6/read.js', ...variables]);
    const window = { fromMs, toMs: Date.now() + 2000 };
    const live = readDashboards().filter(({ file }) => file === 'live-run.json');
    const how = { form: 'samples' as const, byHand: true };
    await assertDashboards(context, live, { influx, prometheus }, window, how);
  });

  test('k6 on the host reaches the published ports', async () => {
    const args = ['run', '--address', '127.0.0.1:0', 'k6/read.js', ...variableFlags({ TARGET: 'mvc', PROFILE: 'smoke', WARMUP: 0 })];
    const { stdout } = await promisify(execFile)(String(process.env.K6_BIN), args, { cwd: root });
    assert.match(stdout, /requests +[1-9]/);
  });
});

test('heavy at 100 VUs stays within the CPU limit, is throttled, and is scraped all the while', async (context) => {
  const variables = { TARGET: 'mvc', RUN: 'limit', WARMUP: 0, VUS_START: 100, VUS_STEP: 0, STAGES: 1, STAGE_SECONDS: 20 };
  docker([...K6, 'run', '/k6/heavy.js', ...variableFlags(variables)]);
  const used = await instant('rate(process_cpu_time_ns_total{target="mvc"}[15s] offset 5s) / 1e9');
  const throttled = await instant('increase(cgroup_cpu_throttled_periods_total{target="mvc"}[15s] offset 5s)');
  const up = await instant('sum_over_time(up{target="mvc"}[15s] offset 5s)');
  const slowest = await instant('max_over_time(scrape_duration_seconds{target="mvc"}[15s] offset 5s)');
  context.diagnostic(
    `${used.toFixed(3)} of ${TARGET_CPUS} CPU, ${throttled.toFixed(0)} periods throttled, ${up} of 15 scrapes, slowest ${slowest} s`,
  );
  assert.ok(used <= 1.05 * TARGET_CPUS && used > 0.5 * TARGET_CPUS, String(used));
  assert.ok(throttled > 0);
  assert.ok(up >= 14, `${up} of 15 scrapes`);
});

/** @param names of services whose containers a run had */
function assertRecorded({ run }: RunningCommand, names: string[]) {
  const recorded = run.limits.containers.map(({ service }: { service: string }) => service);
  for (const name of names) assert.ok(recorded.includes(name), name);
}

test('a comparison: every part ok, counts agree three ways, containers on record, dashboards full of data', async (context) => {
  const fromMs = Date.now() - 3000;
  // The end-to-end tests measure every scenario, with more than one number of users, and warm up; here every slice costs time for itself.
  const command = await make('compare', { ...SMALL, SCENARIOS: scenarios.join() }).ended();
  assert.equal(command.run.engine, 'docker');
  assertPairs(assertMeasured(command), targets, scenarios);
  assertRecorded(command, targets);
  const report = readFileSync(path.join(command.bundle, 'report.md'), 'utf8');
  assert.match(report, new RegExp(`Engine.*docker[^]*${settings.MARIADB_IMAGE}`));

  const window = { fromMs, toMs: Date.now() + 3000 };
  await assertDashboards(context, readDashboards(), { influx, prometheus }, window, { quota: true });
});

test('MariaDB stopped in a run: it ends with a name and RESUME finishes it; without InfluxDB it is measured to the end', async () => {
  const first = make('compare', SHORT);
  await underLoad(first);
  assertRightsOfRunner();
  docker(['compose', 'stop', '-t', '1', 'mariadb']);
  assert.notEqual(await first.exitCode, 0);
  assert.match(first.output, /mariadb ended by itself/);
  assert.match(first.output, new RegExp(`RESUME=${first.runId}`));
  assert.deepEqual(first.states, ['ok', 'pending']);
  assert.deepEqual(Object.keys(inspected()).toSorted(), ['influxdb', 'prometheus'], 'nothing of the run is left');

  const second = make('compare', { RESUME: first.runId });
  await underLoad(second, first);
  docker(['compose', 'stop', '-t', '1', 'influxdb']);
  await second.ended();
  assert.deepEqual(new Set(first.states), new Set(['ok']), second.output);
  assert.match(second.output, /InfluxDB ended during/);
  assert.equal(first.partOf(first.run.parts[0]).warmups.mvc.quotaLifted, true);
});

/** While a run is measured: the runner has the socket and no port, k6 and all others have no socket. */
function assertRightsOfRunner() {
  const all = inspected();
  for (const [name, container] of Object.entries(all)) assertRights(name, container);
  assert.ok('k6' in all && 'bench' in all);
  assert.deepEqual(all.bench.HostConfig.PortBindings ?? {}, {});
  const writable = all.bench.Mounts.filter(({ RW }: any) => RW).map(({ Destination }: any) => Destination);
  assert.deepEqual(writable.toSorted(), ['/app/results', '/var/run/docker.sock']);
}

test('make up TARGETS=all: the profile is healthy, limited and hardened alike, and Prometheus finds all by itself', async () => {
  await make('up', { TARGETS: 'all' }).ended();
  const added = chooseTargets('all', catalogue).filter((name) => !targets.includes(name));
  await assertHardened([...added, 'downstream', ...MONGO]);
  const running = inspected();
  for (const name of added) assert.equal(running[name].HostConfig.NanoCpus, TARGET_CPUS * 1e9, name);
  for (const target of [...targets, ...added, 'downstream'])
    await eventually(async () => (await instant(`up{target="${target}"}`)) === 1, `Prometheus scrapes ${target}`);
});

test('added targets and scenarios, a far database, settings: each where it is asked for, and what is not needed is stopped', async () => {
  const wanted = ['read', 'remote', 'lock', ...(MONGO.length > 0 ? ['documents'] : [])];
  const knobs = { TARGETS: 'mvc,mvc-r2dbc', SCENARIOS: wanted.join(), DB_RTT_MS: '21', SETTINGS: 'pool-100' };
  const command = make('compare', { ...SMALL, ...knobs });
  await command.printed(/^verified/m);
  await assertHardened(['toxiproxy', 'downstream']);
  assert.ok(!('mvc-1' in inspected()), 'what an earlier command needed is gone');
  await command.ended();
  for (const planned of command.run.parts) {
    const name = `${planned.scenario}/${planned.round}-${planned.number}`;
    assert.equal(planned.state, 'ok', `${name}: ${planned.reason}`);
    const { databaseRtt } = command.partOf(planned);
    if (!catalogue.scenarios[planned.scenario].database) continue;
    assert.equal(databaseRtt.setMs, 21, name);
    assert.ok(databaseRtt.measuredMs >= 21, `${name}: ${databaseRtt.measuredMs} ms`);
  }
  assertRecorded(command, ['mvc-r2dbc', 'downstream', ...MONGO, 'toxiproxy']);
  assert.equal(await instant('max(max_over_time(hikaricp_connections_max{target="mvc"}[5m]))'), 100);
});

test('a target that needs more memory than it may have is one line with the reason', async () => {
  const command = make('up', {}, { TARGET_MEMORY: '120m' });
  assert.notEqual(await command.exitCode, 0);
  assert.match(
    command.output,
    /^(\S+) ended while it started: OOM killed: it needed more than its 120 MiB; .*see docker compose logs \1$/m,
  );
});

test('an interruption while JVMs start leaves no container of the run, and no record', async () => {
  const command = make('compare', SHORT);
  await command.printed(/^run /m);
  await eventually(() => 'mvc' in inspected(), 'a target starts');
  process.kill(-Number(command.child.pid), 'SIGINT');
  assert.notEqual(await command.exitCode, 0);
  assert.match(command.output, /interrupted: SIGINT/);
  assert.deepEqual(Object.keys(inspected()).toSorted(), ['influxdb', 'mariadb', 'prometheus']);
  assert.equal(existsSync(command.bundle), false);
});

test('make down leaves no container and no network but the data; make clean removes these too', async () => {
  const label = 'label=com.docker.compose.project=stackbench';
  const left = (kind: string) => docker([kind, 'ls', ...(kind === 'container' ? ['-a'] : []), '-q', '--filter', label]);
  await make('down').ended();
  assert.deepEqual([left('container'), left('network')], ['', '']);
  assert.notEqual(left('volume'), '');
  const refused = make('clean');
  refused.child.stdin.end('n\n');
  assert.notEqual(await refused.exitCode, 0);
  assert.notEqual(left('volume'), '');
  const clean = make('clean');
  clean.child.stdin.end('y\n');
  await clean.ended();
  assert.equal(left('volume'), '');
  assert.ok(!readdirSync(path.join(root, 'results')).some((name) => name.endsWith('.partial')));
});
