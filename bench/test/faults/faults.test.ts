/** Parts of a native run are stopped or killed in every phase: the run goes on or says in a line which part failed, and nothing is left behind. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunningCommand } from '../support/cli.ts';
import { assertNothingIsLeft, untilNoProcessIsLeft } from '../support/leftovers.ts';
import { processIn } from './phases.ts';
import { FAULTS, type Part, type Row, type Fault } from './table.ts';

/** As short as a run with a warm-up and a part can be. */
const RUN = { PROFILE: 'smoke', SEED: '1', TARGETS: 'mvc', SCENARIOS: 'create', STAGES: '1', SLICE_SECONDS: '3' };
/** @returns knobs of a run that has the part */
const runWith = (part: Part): Record<string, string> => (part === 'k6-2' ? { ...RUN, GENERATORS: '2' } : RUN);
/** Some requests are under way by then. */
const INTO_PHASE_MS = 500;
const TIMEOUT_MS = 600_000;

for (const row of FAULTS) {
  const signals = [...new Set(row.faults.map(({ signal }) => `SIG${signal}`))].join(', ');
  void suite(`${row.part}, ${signals}: the run ${row.run}`, () => (row.run === 'goes on' ? goesOn(row) : endsAndIsResumed(row)));
}

function goesOn({ part, faults, leaves }: Row) {
  let command: RunningCommand;
  before(() => void (command = new RunningCommand('compare', runWith(part))));
  for (const [index, fault] of faults.entries()) {
    test(titleOf(part, fault), { timeout: TIMEOUT_MS }, async () => {
      await hit(command, part, fault);
      const { stdout, stderr } = command;
      const next = faults[index + 1];
      await (next ? processIn(command, part, next.phase) : command.exitCode);
      if (fault.says) assert.match(command.stdout.slice(stdout.length) + command.stderr.slice(stderr.length), fault.says);
    });
  }
  test(`${part}: the run goes on to its report`, { timeout: TIMEOUT_MS }, async () => {
    const code = await command.exitCode;
    assert.ok(code === 0 || code === 1, `${code}: ${command.output}`);
    assert.ok(existsSync(path.join(command.bundle, 'report.html')), command.output);
    assert.ok(command.run.endedAt);
    leaves?.(command);
    assertNothingIsLeft();
  });
}

/** @param row with a run that ends, or is killed */
function endsAndIsResumed({ part, run, faults }: Row) {
  const commands: RunningCommand[] = [];
  before(() => void commands.push(new RunningCommand('compare', RUN)));
  for (const fault of faults) {
    test(titleOf(part, fault), { timeout: TIMEOUT_MS }, async () => {
      const command = commands[commands.length - 1];
      await hit(command, part, fault);
      if (run === 'is killed') await assertKilled(command);
      else await assertEnded(command, fault);
      assertNothingIsLeft();
      commands.push(new RunningCommand('compare', isKept(command) ? { RESUME: command.runId } : RUN));
    });
  }
  test(`${part}: the last resumption finishes the run`, { timeout: TIMEOUT_MS }, async () => {
    await commands[commands.length - 1].ended();
    assertNothingIsLeft();
  });
}

function titleOf(part: Part, { signal, phase }: Fault) {
  return `${part}: SIG${signal} in ${phase}`;
}

async function hit(command: RunningCommand, part: Part, { signal, phase }: Fault) {
  const pid = await processIn(command, part, phase);
  if (phase !== 'services' && phase !== 'jvm-start') await sleep(INTO_PHASE_MS);
  process.kill(pid, `SIG${signal}`);
}

async function assertEnded(command: RunningCommand, { says = /./ }: Fault) {
  const code = await command.exitCode;
  const { stderr } = command;
  assert.ok(code !== null && code > 1, `${code}`);
  assert.doesNotMatch(stderr, /^ +at /m, 'no stack trace');
  assert.match(stderr, says);
  assert.equal(isKept(command), stderr.includes(`RESUME=${command.runId}`), 'what is kept can be resumed, and is offered');
}

/** The kernel ends what the runner had started; `make down` removes the rest. */
async function assertKilled(command: RunningCommand) {
  assert.equal(await command.exitCode, null);
  await untilNoProcessIsLeft();
  await new RunningCommand('down', {}).ended();
}

/** @returns can it be resumed? */
function isKept({ runId, bundle }: RunningCommand): boolean {
  return runId !== '' && existsSync(bundle);
}
