/** The native engine: every part is a plain process on 127.0.0.1, without root and without a container engine. */
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { limitsOf } from '../../record/json/limits.js';
import { BaseEngine } from '../common/base.js';
import { Given } from '../common/given.js';
import { databasePing } from '../ping.js';
import { SERVICES } from '../common/services.js';
import { endpointsOf, FAR_PORTS, GRAFANA_PORT, listening, PORTS } from './addresses.js';
import { Children } from './children.js';
import { createGenerators } from './generators.js';
import { requireCollector } from './java.js';
import { requireFree } from './ports.js';
import { runBefore } from './own/before.js';
import { Services } from './services/index.js';
import { CpuSampler } from './jvm/cpu-sampler.js';
import { Targets } from './targets.js';

/** @typedef {import('../engine.js').Engine} Engine */

/** @implements {Engine} @extends {BaseEngine<Targets, Services>} */
export class NativeEngine extends BaseEngine {
  /** @type {import('./generators.js').NativeGenerator[] | undefined} */
  #generators;
  /** @type {CpuSampler | undefined} */
  #cpuSampler;

  /**
   * Nothing is started yet.
   * @param {object} options
   * @param {import('../../setup/index.js').Catalogue} options.catalogue
   * @param {string} options.root the checkout
   * @param {import('../../setup/index.js').Tools} options.tools
   * @param {string} options.workDir folder for data that the run does not keep; made if missing, removed by `stop`
   * @param {import('../../record/json/limits.js').RequestedLimits} [options.limits] by default the engine's own
   * @param {string} [options.logDir] folder for the logs of all processes
   * @param {string | null} [options.settings] see `Variation` of engine.js
   * @param {number | null} [options.databaseRttMs]
   * @param {typeof PORTS} [options.ports] of the services
   * @param {typeof FAR_PORTS} [options.farPorts]
   * @param {number} [options.grafanaPort]
   */
  constructor({ catalogue, root, tools, limits = limitsOf({}), settings, ...places }) {
    const { ports = PORTS, farPorts = FAR_PORTS, grafanaPort = GRAFANA_PORT } = places;
    const workDir = path.resolve(places.workDir);
    const databaseRttMs = places.databaseRttMs || null;
    const children = new Children(path.resolve(places.logDir ?? path.join(workDir, 'logs')));
    const hosts = new Map();
    const endpoints = endpointsOf(catalogue, ports, farPorts, hosts);
    const context = { tools, root, workDir, launch: children.launch, endpoints };
    const services = new Services({ catalogue, context, ports, farPorts, grafanaPort, databaseRttMs });
    const given = new Given({ catalogue, root, limits, settings });
    const targets = new Targets({ given, tools, workDir, children, endpoints, hosts });
    super('native', given, { targets, services, endpoints });
    this.tools = tools;
    this.workDir = workDir;
    this.children = children;
    given.addresses = (name) => this.#addresses(name);
    services.onExit = (name, exit) => this.report(name, exit);
  }

