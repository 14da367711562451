/** Real processes: what is in /proc under which name. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { busyMachine, otherUse, pidsCalled, sampleMachine } from '../../../collect/others.ts';
import { eventually } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const folder = temporaryFolder();
/** Uses a second of CPU time, reports that and stays. */
const BUSY = `
  while (process.cpuUsage().user < 1e6);
  require('node:fs').writeFileSync(process.argv[2], '');
  setTimeout(() => {}, 60_000);
`;

/** @returns the script, and what it writes */
function busyScript(name: string): string[] {
  const script = path.join(folder, name);
  writeFileSync(script, BUSY);
  return [script, `${script}.done`];
}

test('a busy process is named, one that this process has started is not', { skip: process.platform !== 'linux' }, async () => {
  const own = busyScript('own.cjs');
  const other = busyScript('other.cjs');
  const before = sampleMachine();
  const child = spawn(process.execPath, own, { stdio: 'ignore' });
  after(() => child.kill('SIGKILL'));
  // The shell ends at once, so that its child is no descendant of this process any more.
  const words = '"$0" "$1" "$2" >/dev/null 2>&1 & echo $!';
  const pid = Number(execFileSync('sh', ['-c', words, process.execPath, ...other], { encoding: 'utf8' }));
  after(() => process.kill(pid, 'SIGKILL'));
  await eventually(() => existsSync(own[1]) && existsSync(other[1]), 'both have used a second');

  const now = sampleMachine();
  const use = otherUse(before, now, { most: 1000 });
  assert.ok(before && now && use);
  const named = use.processes.find(({ name }) => name === 'node other.cjs');
  const usedSeconds = ((named?.cores ?? 0) * (now.timeMs - before.timeMs)) / 1000;
  assert.ok(usedSeconds > 0.8, `${usedSeconds} s of CPU time`);
  assert.ok(!use.processes.some(({ name }) => name.includes('own.cjs')));
  assert.ok(use.share > 0, String(use.share));

  assert.deepEqual(pidsCalled('node other.cjs'), [pid]);
  assert.deepEqual(pidsCalled('no such program'), []);
  const watched = otherUse(before, sampleMachine([{ pid }]), { most: 1000 });
  assert.ok(watched && !watched.processes.some(({ name }) => name === 'node other.cjs'), 'a watched process is part of the run');
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test('before a run, all that the machine does is of others', { skip: process.platform !== 'linux' }, async () => {
  const use = await busyMachine({ seconds: 0.2 });
  assert.ok(use && use.share >= 0);
});
