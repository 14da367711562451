/** `make ab` with real parts: a service and a script that know nothing of this project. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { figures, readBundle } from '../../analyse/index.ts';
import { partDir } from '../../record/part.ts';
import { RunningCommand } from '../support/cli.ts';
import { assertNothingIsLeft } from '../support/leftovers.ts';
import { REQUESTS, ownService } from '../support/own-service.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** One block of each load. */
const SHORT = { ROUNDS: '1', PROFILE: 'smoke', SLICE_SECONDS: '3', WARMUP_MAX: '4', SEED: '1' };

const ab = (file: string) => new RunningCommand('ab', { FILE: file, ...SHORT });

afterEach(assertNothingIsLeft);

const TWO = '  plain: {}\n  again: { env: { SECOND: "yes" } }';

test('two variants are compared by a script that runs as it is, and the counts agree three ways', async () => {
  const dir = temporaryFolder();
  const command = await ab(ownService(dir, TWO, { more: `before: echo put back >> "${path.join(dir, 'before.log')}"\n` })).ended();
  assert.match(command.stdout, /verified in \d+ s: plain, again give the same answers/);
  const [planned] = command.run.parts;
  const part = command.partOf(planned);
  const folder = partDir(command.bundle, planned);
  assert.deepEqual(
    part.checks.filter(({ ok, name }: any) => !ok && name !== 'idle'),
    [],
  );
  for (const { counts, target, besides } of part.slices) {
    assert.ok(counts.k6 > 0, target);
    assert.deepEqual([counts.hlog, counts.influx, besides], [counts.k6, counts.k6, undefined], target);
  }
  const { metrics } = JSON.parse(readFileSync(path.join(folder, 'k6-summary.json'), 'utf8'));
  const seen = metrics.chairs_seen.values.count;
  assert.equal(metrics.checks.values.passes, metrics.name_length.values.count);
  assert.ok(
    seen > 0 && REQUESTS * seen <= metrics.http_reqs.values.count,
    `${seen} iterations, ${metrics.http_reqs.values.count} requests`,
  );
  for (const log of ['k6-1.log', 'k6-2.log']) assert.match(readFileSync(path.join(folder, log), 'utf8'), /teardown with chair/);
  assert.match(readFileSync(path.join(dir, 'before.log'), 'utf8'), /put back/);
  const { run, readPart } = readBundle(command.bundle);
  assert.equal(readPart(run.parts[0]).servers.size, 2);
  for (const [target, samples] of readPart(run.parts[0]).servers) {
    for (const metric of ['process_cpu_time_ns_total', 'jvm_threads_live_threads']) {
      assert.ok(
        (samples.get(metric) ?? []).some(({ value }) => value > 0),
        `${target}: ${metric}`,
      );
    }
  }
  assert.match(readFileSync(path.join(command.bundle, 'summary.md'), 'utf8'), /\| browse \| again \| [\d,.]+ \| [\d,.]+ \|/);
  assert.ok(JSON.parse(readFileSync(path.join(command.bundle, 'bmf.json'), 'utf8'))['browse/again'].throughput.value > 0);
  assert.ok(existsSync(path.join(command.bundle, 'report.html')));
});

test('what fails is counted: checks of the script, and requests of a rate that find no user free', async () => {
  const load = 'table: { script: browse.js, vus: 2 }\n  order: { request: POST /orders, body: x, expect: 201, vus: 1, rate: 500 }';
  const variants = '  plain: { env: { NAME: table, BUSY_MS: 5 } }\n  again: { env: { NAME: table, BUSY_MS: 5, SECOND: yes } }';
  const command = await ab(ownService(temporaryFolder(), variants, { load })).ended();
  for (const planned of command.run.parts) {
    const part = command.partOf(planned);
    for (const { besides, target } of part.slices) assert.ok(besides > 0, `${part.scenario} on ${target}`);
  }
  const slices = figures(readBundle(command.bundle)).parts.flatMap((part) => part.slices);
  for (const { discardedFor, target, scenario } of slices) {
    assert.ok(
      discardedFor.some(({ kind }) => kind === 'requests failed'),
      `${scenario} on ${target}: ${JSON.stringify(discardedFor)}`,
    );
  }
});

const unlike = (difference: string) => `  plain: {}\n  other: { ${difference} }`;

const REFUSED: [what: string, variants: string, other: Parameters<typeof ownService>[2], expected: RegExp][] = [
  ['other answers', unlike('env: { NAME: table }'), {}, /other answers GET/],
  ['another status', unlike('env: { OTHER: /first }'), {}, /other answers GET \/first with status 500 instead of 200, unlike plain/],
  [
    'a command that ends',
    unlike('command: "echo no such option: --fast; exit 7"'),
    {},
    /other ended while it started: exit code 7; no such option: --fast; see /,
  ],
  [
    'a script without a default function',
    TWO,
    { load: 'empty: { script: lib/paths.js }' },
    /not measured: empty on plain: the script exports no default function/,
  ],
  ['a script with a fault', TWO, { load: 'faulty: { script: faulty.js }' }, /not measured: faulty on plain: .*faulty\.js/],
  [
    'a script that never uses BASE_URL',
    TWO,
    { load: 'lost: { script: lost.js }' },
    /not measured: lost on plain: all of its requests go to http:\/\/localhost:18080; a script sends them to __ENV\.BASE_URL/,
  ],
  ['a backend that does not run', TWO, { more: 'backends: [no-database]\n' }, /backends: no process is called no-database; accepted are/],
  ['a command before that fails', TWO, { more: 'before: exit 9\n' }, /before: 'exit 9': sh ended with 9/],
];

for (const [what, variants, other, expected] of REFUSED) {
  test(`${what} is refused in one line, and nothing is left running`, async () => {
    const command = ab(ownService(temporaryFolder(), variants, other));
    const code = await command.exitCode;
    assert.ok(code === 2 || code === 3, `${code}: ${command.stderr}`);
    const lines = command.stderr.split('\n').filter((line) => expected.test(line));
    assert.equal(lines.length, 1, command.stderr);
  });
}

test('services that run already are compared as they are, and still run afterwards', async () => {
  const dir = temporaryFolder();
  const variants = '  one: { url: "http://127.0.0.1:18090" }\n  two: { url: "http://localhost:18091" }';
  const file = ownService(dir, variants, { load: 'order: { request: POST /orders, expect: 201, vus: 2 }' });
  const services = ['18090', '18091'].map((PORT) =>
    spawn(process.execPath, [path.join(dir, 'service.mjs')], { env: { PORT }, stdio: 'ignore' }),
  );
  try {
    const command = await ab(file).ended();
    assert.match(command.stdout, /note: one and two ran already: what is found is about these processes/);
    for (const { exitCode } of services) assert.equal(exitCode, null);
  } finally {
    for (const service of services) service.kill('SIGKILL');
  }
});
