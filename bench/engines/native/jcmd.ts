/** What a JVM tells by its jcmd: what it spends CPU time on, by JDK Flight Recorder, and what its compilers have compiled. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pidsOf, readIfThere, type Place } from '../../collect/proc.ts';
import { threadTimes } from '../../collect/jvm-facts.ts';
import { run } from '../../util/programs.ts';
import type { CpuSampler } from '../engine.ts';

type How = { java: { bin: string }; jar: string; workDir: string; placeOf: (target: string) => Place };

const RECORDING = 'name=stackbench';
const STACK_DEPTH = 'stackdepth=256';
/** Requests have 100 frames and more. A JVM whose metrics are from Flight Recorder, as of virtual threads, takes it at its start alone. */
export const RECORDED_DEPTH = `-XX:FlightRecorderOptions=${STACK_DEPTH}`;

/** JDK 25 samples by CPU time, native methods included (JEP 509). Linux looks at such timers 250 times a second: of shorter periods many would count once. */
const CPU_TIME = { event: 'jdk.CPUTimeSample', setting: 'throttle', periodMs: 5, flag: '--cpu-time' };
/** Older ones look at Java code that runs, at intervals of time. */
const EXECUTION = { event: 'jdk.ExecutionSample', setting: 'period', periodMs: 10, flag: '--cpu' };
const CPU_TIME_SINCE = 25;

/** @param version as `jcmd VM.version` prints it @returns `periodMs`: between two samples of a thread; `flag`: of jfr-converter */
export function samplerOf(version: string): typeof CPU_TIME {
  const feature = Number(/^JDK (\d+)/m.exec(version)?.[1] ?? 0);
  return feature >= CPU_TIME_SINCE && process.platform === 'linux' ? CPU_TIME : EXECUTION;
}

/** @param java its `java` program @param pid of a JVM of this user @returns asks it */
function jcmdOf(java: string, pid: number) {
  return async (...words: string[]) => (await run(path.join(path.dirname(java), 'jcmd'), [String(pid), ...words])).stdout;
}

/** @param how `java`: whose tools are used; `jar`: of jfr-converter; `workDir`: for recordings */
export function cpuSamplerOf({ java, jar, workDir, placeOf }: How): CpuSampler {
  /** A user's command may start its JVM by a shell. */
  const pidOf = (target: string) => {
    const place = placeOf(target);
    return pidsOf(place).find((each) => readIfThere(`/proc/${each}/comm`).trim() === 'java') ?? place.pid ?? 0;
  };
  const start: CpuSampler['start'] = async (target) => {
    const recorded = path.join(workDir, `${target}.jfr`);
    const collapsed = path.join(workDir, `${target}.collapsed`);
    const jcmd = jcmdOf(java.bin, pidOf(target));
    const { event, setting, periodMs, flag } = samplerOf(await jcmd('VM.version'));
    await jcmd('JFR.configure', STACK_DEPTH);
    const settings = [`+${event}#enabled=true`, `+${event}#${setting}=${periodMs}ms`];
    // The JVM takes a command apart at spaces, but for those in quotes.
    const answer = await jcmd('JFR.start', RECORDING, 'settings=none', `filename="${recorded}"`, ...settings);
    if (!/Started recording/.test(answer)) throw new Error(`jcmd JFR.start: ${answer.trim().split('\n').at(-1)}`);
    return {
      event,
      periodMs,
      stop: async (fromMs, toMs, flameGraph, title) => {
        await jcmd('JFR.stop', RECORDING);
        const convert = ['-jar', jar, flag, '--norm', '--dot', '--from', String(fromMs), '--to', String(toMs)];
        await run(java.bin, [...convert, '-o', 'collapsed', recorded, collapsed]);
        await run(java.bin, [...convert, '--title', title, recorded, flameGraph]);
        const stacks = await readFile(collapsed, 'utf8');
        await Promise.all([recorded, collapsed].map((file) => rm(file, { force: true })));
        return stacks;
      },
    };
  };
  return { threads: (target) => threadTimes(pidOf(target)), start };
}

/** @param java whose `jcmd` asks @param pid of a JVM of this user @returns as `tiersIn`; null if it does not answer */
export function compiledTiers(java: { bin: string }, pid: number): Promise<Record<string, number> | null> {
  return jcmdOf(java.bin, pid)('Compiler.codelist').then(tiersIn, () => null);
}

/** @param list of id, tier, state (0: in use) and method @returns methods in use: tiers 1 to 3 are of C1 (2 and 3 with counters), 4 of C2 */
export function tiersIn(list: string): Record<string, number> {
  const tiers: Record<string, number> = { 1: 0, 2: 0, 3: 0, 4: 0 };
  for (const [, tier] of list.matchAll(/^\s*\d+ ([1-4]) 0 \S/gm)) tiers[tier] += 1;
  return tiers;
}
