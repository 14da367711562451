import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { provideChromium } from '../../../setup/programs/chromium.ts';
import { causeIn } from '../../../util/programs.ts';
import { libraryPath, unpack } from '../../../setup/debian.ts';
import { provideInfluxDb } from '../../../setup/programs/servers.ts';
import { provideMariaDb } from '../../../setup/programs/mariadb.ts';
import { RunningCommand } from '../../support/cli.ts';
import { fakeProgram, withEnvironment, withPrograms } from '../../support/programs.ts';
import { eventually } from '../../support/processes.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary.ts';

const unexpected = (line: string) => assert.fail(`set-up did something: ${line}`);

test('an InfluxDB 2 and a Chromium that is a snap are passed over; without another, one line says so; a private copy is taken', async () => {
  const folder = temporaryFolder();
  const influxd = fakeProgram(path.join(folder, 'influxd of a test'), 'echo "InfluxDB v2.9.0 (git: x) build_date: y"');
  fakeProgram(path.join(folder, 'chromium of a test'), 'echo "Chromium 120.0.6099.109 snap"; exit; exec /snap/bin/chromium "$@"');
  const place = { cache: path.join(folder, 'cache'), log: () => {} };
  const why = '(apt-get, which would fetch a private copy, was not found)';
  await withEnvironment({ PATH: folder }, async () => {
    await assert.rejects(provideInfluxDb(place, ['influxd of a test']), {
      message: `InfluxDB 1.x is needed; found 2.9.0 in ${influxd}, and it cannot be fetched here ${why}`,
    });
    const bin = fakeProgram(path.join(place.cache, 'influxdb', 'bin', 'influxd'), 'echo "InfluxDB v1.6.7~rc0 (git: x y)"');
    assert.deepEqual(await provideInfluxDb(place, ['influxd of a test']), { bin, version: '1.6.7~rc0' });
    await assert.rejects(provideChromium(place, ['chromium of a test']), {
      message: `Chromium is needed and cannot be fetched here ${why}; install google-chrome, or a chromium that is not a snap`,
    });
  });
});

test('a private copy of MariaDB that does not run says why', { skip: process.arch !== 'x64' }, async () => {
  const cache = temporaryFolder();
  const loader = 'mariadbd: error while loading shared libraries: libcrypt.so.1: cannot open shared object file';
  fakeProgram(path.join(cache, 'mariadb-11.4.5', 'bin', 'mariadbd'), `echo "${loader}" >&2; exit 127`);
  await assert.rejects(provideMariaDb({ cache, log: unexpected }, '/nowhere', []), {
    message: `MariaDB's private copy in ${cache}/mariadb-11.4.5 does not run here (mariadbd ended with 127: ${loader}); install mariadb-server`,
  });
});

test('MySQL is not MariaDB, and a MariaDB that can’t make a data folder is of no use', async () => {
  const folder = temporaryFolder();
  const server = (file: string, says: string) => fakeProgram(path.join(folder, file), `echo "${path.basename(file)}  Ver ${says}"`);
  server('a/bin/mysqld', '8.4.0 for Linux on x86_64 (MySQL Community Server - GPL)');
  server('b/bin/mariadbd', '10.6.1-MariaDB for Linux on x86_64');
  const fitting = server('c/bin/mariadbd', '10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64');
  const share = path.join(folder, 'c', 'share', 'mysql');
  writeFiles(share, { 'mysql_system_tables.sql': '', 'mysql_performance_tables.sql': '', 'mysql_system_tables_data.sql': '' });
  const PATH = ['a', 'b', 'c'].map((name) => path.join(folder, name, 'bin')).join(':');
  const found = await withPrograms(PATH, () => provideMariaDb({ cache: path.join(folder, 'cache'), log: unexpected }, '/nowhere'));
  assert.deepEqual(found, { bin: fitting, base: path.join(folder, 'c'), share, version: '10.11.6' });
});

