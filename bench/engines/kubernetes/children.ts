/** What the programs that the runner has started here take, kubectl above all: where a node is this machine, that is time of the node. */
import process from 'node:process';
import { parseProcess } from '../../collect/others.ts';
import { readIfThere, ticksPerSecond, type Reading } from '../../collect/proc.ts';
import { parseProcessStat } from '../../collect/processes.ts';
import { sum } from '../../util/math.ts';

/** Its time is that of its children, those that have ended, too. @returns null where Linux is not */
export async function childrenUse(): Promise<Reading | null> {
  const own = readIfThere('/proc/self/stat');
  if (own === '') return null;
  const ids = readIfThere(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean);
  return useOfChildren(own, ids.map((id) => readIfThere(`/proc/${id}/stat`)).filter(Boolean));
}

/** @param parent content of its /proc/<pid>/stat @param children likewise of those that are there */
export function useOfChildren(parent: string, children: string[]): Reading {
  const reapedSeconds = (stat: string) => parseProcess(stat).reapedTicks / ticksPerSecond;
  const there = children.map((stat) => ({ ...parseProcessStat(stat), reaped: reapedSeconds(stat) }));
  return {
    cpuSeconds: reapedSeconds(parent) + sum(there.map(({ cpuSeconds, reaped }) => cpuSeconds + reaped)),
    rssBytes: sum(there.map(({ rssBytes }) => rssBytes)),
  };
}
