import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { buildJars, isSource as isJarSource, springBootVersion } from '../../../setup/programs/jars.ts';
import { buildK6, isSource as isK6Source } from '../../../setup/programs/k6.ts';
import { hashSources } from '../../../setup/cache.ts';
import { fakeProgram, withEnvironment, withPrograms } from '../../support/programs.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary.ts';

test('the hash changes with the name and the content of a source, and with nothing else', async () => {
  const root = temporaryFolder({ 'pom.xml': '<p/>', 'mvc/pom.xml': '<m/>', 'mvc/src/main/java/A.java': 'class A {}' });
  const first = await hashSources(root, isJarSource);
  writeFiles(root, { 'mvc/src/test/java/T.java': 'class T {}', 'mvc/target/src/main/B.java': 'class B {}', 'README.md': 'x' });
  assert.equal(await hashSources(root, isJarSource), first);
  writeFiles(root, { 'mvc/src/main/java/A.java': 'class A { }' });
  const second = await hashSources(root, isJarSource);
  assert.notEqual(second, first);
  renameSync(path.join(root, 'mvc/src/main/java/A.java'), path.join(root, 'mvc/src/main/java/C.java'));
  assert.notEqual(await hashSources(root, isJarSource), second);
});

test('tests of the k6 extension are no reason to build k6 again', () => {
  const sources = ['go.mod', 'go.sum', 'cmd/k6/main.go', 'output.go'];
  assert.deepEqual([...sources, 'output_test.go', 'README.md'].filter(isK6Source), sources);
});

/** A checkout whose Maven only notes that it was called, and makes a jar. */
function checkoutWithFakeMaven() {
  const root = temporaryFolder();
  writeFiles(root, {
    'services/pom.xml': '<parent><artifactId>spring-boot-starter-parent</artifactId>\n  <version>4.1.0</version></parent>',
    'services/mvc/src/main/java/A.java': 'class A {}',
  });
  const maven = `if [ "$1" = -v ]; then echo "Apache Maven 3.8.7 (x)"; exit; fi
    echo "$JAVA_HOME|$*" >> "${root}/calls"
    for module in mvc other; do mkdir -p "${root}/services/$module/target"; echo jar > "${root}/services/$module/target/$module.jar"; done`;
  fakeProgram(path.join(root, 'bin', 'mvn'), maven);
  const lines: string[] = [];
  const options = { root, javaHome: '/jdk 25', log: (line: string) => void lines.push(line) };
  const build = (modules = ['mvc'], javaHome = options.javaHome) =>
    withPrograms(path.join(root, 'bin'), () => buildJars({ ...options, modules, javaHome }));
  /** @returns how often Maven has built then */
  const builds = async (...given: Parameters<typeof build>) => {
    await build(...given);
    return lines.length;
  };
  return { root, lines, build, builds };
}

test('jars are built once, and again when a source or a jar has changed', async () => {
  const { root, build, builds } = checkoutWithFakeMaven();
  assert.deepEqual(await build(), { mvc: path.join(root, 'services/mvc/target/mvc.jar') });
  assert.equal(await springBootVersion(root), '4.1.0');
  assert.equal(await builds(), 1);
  writeFiles(root, { 'services/mvc/src/main/java/A.java': 'class A { int changed; }' });
  assert.equal(await builds(), 2);
  writeFiles(root, { 'services/mvc/target/mvc.jar': 'made by somebody else' });
  assert.deepEqual([await builds(), await builds(), await builds(['mvc', 'other']), await builds(['other'])], [3, 3, 3, 3]);
});

test('a module that the JDK does not build is left out, and tried again with another JDK only', async () => {
  const { root, build, builds } = checkoutWithFakeMaven();
  writeFiles(root, { 'services/preview/pom.xml': '<p/>' });
  const both = ['mvc', 'preview'];
  for (let time = 0; time < 2; time++) assert.deepEqual(await build(both), { mvc: path.join(root, 'services/mvc/target/mvc.jar') });
  assert.deepEqual([await builds(both), await builds(both, '/jdk 26'), await builds(['mvc'])], [1, 2, 2]);
});

