/** The Makefile: which engine a command runs in, and which Node.js it asks for. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../../../record/catalogue.ts';
import nodeVersion from '../../../dev/node-version.cjs';
import { fakeProgram } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('an empty ENGINE is none given: containers where Docker answers, else plain processes', () => {
  const bin = temporaryFolder();
  /** @param hasServer without one, and with Podman's command, docker may end with 0, too */
  const answered = (hasServer: boolean, knobs: string[]) => {
    fakeProgram(path.join(bin, 'docker'), hasServer ? 'echo 28.0.0' : '[ $# -lt 3 ] || exit 125');
    const args = ['--silent', '--eval=asked: ; @echo "$$ENGINE: $(runner)"', 'asked', ...knobs];
    const { stdout } = spawnSync('make', args, { cwd: root, env: { PATH: `${bin}:${process.env.PATH}` }, encoding: 'utf8' });
    return stdout.trim();
  };
  const [docker, native] = ['docker: bench/engines/docker/run.sh', 'native: node bench/cli.ts'];
  assert.equal(answered(true, []), docker);
  assert.equal(answered(true, ['ENGINE=']), docker);
  assert.equal(answered(true, ['ENGINE=native']), native);
  assert.equal(answered(false, ['ENGINE=']), native);
  assert.equal(answered(false, ['ENGINE=docker']), docker);
});

test('make hands knobs on as they are, and runs nothing that is in them', () => {
  const folder = temporaryFolder();
  fakeProgram(path.join(folder, 'docker'), 'exit 1');
  const touched = path.join(folder, 'touched');
  const values = [
    `$(shell touch ${touched})`,
    `$(touch ${touched})`,
    `\`touch ${touched}\``,
    `$$(touch ${touched}); # 'x' "y" \\`,
    'a\nb',
    `$(error ${touched})`,
  ];
  const make = (args: string[], env: Record<string, string> = {}) => {
    const asked = `--eval=asked: ; @printf '%s' "$$TARGETS"`;
    const environment = { PATH: `${folder}:${process.env.PATH}`, ...env };
    return spawnSync('make', ['--silent', asked, 'asked', ...args], { cwd: root, env: environment, encoding: 'utf8' });
  };
  for (const value of values) {
    assert.equal(make([`TARGETS=${value}`]).stdout, value);
    assert.equal(make([], { TARGETS: value }).stdout, value);
    for (const { status, stdout, stderr } of [make([`ENGINE=${value}`]), make([], { ENGINE: value })]) {
      assert.deepEqual([status, stdout], [2, ''], value);
      assert.match(stderr, /^Makefile:\d+: \*\*\* ENGINE=.*: accepted: docker, kubernetes, native\. {2}Stop\.\n$/);
    }
  }
  for (const engine of ['native docker', 'docker native', 'Docker', 'podman']) {
    assert.ok(make([`ENGINE=${engine}`]).stderr.endsWith(`ENGINE=${engine}: accepted: docker, kubernetes, native.  Stop.\n`), engine);
  }
  assert.equal(make(['ENGINE= native ', 'TARGETS=mvc']).stdout, 'mvc');
  assert.ok(!existsSync(touched));
});

test('help fits 100 columns and does not ask Docker, nor do commands that run on this machine', () => {
  const bin = temporaryFolder();
  const asked = path.join(bin, 'asked');
  fakeProgram(path.join(bin, 'docker'), `touch '${asked}'`);
  const make = (args: string[]) =>
    spawnSync('make', args, { cwd: root, env: { PATH: `${bin}:${process.env.PATH}` }, encoding: 'utf8' }).stdout;
  const help = make(['help']);
  assert.equal(make([]), help);
  assert.match(help, /make compare +\S.*docs\/usage\.md/s);
  for (const line of help.split('\n')) assert.ok(line.length <= 100, line);
  make(['--dry-run', 'lint']);
  assert.ok(!existsSync(asked));
  make(['--dry-run', 'compare']);
  assert.ok(existsSync(asked));
});

test('an old Node.js is one line, and one that does not run TypeScript gets a newer one beside it', () => {
  const { refusal, isOlder, WITH_TYPES } = nodeVersion;
  assert.equal(refusal('18.20.4', '/usr/bin/node'), 'Node.js 18.20.4 (/usr/bin/node): 20.10 or newer is needed');
  assert.match(refusal('20.9.0', 'node') ?? '', /^Node\.js 20\.9\.0 /);
  for (const version of ['20.10.0', '20.19.2', '22.0.0', '24.1.0']) assert.equal(refusal(version, 'node'), null);
  for (const version of ['20.20.2', '22.17.1']) assert.ok(isOlder(version, WITH_TYPES), version);
  for (const version of ['22.18.0', '24.1.0']) assert.ok(!isOlder(version, WITH_TYPES), version);
  assert.ok(!isOlder(process.versions.node, WITH_TYPES), 'this one');
});

test('package.json, its lock, the Makefile and the README ask for the same Node.js', () => {
  const needed = JSON.parse(read('bench/package.json')).engines.node;
  assert.equal(JSON.parse(read('bench/package-lock.json')).packages[''].engines.node, needed);
  const [, version] = /^>=(\d+\.\d+)$/.exec(needed) ?? [];
  assert.ok(read('Makefile').includes(`install Node.js ${version} or newer`));
  assert.ok(read('README.md').includes(`Node.js ≥ ${version} `));
});

test('down removes what a killed runner has left, and nothing of a running one', () => {
  const cache = temporaryFolder();
  const running = path.join(cache, 'running');
  const killed = String(spawnSync('true').pid);
  for (const pid of [killed, String(process.pid)]) mkdirSync(path.join(running, pid, 'mariadb'), { recursive: true });
  const down = () => {
    const env = { PATH: process.env.PATH, STACKBENCH_CACHE: cache };
    return spawnSync(process.execPath, [path.join(root, 'bench', 'cli.ts'), 'down'], { env, encoding: 'utf8' }).stdout;
  };
  assert.equal(down(), 'nothing was up; what a killed runner had left is removed\n');
  assert.deepEqual(readdirSync(running), [String(process.pid)]);
  assert.equal(down(), 'nothing was up\n');
});
