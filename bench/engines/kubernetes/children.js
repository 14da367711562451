/** What the programs that the runner has started here take, kubectl above all: where a node is this machine, that is time of the node. */
import process from 'node:process';
import { parseProcess } from '../../collect/others.js';
import { readIfThere, ticksPerSecond } from '../../collect/proc.js';
import { parseProcessStat } from '../../collect/processes.js';
import { sum } from '../../util/math.js';

/** Its time is that of its children, those that have ended, too. @returns {Promise<import('../../collect/proc.js').Reading | null>} null where Linux is not */
export async function childrenUse() {
  const own = readIfThere('/proc/self/stat');
  if (own === '') return null;
  const ids = readIfThere(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean);
  return useOfChildren(own, ids.map((id) => readIfThere(`/proc/${id}/stat`)).filter(Boolean));
}

/**
 * @param {string} parent content of its /proc/<pid>/stat
 * @param {string[]} children likewise of those that are there
 * @returns {import('../../collect/proc.js').Reading}
 */
export function useOfChildren(parent, children) {
  const reapedSeconds = (/** @type {string} */ stat) => parseProcess(stat).reapedTicks / ticksPerSecond;
  const there = children.map((stat) => ({ ...parseProcessStat(stat), reaped: reapedSeconds(stat) }));
  return {
    cpuSeconds: reapedSeconds(parent) + sum(there.map(({ cpuSeconds, reaped }) => cpuSeconds + reaped)),
    rssBytes: sum(there.map(({ rssBytes }) => rssBytes)),
  };
}
