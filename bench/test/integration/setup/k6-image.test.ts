/** How bench/Dockerfile builds k6: its RUN steps as they stand there, with a Go that builds what a test says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../../../record/catalogue.ts';
import { fakeProgram } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ROLLUP = '  github.com/stackbench/xk6-output-rollup (devel), rollup [output]';
const INFLUXDB = '  github.com/grafana/xk6-output-influxdb v0.7.0, xk6-influxdb [output]';

/** @returns the shell commands of its RUN step */
function commandsOf(stage: string): string {
  const dockerfile = readFileSync(path.join(root, 'bench', 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  const [, after] = dockerfile.split(new RegExp(`^FROM \\S+ AS ${stage}$`, 'm'));
  const run = /^RUN ((?: *--mount=\S+)*)(.*)$/m.exec(after);
  assert.ok(run, stage);
  return run[2];
}

/** @param how `listed`: what the k6 that Go builds lists as its extensions */
function build(stage: string, { listed, version = 'v0.7.0', canFetch = true }: { listed: string[]; version?: string; canFetch?: boolean }) {
  const folder = temporaryFolder();
  const k6 = path.join(folder, 'k6');
  writeFileSync(path.join(folder, 'built'), `#!/bin/sh\ncat <<'END'\nk6 v2.2.0 (go1.26.3, linux/amd64)\n${listed.join('\n')}\nEND\n`);
  fakeProgram(
    path.join(folder, 'bin', 'go'),
    `[ "$1" = get ] && exit ${canFetch ? 0 : 1}\ncp "${folder}/built" "${k6}" && chmod +x "${k6}"`,
  );
  const script = commandsOf(stage).replaceAll('/out/k6', `"${k6}"`);
  const env = { PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`, XK6_OUTPUT_INFLUXDB: version };
  return spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
}

test('the image is refused if its k6 does not list an output that was built into it', () => {
  assert.equal(build('rollup', { listed: [ROLLUP] }).status, 0);
  const without = build('rollup', { listed: [] });
  assert.deepEqual([without.status, without.stderr], [1, 'ERROR: this k6 has no rollup output\n']);

  assert.equal(build('rollup-and-influxdb', { listed: [ROLLUP, INFLUXDB] }).status, 0);
  const unregistered = build('rollup-and-influxdb', { listed: [ROLLUP] });
  assert.equal(unregistered.status, 1);
  assert.match(unregistered.stderr, /^ERROR: this k6 has no output xk6-influxdb: is v0\.7\.0 for another major version/);
});

test('a module that cannot be fetched, or is not wanted, is left out', () => {
  const offline = build('rollup-and-influxdb', { listed: [ROLLUP], canFetch: false });
  assert.equal(offline.status, 0);
  assert.match(offline.stderr, /^WARNING: xk6-output-influxdb v0\.7\.0 cannot be downloaded/);
  const unwanted = build('rollup-and-influxdb', { listed: [ROLLUP], version: '' });
  assert.deepEqual([unwanted.status, unwanted.stdout], [0, 'built without xk6-output-influxdb, as requested\n']);
});

test('k6 has one version: no image of k6 brings another', () => {
  const dockerfile = readFileSync(path.join(root, 'bench', 'Dockerfile'), 'utf8');
  assert.doesNotMatch(dockerfile, /^FROM grafana\/k6/m);
});
