/** The processes whose CPU time is recorded while a target is under load. */

/**
 * @param {import('../engines/engine.js').Engine} engine
 * @param {string} target the one under load
 * @param {number | undefined} k6Pid
 * @returns {import('../collect/processes.js').Watched[]}
 */
export function watchedProcesses(engine, target, k6Pid) {
  const others = engine.processes().filter(({ process: kind, name }) => kind !== 'target' || name === target);
  const generator = k6Pid === undefined ? [] : [{ process: 'generator', pid: k6Pid }];
  return [...others, ...generator, { process: 'runner', pid: process.pid }];
}
