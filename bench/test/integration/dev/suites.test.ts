/** How `npm test`, `make test` and `make lint` run their lists. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { root } from '../../../record/catalogue.ts';
import { runSuites, type Suite, type Command } from '../../../dev/suites.ts';
import { Interruption } from '../../../util/errors.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** @param script of a shell */
const suite = (name: string, script: string): Suite => ({ name, file: 'sh', args: ['-c', script] });

function recorded(): { command: Command; lines: string[]; warnings: string[]; controller: AbortController } {
  const [lines, warnings] = [[], []] as string[][];
  const controller = new AbortController();
  const log = (line: string) => void lines.push(line);
  const warn = (line: string) => void warnings.push(line);
  return { command: { root, signal: controller.signal, log, warn }, lines, warnings, controller };
}

test('every suite runs, and those that failed are named and shown whole, others not; each has one line with its tests', async () => {
  const { command, lines, warnings } = recorded();
  const remarks = (output: string) => [`of ${output.trim()}`];
  const counted = { ...suite('three', 'echo 41 tests'), countTests: (output: string) => parseInt(output), remarks };
  const bad = suite('second', 'echo bad; echo worse >&2; exit 3');
  assert.equal(await runSuites([suite('one', 'echo fine'), bad, counted], command, 1), 1);
  assert.deepEqual(lines, [
    'passed  one                    0 s',
    '== second\nbad\nworse',
    'failed  second                 0 s  (3)',
    '  of 41 tests',
    'passed  three     41 tests     0 s',
  ]);
  assert.deepEqual(warnings, ['failed: second']);
});

test('of a suite whose output is long, what failed is shown, and the file that has the whole', async () => {
  const { command, lines } = recorded();
  const long = { ...suite('Java', 'seq 1000; echo ERROR; exit 1'), failures: (output: string) => output.slice(-6).trim() };
  const folder = temporaryFolder();
  await runSuites([long], { ...command, root: folder }, 1);
  const file = `${folder}/.cache/tests/Java.log`;
  assert.equal(lines[0], `== Java\nERROR\nthe whole log: ${file}`);
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 1002);
});

test('a suite that is live shows each line before it ends, and says nothing twice', async () => {
  const { command, lines } = recorded();
  const shown = `${temporaryFolder()}/shown`;
  const log = (line: string) => {
    command.log(line);
    writeFileSync(shown, '');
  };
  const live = { ...suite('one', `echo first; until [ -e "${shown}" ]; do sleep 0.02; done; echo second; exit 1`), live: true };
  await runSuites([live], { ...command, log });
  assert.deepEqual(lines, ['first', 'second', 'failed  one                 0 s  (1)']);
});

test('a program that is not there is a failure', async () => {
  const { command, lines } = recorded();
  assert.equal(await runSuites([{ name: 'one', file: 'no-such-program', args: [] }], command), 1);
  assert.match(lines.join('\n'), /^failed .*ENOENT/m);
});

test('suites run side by side, except one that is alone', async () => {
  const folder = temporaryFolder();
  // Each of the first two waits until the other has begun.
  const meets = (own: string, other: string) =>
    suite(own, `touch "${folder}/${own}"; until [ -e "${folder}/${other}" ]; do sleep 0.02; done; sleep 0.1; rm "${folder}/${own}"`);
  const alone = (name: string) => ({ ...suite(name, `[ -z "$(ls "${folder}")" ]`), alone: true });
  const { command } = recorded();
  assert.equal(await runSuites([meets('a', 'b'), meets('b', 'a'), alone('c'), alone('d')], command, 2), 0);
});

test('a suite starts when those that it comes after have ended, and others meanwhile', async () => {
  const folder = temporaryFolder();
  const until = (file: string) => `until [ -e "${folder}/${file}" ]; do sleep 0.02; done`;
  const suites = [
    suite('a', `${until('d')}; touch "${folder}/a"`),
    { ...suite('b', `[ -e "${folder}/a" ] && touch "${folder}/b"`), after: ['a', 'not in the list'] },
    suite('c', until('b')),
    suite('d', `touch "${folder}/d"`),
  ];
  const { command } = recorded();
  assert.equal(await runSuites(suites, command, 3), 0);
});

test('an interruption between two suites is not lost', async () => {
  const { command, lines, controller } = recorded();
  const log = (line: string) => {
    lines.push(line);
    if (line.includes('passed')) controller.abort(new Interruption('SIGINT', 130));
  };
  const run = runSuites([suite('one', 'true'), suite('two', 'true')], { ...command, log }, 1);
  await assert.rejects(run, { message: 'interrupted: SIGINT', exitCode: 130 });
  assert.equal(lines.length, 1);
});

test('an interruption ends the suites that run', async () => {
  const { command, controller } = recorded();
  const run = runSuites([suite('one', 'exec sleep 600'), suite('two', 'exec sleep 600')], command, 2);
  setTimeout(() => controller.abort(new Interruption('SIGTERM', 143)), 100);
  await assert.rejects(run, { exitCode: 143 });
});