  /** @param {string} name @returns {Record<string, string>} variables of a target */
  #addresses(name) {
    const { host, port, database, user, password } = this.services.databaseOfTargets;
    const { downstream, mongo } = this.endpoints.dependencies;
    return {
      ...listening(name, this.given.catalogue.targets[name]),
      ...{ DB_HOST: host, DB_PORT: String(port), DB_NAME: database, DB_USER: user, DB_PASSWORD: password },
      DOWNSTREAM_URL: downstream,
      ...(this.services.needs.includes('mongo') && { MONGO_URI: mongo }),
      ...(this.targets.limiter.enforced !== 'quota' && { OBSERVABILITY_MODEST_THREADS: 'false' }),
    };
  }

  /** Made at the first use, because making them tries out a control group. */
  get generators() {
    const { generators, generatorCpus } = this.given.limits;
    return (this.#generators ??= createGenerators(generators, generatorCpus));
  }

  /** @param {string[]} names of targets @param {string[]} [needs] */
  async preflight(names, needs = []) {
    this.services.expected = names;
    this.services.needs = needs;
    if (this.tools.java) await requireCollector(this.tools.java, this.given.limits.gc);
    await this.targets.require(names);
    await requireFree([...this.services.ports(), ...names.flatMap((name) => this.targets.ports(name))]);
  }

  limits() {
    const { enforced, method, periodUs } = this.targets.limiter;
    const { cpus: generatorCpus } = this.generators[0];
    const others = `${this.#withoutLimit()} no limit and share the machine's ${os.availableParallelism()} cores with the target`;
    return { ...this.given.describe(), method, enforced, periodUs, generatorCpus, others };
  }

  #withoutLimit() {
    const { cpus } = this.generators[0];
    return cpus === null
      ? 'database, downstream services, generator and observers have'
      : `${this.generators.length > 1 ? 'each' : 'the'} generator has ${cpus} CPU; database, downstream services and observers have`;
  }

  /** @override @returns {import('../../record/json/notes.js').Note[]} */
  notes() {
    const { targets } = this.given.catalogue;
    const running = (this.services.expected ?? []).filter((name) => targets[name]?.own?.url !== undefined);
    const ofTargets = running.length > 0 ? [/** @type {const} */ ({ kind: 'running-already', targets: running })] : [];
    return [...this.services.notes(), ...ofTargets];
  }

  /** @param {string[]} [needs] by default those that `preflight` was given */
  startServices(needs = this.services.needs) {
    return this.children.starts.run(async () => {
      this.services.needs = needs;
      await this.services.start();
    });
  }

  /** @param {string} name @param {() => Promise<boolean>} answers @returns {Promise<number>} seconds */
  timeStart(name, answers) {
    return this.targets.timeStart(name, answers);
  }

  /** Made at the first use: most runs have no converter. */
  get cpuSampler() {
    const { java, jfrConverter } = this.tools;
    return (this.#cpuSampler ??= new CpuSampler({
      java,
      jar: jfrConverter.jar,
      workDir: this.workDir,
      placeOf: (name) => this.targets.place(name),
    }));
  }

  /** @param {string} name */
  compiledTiers(name) {
    return this.targets.compiledTiers(name);
  }

  /** @override */
  async resetDatabase() {
    const { own } = this.given.catalogue;
    await (own ? runBefore(own) : super.resetDatabase());
  }

  canLiftLimit() {
    return this.targets.limiter.enforced !== 'none';
  }

  databasePing() {
    return databasePing(this.services.databaseOfTargets);
  }

  /** @returns {import('../engine.js').RunningProcess[]} */
  processes() {
    const services = [...this.services.started].map(([name, { pid, exit }]) => ({ process: SERVICES[name].process, name, pid, exit }));
    const targets = [...this.targets.processes].map(([name, { exit }]) => ({ process: 'target', name, ...this.targets.place(name), exit }));
    return [...services, ...targets].filter(({ exit }) => exit === null).map(({ exit: _, ...running }) => running);
  }

  /** Ends everything within 10 s; if a step fails the others still follow, and the first failure is thrown. @override @protected */
  async end() {
    // The database's data are removed with the work folder, so it need not end in order.
    const ends = (await Promise.all([this.children.end(this.services.started.get('mariadb')), this.endTracked()])).flat();
    const ofGenerators = await Promise.allSettled((this.#generators ?? []).map(async ({ release }) => release()));
    await this.targets.stopOwn();
    const releases = [...(await this.targets.releaseLimits()), ...ofGenerators];
    const removal = await Promise.allSettled([rm(this.workDir, { recursive: true, force: true, maxRetries: 3 })]);
    this.children.dispose();
    for (const step of [...ends, ...releases, ...removal]) if (step.status === 'rejected') throw step.reason;
  }
}
