/** What about this machine makes its figures doubtful, as far as Linux tells: cores of several kinds, frequencies, a battery. Other systems tell nothing. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { allowedCpus, parseCpuList, readIfThere } from './proc.ts';
import { plural } from '../util/text.ts';

/** Drivers whose `powersave` is the usual choice: it raises frequencies under load (Documentation/admin-guide/pm/intel_pstate.rst, amd-pstate.rst of the kernel). */
const FAST_POWERSAVE = ['intel_pstate', 'amd-pstate-epp'];

export interface MachineFacts {
  /** numbers of the CPUs that the run may use, those of one kind together, the fastest first */
  kinds: number[][];
  /** of frequencies; null where the system has none, as in most virtual machines */
  governor: string | null;
  /** the governor keeps frequencies low */
  isSlowed: boolean;
  isOnBattery: boolean;
}

/** @param where by default this machine */
export function machineFacts({
  sys = '/sys',
  cpus = process.platform === 'linux' ? allowedCpus() : [],
}: { sys?: string; cpus?: number[] } = {}): MachineFacts {
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

/** @returns none if it is missing */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
