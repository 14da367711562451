/** What about this machine a reader of its figures must know, as far as Linux tells: the kernel's scheduler, kinds of cores, frequencies, a battery. */
import os from 'node:os';
import path from 'node:path';
import { allowedCpus, namesIn, parseCpuList, readIfThere } from './proc.ts';
import { plural } from '../util/text.ts';

/** Drivers whose `powersave` is the usual choice: it raises frequencies under load (Documentation/admin-guide/pm/intel_pstate.rst, amd-pstate.rst of the kernel). */
const FAST_POWERSAVE = ['intel_pstate', 'amd-pstate-epp'];

export type MachineFacts = ReturnType<typeof machineFacts>;

/** @param cpus numbers of those that the run may use @returns `kinds`: these, those of one kind together, the fastest first; `governor` of frequencies:
 * null where the system has none, as in most virtual machines; `isSlowed`: it keeps them low */
export function machineFacts(sys = '/sys', cpus = process.platform === 'linux' ? allowedCpus() : []) {
  const frequency = (name: string) => readIfThere(path.join(sys, 'devices/system/cpu/cpu0/cpufreq', name)).trim();
  const governor = frequency('scaling_governor') || null;
  const isSlowed = governor === 'powersave' && !FAST_POWERSAVE.includes(frequency('scaling_driver'));
  return { kinds: kindsOf(sys, cpus), governor, isSlowed, isOnBattery: isDischarging(path.join(sys, 'class/power_supply')) };
}

/** @returns a line for each doubt, with what to do */
export function doubtsOf({ kinds, governor, isSlowed, isOnBattery }: MachineFacts): string[] {
  const counts = kinds.map((kind) => kind.length).join(' + ');
  const cure = `as plain processes: taskset -c ${kinds[0]?.join(',')} make …`;
  return [
    kinds.length > 1 &&
      `cores of ${plural(kinds.length, 'kind')} (${counts}): the same work takes longer on some; use those of one kind, ${cure}`,
    isSlowed && `the CPUs' frequencies are kept low (governor ${governor}): cpupower frequency-set -g performance raises them`,
    isOnBattery && 'the machine runs on its battery, which may slow it down: connect it to the mains',
  ].filter((doubt) => doubt !== false);
}

/** @returns those of the fastest kind first */
export function fastestFirst(cpus: number[]): number[] {
  return kindsOf('/sys', cpus).flat();
}

/** By the capacity that arm64 has for each CPU, or by the two lists that Intel's hybrid processors have. */
function kindsOf(sys: string, cpus: number[]): number[][] {
  const slow = readIfThere(path.join(sys, 'devices/cpu_atom/cpus')).trim();
  const slowCpus = slow === '' ? [] : parseCpuList(slow);
  const speedOf = (cpu: number) =>
    Number(readIfThere(path.join(sys, `devices/system/cpu/cpu${cpu}/cpu_capacity`))) || (slowCpus.includes(cpu) ? 1 : 2);
  const speeds = [...new Set(cpus.map(speedOf))].sort((a, b) => b - a);
  return speeds.map((speed) => cpus.filter((cpu) => speedOf(cpu) === speed));
}

/** @param supplies folder of all @returns a battery of the machine is being discharged, not one of a mouse (scope Device) */
function isDischarging(supplies: string): boolean {
  const read = (name: string, file: string) => readIfThere(path.join(supplies, name, file)).trim();
  return namesIn(supplies).some(
    (name) => read(name, 'type') === 'Battery' && read(name, 'scope') !== 'Device' && read(name, 'status') === 'Discharging',
  );
}

/** @returns the kernel's scheduler, a short text for the run's record */
export function scheduler(): string {
  return process.platform === 'linux' ? describeScheduler(kernelFacts()) : 'unknown';
}

function kernelFacts() {
  return {
    /** such as `6.12.3-amd64` */
    release: os.release(),
    version: readIfThere('/proc/version'),
    /** root alone can read it: the model in force is in parentheses */
    preemption: readIfThere('/sys/kernel/debug/sched/preempt'),
    /** of schedulers that are loaded into the kernel; '' where it has no such feature */
    schedExtState: readIfThere('/sys/kernel/sched_ext/state'),
    schedExtName: readIfThere('/sys/kernel/sched_ext/root/ops'),
  };
}

/** @returns such as `EEVDF, preemption full` */
export function describeScheduler({ release, version, preemption, schedExtState, schedExtName }: ReturnType<typeof kernelFacts>): string {
  const isExtended = schedExtState.trim() === 'enabled';
  const name = isExtended ? `sched_ext ${schedExtName.trim()}`.trim() : fairScheduler(release);
  const model = /\((\w+)\)/.exec(preemption)?.[1];
  const built = version.match(/\bPREEMPT\w*/g)?.join(' ');
  return [name, model ? `preemption ${model}` : built].filter(Boolean).join(', ');
}

/** EEVDF replaced CFS in Linux 6.6 (Documentation/scheduler/sched-eevdf.rst of the kernel). */
function fairScheduler(release: string): string {
  const [major, minor] = release.split('.').map((part) => parseInt(part, 10));
  return major > 6 || (major === 6 && minor >= 6) ? 'EEVDF' : 'CFS';
}
