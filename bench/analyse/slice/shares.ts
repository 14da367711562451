/** Who used how much of the machine, and how much there was for it. Without a cluster all processes of a run were on one machine. The nodes of a small cluster
 * may be containers of one machine: then all that is on them shares its CPUs. */
import type { DOWNSTREAM } from '../../record/catalogue.ts';
import { counterDelta, orAbsent, type Window, type Absence } from './window.ts';
import { sum } from '../../util/math.ts';
import type { Run } from '../../record/run.ts';
import type { Sample } from '../../record/samples.ts';

/** cores used, by process; `machine`: of the machine under the targets, by all together */
export type ProcessCores = Record<string, number>;

export type Use = { used: number; share: number };

/** `process`: one of several generators, which was nearer to its limit than all together */
export type GeneratorUse = Use & { process?: string };

/** `machine`: that under the targets */
type Placed = { machine: Pick<Run['machine'], 'cores'>; limits: Pick<Run['limits'], 'nodes' | 'runnerMachine'> };

type Given = Placed & { limits: Pick<Run['limits'], 'generatorCpus' | 'containers'> };

/** Of what it may use: a generator or a service that uses more may be what limits a target. */
export const USE_LIMIT = 0.8;
/** Time that the kernel counts for the machine and, depending on how it was built, for no process (proc_stat(5)). */
export const UNCHARGED = ['interrupts', 'stolen'];
/** A share of a machine that is full is not nothing, so that what was used can be divided by it. */
const LEAST_CORES = 0.01;
const GENERATOR = /^generator( \d+)?$/;
const OF_MACHINE = ['machine', ...UNCHARGED];
/** Where they are is not a matter of the cluster. */
const BESIDE_CLUSTER = ['runner', 'kubectl'];
/** `target`, `target mvc`, and those that were idle together. */
const TARGETS = /^(idle )?targets?\b/;

/** @param processes cumulative CPU seconds of each
 * @param absent gets a reason for every process without a figure
 * @returns without those that have no two samples in the window */
export function coresUsed(processes: Map<string, Sample[]> | null, window: Window, absent: Record<string, Absence> = {}): ProcessCores {
  const cores: ProcessCores = {};
  for (const [process, samples] of processes ?? []) {
    const used = orAbsent(absent, `${process} cores`, () => counterDelta(samples, window));
    if (used) cores[process] = used.delta / used.seconds;
  }
  return cores;
}

/** One, or several that share the load. */
export function isGenerator(process: string): boolean {
  return GENERATOR.test(process);
}

/** @returns of all generators together; undefined where none was recorded */
export function generatorCores(cores: ProcessCores): number | undefined {
  const own = Object.keys(cores).filter(isGenerator);
  return own.length > 0 ? sum(own.map((process) => cores[process])) : undefined;
}

/** What the generators may use: what the others leave them, and no more than they are given. One of several can be at its limit while the
 * others are not.
 * @returns of all of a machine together, or of the one that is nearest to its limit; null where none was recorded */
export function generatorUse(cores: ProcessCores, run: Given): GeneratorUse | null {
  const { generatorCpus: given } = run.limits;
  const own = Object.keys(cores).filter(isGenerator);
  const isOneMachine = own.every((process) => areTogether(process, own[0], run));
  const together = isOneMachine ? useOf(own, cores, run, given && given * own.length) : null;
  const each = own.map((process) => {
    const use = useOf([process], cores, run, given);
    return use && { process, ...use };
  });
  return [together, ...each].reduce((most, use) => (shareUsed(use) > shareUsed(most) || most === null ? use : most), null);
}

/** @returns had it too little CPU left to be no limit? */
export function isOverused(use: Use | null): boolean {
  return use !== null && use.used > USE_LIMIT * use.share;
}

function shareUsed(use: Use | null) {
  return use === null ? 0 : use.used / use.share;
}

/** Of a service that may run in a container, with a limit or without. @returns null where it was not recorded */
export function containerUse(process: 'database' | typeof DOWNSTREAM, cores: ProcessCores, run: Given): Use | null {
  const service = process === 'database' ? 'mariadb' : process;
  const container = run.limits.containers?.find((each) => each.service === service);
  return useOf([process], cores, run, container?.cpus || null);
}

/** @param processes of one machine @param given cores that all of them are limited to; null for none @returns null where they were not recorded */
function useOf(processes: string[], cores: ProcessCores, run: Given, given: number | null): Use | null {
  if (processes.length === 0 || processes.some((process) => cores[process] === undefined)) return null;
  const used = sum(processes.map((process) => cores[process]));
  const free = leftTo(processes, used, cores, run);
  if (free === null) return null;
  // What it used was left to it, even where the others seem to have used more than there is.
  const left = Math.max(used, LEAST_CORES, free);
  return { used, share: Math.min(left, given ?? Infinity) };
}

/** Under the targets the whole machine was recorded; of another machine, what the run's processes used there. @returns null where it is not known */
function leftTo(processes: string[], used: number, cores: ProcessCores, run: Given): number | null {
  const [first] = processes;
  if (areTogether(first, 'target', run)) return cores.machine === undefined ? null : run.machine.cores - Math.max(0, cores.machine - used);
  const there = nodeOf(first, run.limits)?.cores;
  if (there === undefined) return null;
  const beside = Object.keys(cores).filter((process) => !OF_MACHINE.includes(process) && !processes.includes(process));
  return there - sum(beside.filter((process) => areTogether(process, first, run)).map((process) => cores[process]));
}

/** @param processes that were watched
 * @returns share of the machine under the targets that processes which are not of the run used; 0 where a watched one was not there
 * throughout: the figures say so where they are made */
export function othersShare(cores: ProcessCores, processes: string[], run: Placed): number {
  const own = processes.filter((process) => !OF_MACHINE.includes(process) && areTogether(process, 'target', run));
  if (cores.machine === undefined || own.some((process) => cores[process] === undefined)) return 0;
  return (cores.machine - sum(own.map((process) => cores[process]))) / run.machine.cores;
}

function nodeOf(process: string, { nodes = [] }: Placed['limits']) {
  const kind = TARGETS.test(process) ? 'target' : process;
  return nodes.find(({ roles }) => roles.includes(kind)) ?? nodes.find(({ roles }) => isGenerator(kind) && roles.includes('generator'));
}

function machineOf(process: string, limits: Placed['limits']): string | undefined {
  return BESIDE_CLUSTER.includes(process) ? limits.runnerMachine : nodeOf(process, limits)?.machine;
}

function areTogether(one: string, other: string, { limits }: Placed): boolean {
  return limits.nodes === undefined || machineOf(one, limits) === machineOf(other, limits);
}