test('packages are fetched by private lists and unpacked; a failed update is not the end', async () => {
  const folder = temporaryFolder();
  const directory = path.join(folder, 'copy');
  mkdirSync(directory);
  const apt = `printf '%s\\n' "$@" >> "${folder}/apt-calls"
    case "$*" in *" update") exit 100;; esac
    for word; do case "$word" in Dir::Cache=*) touch "\${word#Dir::Cache=}/archives/one.deb" "\${word#Dir::Cache=}/archives/two.deb";; esac; done`;
  fakeProgram(path.join(folder, 'bin', 'apt-get'), apt);
  fakeProgram(path.join(folder, 'bin', 'dpkg-deb'), `[ "$1" = -x ] && [ "$3" = "${directory}" ] && touch "$3/$(basename "$2").unpacked"`);
  await withPrograms(path.join(folder, 'bin'), () => unpack(['influxdb'], directory));
  assert.deepEqual(readdirSync(directory).sort(), ['one.deb.unpacked', 'two.deb.unpacked']);
  const calls = readFileSync(path.join(folder, 'apt-calls'), 'utf8').split('\n');
  // A user of a container may have no name, and an unreachable host is no error to apt unless it is told so.
  const told = ['APT::Sandbox::User=root', 'APT::Update::Error-Mode=any'];
  for (const word of [`Dir::State=${directory}/.apt/state`, '--download-only', ...told]) assert.ok(calls.includes(word), word);
});

test('packages that cannot be had come with the reason why their lists could not', async () => {
  const folder = temporaryFolder();
  const apt = `case "$*" in *" update") echo "E: Failed to fetch http://x  Could not resolve 'x'" >&2; exit 100;; esac
    echo 'E: Unable to locate package influxdb' >&2; exit 100`;
  fakeProgram(path.join(folder, 'apt-get'), apt);
  fakeProgram(path.join(folder, 'dpkg-deb'), 'exit 1');
  const message =
    'apt-get ended with 100: E: Unable to locate package influxdb; its package lists could not be fetched: ' +
    "apt-get ended with 100: E: Failed to fetch http://x  Could not resolve 'x'";
  const unpacking = withPrograms(folder, () => unpack(['influxdb'], temporaryFolder()));
  await assert.rejects(unpacking, { message });
});

test('without apt the names of what to install are said', async () => {
  const unpacking = withEnvironment({ PATH: '' }, () => unpack(['influxdb', 'prometheus'], '/nowhere'));
  await assert.rejects(unpacking, { message: 'apt-get, which would fetch a private copy, was not found; install influxdb, prometheus' });
});

test('every folder with shared libraries is on the library path', async () => {
  const files = ['usr/lib/x/liba.so.1', 'usr/lib/x/private/libb.so', 'lib/x/libc.so.6', 'usr/lib/x/data/readme.txt'];
  const folder = temporaryFolder(Object.fromEntries(files.map((file) => [file, ''])));
  const parts = ['lib/x', 'usr/lib/x', 'usr/lib/x/private'].map((part) => path.join(folder, part));
  assert.deepEqual((await libraryPath(folder)).split(':').sort(), parts);
});

test('the cause in a log is what Spring Boot explains, the last cause, the first error, else the last line', () => {
  const causes = {
    'x ERROR y\n\n****\nAPPLICATION FAILED TO START\n\nDescription:\n\nPort 8081 was already in use.\n\nAction:\n\nz':
      'Port 8081 was already in use.',
    'x.Exception: outer\n\tat a.B.c(B.java:1)\nCaused by: x.Y: middle\nCaused by: x.Z: inner\n\tat q': 'Caused by: x.Z: inner',
    'starting\nfatal: no disk\nbye': 'fatal: no disk',
    '\u001b[1;31m[ERROR] \u001b[mno disk\u001b[0m': '[ERROR] no disk',
    'one\ntwo\n\n': 'two',
    '': '',
  };
  for (const [log, cause] of Object.entries(causes)) assert.equal(causeIn(log), cause);
});

test('set-up ends at once when it is asked to', async () => {
  const folder = temporaryFolder();
  const asked = path.join(folder, 'asked');
  fakeProgram(path.join(folder, 'jdk', 'bin', 'java'), `touch "${asked}"; exec sleep 30`);
  const command = new RunningCommand('setup', { JAVA_HOME: path.join(folder, 'jdk'), STACKBENCH_CACHE: path.join(folder, 'cache') });
  await eventually(() => existsSync(asked), 'the question for the version of Java');
  command.child.kill('SIGTERM');
  assert.equal(await command.exitCode, 143);
  assert.equal(command.stderr, 'interrupted: SIGTERM\n');
});
