/** CPU time and memory of every process that takes part in a measurement, once a second, from Linux' /proc. Other systems record nothing. */
import { readFileSync } from 'node:fs';
import { sum } from '../util/math.ts';
import { nowEpochMs } from '../util/time.ts';
import { allowedCpus, pageBytes, parseStat, pidsOf, readIfThere, statsOf, ticksPerSecond } from './proc.ts';
import type { MachineTime, Place, Reading } from './proc.ts';

export type Watched = { process: string } & Place;

/** @param stat content of /proc/<pid>/stat @returns user and system time of the process so far; resident memory */
export function parseProcessStat(stat: string): Reading {
  const { field } = parseStat(stat);
  return { cpuSeconds: (field(14) + field(15)) / ticksPerSecond, rssBytes: field(24) * pageBytes };
}

/** @param stat content of /proc/stat @param cpus numbers of those that the run may use; by default all @returns of these. Busy is all but idle and
 * waiting for disks (guests are part of user time), with interrupts and stolen, which the kernel may charge to no process */
export function parseMachineStat(stat: string, cpus?: number[]): MachineTime {
  const [all, ...others] = stat.split('\n').filter((line) => line.startsWith('cpu'));
  const own = cpus && cpus.length < others.length ? others.filter((line) => cpus.includes(Number(/^cpu(\d+) /.exec(line)?.[1]))) : [all];
  const [user, nice, system, , , irq, softirq, steal] = own
    .map((line) => line.trim().split(/\s+/).slice(1).map(Number))
    .reduce((one, other) => one.map((ticks, field) => ticks + other[field]))
    .map((ticks) => ticks / ticksPerSecond);
  return { machine: user + nice + system + irq + softirq + steal, interrupts: irq + softirq, stolen: steal };
}

/** Samples until `stop()`, which returns the rows. */
export class ProcessSampler {
  #rows: string[] = [];
  /** Samples from other machines that are under way. */
  #pending = new Set<Promise<void>>();
  #watched: () => Watched[];
  #timer: NodeJS.Timeout | undefined;

  /** @param watched called for every sample, because processes come and go */
  constructor(watched: () => Watched[]) {
    this.#watched = watched;
  }

  start() {
    if (process.platform !== 'linux') return;
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), 1000);
  }

  #sample() {
    const timeMs = nowEpochMs();
    const watched = this.#watched();
    const elsewhere = watched.some(({ read }) => read);
    if (!elsewhere) this.#addMachine(timeMs, parseMachineStat(readFileSync('/proc/stat', 'utf8'), allowedCpus()));
    for (const { process: name, pid, cgroup, read } of watched) {
      if (read === undefined) this.#add(timeMs, name, usage({ pid, cgroup }));
    }
    if (!elsewhere) return;
    const sample = this.#sampleElsewhere(watched);
    this.#pending.add(sample);
    void sample.finally(() => this.#pending.delete(sample));
  }

  /** Each reading is dated halfway between question and answer. The machine is that under the targets. */
  async #sampleElsewhere(watched: Watched[]) {
    const dated = async ({ process: name, read }: Watched) => {
      const askedMs = nowEpochMs();
      const reading = (await read?.().catch(() => null)) ?? null;
      return { timeMs: Math.round((askedMs + nowEpochMs()) / 2), name, reading };
    };
    const readings = await Promise.all(watched.filter(({ read }) => read).map(dated));
    for (const { timeMs, name, reading } of readings) this.#add(timeMs, name, reading);
    const under = readings.find(({ name, reading }) => /^target\b/.test(name) && reading?.machine);
    if (under?.reading?.machine) this.#addMachine(under.timeMs, under.reading.machine);
  }

  #add(timeMs: number, name: string, stat: Reading | null) {
    if (stat) this.#rows.push(`${timeMs},${name},${stat.cpuSeconds.toFixed(2)},${stat.rssBytes}`);
  }

  #addMachine(timeMs: number, seconds: MachineTime) {
    for (const [name, cpuSeconds] of Object.entries(seconds)) this.#add(timeMs, name, { cpuSeconds, rssBytes: 0 });
  }

  /** @returns the text of `processes.csv` so far */
  text(): string {
    return ['time_ms,process,cpu_s,rss_bytes', ...this.#rows, ''].join('\n');
  }

  /** @returns the text of `processes.csv` */
  async stop(): Promise<string> {
    clearInterval(this.#timer);
    if (this.#timer) this.#sample();
    await Promise.all(this.#pending);
    return this.text();
  }
}

/** @returns null where the system does not tell */
export function usage({ pid, cgroup }: Place): Reading | null {
  return cgroup === undefined ? sumOfProcesses(pidsOf({ pid })) : readCgroup(cgroup);
}

/** @returns null where none is there any more: the next sample leaves it out */
function sumOfProcesses(pids: number[]): Reading | null {
  const all = statsOf(pids).map(([, stat]) => parseProcessStat(stat));
  if (all.length === 0) return null;
  return { cpuSeconds: sum(all.map(({ cpuSeconds }) => cpuSeconds)), rssBytes: sum(all.map(({ rssBytes }) => rssBytes)) };
}

/** @param dir of cgroup v2, or of v1: of cpuacct without memory, of another controller by its processes @returns null if the container has just ended */
export function readCgroup(dir: string): Reading | null {
  const usageUs = /^usage_usec (\d+)$/m.exec(readIfThere(`${dir}/cpu.stat`))?.[1];
  if (usageUs !== undefined) return { cpuSeconds: Number(usageUs) / 1e6, rssBytes: Number(readIfThere(`${dir}/memory.current`)) };
  const usageNs = readIfThere(`${dir}/cpuacct.usage`).trim();
  return usageNs === '' ? sumOfProcesses(pidsOf({ cgroup: dir })) : { cpuSeconds: Number(usageNs) / 1e9, rssBytes: 0 };
}
