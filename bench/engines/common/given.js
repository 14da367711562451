/** What the targets of a run are given, whatever the engine: variables, CPUs and options of the JVM. An engine only delivers it. */
import { heldLimits, optionsOf, recordedLimits, variablesOf } from '../../record/json/limits.js';
import { activeProcessors } from '../../record/variant.js';
import { collectorArgs, defaultTargetCpus, jvmSettings, withProcessors } from '../jvm.js';

/** @typedef {import('../../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {{ cpus: number, jvmArgs: string[] }} OfOne what one target is given; `jvmArgs`: beyond services/jvm.args */

/** What a sweep gives a variant in place of what all are given. Its environment is in the catalogue. */
const CHANGES = /** @type {Partial<Record<import('../../record/variant.js').Knob, (value: string, given: Given) => Partial<OfOne>>>} */ ({
  gc: (value, { root, jvmArgs }) => ({
    jvmArgs: [...collectorArgs(root, /** @type {import('../jvm.js').Collector} */ (value)), ...jvmArgs],
  }),
  heap: (value, { jvmArgs }) => ({ jvmArgs: [...jvmArgs, `-Xms${value}m`, `-Xmx${value}m`] }),
  cpus: (value) => ({ cpus: Number(value) }),
});

export class Given {
  /**
   * Variables that say where a target listens, and finds what it needs, as its engine has it. Where a template of the target has them, only those that
   * the run changes.
   * @type {(target: string) => Record<string, string>}
   */
  addresses = () => ({});

  /**
   * @param {object} run
   * @param {Catalogue} run.catalogue
   * @param {string} run.root the checkout
   * @param {import('../../record/json/limits.js').RequestedLimits} run.limits
   * @param {string | null} [run.settings] a name in the catalogue's `settings`
   * @param {number} [usualCpus]
   */
  constructor({ catalogue, root, limits, settings = null }, usualCpus = defaultTargetCpus()) {
    this.catalogue = catalogue;
    this.root = root;
    this.settings = settings;
    this.limits = heldLimits(limits);
    /** Of each target. */
    this.cpus = this.limits.targetCpus ?? usualCpus;
    /** Of each target, beyond services/jvm.args. */
    this.jvmArgs = [...collectorArgs(root, this.limits.gc), ...this.limits.jvmArgs];
  }

  /** @param {string} name @returns {Record<string, string>} variables of its process; what makes it the target that it is has priority */
  targetEnvironment(name) {
    const { environment, own } = this.catalogue.targets[name];
    // An image has its own programs.
    if (own) return { ...(own.image === undefined && ofUser()), ...environment };
    return { ...this.addresses(name), ...variablesOf(this.limits), ...settingsOf(this.catalogue, this.settings, name), ...environment };
  }

  /** @param {string} name @returns {OfOne} */
  to(name) {
    const { variant } = this.catalogue.targets[name];
    const { cpus, jvmArgs } = this;
    const own = { cpus, jvmArgs, ...(variant && CHANGES[variant.knob]?.(variant.value, this)) };
    return { cpus: own.cpus, jvmArgs: withProcessors(own.cpus, own.jvmArgs) };
  }

  /** @returns {Record<string, string>} what all targets and the generators are given, by the names of the options; 0: no limit */
  asOptions() {
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

/** @returns {Record<string, string>} of the user's own environment, for the user's own services */
function ofUser() {
  const { JAVA_HOME } = process.env;
  return JAVA_HOME === undefined ? {} : { JAVA_HOME };
}

/**
 * @param {Catalogue} catalogue
 * @param {string | null} name of the settings; without one nothing is added
 * @param {string} target
 * @returns {Record<string, string>} what they add to its environment, chosen by its web server and its driver; the target's own environment has priority
 */
export function settingsOf(catalogue, name, target) {
  if (!name) return {};
  const { server, database, environment } = catalogue.targets[target];
  const { tomcat, jetty, ...drivers } = catalogue.settings[name].environment;
  /** @type {Record<string, Record<string, string> | undefined>} */
  const servers = { tomcat, jetty };
  const added = { ...servers[server], ...(database ? drivers[database] : {}) };
  return Object.fromEntries(Object.entries(added).filter(([variable]) => !(variable in environment)));
}
