/** What the targets of a run are given, whatever the engine: variables, CPUs and options of the JVM. An engine only delivers it. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pidsCalled } from '../../collect/others.ts';
import { heldLimits, optionsOf, recordedLimits, variablesOf, type COLLECTORS, type RequestedLimits } from '../../record/json/limits.ts';
import { activeProcessors, type Knob } from '../../record/variant.ts';
import { UsageError } from '../../util/errors.ts';
import type { Catalogue } from '../../record/catalogue.ts';

/** @returns CPUs of a target by default: on a small machine half a CPU, so that k6 is not the bottleneck */
export function defaultTargetCpus(): number {
  return os.availableParallelism() < 4 ? 0.5 : 1;
}

export type Collector = (typeof COLLECTORS)[number];

const NAMES: Record<Collector, string> = { serial: 'SerialGC', g1: 'G1GC', parallel: 'ParallelGC', zgc: 'ZGC', shenandoah: 'ShenandoahGC' };
const CHOOSES = /^-XX:\+Use((?:Serial|G1|Parallel|Z|Shenandoah|Epsilon)GC)$/;
const MEBIBYTES: Record<string, number> = { k: 1 / 1024, m: 1, g: 1024 };

/** what one target is given; `jvmArgs`: beyond services/jvm.args */
type OfOne = Pick<Given, 'cpus' | 'jvmArgs'>;

/** What a sweep gives a variant, by a value that the plan accepted, in place of what all are given. Its environment is in the catalogue. */
const CHANGES: Partial<Record<Knob, (value: string, given: Given) => Partial<OfOne>>> = {
  gc: (value, { root, jvmArgs }) => ({ jvmArgs: [...collectorArgs(root, value as Collector), ...jvmArgs] }),
  heap: (value, { jvmArgs }) => ({ jvmArgs: [...jvmArgs, `-Xms${value}m`, `-Xmx${value}m`] }),
  cpus: (value) => ({ cpus: Number(value) }),
};

/** `root`: the checkout; `settings`: a name in those of the catalogue */
type Asked = { catalogue: Catalogue; root: string; limits: RequestedLimits; settings?: string | null };

export class Given {
  catalogue;
  root;
  settings;
  limits;
  /** Of each target. */
  cpus: number;
  /** Of each target, beyond services/jvm.args. */
  jvmArgs: string[];
  /** Variables by which a target listens, and finds what it needs; of those in a template of it, only the ones that the run changes. */
  addresses: (target: string) => Record<string, string> = () => ({});

  constructor({ catalogue, root, limits, settings = null }: Asked, usualCpus: number = defaultTargetCpus()) {
    this.catalogue = catalogue;
    this.root = root;
    this.settings = settings;
    this.limits = heldLimits(limits);
    this.cpus = this.limits.targetCpus ?? usualCpus;
    this.jvmArgs = [...collectorArgs(root, this.limits.gc), ...this.limits.jvmArgs];
  }

  /** @returns variables of its process; what makes it the target that it is has priority */
  targetEnvironment(name: string): Record<string, string> {
    const { environment, own } = this.catalogue.targets[name];
    if (!own) {
      const settings = settingsOf(this.catalogue, this.settings, name);
      return { ...this.addresses(name), ...variablesOf(this.limits), ...settings, ...environment };
    }
    const { JAVA_HOME } = process.env;
    // An image has its own programs.
    return own.image === undefined && JAVA_HOME !== undefined ? { JAVA_HOME, ...environment } : environment;
  }

  to(name: string): OfOne {
    const { variant } = this.catalogue.targets[name];
    const { cpus, jvmArgs } = this;
    return withProcessors({ cpus, jvmArgs, ...(variant && CHANGES[variant.knob]?.(variant.value, this)) });
  }

  /** @returns what else works for the targets of a user's service, such as its database */
  backends() {
    const names = this.catalogue.own?.backends ?? [];
    return names.flatMap((name) => pidsCalled(name).map((pid) => ({ process: `${name} ${pid}`, name, pid })));
  }

  /** @throws {UsageError} one line */
  requireBackends() {
    const missing = this.catalogue.own?.backends?.find((name) => pidsCalled(name).length === 0);
    if (missing !== undefined)
      throw new UsageError(`backends: no process is called ${missing}; accepted are names as top shows them, such as mariadbd`);
  }

  /** @returns what all targets and the generators are given, by the names of the options; 0: no limit */
  asOptions(): Record<string, string> {
    const { cpus: targetCpus, jvmArgs } = withProcessors(this);
    return optionsOf({ ...this.limits, targetCpus, jvmArgs });
  }

  /** Fields of `limits` in a record that do not depend on the engine. */
  describe() {
    const { cpus: targetCpus, jvmArgs } = withProcessors(this);
    return {
      ...recordedLimits(this.limits),
      targetCpus,
      activeProcessorCount: activeProcessors(targetCpus),
      // A service of the user's is started as the user says.
      ...(this.catalogue.own ? { jvmArgs: [], heapMb: null, collector: null } : jvmSettings(this.root, jvmArgs)),
    };
  }
}

/** Without its limit, a JVM would size its pools by all CPUs of the machine. */
function withProcessors({ cpus, jvmArgs }: OfOne): OfOne {
  return { cpus, jvmArgs: [`-XX:ActiveProcessorCount=${activeProcessors(cpus)}`, ...jvmArgs] };
}

/** @returns what they add to a target's environment, which has priority, by its web server and its driver; without a name nothing */
export function settingsOf(catalogue: Catalogue, name: string | null, target: string): Record<string, string> {
  if (!name) return {};
  const { server, database, environment } = catalogue.targets[target];
  const byPart: Partial<Record<string, Record<string, string>>> = catalogue.settings[name].environment;
  const added = { ...byPart[server], ...(database && byPart[database]) };
  return Object.fromEntries(Object.entries(added).filter(([variable]) => !(variable in environment)));
}

export function collectorFlag(gc: Collector): string {
  return `-XX:+Use${NAMES[gc]}`;
}

function argsOfFile(root: string): string[] {
  const lines = readFileSync(path.join(root, 'services', 'jvm.args'), 'utf8').split('\n');
  return lines.flatMap((line) => line.replace(/#.*/, '').split(/\s+/)).filter(Boolean);
}

/** A JVM that is told to use two collectors refuses to start, so the one in services/jvm.args is taken back. @returns further options */
export function collectorArgs(root: string, gc: Collector | null): string[] {
  if (gc === null) return [];
  const others = argsOfFile(root).filter((arg) => CHOOSES.test(arg) && arg !== collectorFlag(gc));
  return [...others.map((arg) => arg.replace('+', '-')), collectorFlag(gc)];
}

/** @param further options @returns options of every target's JVM, and what they choose */
export function jvmSettings(root: string, further: string[]): { jvmArgs: string[]; heapMb: number | null; collector: string | null } {
  const jvmArgs = [...argsOfFile(root), ...further];
  // If two options conflict, a JVM uses the last.
  const heap = jvmArgs.map((arg) => /^-Xmx(\d+)([kmg])$/i.exec(arg)).findLast(Boolean);
  const collector = jvmArgs.map((arg) => CHOOSES.exec(arg)).findLast(Boolean);
  return { jvmArgs, heapMb: heap ? Number(heap[1]) * MEBIBYTES[heap[2].toLowerCase()] : null, collector: collector?.[1] ?? null };
}
