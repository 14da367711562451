/** The processes whose CPU time is recorded while targets are under load. */

/** @typedef {Pick<import('./generators/instances.js').Instances, 'processes'>} Load under way */

/**
 * @param {import('../engines/engine.js').Engine} engine
 * @param {string | null} target the one under load; null: no target
 * @param {Load} load
 * @returns {import('../collect/processes.js').Watched[]}
 */
export function watchedProcesses(engine, target, load) {
  const others = engine.processes().filter(({ process: kind, name }) => kind !== 'target' || name === target);
  // Where one has a container, the process here only waits for that.
  const generators = load.processes.filter(({ process: own, pid }) => pid !== undefined && !others.some((other) => other.process === own));
  return [...others, ...generators, { process: 'runner', pid: process.pid }];
}

/**
 * @param {import('../engines/engine.js').Engine} engine
 * @param {string[]} targets that get slices in turn: each under its own name
 * @param {Load} load
 * @returns {import('../collect/processes.js').Watched[]}
 */
export function watchedInTurn(engine, targets, load) {
  const all = watchedProcesses(engine, null, load);
  const own = engine.processes().filter(({ process: kind, name }) => kind === 'target' && targets.includes(name));
  return [...all, ...own.map((each) => ({ ...each, process: `target ${each.name}` }))];
}
