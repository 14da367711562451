/** The processes whose CPU time is recorded while targets are under load. */
import type { Engine } from '../engines/engine.ts';
import type { Watched } from '../collect/processes.ts';
import type { Instances } from './generators/instances.ts';

/** under way */
type Load = Pick<Instances, 'processes'>;

/** @param target the one under load; null: no target */
export function watchedProcesses(engine: Engine, target: string | null, load: Load): Watched[] {
  const others = engine.processes().filter(({ process: kind, name }) => kind !== 'target' || name === target);
  // Where one has a container, the process here only waits for that.
  const generators = load.processes.filter(({ process: own, pid }) => pid !== undefined && !others.some((other) => other.process === own));
  return [...others, ...generators, { process: 'runner', pid: process.pid }];
}

/** @param targets that get slices in turn: each under its own name */
export function watchedInTurn(engine: Engine, targets: string[], load: Load): Watched[] {
  const all = watchedProcesses(engine, null, load);
  const own = engine.processes().filter(({ process: kind, name }) => kind === 'target' && targets.includes(name));
  return [...all, ...own.map((each) => ({ ...each, process: `target ${each.name}` }))];
}
