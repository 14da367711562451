/** The native engine: every part is a plain process on 127.0.0.1, without root and without a container engine. */
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { limitsOf, type RequestedLimits } from '../../record/json/limits.ts';
import { RunAborted } from '../../util/errors.ts';
import { run } from '../../util/programs.ts';
import { BaseEngine } from '../common/base.ts';
import { Given } from '../common/given.ts';
import { ALWAYS, SERVICES } from '../common/services.ts';
import { databasePing } from '../mariadb.ts';
import { Children } from './children.ts';
import { createGenerators, type NativeGenerator } from './generators.ts';
import { requireCollector } from './java.ts';
import { cpuSamplerOf } from './jcmd.ts';
import { endpointsOf, listening, PORTS, requireFree } from './ports.ts';
import { OBSERVERS, Services } from './services/index.ts';
import { Targets } from './targets.ts';
import type { Engine, Variation } from '../engine.ts';
import type { Note } from '../../record/json/notes.ts';
import type { Context } from './services/start.ts';

/** `logDir`: for the logs of all processes; `ports`: of the services, in place of the usual ones */
type Others = { logDir?: string; ports?: Partial<typeof PORTS>; limits?: RequestedLimits };

export class NativeEngine extends BaseEngine<Targets, Services> implements Engine {
  tools;
  workDir;
  children;
  #generators: NativeGenerator[] | undefined;

  /** @param made `workDir`: for data that the run does not keep, made if missing, removed by `stop`. Nothing is started yet */
  constructor(made: Pick<Context, 'catalogue' | 'root' | 'tools' | 'workDir'> & Variation & Others) {
    const { catalogue, root, tools, limits = limitsOf({}), settings, ...others } = made;
    const workDir = path.resolve(others.workDir);
    const ports = { ...PORTS, ...others.ports };
    const children = new Children(others.logDir ?? path.join(workDir, 'logs'));
    const hosts = new Map<string, string>();
    const endpoints = endpointsOf(catalogue, ports, hosts);
    const databaseRttMs = others.databaseRttMs || null;
    const context = { catalogue, tools, root, workDir, launch: children.launch, ports, endpoints, databaseRttMs };
    // A user's service has its own database, if any.
    const services = new Services(context, catalogue.own ? OBSERVERS : ALWAYS);
    const given = new Given({ catalogue, root, limits, settings });
    super('native', given, { targets: new Targets({ given, tools, workDir, children, endpoints, hosts }), services, endpoints });
    this.tools = tools;
    this.workDir = workDir;
    this.children = children;
    given.addresses = (name) => this.#addressesFor(name);
    services.onExit = (name, exit) => this.report(name, exit);
  }

  #addressesFor(name: string): Record<string, string> {
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

  async preflight(names: string[], needs: string[] = []) {
    this.services.expected = names;
    this.services.needs = needs;
    if (this.tools.java) await requireCollector(this.tools.java, this.given.limits.gc);
    this.given.requireBackends();
    await this.targets.require(names);
    await requireFree([...this.services.ports(), ...names.flatMap((name) => this.targets.ports(name))]);
  }

  limits() {
    const { enforced, method, periodUs } = this.targets.limiter;
    const [{ cpus: generatorCpus }, ...further] = this.generators;
    const unlimited =
      generatorCpus === null
        ? 'database, downstream services, generator and observers have'
        : `${further.length > 0 ? 'each' : 'the'} generator has ${generatorCpus} CPU; database, downstream services and observers have`;
    const others = `${unlimited} no limit and share the machine's ${os.availableParallelism()} cores with the target`;
    return { ...this.given.describe(), method, enforced, periodUs, generatorCpus, others };
  }

  notes(): Note[] {
    const { targets } = this.given.catalogue;
    const { expected = [], needs } = this.services;
    const notes: Note[] = [];
    const running = expected.filter((name) => targets[name]?.own?.url !== undefined);
    if (needs.includes('mongo') && this.tools.mongo.bin === null) {
      notes.push({ kind: 'stand-in', service: 'mongo', version: this.tools.mongo.version });
    }
    if (running.length > 0) notes.push({ kind: 'running-already', targets: running });
    return notes;
  }

  startServices() {
    return this.children.starts.run(() => this.services.start());
  }

  get cpuSampler() {
    const { java, jfrConverter } = this.tools;
    const placeOf = (name: string) => this.targets.place(name);
    return cpuSamplerOf({ java, jar: jfrConverter.jar, workDir: this.workDir, placeOf });
  }

  /** By the user's own command, where the service is the user's. */
  override async resetDatabase() {
    const { own } = this.given.catalogue;
    if (!own) return super.resetDatabase();
    const { before, directory: cwd } = own;
    if (before === undefined) return;
    await run('sh', ['-c', before], { cwd }).catch((error: Error) => {
      throw new RunAborted(`before: '${before}': ${error.message}`, { cause: error });
    });
  }

  databasePing() {
    return databasePing(this.services.databaseOfTargets);
  }

  processes() {
    const services = [...this.services.started].map(([name, { pid, exit }]) => ({ process: SERVICES[name].process, name, pid, exit }));
    const targets = [...this.targets.processes].map(([name, { exit }]) => ({ process: 'target', name, ...this.targets.place(name), exit }));
    const own = [...services, ...targets].filter(({ exit }) => exit === null).map(({ exit: _, ...running }) => running);
    return [...own, ...this.given.backends()];
  }

  /** Ends everything within 10 s; if a step fails the others still follow, and the first failure is thrown. */
  protected override async end() {
    // The database's data are removed with the work folder, so it need not end in order.
    const ends = await Promise.all([this.children.end(this.services.started.get('mariadb')), this.endTracked()]);
    const ofGenerators = await Promise.allSettled((this.#generators ?? []).map(async ({ release }) => release()));
    const ofTargets = await this.targets.end();
    const removal = await Promise.allSettled([rm(this.workDir, { recursive: true, force: true, maxRetries: 3 })]);
    for (const step of [...ends.flat(), ...ofTargets, ...ofGenerators, ...removal]) if (step.status === 'rejected') throw step.reason;
  }
}
