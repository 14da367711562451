/** Parts of a native run are stopped or killed in every phase: the run goes on or says in a line which part failed, and nothing is left behind. */
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunningCommand, runCommand } from '../support/cli.js';
import { assertNothingIsLeft, untilNoProcessIsLeft } from '../support/leftovers.js';
import { processIn } from './phases.js';
import { FAULTS } from './table.js';

/** As short as a run with a warm-up, a cell and a sequence can be. */
const RUN = { PROFILE: 'smoke', SEED: '1', TARGETS: 'mvc', SCENARIOS: 'create', STAGES: '1', STAGE_SECONDS: '3' };
/** @param {Part} part @returns {Record<string, string>} knobs of a run that has the part */
const runWith = (part) => (part === 'k6-2' ? { ...RUN, GENERATORS: '2' } : RUN);
/** Some requests are under way by then. */
const INTO_PHASE_MS = 500;

/** @typedef {import('./table.js').Fault} Fault */
/** @typedef {import('./table.js').Part} Part */
/** @typedef {import('./table.js').Phase} Phase */

for (const fault of FAULTS) {
  const { part, signal, phases, run } = fault;
  test(`${part}, SIG${signal}, ${phases.join(', ')}: the run ${run}`, { timeout: 600_000 }, () =>
    run === 'goes on' ? goesOn(fault) : endsAndIsResumed(fault),
  );
}

/** @param {Fault} fault */
async function goesOn({ part, signal, phases, says, leaves }) {
  const command = new RunningCommand('compare', runWith(part));
  try {
    /** @type {{ stdout: number, stderr: number }[]} */
    const printedBefore = [];
    for (const phase of phases) {
      await hit(command, { part, signal, phase });
      printedBefore.push({ stdout: command.stdout.length, stderr: command.stderr.length });
    }
    const code = await command.exitCode;
    assert.ok(code === 0 || code === 1, `${code}: ${outputOf(command)}`);
    assert.ok(existsSync(path.join(command.bundle, 'report.html')), outputOf(command));
    assert.ok(command.run.endedAt);
    for (const [index, { stdout, stderr }] of printedBefore.entries()) {
      const next = printedBefore[index + 1];
      const output = command.stdout.slice(stdout, next?.stdout) + command.stderr.slice(stderr, next?.stderr);
      if (says) assert.match(output, says, `after ${phases[index]}`);
    }
    leaves?.(command);
    assertNothingIsLeft();
  } finally {
    forget(command);
  }
}

/** @param {Fault} fault of a run that ends, or is killed */
async function endsAndIsResumed(fault) {
  /** @type {RunningCommand[]} */
  const commands = [new RunningCommand('compare', RUN)];
  try {
    for (const phase of fault.phases) {
      const command = commands[commands.length - 1];
      await hit(command, { ...fault, phase });
      if (fault.run === 'is killed') await assertKilled(command);
      else await assertEnded(command, fault, phase);
      assertNothingIsLeft();
      commands.push(new RunningCommand('compare', isKept(command) ? { RESUME: command.runId } : RUN));
    }
    const last = commands[commands.length - 1];
    assert.equal(await last.exitCode, 0, outputOf(last));
    assertNothingIsLeft();
  } finally {
    for (const command of commands) forget(command);
  }
}

/**
 * @param {RunningCommand} command
 * @param {Pick<Fault, 'part' | 'signal'> & { phase: Phase }} fault
 */
async function hit(command, { part, signal, phase }) {
  const pid = await processIn(command, part, phase);
  if (phase !== 'services' && phase !== 'jvm-start') await sleep(INTO_PHASE_MS);
  process.kill(pid, `SIG${signal}`);
}

/** @param {RunningCommand} command @param {Fault} fault @param {Phase} phase */
async function assertEnded(command, { says = /./ }, phase) {
  const code = await command.exitCode;
  const { stderr } = command;
  assert.ok(code !== null && code > 1, `${phase}: ${code}`);
  assert.doesNotMatch(stderr, /^ +at /m, 'no stack trace');
  assert.match(stderr, says, phase);
  assert.equal(isKept(command), stderr.includes(`RESUME=${command.runId}`), `${phase}: what is kept can be resumed, and is offered`);
}

/** The kernel ends what the runner had started; `make down` removes the rest. @param {RunningCommand} command */
async function assertKilled(command) {
  assert.equal(await command.exitCode, null);
  await untilNoProcessIsLeft();
  assert.equal((await runCommand('down')).code, 0);
}

/** @param {RunningCommand} command @returns {boolean} can it be resumed? */
function isKept({ runId, bundle }) {
  return runId !== '' && existsSync(bundle);
}

/** @param {RunningCommand} command */
function outputOf({ stdout, stderr }) {
  return stdout + stderr;
}

/** @param {RunningCommand} command that has ended */
function forget(command) {
  if (command.runId !== '') rmSync(command.bundle, { recursive: true, force: true });
}
