/** What the commands accept, in the environment and on the command line. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { OPTIONS, givenOptions, helpOf, helpOfAll, parseArguments, refuseUnknownOptions } from '../../../commands/input/options.ts';
import { COMMANDS, commandNamed } from '../../../commands/table.ts';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('an option that make was given and the command does not know is refused', () => {
  const command = { name: 'compare', options: ['PROFILE', 'TARGETS'] };
  assert.throws(() => refuseUnknownOptions(command, { MAKEFLAGS: 's -- PROFILE=smoke TARGET=mvc' }), {
    message: 'TARGET: unknown; make compare takes PROFILE, TARGETS',
  });
  refuseUnknownOptions(command, { MAKEFLAGS: ' -- TARGETS=mvc,\\ x=y PROFILE=smoke', TARGET: 'of the shell' });
  refuseUnknownOptions(command, {});
  const ofAll = ' -- ENGINE=native JAVA_HOME=/opt/jdk-25 STACKBENCH_CACHE=/big STACKBENCH_JDK_DIRS=/a:/b';
  refuseUnknownOptions({ name: 'down', options: [] }, { MAKEFLAGS: ofAll });
});

const compare = commandNamed('compare');

test('options on the command line are those of the environment', () => {
  const { env } = parseArguments(compare, ['--profile', 'quick', '--targets=mvc,mvc-vt', '--db-rtt-ms', '170']);
  assert.deepEqual(env, { PROFILE: 'quick', TARGETS: 'mvc,mvc-vt', DB_RTT_MS: '170' });
  assert.deepEqual(parseArguments(compare, []), { env: {}, help: false });
});

test('whatever else is on the command line is refused in one line', () => {
  for (const args of [['--profil', 'quick'], ['mvc'], ['--profile'], ['--study', 'S0']]) {
    const message = /^.*node bench\/cli\.ts compare --help shows what is accepted$/;
    assert.throws(() => parseArguments(compare, args), { message, exitCode: 2 });
  }
});

test('an empty option is not given, and a run is named by its id or by its folder below results/', () => {
  const named = (run: string) => givenOptions({ RESUME: run, A: run, SEED: '1', ROUNDS: '' }, '/with blank', '/with blank/results');
  for (const run of ['r1', 'results/r1', './results/r1/', '/with blank/results/r1']) {
    assert.deepEqual(named(run), { RESUME: 'r1', A: 'r1', SEED: '1' }, run);
  }
  for (const run of ['other/r1', 'results/r1/parts', 'results']) assert.equal(named(run).RESUME, run);
  assert.deepEqual(named(''), { SEED: '1' });
});

test('every option of a command is described, and every description is used', () => {
  const used = new Set(COMMANDS.flatMap(({ options }) => options));
  assert.deepEqual([...used].sort(), Object.keys(OPTIONS).sort());
});

test('help fits the terminal and shows every option and command', () => {
  for (const command of COMMANDS) {
    const lines = helpOf(command).split('\n');
    for (const line of lines) assert.ok(line.length <= 100, line);
    assert.equal(lines.filter((line) => line.startsWith('  --')).length, command.options.length + 1);
  }
  for (const { name } of COMMANDS) assert.match(helpOfAll(COMMANDS), new RegExp(`^  ${name} `, 'm'));
});

function cli(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'bench', 'cli.ts'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, lines: stderr.trimEnd().split('\n') };
}

test('an unknown command is one line, also where JavaScript knows the word', () => {
  for (const name of ['__proto__', 'constructor', 'compre']) {
    const { status, lines } = cli([name]);
    assert.deepEqual([status, lines.length], [2, 1], lines.join('\n'));
    assert.match(lines[0], new RegExp(`^${name}: unknown command; accepted: compare, ab,`));
    assert.equal(cli(['check', name]).lines[0], lines[0]);
  }
});

test('the check of a command refuses what make was given and the command does not know', () => {
  const { status, lines } = cli(['check', 'up'], { MAKEFLAGS: ' -- TARGTS=all' });
  assert.match(`${status} ${lines[0]}`, /^2 TARGTS: unknown; make up takes TARGETS, /);
  assert.deepEqual(cli(['check', 'up'], { TARGETS: 'all' }), { status: 0, stdout: '', lines: [''] });
});

test('an option on the command line wins over the environment', () => {
  assert.match(cli(['report', '--run', 'none-such'], { RUN: 'another' }).lines[0], /^RUN=none-such: /);
});

/** Before images are built and containers started, which takes minutes. @param name of a command */
async function checked(name: string, env: Record<string, string>) {
  const { signal } = new AbortController();
  const log = () => assert.fail('it says nothing');
  const command = { catalogue: readCatalogue(), env, root, cacheDir: '', resultsDir: temporaryFolder(), signal, log, warn: log };
  const { plan } = commandNamed(name);
  assert.ok(plan, `${name} reads its options first`);
  await plan(command);
}

test('what a command accepts is accepted, without a word', async () => {
  await checked('compare', { TARGETS: 'mvc,mvc-1', SCENARIOS: 'remote', SETTINGS: 'S1', DB_RTT_MS: '170' });
  await checked('up', { TARGETS: 'all' });
  await checked('studies', { PROFILE: 'smoke' });
  for (const name of ['compare', 'verify']) await checked(name, {});
});

test('a knob that is no good is one line', async () => {
  const refused: [name: string, env: Record<string, string>, line: RegExp][] = [
    ['compare', { PROFILE: 'smoke', TARGETS: 'nope' }, /^Error: TARGETS=nope: /],
    ['compare', { SETTINGS: 'S9' }, /^Error: SETTINGS=S9: unknown; accepted: S1/],
    ['up', { DB_RTT_MS: 'far' }, /DB_RTT_MS=far/],
    ['capacity', { SLO_P99_MS: 'fast' }, /^Error: SLO_P99_MS.*fast/],
    ['study', { STUDY: 'S0', ROUNDS: 'many' }, /^Error: ROUNDS.*many/],
    ['studies', { PROFILE: 'nope' }, /^Error: PROFILE.*nope/],
    ['verify', { TARGETS: 'webflux-unsubscribed', SCENARIOS: 'read' }, /^Error: SCENARIOS=read: read is not measured on /],
  ];
  for (const [name, env, line] of refused) await assert.rejects(checked(name, env), line);
});
