/** The targets of a run, each a process of its own with a clean environment (docs/dev/interfaces.md, section 2), held to its CPU limit. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { requireHealthy, untilReady } from '../processes/ready.js';
import { resetDatabase } from '../seed.js';
import { portsOf } from './addresses.js';
import { Caches } from './caches.js';
import { javaOf, requireVariants } from './java.js';
import { createLimiter } from './limiter.js';
import { attached } from './own/attached.js';
import { OwnContainer, removeStaleContainers } from './own/container.js';
import { Exporter } from './own/exporter.js';
import { ownJar } from './own-jar.js';
import { requireFree } from './ports.js';
import { RECORDED_DEPTH } from './jvm/recording.js';
import { compiledTiers } from './jvm/tiers.js';

/** @typedef {import('../processes/supervise.js').Supervised} Supervised */

const START_MS = 120_000;
/** How exactly the time to the first answer is known. */
const ANSWER_POLL_MS = 5;

export class Targets {
  /** @type {Map<string, Supervised>} the last process of each target */
  processes = new Map();
  /** @type {import('./limiter.js').Limiter | undefined} */
  #limiter;
  #caches;
  /** Of the user's services. @type {Map<string, Exporter>} */
  #exporters = new Map();
  /** Of those that come from an image. @type {Map<string, OwnContainer>} */
  #containers = new Map();
  /** @type {Record<string, import('../../setup/jdk.js').Java>} by version, where the run has several */
  #jdks = {};

  /**
   * @param {object} options
   * @param {import('../common/given.js').Given} options.given
   * @param {import('../../setup/index.js').Tools} options.tools
   * @param {string} options.workDir
   * @param {import('./children.js').Children} options.children
   * @param {import('../engine.js').Endpoints} options.endpoints
   * @param {Map<string, string>} [options.hosts] where targets are that do not listen here
   */
  constructor(options) {
    this.options = options;
    const { given, workDir, endpoints } = options;
    this.#caches = new Caches({ catalogue: given.catalogue, workDir, reset: () => resetDatabase(endpoints.mariadb, given.root) });
  }

  /** @param {string[]} names @throws {import('../../util/errors.js').UsageError} one line, if this machine cannot give a variant what its name says */
  async require(names) {
    const { given, tools } = this.options;
    if (names.some((name) => this.#target(name).own?.image !== undefined)) await removeStaleContainers();
    this.#jdks = await requireVariants(given.catalogue, names, { java: tools.java, limiter: () => this.limiter });
  }

  /** Made at the first use, because making it tries out a control group. */
  get limiter() {
    return (this.#limiter ??= createLimiter(this.options.given.cpus));
  }

  /** @param {string} name */
  #target(name) {
    return this.options.given.catalogue.targets[name];
  }

  /** @param {string} name */
  ports(name) {
    const { own, port, managementPort } = this.#target(name);
    return own?.url === undefined && own?.image === undefined
      ? portsOf(name, { port, managementPort })
      : [{ what: `${name}'s metrics`, port: managementPort }];
  }

  /** @param {string} name */
  async start(name) {
    if (this.isRunning(name)) throw new Error(`${name} is running already`);
    await this.#beginning(name, async () => {
      await this.#launch(name, await this.#cacheArgs(name));
      await this.limit(name, true);
    });
  }

