/** The targets of a run, each a process of its own, held to its CPU limit. */
import { untilReady } from '../processes/ready.js';
import { resetDatabase } from '../seed.js';
import { settingsOf } from '../settings.js';
import { portsOf, targetOf } from './addresses.js';
import { Caches } from './caches.js';
import { givenTo, requireVariants } from './given.js';
import { START_MS, launchTarget, ownJar, untilHealthy } from './launch-target.js';
import { createLimiter } from './limiter.js';
import { requireFree } from './ports.js';
import { compiledTiers } from './tiers.js';

/** @typedef {import('../processes/supervise.js').Supervised} Supervised */

/** How exactly the time to the first answer is known. */
const ANSWER_POLL_MS = 5;

export class Targets {
  /** @type {Map<string, Supervised>} the last process of each target */
  processes = new Map();
  /** @type {import('./limiter.js').Limiter | undefined} */
  #limiter;
  #caches;
  /** @type {Record<string, import('../../setup/jdk.js').Java>} by version, where the run has several */
  #jdks = {};

  /**
   * @param {object} options
   * @param {import('../../record/catalogue.js').Catalogue} options.catalogue
   * @param {import('../../setup/index.js').Tools} options.tools
   * @param {string} options.root
   * @param {string} options.workDir
   * @param {import('./children.js').Launch} options.launch
   * @param {import('./services/index.js').Services} options.services
   * @param {string | null} options.settings
   * @param {number} options.targetCpus
   * @param {number} options.poolSize
   * @param {string[]} options.jvmArgs
   */
  constructor(options) {
    this.options = options;
    const { catalogue, workDir, services, root } = options;
    this.#caches = new Caches({ catalogue, workDir, reset: () => resetDatabase(services.endpoints.mariadb, root) });
  }

  /** @param {string[]} names @throws {import('../../util/errors.js').UsageError} one line, if this machine cannot give a variant what its name says */
  async require(names) {
    const { catalogue, tools } = this.options;
    this.#jdks = await requireVariants(catalogue, names, { java: tools.java, limiter: () => this.limiter });
  }

  /** Made at the first use, because making it tries out a control group. */
  get limiter() {
    return (this.#limiter ??= createLimiter(this.options.targetCpus));
  }

  /** @param {string} name */
  ports(name) {
    return portsOf(name, targetOf(this.options.catalogue, name));
  }

  /** @param {string} name */
  async start(name) {
    if (this.processes.get(name)?.exit === null) throw new Error(`${name} is running already`);
    await requireFree(this.ports(name));
    try {
      await this.#launch(name, await this.#cacheArgs(name));
      this.limit(name, true);
    } catch (error) {
      await this.stop(name);
      throw error;
    }
  }

  /**
   * Under its limit from the start of its process on.
   * @param {string} name
   * @param {() => Promise<boolean>} answers
   * @returns {Promise<number>} seconds until it answers
   */
  async timeStart(name, answers) {
    await requireFree(this.ports(name));
    try {
      const cacheArgs = await this.#cacheArgs(name);
      await this.stop(name);
      const fromMs = performance.now();
      const target = await this.#spawn(name, cacheArgs);
      this.limit(name, true);
      await untilReady(target, START_MS, answers, ANSWER_POLL_MS);
      return (performance.now() - fromMs) / 1000;
    } catch (error) {
      await this.stop(name);
      throw error;
    }
  }

  /** @param {string} name @param {string[]} cacheArgs @returns {Promise<Supervised>} healthy, without its limit */
  async #launch(name, cacheArgs) {
    const target = await this.#spawn(name, cacheArgs);
    await untilHealthy(target, this.options.catalogue.targets[name]);
    return target;
  }

  /** @param {string} name @param {string[]} cacheArgs @returns {Promise<Supervised>} started, without its limit */
  async #spawn(name, cacheArgs) {
    const { services, ...launching } = this.options;
    const given = this.#given(name);
    const target = await launchTarget({
      ...launching,
      name,
      given: { ...given, jvmArgs: [...given.jvmArgs, ...cacheArgs] },
      jar: await this.#jar(name, given.java),
      mariadb: services.databaseOfTargets,
      variables: this.#variables(name),
      prefix: this.limiter.prepare(name),
    });
    this.processes.set(name, target);
    return target;
  }

  /** @param {string} name */
  #given(name) {
    const { catalogue, root, tools, targetCpus, jvmArgs } = this.options;
    return givenTo(catalogue.targets[name], { root, jdks: this.#jdks, java: tools.java, cpus: targetCpus, jvmArgs });
  }

  /** @param {string} name @param {{ bin: string }} java @returns {Promise<string | null>} null: it is no JVM of this project */
  async #jar(name, java) {
    const { catalogue, tools, workDir } = this.options;
    const { module, variant } = catalogue.targets[name];
    if (!module) return null;
    const built = tools.jars[module];
    if (!built)
      throw new Error(`${name}: the JDK in use does not build the module ${module}; the profiles of services/pom.xml say which one does`);
    const jar = await ownJar(built, workDir);
    return variant?.knob === 'aot' ? this.#caches.extracted(java, jar) : jar;
  }

  /** @param {string} name @returns {Promise<string[]>} options of its JVM: none without a cache */
  async #cacheArgs(name) {
    const { variant } = this.options.catalogue.targets[name];
    if (variant?.knob !== 'aot') return [];
    const cache = /** @type {import('../../record/variant.js').Cache} */ (variant.value);
    return this.#caches.args({ name, cache, start: (jvmArgs) => this.#launch(name, jvmArgs) });
  }

  /** @param {string} name @returns {Record<string, string>} what the run adds to the target's environment */
  #variables(name) {
    const { services, catalogue, settings } = this.options;
    const { mongo, downstream } = services.endpoints.dependencies;
    return {
      DOWNSTREAM_URL: downstream,
      ...(services.needs.includes('mongo') ? { MONGO_URI: mongo } : {}),
      ...(this.limiter.enforced === 'quota' ? {} : { OBSERVABILITY_MODEST_THREADS: 'false' }),
      ...settingsOf(catalogue, settings, name),
    };
  }

  /** @param {string} name @returns {Promise<import('./tiers.js').Tiers | null>} */
  async compiledTiers(name) {
    const target = this.processes.get(name);
    return target?.exit === null ? compiledTiers(this.#given(name).java, target.pid) : null;
  }

  /** @param {string} name */
  async stop(name) {
    await this.processes.get(name)?.end();
    this.limiter.release(name);
  }

  /**
   * @param {string} name
   * @param {boolean} limited
   */
  limit(name, limited) {
    const target = this.processes.get(name);
    // A target that has just died cannot be limited; isRunning reports that it died.
    if (target?.exit === null) this.limiter.limit(name, target.pid, limited, this.#given(name).cpus);
  }

  /** After all of them have ended. @returns {Promise<PromiseSettledResult<void>[]>} */
  releaseLimits() {
    return Promise.allSettled([...this.processes.keys()].map(async (name) => this.#limiter?.release(name)));
  }
}
