/** The whole main job with real parts: a smoke comparison, its report in a browser, and every way a run can end early. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { requestCpu } from '../../analyse/cpu/request.ts';
import { figures, readBundle } from '../../analyse/index.ts';
import { hasBlocks, readCatalogue, root } from '../../record/catalogue.ts';
import { cpuFile, readCpuProfiles } from '../../record/cpu-profile.ts';
import { partDir, targetsIn } from '../../record/part.ts';
import { chooseTargets } from '../../plan/pairs.ts';
import { holderOf } from '../../engines/native/ports.ts';
import { isToBeRepeated } from '../../run/repeats.ts';
import { sum } from '../../util/math.ts';
import { assertMeasured, assertPairs, RunningCommand, runCommand } from '../support/cli.ts';
import { csvRows } from '../support/bundles.ts';
import { assertNothingIsLeft } from '../support/leftovers.ts';
import { assertWhole, launchBrowser, withReport } from '../support/report-page.ts';

const catalogue = readCatalogue();
const targets = chooseTargets(undefined, catalogue);
/** Two that are measured in blocks, and one whose targets are measured alone. */
const scenarios = ['create', 'heavy', 'block'];
const inBlocks = scenarios.filter((scenario) => hasBlocks(catalogue, scenario));
/** Two parts, each of two blocks. */
const SHORT = {
  PROFILE: 'smoke',
  SEED: '1',
  TARGETS: 'mvc,webflux-r2dbc',
  SCENARIOS: 'simple,read',
  VUS_START: '5',
  VUS_STEP: '5',
  SLICE_SECONDS: '3',
};

afterEach(assertNothingIsLeft);

const slicesOf = ({ bundle }: RunningCommand) => figures(readBundle(bundle)).parts.flatMap((part) => part.slices);

/** @returns the process that listens there */
async function pidAt(port: number): Promise<number> {
  const pid = /^process (\d+)/.exec(await holderOf(port))?.[1];
  assert.ok(pid, `nobody listens on ${port}`);
  return Number(pid);
}

/** Without the user's calibration, as what it found of other scenarios would be kept. It waits on disk, so that a Ctrl-C does not lose it. */
async function withoutCalibration<T>(action: (file: string) => Promise<T>): Promise<T> {
  const file = path.join(root, 'results', 'calibration.json');
  const aside = `${file}.aside`;
  const putBack = () => existsSync(aside) && renameSync(aside, file);
  assert.ok(!existsSync(aside) || !existsSync(file), `an interrupted test has left ${aside}: remove it, or put it back`);
  putBack();
  if (existsSync(file)) renameSync(file, aside);
  try {
    return await action(file);
  } finally {
    rmSync(file, { force: true });
    putBack();
  }
}

test('a smoke comparison measures every target, and its counts agree three ways', async () => {
  // The other runs have warm-ups.
  const knobs = { PROFILE: 'smoke', SEED: '1', WARMUP_MAX: '0', SCENARIOS: scenarios.join() };
  const command = await new RunningCommand('compare', knobs).ended();
  assert.deepEqual(command.run.verified.targets, targets);
  const slices = assertMeasured(command);
  assertPairs(slices, targets, scenarios);
  const rows = csvRows(readFileSync(path.join(command.bundle, 'slices.csv'), 'utf8'));
  assert.equal(rows.length, slices.length);
  for (const row of rows) assert.ok(Number(row.successes) > 0 && row.failures === '0', JSON.stringify(row));
  for (const { scenario, target, slice, littlesLaw } of slicesOf(command))
    assert.ok(
      littlesLaw?.holds || littlesLaw?.explanation,
      `${littlesLaw?.users} users by Little's law: ${scenario}/${target}, slice ${slice}`,
    );
  assert.match(readFileSync(path.join(command.bundle, 'report.md'), 'utf8'), /WebFlux\+R2DBC/);
  await assertReportIsWhole(command);
});