  /**
   * Under its limit from the start of its process on.
   * @param {string} name
   * @param {() => Promise<boolean>} answers
   * @returns {Promise<number>} seconds until it answers
   */
  timeStart(name, answers) {
    return this.#beginning(name, async () => {
      const cacheArgs = await this.#cacheArgs(name);
      await this.stop(name);
      const fromMs = performance.now();
      const target = await this.#spawn(name, cacheArgs);
      await this.limit(name, true);
      await untilReady(target, START_MS, answers, ANSWER_POLL_MS);
      return (performance.now() - fromMs) / 1000;
    });
  }

  /** @template T @param {string} name @param {() => Promise<T>} start which leaves nothing behind if it fails @returns {Promise<T>} */
  #beginning(name, start) {
    return this.options.children.starts.run(async () => {
      await requireFree(this.ports(name));
      try {
        return await start();
      } catch (error) {
        await this.stop(name);
        throw error;
      }
    });
  }

  /** @param {string} name @param {string[]} cacheArgs @returns {Promise<Supervised>} healthy, without its limit */
  async #launch(name, cacheArgs) {
    const target = await this.#spawn(name, cacheArgs);
    // Runtimes size their pools by the CPUs that they see when they start, and nobody has told those of the user's services.
    if (this.#target(name).own) await this.limit(name, true);
    await untilReady(target, START_MS, () => requireHealthy(this.options.endpoints, name));
    return target;
  }

  /** @param {string} name @param {string[]} cacheArgs @returns {Promise<Supervised>} started, without its limit */
  async #spawn(name, cacheArgs) {
    const { given, workDir, children } = this.options;
    const { command: own, own: ofUser } = this.#target(name);
    if (ofUser?.url !== undefined) return this.#exported(name, await attached(name, ofUser.url));
    if (ofUser?.image !== undefined) return this.#exported(name, await this.#contained(name, { ...ofUser, image: ofUser.image }));
    const temporary = path.join(workDir, 'tmp', name);
    await mkdir(temporary, { recursive: true });
    const words = own ?? (await this.#javaCommand(name, temporary, cacheArgs));
    const command = [...this.limiter.prepare(name), ...words];
    const cwd = ofUser?.directory ?? (own ? given.root : temporary);
    return this.#exported(name, await children.launch({ name, command, cwd, env: given.targetEnvironment(name) }));
  }

  /** @param {string} name @param {{ image: string, memory?: string }} own @returns {Promise<Supervised>} Docker's client; its container runs, or has ended */
  async #contained(name, own) {
    const { given, workDir, children, hosts } = this.options;
    const container = new OwnContainer(name, own, { cpus: given.to(name).cpus, environment: given.targetEnvironment(name) });
    const client = await children.launch({ name, command: container.words, cwd: workDir });
    this.#containers.set(name, container);
    const running = await container.started(() => client.exit !== null);
    if (running) hosts?.set(name, running.address);
    return client;
  }

  /** @param {string} name @param {Supervised} target that has just been started @returns {Promise<Supervised>} the same, once an exporter reports what the service does not */
  async #exported(name, target) {
    this.processes.set(name, target);
    const { own, managementPort: port } = this.#target(name);
    if (own) {
      const { ready, metrics } = own;
      const place = target.pid === 0 ? null : this.place(name);
      const exporter = new Exporter({ port, url: this.options.endpoints.target(name), ready, metrics, place });
      await exporter.start();
      this.#exporters.set(name, exporter);
    }
    return target;
  }

  /** @param {string} name of a target that was started @returns {{ pid: number, cgroup?: string }} a user's service may have several processes */
  place(name) {
    const container = this.#containers.get(name)?.running;
    if (container) return { pid: container.pid, ...(container.cgroup !== undefined && { cgroup: container.cgroup }) };
    const group = this.#target(name).own ? this.limiter.group(name) : null;
    return { pid: this.processes.get(name)?.pid ?? 0, ...(group !== null && { cgroup: group }) };
  }

  /** @param {string} name @param {string} temporary folder @param {string[]} cacheArgs @returns {Promise<string[]>} */
  async #javaCommand(name, temporary, cacheArgs) {
    const { given, tools } = this.options;
    const java = this.#java(name);
    const jar = await this.#jar(name, java);
    const recorded = tools.jfrConverter ? [RECORDED_DEPTH] : [];
    const jvmArgs = [`@${path.join(given.root, 'services', 'jvm.args')}`, ...given.to(name).jvmArgs, ...recorded, ...cacheArgs];
    // Tomcat and Netty leave folders and libraries behind if they are killed.
    return [java.bin, ...jvmArgs, `-Djava.io.tmpdir=${temporary}`, '-jar', jar];
  }

  /** @param {string} name */
  #java(name) {
    return javaOf(this.#target(name), this.options.tools.java, this.#jdks);
  }

  /** @param {string} name @param {{ bin: string }} java @returns {Promise<string>} */
  async #jar(name, java) {
    const { tools, workDir } = this.options;
    const { module, variant } = this.#target(name);
    if (!module) throw new Error(`${name} has neither a module nor a command, so it runs in containers only`);
    const built = tools.jars[module];
    if (!built)
      throw new Error(`${name}: the JDK in use does not build the module ${module}; the profiles of services/pom.xml say which one does`);
    const jar = await ownJar(built, workDir);
    return variant?.knob === 'aot' ? this.#caches.extracted(java, jar) : jar;
  }

  /** @param {string} name @returns {Promise<string[]>} options of its JVM: none without a cache */
  async #cacheArgs(name) {
    const { variant } = this.#target(name);
    if (variant?.knob !== 'aot') return [];
    const cache = /** @type {import('../../record/variant.js').Cache} */ (variant.value);
    return this.#caches.args({ name, cache, start: (jvmArgs) => this.#launch(name, jvmArgs) });
  }

  /** @param {string} name @returns {Promise<import('./jvm/tiers.js').Tiers | null>} */
  async compiledTiers(name) {
    const target = this.processes.get(name);
    return target?.exit === null ? compiledTiers(this.#java(name), target.pid) : null;
  }

  /** @param {string} name */
  async stop(name) {
    await this.processes.get(name)?.end();
    this.#exporters.get(name)?.stop();
    this.#exporters.delete(name);
    await this.#containers.get(name)?.remove();
    this.#containers.delete(name);
    this.limiter.release(name);
  }

  /** @param {string} name */
  isRunning(name) {
    return this.processes.get(name)?.exit === null;
  }

  /** @param {string} name */
  exit(name) {
    return this.processes.get(name)?.exit ?? null;
  }

  /** @param {string} name @param {boolean} limited */
  async limit(name, limited) {
    const target = this.processes.get(name);
    const container = this.#containers.get(name);
    // A target that has just died cannot be limited; isRunning reports that it died.
    if (container) {
      await container.limit(limited).catch((error) => {
        if (target?.exit === null) throw error;
      });
    } else if (target?.exit === null && target.pid !== 0 && !this.#target(name).own?.url)
      this.limiter.limit(name, target.pid, limited, this.options.given.to(name).cpus);
  }

  /** After all of them have ended: what the runner told of them, and containers whose client was killed. */
  async stopOwn() {
    for (const exporter of this.#exporters.values()) exporter.stop();
    await Promise.all([...this.#containers.values()].map((container) => container.remove()));
  }

  /** After all of them have ended. @returns {Promise<PromiseSettledResult<void>[]>} */
  releaseLimits() {
    return Promise.allSettled([...this.processes.keys()].map(async (name) => this.#limiter?.release(name)));
  }
}
