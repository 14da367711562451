/** Every surrounding of the table: the command answers as expected there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../record/catalogue.ts';
import { inherited } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { ROWS, type Row } from './table.ts';

/** A process may make namespaces of its own: root on Linux, unless in a container. */
const hasNamespaces = spawnSync('unshare', ['--net', '--mount', '--time', 'true']).status === 0;

function left({ command, prepare }: Row) {
  if (/^(unshare|taskset) /.test(command) && !hasNamespaces) return 'may not make namespaces here';
  return String(prepare).includes('clone(') && !existsSync(path.join(root, '.git')) && 'needs a checkout of Git';
}

function answerIn({ environment = {}, prepare, command }: Row) {
  const folder = temporaryFolder();
  prepare?.(folder);
  const { PATH = '' } = process.env;
  const given = Object.entries(environment).map(([name, value]) => [name, value.replaceAll('$PWD', folder).replaceAll('$PATH', PATH)]);
  const usual = Object.fromEntries(Object.entries(inherited()).filter(([name]) => name !== 'LANG'));
  const env = { ...usual, PATH: `${path.join(folder, 'bin')}:${PATH}`, ROOT: root, NODE: process.execPath, ...Object.fromEntries(given) };
  return spawnSync('/bin/bash', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
}

for (const row of ROWS) {
  test(row.name, { skip: left(row) }, () => {
    const { status, stdout, stderr } = answerIn(row);
    const { code = 0, stdout: output = /^/, stderr: errors = /^$/ } = row.expect ?? {};
    assert.equal(status, code, `${stdout}\n${stderr}`);
    assert.match(stdout, output);
    assert.match(stderr, errors);
    assert.doesNotMatch(stderr, /^ +at .*:\d+:\d+\)?$/m, 'a stack trace');
  });
}