async function assertReportIsWhole({ bundle }: RunningCommand) {
  const browser = await launchBrowser();
  try {
    for (const width of [390, 1400]) {
      await withReport(browser, path.join(bundle, 'report.html'), { width }, (page) =>
        assertWhole(page, { scenarios: inBlocks.length, targets: targets.length }),
      );
    }
  } finally {
    await browser.close();
  }
}

test('a comparison with two k6 counts the requests of both three ways', async () => {
  const knobs = { ...SHORT, TARGETS: 'mvc', SCENARIOS: 'simple', VUS_START: '7', VUS_STEP: '4' };
  const command = await new RunningCommand('compare', { ...knobs, GENERATORS: '2' }).ended();
  assert.match(command.stdout, /^run .*load from 2 k6/m);
  assertMeasured(command);
  const { run, readPart } = readBundle(command.bundle);
  assert.deepEqual([run.generators, run.limits.generators], [2, 2]);
  const { part } = readPart(run.parts[0]);
  assert.ok(part);
  const total = sum(part.generators.map(({ requests }) => requests.k6 ?? 0));
  const counted = Number(part.k6?.setupReqs) + sum(part.slices.map(({ counts }) => counts.k6));
  assert.deepEqual([part.k6?.httpReqs, counted], [total, total]);
  assert.equal(part.checks.find(({ name }) => name === 'spread')?.name, 'spread');
  const dir = partDir(command.bundle, run.parts[0]);
  for (const name of ['k6-1.log', 'k6-2.log']) assert.ok(existsSync(path.join(dir, name)), name);
  const { 'generator 1': one, 'generator 2': other } = slicesOf(command)[0].stage.processCores;
  assert.ok(one > 0 && other > 0, `${one} and ${other} cores`);
  assert.match(readFileSync(path.join(command.bundle, 'report.md'), 'utf8'), /Load generators: 2 k6 share each load/);
});

test('a killed target fails its part; Ctrl-C leaves nothing running, and RESUME measures the rest', { timeout: 600_000 }, async () => {
  const first = new RunningCommand('compare', SHORT);
  await first.printed(/^run .* seed 1\)/m);
  const [failing, cut] = first.run.parts;
  const [{ targets: [killed] }] = failing.blocks; // prettier-ignore
  await first.underLoad(failing);
  process.kill(await pidAt(catalogue.targets[killed].port), 'SIGKILL');
  await first.underLoad(cut);
  first.child.kill('SIGINT');
  await assertInterrupted(first);
  const second = new RunningCommand('compare', { RESUME: first.runId });
  await second.underLoad(cut, first);
  await second.ended(1);
  assertFailed(first, second, killed);
  const { endedAt } = first.run;
  const third = await new RunningCommand('compare', { RESUME: first.runId }).ended(1);
  assert.match(third.stdout, /everything is measured/);
  assert.equal(first.run.endedAt, endedAt);
});

/** @param command that was interrupted in its second part, after the first had failed */
async function assertInterrupted(command: RunningCommand) {
  await command.ended(130);
  assert.match(command.stderr, new RegExp(`RESUME=${command.runId}`));
  assertNothingIsLeft();
  assert.deepEqual(command.states, ['failed', 'pending']);
  const around = path.dirname(partDir(command.bundle, command.run.parts[1]));
  assert.deepEqual(existsSync(around) ? readdirSync(around) : [], [], 'nothing of what was cut short');
}

/** @param first in which a target was killed @param second that resumed it */
function assertFailed(first: RunningCommand, second: RunningCommand, killed: string) {
  const [failed] = first.run.parts;
  assert.deepEqual(first.states, ['failed', 'ok'], second.output);
  assert.equal(failed.reason, `${killed} ended under load (SIGKILL)`);
  assert.match(second.stderr, new RegExp(`${failed.scenario} · round 1 · measurement 1 failed: ${killed} ended under load`));
  assert.equal(first.run.resumedAt.length, 1);
}

