/** The kernel's scheduler, as far as Linux tells. It decides who waits for a CPU, and for how long. */
import os from 'node:os';
import { readIfThere } from './proc.ts';

const PREEMPTION_FILE = '/sys/kernel/debug/sched/preempt';
const SCHED_EXT_STATE = '/sys/kernel/sched_ext/state';
const SCHED_EXT_NAME = '/sys/kernel/sched_ext/root/ops';

export interface KernelFacts {
  /** such as `6.12.3-amd64` */
  release: string;
  /** content of /proc/version */
  version: string;
  /** content of a file that root alone can read: the model in force is in parentheses; '' if unreadable */
  preemption: string;
  /** of schedulers that are loaded into the kernel; '' where it has no such feature */
  schedExtState: string;
  schedExtName: string;
}

/** @returns a short text for the run's record */
export function scheduler(): string {
  if (process.platform !== 'linux') return 'unknown';
  return describeScheduler({
    release: os.release(),
    version: readIfThere('/proc/version'),
    preemption: readIfThere(PREEMPTION_FILE),
    schedExtState: readIfThere(SCHED_EXT_STATE),
    schedExtName: readIfThere(SCHED_EXT_NAME),
  });
}

/** @returns such as `EEVDF, preemption full` */
export function describeScheduler({ release, version, preemption, schedExtState, schedExtName }: KernelFacts): string {
  const isExtended = schedExtState.trim() === 'enabled';
  const name = isExtended ? `sched_ext ${schedExtName.trim()}`.trim() : fairScheduler(release);
  const model = /\((\w+)\)/.exec(preemption)?.[1];
  const built = version.match(/\bPREEMPT\w*/g)?.join(' ');
  return [name, model ? `preemption ${model}` : built].filter(Boolean).join(', ');
}

/** @returns EEVDF replaced CFS in Linux 6.6 (Documentation/scheduler/sched-eevdf.rst of the kernel) */
function fairScheduler(release: string): string {
  const [major, minor] = release.split('.').map((part) => parseInt(part, 10));
  return major > 6 || (major === 6 && minor >= 6) ? 'EEVDF' : 'CFS';
}
