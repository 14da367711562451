/** The native engine with a real MariaDB, InfluxDB and Prometheus, in folders with spaces, on free ports; the targets are stand-ins. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { afterEach } from 'node:test';
import { createConnection } from 'mariadb';
import { MongoClient } from 'mongodb';
import { readCatalogue, root as checkout } from '../../record/catalogue.ts';
import { NativeEngine } from '../../engines/native/index.ts';
import { DOCUMENTS } from '../../engines/documents.ts';
import { connectToMariaDb, databasePing, nameMariaDb, type Address } from '../../engines/mariadb.ts';
import { limitsOf } from '../../record/json/limits.ts';
import { cacheDir } from '../../setup/cache.ts';
import { run } from '../../util/programs.ts';
import { setUp, type Need } from '../../setup/index.ts';
import { askPrometheus } from '../support/dashboards/databases.ts';
import { cgroups } from '../support/leftovers.ts';
import { eventually, freePorts, runs } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary.ts';
import type { Variation, Engine } from '../../engines/engine.ts';

const folder = temporaryFolder();

const engines: NativeEngine[] = [];
afterEach(() => engines.at(-1)?.stop());

/** A checkout in a folder with a space in its name. */
const root = path.join(folder, 'my checkout');
mkdirSync(root);
for (const name of ['db-init', 'influxdb', 'prometheus', 'services']) symlinkSync(path.join(checkout, name), path.join(root, name));

const needs: Need[] = ['jdk', 'jars', 'mariadb', 'influxdb', 'prometheus', 'mongo', 'toxiproxy'];
const tools = await setUp({ catalogue: readCatalogue(), root: checkout, cacheDir: cacheDir(), log: () => {}, needs });
tools.jars = { ...tools.jars, fake: await buildFakeTarget() };

async function buildFakeTarget() {
  const build = path.join(folder, 'fake');
  const source = path.join(checkout, 'bench', 'test', 'fixtures', 'fake-target', 'FakeTarget.java');
  await run(path.join(tools.java.home, 'bin', 'javac'), ['-d', build, source]);
  const jar = path.join(folder, 'fake.jar');
  await run(path.join(tools.java.home, 'bin', 'jar'), ['cfe', jar, 'FakeTarget', '-C', build, '.']);
  return jar;
}

/** @param environments of the targets @param knobs such as TARGET_CPUS */
async function makeEngine(
  environments: Record<string, Record<string, string>>,
  knobs: Record<string, string> = {},
  variation: Variation = {},
) {
  const names = Object.keys(environments);
  const free = await freePorts(8 + 2 * names.length);
  const [mariadb, influxdb, prometheus, toxiproxy, far, downstream, management, mongo, ...ofTargets] = free;
  const targets = names.map((name, index) => {
    const [port, managementPort] = ofTargets.slice(2 * index);
    return [name, { ...readCatalogue().targets.mvc, module: 'fake', port, managementPort, environment: environments[name] }];
  });
  const workDir = path.join(folder, `work ${engines.length}`, 'a long name that no socket could have '.repeat(3));
  const dependencies = {
    downstream: { label: 'Downstream', module: 'fake', port: downstream, managementPort: management },
    mongo: { ...readCatalogue().dependencies.mongo, port: mongo },
  };
  const catalogue = { ...readCatalogue(), targets: Object.fromEntries(targets), dependencies };
  const ports = { mariadb, influxdb, prometheus, toxiproxy, far };
  const engine = new NativeEngine({ catalogue, root, tools, workDir, limits: limitsOf(knobs), ports, ...variation });
  engines.push(engine);
  return { engine, workDir, names };
}

function pidOf(engine: NativeEngine, kind: string) {
  const found = engine.processes().find((running) => running.process === kind);
  assert.ok(found, `${kind} runs`);
  return found.pid;
}

/** @returns what a stand-in says of itself: its environment and more */
async function answerOf({ endpoints }: NativeEngine, target = 'mvc'): Promise<string> {
  return (await fetch(endpoints.target(target))).text();
}

/** @returns targets and dependencies that Prometheus asks */
async function scrapedBy({ endpoints }: NativeEngine): Promise<number> {
  return (await askPrometheus(endpoints.prometheus, 'targets')).activeTargets.length;
}

