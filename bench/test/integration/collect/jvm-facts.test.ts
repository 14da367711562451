/** Facts of real processes. A program with the name of a compiler's thread stands in for a JVM. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { jvmFacts, jvmFactsBetween } from '../../../collect/jvm-facts.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('facts of a JVM', { skip: process.platform !== 'linux' }, () => {
  const folder = temporaryFolder();
  let pid = 0;
  before(async () => {
    const program = path.join(folder, 'C2 CompilerThread0');
    symlinkSync(execFileSync('sh', ['-c', 'command -v sleep'], { encoding: 'utf8' }).trim(), program);
    const child = spawn(program, ['60'], { argv0: 'sleep', stdio: 'ignore' });
    after(() => child.kill('SIGKILL'));
    await once(child, 'spawn');
    pid = child.pid as number;
  });

  it('are read by its process id', () => {
    const facts = jvmFacts({ pid });
    assert.deepEqual([...facts.compilers.keys()], [pid]);
    const { majorFaults, compilerCpuMs, compilerWaitMs } = jvmFactsBetween(facts, jvmFacts({ pid }));
    assert.ok(majorFaults !== null && compilerCpuMs !== null && compilerWaitMs !== null);
  });

  it('are read by its control group, which counts page faults itself in v2', () => {
    writeFileSync(path.join(folder, 'cgroup.procs'), `0\n${pid}\n`);
    assert.equal(jvmFacts({ cgroup: folder }).majorFaults, jvmFacts({ pid }).majorFaults);
    writeFileSync(path.join(folder, 'memory.stat'), 'anon 1\npgfault 9\npgmajfault 4711\n');
    const { majorFaults, compilers } = jvmFacts({ cgroup: folder });
    assert.deepEqual([majorFaults, [...compilers.keys()]], [4711, [pid]]);
  });

  it('are unknown of a process without such threads, or that has ended', () => {
    const own = jvmFacts({ pid: process.pid });
    assert.deepEqual([typeof own.majorFaults, own.compilers.size], ['number', 0]);
    const gone = jvmFacts({ pid: 2 ** 30 });
    assert.deepEqual(jvmFactsBetween(gone, gone), { majorFaults: null, compilerCpuMs: null, compilerWaitMs: null });
  });
});
