/** The processes whose CPU time is recorded while targets are under load. */

/**
 * @param {import('../engines/engine.js').Engine} engine
 * @param {string | null} target the one under load; null: no target
 * @param {number | undefined} k6Pid
 * @returns {import('../collect/processes.js').Watched[]}
 */
export function watchedProcesses(engine, target, k6Pid) {
  const others = engine.processes().filter(({ process: kind, name }) => kind !== 'target' || name === target);
  // Where it has a container, the process here only waits for that.
  const isAmong = others.some(({ process: kind }) => kind === 'generator');
  const generator = k6Pid === undefined || isAmong ? [] : [{ process: 'generator', pid: k6Pid }];
  return [...others, ...generator, { process: 'runner', pid: process.pid }];
}

/**
 * @param {import('../engines/engine.js').Engine} engine
 * @param {string[]} targets that get slices in turn: each under its own name
 * @param {number | undefined} k6Pid
 * @returns {import('../collect/processes.js').Watched[]}
 */
export function watchedInSequence(engine, targets, k6Pid) {
  const all = watchedProcesses(engine, null, k6Pid);
  const own = engine.processes().filter(({ process: kind, name }) => kind === 'target' && targets.includes(name));
  return [...all, ...own.map((each) => ({ ...each, process: `target ${each.name}` }))];
}