for (const [what, says, line] of [
  ['an old Maven', 'Apache Maven 3.6.3 (x)', /^Error: Maven 3\.8 or newer is needed, and .*mvn is 3\.6\.3$/],
  [
    'a Maven that its own configuration gives an old Java',
    'Apache Maven 3.9.1 (x)\nJava version: 21.0.5, vendor: x, runtime: /usr/lib/jvm/y',
    /^Error: .*mvn runs on Java 21\.0\.5: check JAVA_HOME in ~\/\.mavenrc and \/etc\/mavenrc$/,
  ],
] as const) {
  test(`${what} is one line`, async () => {
    const { root, build } = checkoutWithFakeMaven();
    fakeProgram(path.join(root, 'bin', 'mvn'), `echo "${says}"`);
    await assert.rejects(build(), line);
  });
}

test('a failed build gives Maven’s reason, and is not taken for done', async () => {
  const { root, lines, build } = checkoutWithFakeMaven();
  const maven = '[ "$1" = -v ] && echo "Apache Maven 3.9.1" && exit; echo "[INFO] x"; echo "[ERROR] A.java:[1,7] ; expected"; exit 1';
  fakeProgram(path.join(root, 'bin', 'mvn'), maven);
  for (let time = 0; time < 2; time++) await assert.rejects(build(), { message: 'mvn ended with 1: [ERROR] A.java:[1,7] ; expected' });
  assert.equal(lines.length, 2);
});

/** A checkout whose Go builds a program that tells a version. */
function checkoutWithFakeGo(goVersion = '1.26.3', extensions = 'Extensions:\\n  example.org/x (devel), rollup [output]') {
  const root = temporaryFolder();
  const cache = path.join(root, 'the cache');
  writeFiles(root, { 'k6/xk6-output-rollup/go.mod': 'module x\n\ngo 1.25.0\n', 'k6/xk6-output-rollup/output.go': 'package x' });
  const built = `printf "k6 v2.2.0 (go1.26.3, linux/amd64)\\n${extensions}\\n"`;
  const go = `if [ "$1" = version ]; then echo "go version go${goVersion} linux/amd64"; exit; fi
    echo "$GOWORK|$GOFLAGS|$*" >> "${root}/calls"
    while [ "$1" != -o ]; do shift; done
    { echo '#!/bin/sh'; cat "${root}/built"; } > "$2"; chmod +x "$2"`;
  writeFiles(root, { built });
  fakeProgram(path.join(root, 'bin', 'go'), go);
  const lines: string[] = [];
  const place = { cache, log: (line: string) => void lines.push(line) };
  const build = () => withPrograms(path.join(root, 'bin'), () => buildK6(root, place));
  return { root, cache, lines, build };
}

test('k6 is built once for each state of its sources, without a look at Git, which refuses the checkout of another user, or at another go.mod', async () => {
  const { root, lines, build } = checkoutWithFakeGo();
  const first = await withEnvironment({ GOWORK: '/elsewhere/go.work', GOFLAGS: '-mod=vendor' }, build);
  assert.match(readFileSync(path.join(root, 'calls'), 'utf8'), /^off\|-mod=readonly\|build .* -buildvcs=false /);
  assert.equal(first.version, '2.2.0');
  assert.deepEqual(await build(), first);
  assert.equal(lines.length, 1);
  writeFiles(root, { 'k6/xk6-output-rollup/output.go': 'package x // changed' });
  assert.notEqual((await build()).bin, first.bin);
});

test('a k6 that does not list the output is refused with one line, and is not taken for built', async () => {
  const { cache, build } = checkoutWithFakeGo('1.26.3', '');
  await assert.rejects(build(), /^Error: the k6 that was built does not list 'rollup \[output\]': .* major version of \/.*go\.mod$/);
  assert.deepEqual(readdirSync(cache), []);
});

test('of the old builds the two newest stay beside the current one', async () => {
  const { cache, build } = checkoutWithFakeGo();
  const names = ['a', 'b', 'c', 'd'].map((letter) => `k6-000000000000000${letter}`);
  writeFiles(cache, { ...Object.fromEntries(names.map((name) => [name, ''])), 'influxdb/x': '' });
  names.forEach((name, age) => utimesSync(path.join(cache, name), 1000 - age, 1000 - age));
  const { bin } = await build();
  assert.deepEqual(readdirSync(cache).sort(), ['influxdb', names[0], names[1], path.basename(bin)].sort());
});

test('a Go older than go.mod asks for is one line', async () => {
  const { build } = checkoutWithFakeGo('1.21.5');
  await assert.rejects(build(), /^Error: Go 1\.25 or newer is needed to build k6, and .*go is 1\.21\.5$/);
});
