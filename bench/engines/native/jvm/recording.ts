/** Samples of what a JVM spends CPU time on, by JDK Flight Recorder, which its jcmd starts and stops. */
import path from 'node:path';
import { run } from '../../../util/programs.ts';

/** `periodMs`: between two samples of a thread; `flag`: of jfr-converter */
type Sampler = { event: string; periodMs: number; flag: string; settings: string[] };

/** `stop` writes the file */
type Recording = { sampler: Sampler; stop: () => Promise<void> };

const NAME = 'stackbench';
const STACK_DEPTH = 'stackdepth=256';
/**
 * Deeper stacks are cut off at the root, and those of a request have 100 frames and more. A JVM whose metrics are from Flight Recorder, as Micrometer's of
 * virtual threads are, takes it at its start alone.
 */
export const RECORDED_DEPTH = `-XX:FlightRecorderOptions=${STACK_DEPTH}`;

/** JDK 25 samples by CPU time, native methods included (JEP 509). Linux looks at such timers 250 times a second: of shorter periods many would count once. */
const CPU_TIME: Sampler = {
  ...{ event: 'jdk.CPUTimeSample', periodMs: 5, flag: '--cpu-time' },
  settings: ['+jdk.CPUTimeSample#enabled=true', '+jdk.CPUTimeSample#throttle=5ms'],
};
/** Older ones look at Java code that runs, at intervals of time. */
const EXECUTION: Sampler = {
  ...{ event: 'jdk.ExecutionSample', periodMs: 10, flag: '--cpu' },
  settings: ['+jdk.ExecutionSample#enabled=true', '+jdk.ExecutionSample#period=10ms'],
};
const CPU_TIME_SINCE = 25;

/**
 * @param java whose jcmd is asked
 * @param pid of a JVM of this user
 * @param file that the recording is written to
 * @returns under way
 * @throws {Error} one line, where that is no JVM, or one that does not record
 */
export async function startRecording({ bin }: { bin: string }, pid: number, file: string): Promise<Recording> {
  const jcmd = (...words: string[]) => run(path.join(path.dirname(bin), 'jcmd'), [String(pid), ...words]);
  const sampler = samplerOf((await jcmd('VM.version')).stdout);
  await jcmd('JFR.configure', STACK_DEPTH);
  // The JVM takes a command apart at spaces, but for those in quotes.
  const { stdout } = await jcmd('JFR.start', `name=${NAME}`, 'settings=none', `filename="${file}"`, ...sampler.settings);
  if (!/Started recording/.test(stdout)) throw new Error(`jcmd JFR.start: ${stdout.trim().split('\n').at(-1)}`);
  return {
    sampler,
    stop: async () => {
      await jcmd('JFR.stop', `name=${NAME}`);
    },
  };
}

/** @param version as `jcmd VM.version` prints it */
export function samplerOf(version: string): Sampler {
  const feature = Number(/^JDK (\d+)/m.exec(version)?.[1] ?? 0);
  return feature >= CPU_TIME_SINCE && process.platform === 'linux' ? CPU_TIME : EXECUTION;
}

/**
 * @param jar of jfr-converter
 * @param what `recorded`: the file; the time of its samples that count, epoch ms
 * @param files that are written
 */
export async function convertRecording(
  { bin }: { bin: string },
  jar: string,
  { flag, recorded, title, fromMs, toMs }: { flag: string; recorded: string; title: string; fromMs: number; toMs: number },
  { collapsed, flameGraph }: { collapsed: string; flameGraph: string },
) {
  const common = ['-jar', jar, flag, '--norm', '--dot', '--from', String(fromMs), '--to', String(toMs)];
  await run(bin, [...common, '-o', 'collapsed', recorded, collapsed]);
  await run(bin, [...common, '--title', title, recorded, flameGraph]);
}