const ownGroups = () => cgroups(`stackbench-${process.pid}-`);

/** Puts the database back several times while a target goes on writing into it. */
async function resetWhile(engine: Engine, write: () => Promise<unknown>) {
  let over = false;
  const writing = (async () => {
    // A table that is being replaced may be missed, or locked, for a moment.
    while (!over) await write().catch(() => {});
  })();
  try {
    for (let time = 0; time < 5; time++) await engine.resetDatabase();
  } finally {
    over = true;
    await writing;
  }
}

/** Any program of any user on this machine can connect to the port. */
async function assertNobodyMayWriteFiles(mariadb: Address, dataDir: string) {
  for (const user of ['root', '', 'mariadb.sys']) {
    const { database, ...server } = mariadb;
    assert.equal(database, 'bench');
    for (const socketPath of [undefined, path.relative('', path.join(dataDir, 'mariadb.sock'))]) {
      await assert.rejects(createConnection({ ...server, socketPath, user, password: undefined }), `${user} ${socketPath}`);
    }
  }
  const user = await createConnection(mariadb);
  try {
    const file = path.join(dataDir, 'written');
    for (const place of [file, path.join(dataDir, 'files', 'written')])
      await assert.rejects(user.query(`SELECT 1 INTO OUTFILE '${place}'`));
    await assert.rejects(user.query('SELECT * FROM mysql.global_priv'));
    const [{ Value: place }] = await user.query("SHOW VARIABLES LIKE 'secure_file_priv'");
    assert.match(place, /files\/?$/);
    const grants = await user.query('SHOW GRANTS');
    assert.deepEqual(
      grants.map((row: object) => Object.values(row)[0].replace(/ IDENTIFIED BY .*/, '')),
      [
        'GRANT USAGE ON *.* TO `bench`@`127.0.0.1`',
        'GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, LOCK TABLES ON `bench`.* TO `bench`@`127.0.0.1`',
      ],
    );
  } finally {
    await user.end();
  }
  assert.equal(statSync(dataDir).mode & 0o777, 0o700);
}

test('the services start, answer, are put back and are gone after stop', async (t) => {
  const { engine, workDir, names } = await makeEngine({ mvc: {} });
  await engine.preflight(names);
  const exits: string[] = [];
  engine.onServiceExit((name, { signal }) => void exits.push(`${name} ${signal}`));
  const ofAnother = ['MAI', 'MAD'].map((end) => path.join(realpathSync(tmpdir()), `#sql-temptable-${process.pid}-1-1.${end}`));
  t.after(() => ofAnother.forEach((file) => rmSync(file, { force: true })));
  for (const file of ofAnother) writeFileSync(file, '');
  await engine.startServices();
  assert.deepEqual(ofAnother.filter(existsSync), ofAnother, 'temporary tables of another MariaDB stay');
  const { mariadb } = engine.endpoints;
  await eventually(async () => (await scrapedBy(engine)) === names.length, 'Prometheus scrapes every target');

  await engine.resetDatabase();
  const user = await createConnection(mariadb);
  await resetWhile(engine, () => user.query("INSERT INTO member (name, age, team_id) VALUES ('late', 1, 1)"));
  const [{ seeded }] = await user.query("SELECT COUNT(*) AS seeded FROM member WHERE id <= 10000 AND name <> 'late'");
  assert.equal(seeded, 10000n);
  user.destroy();

  await assertNobodyMayWriteFiles(mariadb, path.join(workDir, 'mariadb'));

  const taken = `port ${mariadb.port} \\(mariadb\\) is taken by process ${pidOf(engine, 'database')} \\(`;
  await assert.rejects(engine.preflight(names), new RegExp(taken));
  await assert.rejects(engine.startServices(), /is taken by process/);

  const named = () => engine.processes().map(({ process: kind, name }) => `${kind} ${name}`);
  assert.deepEqual(named().sort(), ['database mariadb', 'influxdb influxdb', 'prometheus prometheus']);
  process.kill(pidOf(engine, 'influxdb'), 'SIGKILL');
  await eventually(() => exits.length > 0, 'word of the exit');
  assert.deepEqual(exits, ['influxdb SIGKILL']);
  assert.deepEqual(named().sort(), ['database mariadb', 'prometheus prometheus']);

  const pids = engine.processes().map(({ pid }) => pid);
  await Promise.all([engine.stop(), engine.stop()]);
  await engine.stop();
  assert.deepEqual(pids.filter(runs), []);
  assert.deepEqual(engine.processes(), []);
  assert.equal(existsSync(workDir), false);
  assert.deepEqual(exits, ['influxdb SIGKILL']);
  await assert.rejects(engine.startServices(), /^Error: the engine has been stopped$/);
});

