/**
 * What every engine must do, on the one that ENGINE names: natively among the stack tests, in containers by `make test-compose`, in a cluster by
 * `make test-kubernetes`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import process from 'node:process';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ProcessSampler } from '../../collect/processes.ts';
import { sumOfSeries } from '../../../k6/lib/compilers.js';
import { scrape } from '../../collect/ask.ts';
import { capabilitiesOf } from '../../engines/engines.ts';
import { query } from '../../engines/mariadb.ts';
import { readCatalogue } from '../../record/catalogue.ts';
import { limitsSchema } from '../../record/json/circumstances.ts';
import { engineName, engineUnderTest } from '../support/engine-under-test.ts';
import { eventually } from '../support/processes.ts';
import type { Exit } from '../../engines/engine.ts';

const TARGETS = ['mvc', 'webflux-r2dbc'];
const CPUS = 0.5;
const RTT_MS = capabilitiesOf(engineName).delaysDatabase ? 21 : null;
const SETTINGS = 'pool-100';

const variation = { settings: SETTINGS, databaseRttMs: RTT_MS };
const { engine, tools, kill } = await engineUnderTest(TARGETS, { TARGET_CPUS: String(CPUS) }, variation);
before(() => engine.preflight(TARGETS, ['downstream']));
after(() => engine.stop());
const exitsOfServices: [name: string, exit: Exit][] = [];
engine.onServiceExit((...exit) => exitsOfServices.push(exit));

async function metric(target: string, name: string) {
  return sumOfSeries(await scrape(engine.endpoints.metrics(target)), name);
}

/** @returns CPUs that the kernel allows it, as the target sees it; Infinity without a limit */
async function allowedCpus(target: string): Promise<number> {
  return (await metric(target, 'cgroup_cpu_limit_cores')) || Infinity;
}

/** A target reads its limit anew after a tenth of a second. */
function limitedTo(target: string, cpus: number) {
  return eventually(async () => (await allowedCpus(target)) === cpus, `${target} is limited to ${cpus} CPU`);
}

test('before it starts anything it knows its limits and versions, and what its containers are made of', () => {
  assert.equal(engine.name, engineName);
  const limits = v.parse(limitsSchema, engine.limits());
  assert.deepEqual([limits.targetCpus, limits.activeProcessorCount, limits.heapMb, limits.collector], [CPUS, 1, 512, 'SerialGC']);
  const named = [tools.java, tools.k6, tools.mariadb, tools.influxdb, tools.prometheus, ...(RTT_MS === null ? [] : [tools.toxiproxy])];
  for (const { version } of named) assert.match(String(version), /^\d+(\.\d+)+/);
  assert.match(tools.springBoot, /^\d+\.\d+\.\d+/);
  for (const { service, image, digest, memoryBytes } of limits.containers ?? []) {
    assert.match(digest, /sha256:[0-9a-f]{64}/, service);
    assert.ok(image !== '' && Number(memoryBytes) > 0, service);
  }
  for (const target of TARGETS) assert.deepEqual([engine.targets.isRunning(target), engine.targets.exit(target)], [false, null]);
});

test('up: services and targets answer, the targets through the delay, with the settings and under their limit', async () => {
  await engine.startServices();
  await engine.resetDatabase();
  await Promise.all(TARGETS.map((target) => engine.targets.start(target)));
  const { endpoints } = engine;
  assert.equal((await fetch(`${endpoints.prometheus}/-/ready`)).status, 200);
  assert.equal((await fetch(`${endpoints.management('downstream')}/actuator/health`)).status, 200);
  assert.ok((await engine.databasePing()) >= (RTT_MS ?? 0));
  for (const target of TARGETS) {
    assert.equal(engine.targets.isRunning(target), true);
    assert.equal((await fetch(`${endpoints.target(target)}/members/1`)).status, 200, target);
  }
  const { DB_POOL_SIZE } = readCatalogue().settings[SETTINGS].environment.jdbc;
  assert.equal(await metric('mvc', 'hikaricp_connections_max'), Number(DB_POOL_SIZE));
  await assert.rejects(engine.targets.start('mvc'), /^Error: mvc is running already$/);
});

