/** What a JVM spends CPU time on, sampled from a real one. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { partsIn } from '../../../analyse/cpu/stacks.ts';
import { cpuBetween } from '../../../collect/jvm-facts.ts';
import { cpuSamplerOf } from '../../../engines/native/jcmd.ts';
import { cacheDir } from '../../../setup/cache.ts';
import { findJdk } from '../../../setup/jdk.ts';
import { provideJfrConverter } from '../../../setup/programs/maven.ts';
import { waitUntil } from '../../../util/wait.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { CpuSampler } from '../../../engines/engine.ts';

/** Its time is spent by a method of a package that the table of libraries has. */
const PROGRAM = `package org.hibernate;
public class Busy {
  static volatile long sum;
  public static void main(String[] args) {
    while (true) { flush(); }
  }
  static void flush() { for (long i = 0; i < 50_000_000; i++) sum += Long.toString(i).length(); }
}`;
const SAMPLED_MS = 500;

describe('the CPU sampler', { skip: process.platform !== 'linux' }, () => {
  const dir = temporaryFolder();
  let child: ChildProcess;
  let sampler: CpuSampler;
  before(async () => {
    const java = await findJdk();
    const { jar } = await provideJfrConverter({ cache: cacheDir(), log: () => {} }, java.home);
    const file = path.join(dir, 'org', 'hibernate', 'Busy.java');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, PROGRAM);
    child = spawn(java.bin, [file], { stdio: 'ignore' });
    const places = { busy: { pid: child.pid }, node: { pid: process.pid } };
    sampler = cpuSamplerOf({ java, jar, workDir: dir, placeOf: (name) => places[name as keyof typeof places] });
  });
  after(() => child.kill('SIGKILL'));

  it('counts samples by the library whose code ran, with a flame graph', async () => {
    // The compiler of the source file is Java code, too.
    await waitUntil(() => child.exitCode !== null || sampler.threads('busy').totalMs > 4000, { everyMs: 50 });
    assert.equal(child.exitCode, null);
    const sampling = await sampler.start('busy');
    const [fromMs, first] = [Date.now(), sampler.threads('busy')];
    await waitUntil(() => cpuBetween(first, sampler.threads('busy')).java > SAMPLED_MS, { everyMs: 50 });
    const flameGraph = path.join(dir, 'busy.html');
    const parts = partsIn(await sampling.stop(fromMs, Date.now(), flameGraph, 'busy'));
    assert.equal(parts[0].name, 'Hibernate');
    assert.equal(parts[0].methods[0].name, 'org.hibernate.Busy.flush');
    assert.match(readFileSync(flameGraph, 'utf8'), /org\.hibernate\.Busy/);
    assert.ok(!existsSync(path.join(dir, 'busy.jfr')));
  });

  it('refuses a process that is no JVM in one line', async () => {
    await assert.rejects(sampler.start('node'), /^Error: jcmd ended with [^\n]+$/);
  });
});