test('MariaDB that ends while a connection asks nothing is named by the next question', async () => {
  const { engine } = await makeEngine({});
  await engine.startServices();
  const idle = await connectToMariaDb(engine.endpoints.mariadb);
  process.kill(pidOf(engine, 'database'), 'SIGKILL');
  await eventually(() => !idle.isValid(), 'the connection is gone');
  await assert.rejects(idle.query('SELECT 1').catch(nameMariaDb), /^Error: MariaDB does not answer: /);
});

test('a target gets what docs/dev/interfaces.md says', async () => {
  const knobs = { TARGET_CPUS: '1.5', TARGET_POOL_SIZE: '2', TARGET_JVM_ARGS: '-Dasked=yes' };
  const { engine, workDir } = await makeEngine({ 'mvc-vt': { SPRING_THREADS_VIRTUAL_ENABLED: 'true' } }, knobs);
  await engine.targets.start('mvc-vt');
  const answer = await answerOf(engine, 'mvc-vt');
  const ofJvm = ['processors=2 ', `tmp=${workDir}`, 'asked=yes'];
  const own = ['TARGET=mvc-vt', 'SPRING_THREADS_VIRTUAL_ENABLED=true', 'SERVER_ADDRESS=127.0.0.1', ...ofJvm];
  const database = ['DB_HOST=127.0.0.1', `DB_PORT=${engine.endpoints.mariadb.port}`, 'DB_NAME=bench', 'DB_POOL_SIZE=2'];
  for (const entry of [...own, ...database]) assert.ok(answer.includes(entry), `${entry} in ${answer}`);
  await engine.stop();
});

test('the load generator is held to its CPUs', async () => {
  const { engine } = await makeEngine({}, { GENERATOR_CPUS: '0.2' });
  const [{ cpus, command }] = engine.generators;
  const { words } = command([], {});
  assert.equal(engine.limits().generatorCpus, cpus);
  if (cpus !== 0.2) return assert.ok(cpus === 1 || cpus === null, `${cpus}`);
  const [program, ...args] = [...words, 'sh', '-c', 'while :; do :; done'];
  const busy = spawn(program, args, { stdio: 'ignore' });
  engine.track(busy);
  const group = path.dirname(words.at(-1) ?? '');
  const read = (file: string) => readFileSync(path.join(group, file), 'utf8');
  await eventually(() => read('cgroup.procs').trim() === String(busy.pid), 'it is in its group');
  await eventually(() => /^nr_throttled [1-9]/m.test(read('cpu.stat')), 'it is throttled');
  await engine.stop();
  assert.equal(existsSync(group), false);
});

test('a far database: the targets reach it through the delay, the runner without', async () => {
  const { engine } = await makeEngine({ mvc: {} }, {}, { databaseRttMs: 41 });
  await engine.startServices();
  await engine.targets.start('mvc');
  const answer = await answerOf(engine);
  const far = Number(/DB_PORT=(\d+)/.exec(answer)?.[1]);
  assert.notEqual(far, engine.endpoints.mariadb.port);
  assert.ok((await engine.databasePing()) >= 41);
  assert.ok((await databasePing({ ...engine.endpoints.mariadb, port: far })) >= 41);
  assert.ok((await databasePing(engine.endpoints.mariadb)) < 41);
  pidOf(engine, 'toxiproxy');
});

