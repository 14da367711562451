/** The processes whose CPU time is recorded while targets are under load, and the others, which should use the machine as little as they can. */
import { OTHERS_LIMIT } from '../analyse/slice/health.ts';
import { otherUse, sampleMachine, type OtherUse } from '../collect/others.ts';
import { ProcessSampler, type Watched } from '../collect/processes.ts';
import { parseProcessesCsv } from '../record/samples.ts';
import type { Engine } from '../engines/engine.ts';
import type { Instances } from './generators/instances.ts';

const LOOK_EVERY_MS = 5000;
/** Of the limit. A use that comes and goes around the limit is reported once. */
const QUIET_SHARE = 0.5;

/** @param all of the engine @param target the one under load; null: no target @param load under way */
export function watchedProcesses(
  all: ReturnType<Engine['processes']>,
  target: string | null,
  load: Pick<Instances, 'processes'>,
): Watched[] {
  const others = all.filter(({ process: kind, name }) => kind !== 'target' || name === target);
  // Where one has a container, the process here only waits for that.
  const generators = load.processes.filter(({ process: own, pid }) => pid !== undefined && !others.some((other) => other.process === own));
  return [...others, ...generators, { process: 'runner', pid: process.pid }];
}

/** @param targets that get slices in turn: each under its own name */
export function watchedInTurn(engine: Pick<Engine, 'processes'>, targets: string[], load: Pick<Instances, 'processes'>): Watched[] {
  const all = engine.processes();
  const own = all.filter(({ process: kind, name }) => kind === 'target' && targets.includes(name));
  return [...watchedProcesses(all, null, load), ...own.map((each) => ({ ...each, process: `target ${each.name}` }))];
}

/** @param k6 with a load on one target @returns how it ended, and samples of all processes until then */
export async function endedWatched(engine: Engine, target: string, k6: Instances) {
  const sampler = new ProcessSampler(() => watchedProcesses(engine.processes(), target, k6));
  sampler.start();
  const end = await k6.ended;
  return { end, processes: parseProcessesCsv(await sampler.stop()) };
}

/** @param onChange called when others begin to use more than a slice may lose; with null when they use less than half of that @returns ends the watch */
export function watchMachine(watched: () => Watched[], onChange: (use: OtherUse | null) => void): () => void {
  let before = sampleMachine(watched());
  let wasBusy = false;
  const look = () => {
    const now = sampleMachine(watched());
    const use = otherUse(before, now);
    before = now;
    if (use === null) return;
    const isBusy = use.share > OTHERS_LIMIT * (wasBusy ? QUIET_SHARE : 1);
    if (isBusy !== wasBusy) onChange(isBusy ? use : null);
    wasBusy = isBusy;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