test('a limit is lifted, and put back', async (context) => {
  if (engine.limits().enforced !== 'quota') return context.skip('this machine permits no quota');
  assert.equal(engine.targets.canLift, true);
  await limitedTo('mvc', CPUS);
  await engine.targets.limit('mvc', false);
  await eventually(async () => (await allowedCpus('mvc')) >= 1, 'mvc may use more than a CPU');
  await limitedTo('webflux-r2dbc', CPUS);
  await engine.targets.limit('mvc', true);
  await limitedTo('mvc', CPUS);
});

test('the database is put back to its seed', async () => {
  const { mariadb } = engine.endpoints;
  const inserted = () => query(mariadb, "INSERT INTO member (name, age, team_id) VALUES ('x', 1, 1) RETURNING id");
  const [first] = await inserted();
  await engine.resetDatabase();
  const [row] = await query(mariadb, 'SELECT COUNT(*) AS members, MAX(id) AS last FROM member');
  const [again] = await inserted();
  assert.deepEqual([first.id, row.members, row.last, again.id].map(Number), [10_001, 10_000, 10_000, 10_001]);
});

test('the CPU time of each role can be read, and that of each target', async () => {
  const sampler = new ProcessSampler(() => engine.processes());
  sampler.start();
  const rows = (await sampler.stop()).split('\n');
  for (const role of ['database', 'influxdb', 'prometheus', 'downstream', 'target', ...(RTT_MS === null ? [] : ['toxiproxy'])])
    assert.ok(
      rows.some((row) => row.split(',')[1] === role && Number(row.split(',')[2]) >= 0),
      role,
    );
  const names = engine.processes().map(({ process: kind, name }) => `${kind} ${name}`);
  for (const target of TARGETS) assert.ok(names.includes(`target ${target}`), target);
});

test('the command of the generator starts k6', async () => {
  const [generator] = engine.generators;
  assert.deepEqual([engine.generators.length, generator.name, generator.process], [1, 'k6', 'generator']);
  const { words, environment } = generator.command([tools.k6.bin, 'version'], {});
  const { stdout } = await promisify(execFile)(words[0], words.slice(1), { env: { PATH: process.env.PATH, HOME: '/tmp', ...environment } });
  assert.ok(stdout.includes(`v${tools.k6.version}`) && stdout.includes('rollup'), stdout);
});

test('a target is restarted as a new process, with its limit', async () => {
  const started = await metric('mvc', 'process_start_time_seconds');
  await engine.targets.stop('mvc');
  assert.deepEqual([engine.targets.isRunning('mvc'), engine.targets.isRunning('webflux-r2dbc')], [false, true]);
  assert.ok(!engine.processes().some(({ name }) => name === 'mvc'));
  await assert.rejects(fetch(engine.endpoints.target('mvc')));
  await engine.targets.stop('mvc');
  await engine.targets.start('mvc');
  assert.deepEqual([engine.targets.isRunning('mvc'), engine.targets.exit('mvc')], [true, null]);
  assert.notEqual(await metric('mvc', 'process_start_time_seconds'), started);
  if (engine.limits().enforced === 'quota') await limitedTo('mvc', CPUS);
});

test('how a target ended is known: by itself, or killed; it can be started again', async () => {
  await fetch(`${engine.endpoints.management('mvc')}/actuator/shutdown`, { method: 'POST' }).catch(() => {});
  await kill('webflux-r2dbc');
  await eventually(() => TARGETS.every((target) => !engine.targets.isRunning(target)), 'both ends');
  assert.deepEqual(engine.targets.exit('mvc'), { code: 0, signal: null });
  assert.equal(engine.targets.exit('webflux-r2dbc')?.signal, 'SIGKILL');
  await engine.targets.limit('mvc', false);
  await engine.targets.start('mvc');
  assert.equal(engine.targets.exit('mvc'), null);
});

test('how a service ended is told', async () => {
  await kill('prometheus');
  await eventually(() => exitsOfServices.length > 0, 'word of it');
  const [[name, { signal }]] = exitsOfServices;
  assert.deepEqual([name, signal], ['prometheus', 'SIGKILL']);
});

test('down: no target of the run is left, and nothing can be started any more', async () => {
  await Promise.all([engine.stop(), engine.stop()]);
  assert.equal(engine.targets.isRunning('mvc'), false);
  await assert.rejects(fetch(engine.endpoints.target('mvc')));
  await assert.rejects(engine.targets.start('mvc'), /^Error: the engine has been stopped$/);
});
