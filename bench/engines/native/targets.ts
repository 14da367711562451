/** The targets of a run, each a process of its own with a clean environment (docs/dev/interfaces.md, section 2), held to its CPU limit. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { resetDatabase } from '../mariadb.ts';
import { BaseTargets } from '../common/targets.ts';
import { requireHealthy, untilReady } from '../processes/ready.ts';
import { Caches } from './caches.ts';
import { javaOf, ownJar, requireVariants } from './java.ts';
import { compiledTiers, RECORDED_DEPTH } from './jcmd.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { startExporter } from './own/exporter.ts';
import { attached, OwnContainer, removeStaleContainers } from './own/service.ts';
import { portsOf, requireFree } from './ports.ts';
import type { Supervised } from '../processes/supervise.ts';
import type { Java } from '../../setup/jdk.ts';
import type { Given } from '../common/given.ts';
import type { Tools } from '../../setup/index.ts';
import type { Endpoints } from '../engine.ts';
import type { Cache } from '../../record/variant.ts';
import type { Children } from './children.ts';

const START_MS = 120_000;
/** How exactly the time to the first answer is known. */
const ANSWER_POLL_MS = 5;

/** `hosts`: where targets are that do not listen here */
type Options = { given: Given; tools: Tools; workDir: string; children: Children; endpoints: Endpoints; hosts: Map<string, string> };

export class Targets extends BaseTargets<Options> {
  protected override starts = this.options.children.starts;
  /** the last process of each target */
  processes = new Map<string, Supervised>();
  #limiter: Limiter | undefined;
  #caches;
  /** Of the user's services. */
  #exporters = new Map<string, { stop: () => void }>();
  /** Of those that come from an image. */
  #containers = new Map<string, OwnContainer>();
  /** by version, where the run has several */
  #jdks: Record<string, Java> = {};

  constructor(options: Options) {
    super(options);
    const { given, workDir, endpoints } = options;
    this.#caches = new Caches({ catalogue: given.catalogue, workDir, reset: () => resetDatabase(endpoints.mariadb, given.root) });
  }

  /** @throws {UsageError} one line, if this machine cannot give a variant what its name says */
  async require(names: string[]) {
    const { given, tools } = this.options;
    if (names.some((name) => this.#target(name).own?.image !== undefined)) await removeStaleContainers();
    this.#jdks = await requireVariants(given.catalogue, names, tools.java, this);
  }

  /** Made at the first use, because making it tries out a control group. */
  get limiter() {
    return (this.#limiter ??= createLimiter(this.options.given.cpus));
  }

  get canLift() {
    return this.limiter.enforced !== 'none';
  }

  #target(name: string) {
    return this.options.given.catalogue.targets[name];
  }

  ports(name: string) {
    const target = this.#target(name);
    const isElsewhere = target.own?.url !== undefined || target.own?.image !== undefined;
    return isElsewhere ? [{ what: `${name}'s metrics`, port: target.managementPort }] : portsOf(name, target);
  }

  protected override begin(name: string): Promise<void> {
    return this.#orStopped(name, async () => {
      await this.#launch(name, await this.#cacheArgs(name));
      await this.limit(name, true);
    });
  }

  /** Under its limit from the start of its process on. @returns seconds until it answers */
  timeStart(name: string, answers: () => Promise<boolean>): Promise<number> {
    const timed = async () => {
      const cacheArgs = await this.#cacheArgs(name);
      await this.stop(name);
      const fromMs = performance.now();
      const target = await this.#spawn(name, cacheArgs);
      await this.limit(name, true);
      await untilReady(target, START_MS, answers, ANSWER_POLL_MS);
      return (performance.now() - fromMs) / 1000;
    };
    return this.starts.run(() => this.#orStopped(name, timed));
  }

  /** @param start which leaves nothing behind if it fails */
  async #orStopped<T>(name: string, start: () => Promise<T>): Promise<T> {
    await requireFree(this.ports(name));
    try {
      return await start();
    } catch (error) {
      await this.stop(name);
      throw error;
    }
  }

  /** @returns healthy, without its limit */
  async #launch(name: string, cacheArgs: string[]): Promise<Supervised> {
    const target = await this.#spawn(name, cacheArgs);
    // Runtimes size their pools by the CPUs that they see when they start, and nobody has told those of the user's services.
    if (this.#target(name).own) await this.limit(name, true);
    await untilReady(target, START_MS, () => requireHealthy(this.options.endpoints, name));
    return target;
  }

