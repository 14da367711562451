/** What the targets of a run are given, whatever the engine: variables, CPUs and options of the JVM. An engine only delivers it. */
import { heldLimits, optionsOf, recordedLimits, variablesOf, type RequestedLimits } from '../../record/json/limits.ts';
import { activeProcessors, type Knob } from '../../record/variant.ts';
import { collectorArgs, defaultTargetCpus, jvmSettings, withProcessors, type Collector } from '../jvm.ts';
import type { Catalogue } from '../../record/catalogue.ts';

/** what one target is given; `jvmArgs`: beyond services/jvm.args */
type OfOne = { cpus: number; jvmArgs: string[] };

/** What a sweep gives a variant in place of what all are given. Its environment is in the catalogue. */
const CHANGES = {
  gc: (value, { root, jvmArgs }) => ({
    jvmArgs: [...collectorArgs(root, value as Collector), ...jvmArgs],
  }),
  heap: (value, { jvmArgs }) => ({ jvmArgs: [...jvmArgs, `-Xms${value}m`, `-Xmx${value}m`] }),
  cpus: (value) => ({ cpus: Number(value) }),
} as Partial<Record<Knob, (value: string, given: Given) => Partial<OfOne>>>;

export class Given {
  catalogue;
  root;
  settings;
  limits;
  cpus;
  jvmArgs;
  /**
   * Variables that say where a target listens, and finds what it needs, as its engine has it. Where a template of the target has them, only those that
   * the run changes.
   */
  addresses: (target: string) => Record<string, string> = () => ({});

  constructor(
    {
      catalogue,
      root,
      limits,
      settings = null,
    }: {
      catalogue: Catalogue;
      /** the checkout */
      root: string;
      limits: RequestedLimits;
      /** a name in the catalogue's `settings` */
      settings?: string | null;
    },
    usualCpus: number = defaultTargetCpus(),
  ) {
    this.catalogue = catalogue;
    this.root = root;
    this.settings = settings;
    this.limits = heldLimits(limits);
    /** Of each target. */
    this.cpus = this.limits.targetCpus ?? usualCpus;
    /** Of each target, beyond services/jvm.args. */
    this.jvmArgs = [...collectorArgs(root, this.limits.gc), ...this.limits.jvmArgs];
  }

  /** @returns variables of its process; what makes it the target that it is has priority */
  targetEnvironment(name: string): Record<string, string> {
    const { environment, own } = this.catalogue.targets[name];
    // An image has its own programs.
    if (own) return { ...(own.image === undefined && ofUser()), ...environment };
    return { ...this.addresses(name), ...variablesOf(this.limits), ...settingsOf(this.catalogue, this.settings, name), ...environment };
  }

  to(name: string): OfOne {
    const { variant } = this.catalogue.targets[name];
    const { cpus, jvmArgs } = this;
    const own = { cpus, jvmArgs, ...(variant && CHANGES[variant.knob]?.(variant.value, this)) };
    return { cpus: own.cpus, jvmArgs: withProcessors(own.cpus, own.jvmArgs) };
  }

  /** @returns what all targets and the generators are given, by the names of the options; 0: no limit */
  asOptions(): Record<string, string> {
    return optionsOf({ ...this.limits, targetCpus: this.cpus, jvmArgs: withProcessors(this.cpus, this.jvmArgs) });
  }

  /** Fields of `limits` in a record that do not depend on the engine. */
  describe() {
    return {
      ...recordedLimits(this.limits),
      targetCpus: this.cpus,
      activeProcessorCount: activeProcessors(this.cpus),
      // A service of the user's is started as the user says.
      ...(this.catalogue.own ? { jvmArgs: [], heapMb: null, collector: null } : jvmSettings(this.root, this.cpus, this.jvmArgs)),
    };
  }
}

/** @returns of the user's own environment, for the user's own services */
function ofUser(): Record<string, string> {
  const { JAVA_HOME } = process.env;
  return JAVA_HOME === undefined ? {} : { JAVA_HOME };
}

/**
 * @param name of the settings; without one nothing is added
 * @returns what they add to its environment, chosen by its web server and its driver; the target's own environment has priority
 */
export function settingsOf(catalogue: Catalogue, name: string | null, target: string): Record<string, string> {
  if (!name) return {};
  const { server, database, environment } = catalogue.targets[target];
  const { tomcat, jetty, ...drivers } = catalogue.settings[name].environment;
  const servers: Record<string, Record<string, string> | undefined> = { tomcat, jetty };
  const added = { ...servers[server], ...(database ? drivers[database] : {}) };
  return Object.fromEntries(Object.entries(added).filter(([variable]) => !(variable in environment)));
}
