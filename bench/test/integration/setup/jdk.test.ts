import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { findJdk, findJdks } from '../../../setup/jdk.ts';
import { fakeProgram } from '../../support/programs.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary.ts';

/** Finds no JDK, on a machine that has some, too. */
const NONE = { PATH: '', STACKBENCH_JDK_DIRS: '/nowhere' };

/** @param versions by folder @param how `further`: lines of their release files @param folder that they are put into @returns that */
function jdks(
  versions: Record<string, string>,
  { release = true, compiler = true, vendor = 'x', further = '' } = {},
  folder = temporaryFolder(),
): string {
  for (const [name, version] of Object.entries(versions)) {
    const home = path.join(folder, name);
    fakeProgram(path.join(home, 'bin', 'java'), `echo 'openjdk version "${version}" 2026-01-01' >&2`);
    if (compiler) fakeProgram(path.join(home, 'bin', 'javac'), 'exit 0');
    if (release) writeFiles(home, { release: `IMPLEMENTOR="${vendor}"\nJAVA_VERSION="${version}"\n${further}` });
  }
  return folder;
}

/** @returns a JDK as it is found */
const asFound = (home: string, version: string, vendor = 'x') => ({ home, bin: path.join(home, 'bin', 'java'), version, vendor });

test('JAVA_HOME comes before PATH, and PATH before the system’s folders', async () => {
  const folder = jdks({ named: '25.0.1', 'on path': '27', 'jvm/jdk-26': '26.0.2' });
  const [JAVA_HOME, onPath, STACKBENCH_JDK_DIRS] = ['named', 'on path', 'jvm'].map((name) => path.join(folder, name));
  const env = { PATH: path.join(onPath, 'bin'), STACKBENCH_JDK_DIRS };
  assert.deepEqual(await findJdk({ ...env, JAVA_HOME }), asFound(JAVA_HOME, '25.0.1'));
  assert.deepEqual(await findJdk(env), asFound(onPath, '27'));
  assert.deepEqual(await findJdk({ ...env, PATH: '' }), asFound(path.join(STACKBENCH_JDK_DIRS, 'jdk-26'), '26.0.2'));
});

test('one that is too old, or has no compiler, is passed over; of the system’s the oldest sufficient one is taken', async () => {
  const folder = jdks({ old: '17.0.9', 'jvm/b': '30.0.1', 'jvm/c': '25.0.3' });
  jdks({ 'jvm/a-jre': '25' }, { compiler: false }, folder);
  mkdirSync(path.join(folder, 'jvm', 'empty'));
  const [JAVA_HOME, missing, system] = ['old', 'missing', 'jvm'].map((name) => path.join(folder, name));
  const env = { JAVA_HOME, PATH: path.join(JAVA_HOME, 'bin'), STACKBENCH_JDK_DIRS: `${missing}:${system}` };
  assert.deepEqual(await findJdk(env), asFound(path.join(system, 'c'), '25.0.3'));
});

test('a sweep has every JDK that is new enough, one of each version, first the usual one', async () => {
  const folder = jdks({ usual: '26.0.1', 'jvm/a': '27', 'jvm/b': '25.0.1', 'jvm/c': '26.0.1', 'jvm/d': '17.0.9' });
  jdks({ 'jvm/runtime': '28' }, { compiler: false }, folder);
  const found = await findJdks({ JAVA_HOME: path.join(folder, 'usual'), PATH: '', STACKBENCH_JDK_DIRS: path.join(folder, 'jvm') });
  const named = found.map(({ version, home }) => `${version} in ${path.basename(home)}`);
  assert.deepEqual(named, ['26.0.1 in usual', '25.0.1 in b', '27 in a']);
  assert.deepEqual(await findJdks(NONE), []);
});

test('JDKs of several vendors are several, and are named by version alone where only one has it', async () => {
  const vendors = ['Eclipse Adoptium', 'GraalVM Community', 'Azul Systems, Inc.', 'Oracle Corporation'];
  const folder = jdks({ 'the same': '25.0.1', newer: '26' }, { vendor: vendors[0] });
  for (const vendor of vendors) jdks({ [vendor]: '25.0.1' }, { vendor }, folder);
  jdks({ oracle: '25.0.1' }, { vendor: 'Oracle Corporation', further: 'GRAALVM_VERSION="25.0.1"\n' }, folder);
  const found = await findJdks({ PATH: '', STACKBENCH_JDK_DIRS: folder });
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
  const home = path.join(jdks({ jdk: '25.0.1' }, { release: false }), 'jdk');
  const PATH = temporaryFolder();
  symlinkSync(path.join(home, 'bin', 'java'), path.join(PATH, 'java'));
  assert.deepEqual(await findJdk({ ...NONE, PATH }), asFound(home, '25.0.1', 'unknown vendor'));
});

test('of a shim on PATH Java itself says where it is', async () => {
  const home = path.join(jdks({ 'versions/25': '25.0.1' }), 'versions/25');
  const PATH = temporaryFolder();
  const said = `Property settings:\\n    java.home = %s\\n    java.io.tmpdir = /tmp\\n`;
  fakeProgram(path.join(PATH, 'java'), `[ "$1" = -XshowSettings:properties ] && printf '${said}' '${home}' >&2`);
  assert.deepEqual(await findJdk({ ...NONE, PATH }), asFound(home, '25.0.1'));
});

test('macOS keeps them two levels deeper', async () => {
  const folder = jdks({ 'temurin-25.jdk/Contents/Home': '25' });
  const found = await findJdk({ PATH: '', STACKBENCH_JDK_DIRS: folder });
  assert.equal(found.home, path.join(folder, 'temurin-25.jdk/Contents/Home'));
});

test('where none fits, one line says what was found and what is needed', async () => {
  const folder = jdks({ eight: '1.8.0_392' });
  jdks({ 'jvm/runtime': '25.0.1' }, { compiler: false }, folder);
  const [JAVA_HOME, STACKBENCH_JDK_DIRS] = ['eight', 'jvm'].map((name) => path.join(folder, name));
  const found = `no JDK 25 or newer: found 1.8.0_392 in ${JAVA_HOME}, 25.0.1 in ${STACKBENCH_JDK_DIRS}/runtime (without javac)`;
  const isTold = ({ message }: Error) => message.startsWith(found) && !message.includes('\n');
  await assert.rejects(findJdk({ JAVA_HOME, PATH: '', STACKBENCH_JDK_DIRS }), isTold);
  await assert.rejects(findJdk(NONE), /found none/);
});