  /** @returns started, without its limit; an exporter reports what a user's service does not */
  async #spawn(name: string, cacheArgs: string[]): Promise<Supervised> {
    const { own, managementPort: port } = this.#target(name);
    const target = own?.url === undefined ? await this.#process(name, cacheArgs) : await attached(name, own.url);
    this.processes.set(name, target);
    if (own) {
      const { ready, metrics } = own;
      const place = target.pid === 0 ? null : this.place(name);
      this.#exporters.set(name, await startExporter({ port, url: this.options.endpoints.target(name), ready, metrics, place }));
    }
    return target;
  }

  async #process(name: string, cacheArgs: string[]): Promise<Supervised> {
    const { given, workDir, children } = this.options;
    const { command: words, own } = this.#target(name);
    const env = given.targetEnvironment(name);
    if (own?.image !== undefined) return this.#contained(name, own.image, own.memory, env);
    const temporary = path.join(workDir, 'tmp', name);
    await mkdir(temporary, { recursive: true });
    const started = words ?? (await this.#javaCommand(name, temporary, cacheArgs));
    const command = [...this.limiter.prepare(name), ...started];
    const cwd = own?.directory ?? (words ? given.root : temporary);
    return children.launch({ name, command, cwd, env });
  }

  /** @returns Docker's client; its container runs, or has ended */
  async #contained(name: string, image: string, memory: string | undefined, environment: Record<string, string>): Promise<Supervised> {
    const { given, workDir, children, hosts } = this.options;
    const container = new OwnContainer(name, { image, memory, cpus: given.to(name).cpus, environment });
    const client = await children.launch({ name, command: container.words, cwd: workDir });
    this.#containers.set(name, container);
    const running = await container.started(() => client.exit !== null);
    if (running) hosts.set(name, running.address);
    return client;
  }

  /** @param name of a target that was started @returns a user's service may have several processes */
  place(name: string): { pid: number; cgroup?: string } {
    const container = this.#containers.get(name)?.running;
    const pid = container?.pid ?? this.processes.get(name)?.pid ?? 0;
    const cgroup = container ? container.cgroup : this.#target(name).own && this.limiter.group(name);
    return { pid, ...(cgroup && { cgroup }) };
  }

  async #javaCommand(name: string, temporary: string, cacheArgs: string[]): Promise<string[]> {
    const { given, tools } = this.options;
    const java = this.#java(name);
    const jar = await this.#jar(name, java);
    const recorded = tools.jfrConverter ? [RECORDED_DEPTH] : [];
    const jvmArgs = [`@${path.join(given.root, 'services', 'jvm.args')}`, ...given.to(name).jvmArgs, ...recorded, ...cacheArgs];
    // Tomcat and Netty leave folders and libraries behind if they are killed.
    return [java.bin, ...jvmArgs, `-Djava.io.tmpdir=${temporary}`, '-jar', jar];
  }

  #java(name: string) {
    return javaOf(this.#target(name), this.options.tools.java, this.#jdks);
  }

  async #jar(name: string, java: Java): Promise<string> {
    const { tools, workDir } = this.options;
    const { module, variant } = this.#target(name);
    if (!module) throw new Error(`${name} has neither a module nor a command, so it runs in containers only`);
    const built = tools.jars[module];
    if (!built)
      throw new Error(`${name}: the JDK in use does not build the module ${module}; the profiles of services/pom.xml say which one does`);
    const jar = await ownJar(built, workDir);
    return variant?.knob === 'aot' ? this.#caches.extracted(java, jar) : jar;
  }

  /** By a value that the plan accepted. @returns options of its JVM: none without a cache */
  async #cacheArgs(name: string): Promise<string[]> {
    const { variant } = this.#target(name);
    if (variant?.knob !== 'aot') return [];
    return this.#caches.args({ name, cache: variant.value as Cache, start: (jvmArgs) => this.#launch(name, jvmArgs) });
  }

  async compiledTiers(name: string): Promise<Record<string, number> | null> {
    const target = this.processes.get(name);
    return target?.exit === null ? compiledTiers(this.#java(name), target.pid) : null;
  }

  async stop(name: string) {
    await this.processes.get(name)?.end();
    this.#exporters.get(name)?.stop();
    this.#exporters.delete(name);
    await this.#containers.get(name)?.remove();
    this.#containers.delete(name);
    this.limiter.release(name);
  }

  protected override last(name: string) {
    return this.processes.get(name);
  }

  protected override async setLimit(name: string, limited: boolean) {
    const target = this.processes.get(name);
    if (target?.exit !== null) return;
    const container = this.#containers.get(name);
    if (container) await container.limit(limited);
    else if (this.#target(name).own?.url === undefined) this.limiter.limit(name, target.pid, limited, this.options.given.to(name).cpus);
  }

  /** After all of them have ended: what the runner told of them, containers whose client was killed, and limits. */
  async end(): Promise<PromiseSettledResult<void>[]> {
    for (const exporter of this.#exporters.values()) exporter.stop();
    await Promise.all([...this.#containers.values()].map((container) => container.remove()));
    return Promise.allSettled([...this.processes.keys()].map(async (name) => this.#limiter?.release(name)));
  }
}
