/** Samples of what a JVM spends CPU time on, by JDK Flight Recorder, which its jcmd starts and stops. */
import path from 'node:path';
import { run } from '../../../util/programs.js';

/**
 * @typedef {{ event: string, periodMs: number, flag: string, settings: string[] }} Sampler `periodMs`: between two samples of a thread; `flag`: of jfr-converter
 * @typedef {{ sampler: Sampler, stop: () => Promise<void> }} Recording `stop` writes the file
 */

const NAME = 'stackbench';
const STACK_DEPTH = 'stackdepth=256';
/**
 * Deeper stacks are cut off at the root, and those of a request have 100 frames and more. A JVM whose metrics are from Flight Recorder, as Micrometer's of
 * virtual threads are, takes it at its start alone.
 */
export const RECORDED_DEPTH = `-XX:FlightRecorderOptions=${STACK_DEPTH}`;

/** JDK 25 samples by CPU time, native methods included (JEP 509). Linux looks at such timers 250 times a second: of shorter periods many would count once. @type {Sampler} */
const CPU_TIME = {
  ...{ event: 'jdk.CPUTimeSample', periodMs: 5, flag: '--cpu-time' },
  settings: ['+jdk.CPUTimeSample#enabled=true', '+jdk.CPUTimeSample#throttle=5ms'],
};
/** Older ones look at Java code that runs, at intervals of time. @type {Sampler} */
const EXECUTION = {
  ...{ event: 'jdk.ExecutionSample', periodMs: 10, flag: '--cpu' },
  settings: ['+jdk.ExecutionSample#enabled=true', '+jdk.ExecutionSample#period=10ms'],
};
const CPU_TIME_SINCE = 25;

/**
 * @param {{ bin: string }} java whose jcmd is asked
 * @param {number} pid of a JVM of this user
 * @param {string} file that the recording is written to
 * @returns {Promise<Recording>} under way
 * @throws {Error} one line, where that is no JVM, or one that does not record
 */
export async function startRecording({ bin }, pid, file) {
  const jcmd = (/** @type {string[]} */ ...words) => run(path.join(path.dirname(bin), 'jcmd'), [String(pid), ...words]);
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

/** @param {string} version as `jcmd VM.version` prints it @returns {Sampler} */
export function samplerOf(version) {
  const feature = Number(/^JDK (\d+)/m.exec(version)?.[1] ?? 0);
  return feature >= CPU_TIME_SINCE && process.platform === 'linux' ? CPU_TIME : EXECUTION;
}

/**
 * @param {{ bin: string }} java
 * @param {string} jar of jfr-converter
 * @param {{ flag: string, recorded: string, title: string, fromMs: number, toMs: number }} what `recorded`: the file; the time of its samples that count, epoch ms
 * @param {{ collapsed: string, flameGraph: string }} files that are written
 */
export async function convertRecording({ bin }, jar, { flag, recorded, title, fromMs, toMs }, { collapsed, flameGraph }) {
  const common = ['-jar', jar, flag, '--norm', '--dot', '--from', String(fromMs), '--to', String(toMs)];
  await run(bin, [...common, '-o', 'collapsed', recorded, collapsed]);
  await run(bin, [...common, '--title', title, recorded, flameGraph]);
}
