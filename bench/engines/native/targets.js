/** The targets of a run, each a process of its own, held to its CPU limit. */
import { settingsOf } from '../settings.js';
import { portsOf, targetOf } from './addresses.js';
import { launchTarget, untilHealthy } from './launch-target.js';
import { createLimiter } from './limiter.js';
import { requireFree } from './ports.js';

/** @typedef {import('../processes/supervise.js').Supervised} Supervised */

export class Targets {
  /** @type {Map<string, Supervised>} the last process of each target */
  processes = new Map();
  /** @type {import('./limiter.js').Limiter | undefined} */
  #limiter;

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
      const { services, ...launching } = this.options;
      const target = await launchTarget({
        ...launching,
        name,
        mariadb: services.databaseOfTargets,
        variables: this.#variables(name),
        prefix: this.limiter.prepare(name),
      });
      this.processes.set(name, target);
      await untilHealthy(target, this.options.catalogue.targets[name]);
      this.limit(name, true);
    } catch (error) {
      await this.stop(name);
      throw error;
    }
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
    if (target?.exit === null) this.limiter.limit(name, target.pid, limited);
  }

  /** After all of them have ended. @returns {Promise<PromiseSettledResult<void>[]>} */
  releaseLimits() {
    return Promise.allSettled([...this.processes.keys()].map(async (name) => this.#limiter?.release(name)));
  }
}
