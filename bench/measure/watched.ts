/** The processes whose CPU time is recorded while targets are under load. */
import { ProcessSampler, type Watched } from '../collect/processes.ts';
import { parseProcessesCsv } from '../record/samples.ts';
import type { Engine } from '../engines/engine.ts';
import type { Instances, LoadEnd } from './generators/instances.ts';

/** @param target the one under load; null: no target @param load under way */
export function watchedProcesses(engine: Pick<Engine, 'processes'>, target: string | null, load: Pick<Instances, 'processes'>): Watched[] {
  const others = engine.processes().filter(({ process: kind, name }) => kind !== 'target' || name === target);
  // Where one has a container, the process here only waits for that.
  const generators = load.processes.filter(({ process: own, pid }) => pid !== undefined && !others.some((other) => other.process === own));
  return [...others, ...generators, { process: 'runner', pid: process.pid }];
}

/** @param targets that get slices in turn: each under its own name */
export function watchedInTurn(engine: Pick<Engine, 'processes'>, targets: string[], load: Pick<Instances, 'processes'>): Watched[] {
  const own = engine.processes().filter(({ process: kind, name }) => kind === 'target' && targets.includes(name));
  return [...watchedProcesses(engine, null, load), ...own.map((each) => ({ ...each, process: `target ${each.name}` }))];
}

/** @param k6 with a load on one target @returns how it ended, and samples of all processes until then */
export async function endedWatched(
  engine: Engine,
  target: string,
  k6: Instances,
): Promise<{ end: LoadEnd; processes: ReturnType<typeof parseProcessesCsv> }> {
  const sampler = new ProcessSampler(() => watchedProcesses(engine, target, k6));
  sampler.start();
  const end = await k6.ended;
  return { end, processes: parseProcessesCsv(await sampler.stop()) };
}
