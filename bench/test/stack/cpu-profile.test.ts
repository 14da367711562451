/** `make profile` with real parts. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { requestCpu } from '../../analyse/cpu/request.ts';
import { cpuFile, readCpuProfiles } from '../../record/cpu-profile.ts';
import { sum } from '../../util/math.ts';
import { removedAfterwards, runCommand } from '../support/cli.ts';
import { assertNothingIsLeft } from '../support/leftovers.ts';

const remove = removedAfterwards();

test('make profile says what the CPU of a request goes into, and it adds up', async () => {
  const command = await runCommand('profile', { TARGETS: 'mvc', SCENARIO: 'simple', PROFILE: 'smoke', WARMUP_MAX: '4', SEED: '1' });
  assert.equal(command.code, 0, command.output);
  const { bundle, run } = command;
  remove(bundle);
  const [profile] = readCpuProfiles(bundle, run);
  const { ms, parts } = requestCpu(profile);
  assert.ok(Math.abs(sum(parts.map((part) => part.ms)) / ms - 1) < 1e-9);
  assert.deepEqual([profile.target, profile.scenario, profile.sampled.seconds], ['mvc', 'simple', 20]);
  const names = parts.map(({ part }) => part);
  for (const name of ['HTTP server', 'Spring', 'system calls']) assert.ok(names.includes(name), names.join());
  assert.ok(existsSync(cpuFile(bundle, { scenario: 'simple', target: 'mvc' }, 'html')));
  assert.match(command.stdout, /simple: where the CPU of a request goes, ms/);
  assertNothingIsLeft();
});
