import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { findJdk, findJdks } from '../../../setup/jdk.ts';
import { fakeProgram } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Finds no JDK, on a machine that has some, too. */
const NONE = { PATH: '', STACKBENCH_JDK_DIRS: '/nowhere' };

/** @param further lines of its release file */
function fakeJdk(home: string, version: string, { release = true, compiler = true, vendor = 'x', further = '' } = {}) {
  fakeProgram(path.join(home, 'bin', 'java'), `echo 'openjdk version "${version}" 2026-01-01' >&2`);
  if (compiler) fakeProgram(path.join(home, 'bin', 'javac'), 'exit 0');
  if (release) writeFileSync(path.join(home, 'release'), `IMPLEMENTOR="${vendor}"\nJAVA_VERSION="${version}"\n${further}`);
  return home;
}

test('JAVA_HOME comes before PATH, and PATH before the system’s folders', async () => {
  const folder = temporaryFolder();
  const named = fakeJdk(path.join(folder, 'named'), '25.0.1');
  const onPath = fakeJdk(path.join(folder, 'on path'), '27');
  const system = path.join(folder, 'jvm');
  const installed = fakeJdk(path.join(system, 'jdk-26'), '26.0.2');
  const env = { PATH: path.join(onPath, 'bin'), STACKBENCH_JDK_DIRS: system };
  const bin = path.join(named, 'bin', 'java');
  assert.deepEqual(await findJdk({ ...env, JAVA_HOME: named }), { home: named, bin, version: '25.0.1', vendor: 'x' });
  assert.equal((await findJdk(env)).home, onPath);
  assert.equal((await findJdk({ ...env, PATH: '' })).home, installed);
});

test('one that is too old, or has no compiler, is passed over; of the system’s the oldest sufficient one is taken', async () => {
  const folder = temporaryFolder();
  const old = fakeJdk(path.join(folder, 'old'), '17.0.9');
  const system = path.join(folder, 'jvm');
  fakeJdk(path.join(system, 'a-jre'), '25', { compiler: false });
  fakeJdk(path.join(system, 'b'), '30.0.1');
  const fitting = fakeJdk(path.join(system, 'c'), '25.0.3');
  mkdirSync(path.join(system, 'empty'));
  const STACKBENCH_JDK_DIRS = [path.join(folder, 'missing'), system].join(':');
  assert.equal((await findJdk({ JAVA_HOME: old, PATH: path.join(old, 'bin'), STACKBENCH_JDK_DIRS })).home, fitting);
});

test('a sweep has every JDK that is new enough, one of each version, first the usual one', async () => {
  const folder = temporaryFolder();
  const usual = fakeJdk(path.join(folder, 'usual'), '26.0.1');
  const system = path.join(folder, 'jvm');
  for (const version of ['27', '25.0.1', '26.0.1', '17.0.9']) fakeJdk(path.join(system, version), version);
  fakeJdk(path.join(system, 'runtime'), '28', { compiler: false });
  const found = await findJdks({ JAVA_HOME: usual, PATH: '', STACKBENCH_JDK_DIRS: system });
  const named = found.map(({ version, home }) => `${version} in ${path.basename(home)}`);
  assert.deepEqual(named, ['26.0.1 in usual', '25.0.1 in 25.0.1', '27 in 27']);
  assert.deepEqual(await findJdks(NONE), []);
});

test('JDKs of several vendors are several, and are named by version alone where only one has it', async () => {
  const system = temporaryFolder();
  const vendors = ['Eclipse Adoptium', 'GraalVM Community', 'Azul Systems, Inc.', 'Oracle Corporation'];
  for (const [index, vendor] of vendors.entries()) fakeJdk(path.join(system, `jdk-${index}`), '25.0.1', { vendor });
  fakeJdk(path.join(system, 'jdk-4'), '25.0.1', { vendor: 'Oracle Corporation', further: 'GRAALVM_VERSION="25.0.1"\n' });
  fakeJdk(path.join(system, 'the same'), '25.0.1', { vendor: vendors[0] });
  fakeJdk(path.join(system, 'newer'), '26', { vendor: vendors[0] });
  const found = await findJdks({ PATH: '', STACKBENCH_JDK_DIRS: system });
  assert.deepEqual(found.map(({ name }) => name).sort(), [
    '25.0.1-azul-systems-inc',
    '25.0.1-eclipse-adoptium',
    '25.0.1-graalvm-community',
    '25.0.1-oracle-corporation',
    '25.0.1-oracle-corporation-graalvm',
    '26',
  ]);
});

test('without a release file java itself is asked, and a link on PATH is followed', async () => {
  const folder = temporaryFolder();
  const home = fakeJdk(path.join(folder, 'jdk'), '25.0.1', { release: false });
  mkdirSync(path.join(folder, 'bin'));
  symlinkSync(path.join(home, 'bin', 'java'), path.join(folder, 'bin', 'java'));
  const found = await findJdk({ ...NONE, PATH: path.join(folder, 'bin') });
  assert.deepEqual(found, { home, bin: path.join(home, 'bin', 'java'), version: '25.0.1', vendor: 'unknown vendor' });
});

test('of a shim on PATH Java itself says where it is', async () => {
  const folder = temporaryFolder();
  const home = fakeJdk(path.join(folder, 'versions', '25'), '25.0.1');
  fakeProgram(
    path.join(folder, 'shims', 'java'),
    `[ "$1" = -XshowSettings:properties ] && printf 'Property settings:\\n    java.home = %s\\n    java.io.tmpdir = /tmp\\n' '${home}' >&2`,
  );
  const found = await findJdk({ ...NONE, PATH: path.join(folder, 'shims') });
  assert.deepEqual(found, { home, bin: path.join(home, 'bin', 'java'), version: '25.0.1', vendor: 'x' });
});

test('macOS keeps them two levels deeper', async () => {
  const folder = temporaryFolder();
  const home = fakeJdk(path.join(folder, 'temurin-25.jdk', 'Contents', 'Home'), '25');
  assert.equal((await findJdk({ PATH: '', STACKBENCH_JDK_DIRS: folder })).home, home);
});

test('where none fits, one line says what was found and what is needed', async () => {
  const folder = temporaryFolder();
  const eight = fakeJdk(path.join(folder, 'eight'), '1.8.0_392');
  const runtime = fakeJdk(path.join(folder, 'jvm', 'runtime'), '25.0.1', { compiler: false });
  const env = { JAVA_HOME: eight, PATH: '', STACKBENCH_JDK_DIRS: path.join(folder, 'jvm') };
  const found = `no JDK 25 or newer: found 1.8.0_392 in ${eight}, 25.0.1 in ${runtime} (without javac)`;
  await assert.rejects(findJdk(env), ({ message }: Error) => message.startsWith(found) && !message.includes('\n'));
  await assert.rejects(findJdk(NONE), /found none/);
});