test('a near database has no proxy before it, and a dependency runs only where it is needed', async () => {
  const { engine, names } = await makeEngine({ mvc: {} });
  await engine.preflight(names, ['downstream']);
  await engine.startServices();
  const kinds = engine.processes().map(({ process: kind }) => kind);
  assert.deepEqual(kinds.sort(), ['database', 'downstream', 'influxdb', 'prometheus']);
  const answer = await fetch(engine.endpoints.dependencies.downstream).then((response) => response.text());
  assert.match(answer, /TARGET=downstream\b/);
  await eventually(async () => (await scrapedBy(engine)) === 2, 'Prometheus asks the target and the dependency');
  await assert.rejects(engine.preflight(names, ['downstream']), /\(downstream\) is taken by process/);
  await engine.preflight([], []).catch((error) => assert.doesNotMatch(error.message, /downstream/));
  assert.ok((await engine.databasePing()) < 41);
  await engine.targets.start('mvc');
  const environment = await answerOf(engine);
  assert.ok(environment.includes(`DOWNSTREAM_URL=${engine.endpoints.dependencies.downstream}`));
  assert.ok(!environment.includes('MONGO_URI'));
  assert.deepEqual(engine.notes(), []);
});

test('documents: the stand-in is said to be one, holds them before a target starts, and the targets are told where it is', async () => {
  const { engine, names } = await makeEngine({ mvc: {} });
  const installed = tools.mongo;
  tools.mongo = { bin: null, version: 'mongo-java-server 1.2.3' };
  await engine.preflight(names, ['mongo']);
  assert.deepEqual(engine.notes(), [{ kind: 'stand-in', service: 'mongo', version: 'mongo-java-server 1.2.3' }]);
  await engine.startServices();
  const { mongo } = engine.endpoints.dependencies;
  const client = new MongoClient(mongo);
  const documents = client.db().collection('document');
  assert.equal(await documents.countDocuments(), DOCUMENTS);
  await client.close();
  await engine.targets.start('mvc');
  const answer = await answerOf(engine);
  assert.ok(answer.includes(`MONGO_URI=${mongo}`));
  pidOf(engine, 'mongo');
  tools.mongo = installed;
});

test('a target is ready when its own port is open, not only the management’s; what is built during a run does not get into it', async () => {
  const { engine } = await makeEngine({ mvc: { MODE: 'late' } });
  const jar = path.join(folder, 'rebuilt.jar');
  copyFileSync(tools.jars.fake, jar);
  const original = tools.jars;
  tools.jars = { ...original, fake: jar };
  await engine.targets.start('mvc');
  assert.equal((await fetch(engine.endpoints.target('mvc'))).status, 200);
  writeFileSync(jar, 'half a jar');
  await engine.targets.stop('mvc');
  await engine.targets.start('mvc');
  assert.equal((await fetch(engine.endpoints.target('mvc'))).status, 200);
  tools.jars = original;
});

test('a target that ends while it starts is one line with the reason and the log', async () => {
  const { engine } = await makeEngine({ mvc: { MODE: 'crash' } });
  const message =
    /^mvc ended while it started: exit code 1; Caused by: java\.lang\.RuntimeException: connection refused; see .*mvc\.1\.log$/;
  await assert.rejects(engine.targets.start('mvc'), { message });
  assert.deepEqual(engine.targets.exit('mvc'), { code: 1, signal: null });
  assert.deepEqual(ownGroups(), []);
});

for (const when of ['in the middle of a start', 'at once, before anything runs']) {
  test(`stop ${when}: the start is refused, nothing stays`, async () => {
    const { engine, workDir } = await makeEngine({ mvc: { MODE: 'silent' } });
    const starts = [engine.startServices(), engine.targets.start('mvc')].map((start) => assert.rejects(start));
    if (when.startsWith('in')) await eventually(() => engine.targets.isRunning('mvc'), 'the process');
    const pids = engine.processes().map(({ pid }) => pid);
    await engine.stop();
    await Promise.all(starts);
    assert.deepEqual(pids.filter(runs), []);
    assert.deepEqual([engine.processes(), ownGroups(), existsSync(workDir)], [[], [], false]);
  });
}

test('a stubborn target and a stubborn child of the runner are ended too', async () => {
  const { engine } = await makeEngine({ mvc: { MODE: 'stubborn' } });
  await engine.targets.start('mvc');
  const pid = pidOf(engine, 'target');
  const deaf = path.join(folder, 'deaf');
  const k6 = spawn('sh', ['-c', `trap "" TERM; echo > "$0"; while :; do sleep 0.1; done`, deaf]);
  engine.track(k6);
  await eventually(() => existsSync(deaf), 'the trap is set');
  await engine.stop();
  assert.equal(runs(pid), false);
  assert.equal(k6.signalCode, 'SIGKILL');
});
