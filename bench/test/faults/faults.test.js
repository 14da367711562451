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

/** As short as a run with a warm-up and a cell can be. Two targets have a sequence of blocks, too. */
const RUN = { PROFILE: 'smoke', SEED: '1', TARGETS: 'mvc', SCENARIOS: 'create', STAGES: '1', STAGE_SECONDS: '3' };
const WITH_BLOCKS = { ...RUN, TARGETS: 'mvc,webflux-r2dbc' };
/** Some requests are under way by then. */
const INTO_PHASE_MS = 500;

const chosen = process.env.FAULTS === 'sample' ? FAULTS.filter(({ sample }) => sample) : FAULTS;

for (const { part, signal, phase, run: expected, says } of chosen) {
  test(`${part}, SIG${signal}, ${phase}: the run ${expected}`, { timeout: 300_000 }, async () => {
    const command = new RunningCommand('compare', phase === 'blocks' ? WITH_BLOCKS : RUN);
    try {
      const pid = await processIn(command, part, phase);
      if (phase !== 'services' && phase !== 'jvm-start') await sleep(INTO_PHASE_MS);
      process.kill(pid, `SIG${signal}`);
      const code = await command.exitCode;
      const output = command.stdout + command.stderr;
      assert.doesNotMatch(output, /^ +at /m, 'no stack trace');
      if (says) assert.match(output, says);
      if (expected === 'goes on') assertReported(command, code);
      else if (expected === 'ends') await assertResumable(command, code);
      else assert.equal(code, null);
      if (expected === 'is killed') await assertCleaned(command);
      assertNothingIsLeft();
    } finally {
      if (command.runId) rmSync(command.bundle, { recursive: true, force: true });
    }
  });
}

/** @param {RunningCommand} command @param {number | null} code */
function assertReported(command, code) {
  const output = command.stdout + command.stderr;
  assert.ok(code === 0 || code === 1, `${code}: ${output}`);
  assert.ok(existsSync(path.join(command.bundle, 'report.html')), output);
  assert.ok(command.run.endedAt);
}

/** @param {RunningCommand} command @param {number | null} code */
async function assertResumable(command, code) {
  assert.ok(code !== null && code > 1, String(code));
  assert.ok(command.stderr.trim() !== '');
  const isKept = command.runId !== '' && existsSync(command.bundle);
  assert.equal(isKept, new RegExp(`RESUME=${command.runId}`).test(command.stderr), 'what is kept can be resumed, and is offered');
  if (!isKept) return;
  const resumed = await runCommand('compare', { RESUME: command.runId });
  assert.equal(resumed.code, 0, resumed.stdout + resumed.stderr);
}

/** The kernel ends what the runner had started; `make down` removes the rest. @param {RunningCommand} command */
async function assertCleaned(command) {
  await untilNoProcessIsLeft();
  assert.equal((await runCommand('down')).code, 0);
  const resumed = await runCommand('compare', { RESUME: command.runId });
  assert.equal(resumed.code, 0, resumed.stdout + resumed.stderr);
}