test('a calibration measures one target under two names, and later runs record its noise', async (context) => {
  const knobs = { PROFILE: 'smoke', SEED: '1', SCENARIOS: 'simple', ROUNDS: '1', STAGES: '1' };
  const { command, kept } = await withoutCalibration(async (file) => {
    const ended = await new RunningCommand('calibrate', knobs).ended();
    return { command: ended, kept: readFileSync(file, 'utf8') };
  });
  const calibration = JSON.parse(kept);
  for (const target of ['mvc', 'mvc-again']) {
    const server = readFileSync(path.join(command.bundle, 'parts', 'simple', '1-1', `server-${target}.csv`), 'utf8');
    assert.match(server, /process_cpu_time_ns_total/);
  }
  assert.deepEqual(targetsIn(command.run.parts[0].blocks).sort(), ['mvc', 'mvc-again']);
  assert.deepEqual([calibration.runId, Object.keys(calibration.noise)], [command.runId, ['simple']]);
  const floor = /^mvc against mvc-again at 10 users\n {2}simple +throughput noise floor .* \(1 round × 1 block; .* verdict indicative/m;
  // What around the run disturbed slices.
  const disturbances = slicesOf(command).flatMap(({ discardedFor }) => (isToBeRepeated(discardedFor) ? discardedFor : []));
  if (!floor.test(command.stdout) && disturbances.length > 0)
    context.skip(`needs a quiet machine: slices are discarded (${[...new Set(disturbances.map(({ kind }) => kind))].join(', ')})`);
  else assert.match(command.stdout, floor);
});

test('a capacity is searched in the open model; where an answer takes longer than the SLO, no rate holds', async () => {
  const knobs = { SCENARIOS: 'block', TARGETS: 'mvc', WARMUP_MAX: '1', RATE_SECONDS: '4', SEED: '1' };
  const { bundle, stdout } = await new RunningCommand('capacity', knobs).ended();
  const { results, sloP99Ms } = JSON.parse(readFileSync(path.join(bundle, 'capacity.json'), 'utf8'));
  assert.equal(sloP99Ms, 100);
  assert.equal(results[0].capacity, null);
  for (const { p99Ms, failures, dropped } of results[0].trials) {
    assert.ok(p99Ms >= 1000, `${p99Ms} ms`);
    assert.deepEqual([failures, dropped], [0, 0]);
  }
  const watched = new Set(results[0].trials.flatMap(({ processCores }: any) => Object.keys(processCores)));
  for (const process of ['machine', 'target', 'generator', 'database', 'runner']) assert.ok(watched.has(process), process);
  assert.match(stdout, /block +no rate holds/);
  assert.ok(existsSync(path.join(bundle, 'capacity.html')));
});

test('make profile says what the CPU of a request goes into, and it adds up', async () => {
  const knobs = { TARGETS: 'mvc', SCENARIO: 'simple', PROFILE: 'smoke', WARMUP_MAX: '4', SEED: '1' };
  const { bundle, run, stdout } = await new RunningCommand('profile', knobs).ended();
  const [profile] = readCpuProfiles(bundle, run);
  const { ms, parts } = requestCpu(profile);
  assert.ok(Math.abs(sum(parts.map((part) => part.ms)) / ms - 1) < 1e-9);
  assert.deepEqual([profile.target, profile.scenario, profile.sampled.seconds], ['mvc', 'simple', 20]);
  const names = parts.map(({ part }) => part);
  for (const name of ['HTTP server', 'Spring', 'system calls']) assert.ok(names.includes(name), names.join());
  assert.ok(existsSync(cpuFile(bundle, { scenario: 'simple', target: 'mvc' }, 'html')));
  assert.match(stdout, /simple: where the CPU of a request goes, ms/);
});

test('a taken port is named with the process that holds it', async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(8083, '127.0.0.1', () => resolve(null)));
  const command = await runCommand('compare', { PROFILE: 'smoke' });
  server.close();
  assert.notEqual(command.code, 0);
  assert.match(command.stderr, new RegExp(`port 8083 \\(.*\\) is taken by process ${process.pid} `));
  assert.equal(command.stderr.trimEnd().split('\n').length, 1);
});
