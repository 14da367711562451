/**
 * CPU time and memory of containers, read in their control groups, and the busy time of their nodes: a shell in each, which answers one line for each
 * that it is sent. A command for each reading would cost more CPU time than it reports.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseProcess } from '../../collect/others.ts';
import { readIfThere, ticksPerSecond, type Reading } from '../../collect/proc.ts';
import { parseMachineStat, parseProcessStat } from '../../collect/processes.ts';
import { sum } from '../../util/math.ts';
import { inTime } from '../../util/wait.ts';
import type { ChildProcessWithoutNullStreams as Child } from 'node:child_process';
import type { Kubectl } from './cluster/kubectl.ts';

/** `quota`: CPUs that the kernel allows; Infinity: all, null: not known */
type Answer = Reading & { quota: number | null; clockMs: number | null };

const ANSWER_MS = 800;

/** For any POSIX shell, with cgroup v2 or v1. `clock` costs a process, all else none. */
const SCRIPT = `cd /sys/fs/cgroup
while read -r asked; do
  clock=- unit=ns
  [ "$asked" = clock ] && clock=$(date +%s%N)
  if [ -r cpu.max ]; then
    read -r _ used < cpu.stat; read -r quota period < cpu.max; read -r memory < memory.current; unit=us
  else
    read -r used < cpuacct/cpuacct.usage; read -r quota < cpu/cpu.cfs_quota_us; read -r period < cpu/cpu.cfs_period_us
    read -r memory < memory/memory.usage_in_bytes
  fi
  read -r machine < /proc/stat
  echo "$used $unit $memory $quota $period $clock $machine"
done`;

export class Readers {
  kubectl;
  /** by pod; `waiting`: answers that are due */
  #readers = new Map<string, { child: Child; lines: AsyncIterator<string>; waiting: number }>();

  constructor(kubectl: Kubectl) {
    this.kubectl = kubectl;
  }

  /** @param pod running @param clock asks for the time, too @returns null: it does not answer */
  read(pod: string, clock = false): Promise<Answer | null> {
    const reader = this.#reader(pod);
    // The first answer comes when the shell has started.
    const withinMs = reader.waiting === 0 ? 5 * ANSWER_MS : ANSWER_MS;
    reader.waiting++;
    reader.child.stdin.write(clock ? 'clock\n' : 'now\n');
    // It is awaited also when it is late, so that later ones belong to their questions. After the last line there is none.
    const answer = reader.lines.next().then(({ value = '' }) => parseAnswer(value));
    return inTime(
      answer.finally(() => reader.waiting--),
      withinMs,
      'late',
    ).catch(() => null);
  }

  /** @returns one whose shell runs */
  #reader(pod: string) {
    const known = this.#readers.get(pod);
    if (known && known.child.exitCode === null && known.child.signalCode === null) return known;
    const child = this.kubectl.start('exec', '-i', pod, '--', 'sh', '-c', SCRIPT);
    const reader = { child, lines: createInterface(child.stdout)[Symbol.asyncIterator](), waiting: 0 };
    this.#readers.set(pod, reader);
    return reader;
  }

  /** @param pod that has ended */
  forget(pod: string) {
    this.#readers.get(pod)?.child.kill('SIGKILL');
    this.#readers.delete(pod);
  }
}

/** @param line of the script */
export function parseAnswer(line: string): Answer | null {
  const match = /^(\d+) (ns|us) (\d+) (-1|max|\d+) (\d+) (\d+|-) (cpu .*)$/.exec(line);
  if (!match) return null;
  const [, used, unit, memory, quota, period, clock, machine] = match;
  return {
    cpuSeconds: Number(used) / (unit === 'us' ? 1e6 : 1e9),
    rssBytes: Number(memory),
    quota: quota === 'max' || quota === '-1' ? Infinity : Number(quota) / Number(period),
    clockMs: clock === '-' ? null : Number(clock) / 1e6,
    machine: parseMachineStat(machine),
  };
}

/** Of what this process has started, now and before, kubectl above all: where a node is this machine, that is time of the node. */
export async function childrenUse(): Promise<Reading | null> {
  const own = readIfThere('/proc/self/stat');
  if (own === '') return null;
  const ids = readIfThere(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean);
  return useOfChildren(own, ids.map((id) => readIfThere(`/proc/${id}/stat`)).filter(Boolean));
}

/** @param parent content of its /proc/<pid>/stat @param children likewise of those that are there */
export function useOfChildren(parent: string, children: string[]): Reading {
  const there = children.map(parseProcessStat);
  const reapedTicks = sum([parent, ...children].map((stat) => parseProcess(stat).reapedTicks));
  return {
    cpuSeconds: reapedTicks / ticksPerSecond + sum(there.map(({ cpuSeconds }) => cpuSeconds)),
    rssBytes: sum(there.map(({ rssBytes }) => rssBytes)),
  };
}
