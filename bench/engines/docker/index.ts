/** The docker engine: the parts are containers of docker-compose.yml, which the runner starts from a container that holds the engine's socket. */
import os from 'node:os';
import { limitsOf, type RequestedLimits } from '../../record/json/limits.ts';
import { UsageError } from '../../util/errors.ts';
import { run } from '../../util/programs.ts';
import { BaseEngine, type Options } from '../common/base.ts';
import { k6In, quotaOf, versionsOf } from '../common/contained.ts';
import { Given } from '../common/given.ts';
import { databasePing } from '../mariadb.ts';
import { SERVICES } from '../common/services.ts';
import { Compose, createGenerators, defaultsIn, GENERATOR_LABEL } from './compose.ts';
import { Containers, DockerApi, SERVICE, shares, type Described } from './containers.ts';
import { endpointsOf, Services } from './services.ts';
import { Targets } from './targets.ts';
import type { ChildProcess } from 'node:child_process';
import type { Engine } from '../engine.ts';

/** Commands that use the stack: only one at a time can. */
const USERS = /cli\.ts (compare|capacity|study|studies|verify|up)\b/;

/** @param options `env`: as docker-compose.yml sets it for `bench` @returns database and observers are up @throws {UsageError} one line */
export async function connectDockerEngine(options: Options): Promise<DockerEngine> {
  const engine = new DockerEngine(options);
  await engine.connect();
  return engine;
}

class DockerEngine extends BaseEngine<Targets, Services> implements Engine {
  compose;
  containers;
  generators;
  /** complete after `preflight`; of what is in containers, versions alone are known */
  tools: any = {};
  #facts: Described[] = [];

  constructor({ catalogue, root, env, limits, settings, databaseRttMs }: Options) {
    const checkout = String(env.CHECKOUT);
    const given = new Given({ catalogue, root, limits: withDefaults(limits, defaultsIn(checkout)), settings });
    const endpoints = endpointsOf(catalogue, env);
    const compose = new Compose(checkout, env, given.asOptions());
    const containers = new Containers(new DockerApi(), env.CGROUP_ROOT ?? '/sys/fs/cgroup');
    const stack = { compose, containers, endpoints };
    const grafanaUrl = env.GRAFANA_URL ?? 'http://127.0.0.1:3000';
    const others = [...Object.keys(catalogue.dependencies), 'toxiproxy'];
    const services = new Services({ ...stack, databaseRttMs: databaseRttMs || null, grafanaUrl, others });
    const targets = new Targets({ ...stack, cpus: given.cpus, machineCpus: os.availableParallelism() });
    super('docker', given, { endpoints, services, targets });
    this.compose = compose;
    this.containers = containers;
    this.generators = createGenerators(compose, { checkout, count: given.limits.generators, cpus: given.limits.generatorCpus });
    given.addresses = () => ({
      DB_HOST: services.databaseOfTargets.host,
      MONGO_URI: services.needs.includes('mongo') ? endpoints.dependencies.mongo : '',
    });
  }

  /** Starts what every run needs, and asks it for its version. */
  async connect() {
    await this.#refuseOtherRun();
    await this.containers.watch();
    this.containers.onExit = ({ service }, exit) => {
      if (this.services.areUp && this.services.names.includes(service)) this.report(service, exit);
    };
    await this.services.startUsual();
    const [program, ...words] = this.generators[0].command(['k6', 'version'], {}).words;
    const [versions, k6] = await Promise.all([versionsOf(this.endpoints, this.given.root), run(program, words)]);
    Object.assign(this.tools, versions, { k6: k6In(k6.stdout) });
  }

  async #refuseOtherRun() {
    const { CpuCfsQuota } = await this.containers.api.ask('GET', '/info');
    if (!CpuCfsQuota) throw new UsageError('ENGINE=docker: this Docker engine cannot limit CPUs (docker info shows CpuCfsQuota false)');
    const label = [`${SERVICE}=bench`, 'com.docker.compose.oneoff=True'];
    for (const { Id } of await this.containers.list({ label, status: ['running'] })) {
      // This process's own container has its name.
      if (Id.startsWith(os.hostname())) continue;
      const { Args = [] } = await this.containers.inspect(Id);
      const other = USERS.exec(Args.join(' '))?.[1];
      if (other) throw new UsageError(`make ${other} is running in container ${Id.slice(0, 12)}, and has the stack for itself`);
    }
  }

  /** @returns those whose image is here or can be fetched */
  async obtainable(needs: string[]): Promise<string[]> {
    const pulls = needs.map((name) => this.compose.run('pull', '--policy', 'missing', '--ignore-buildable', '--quiet', name));
    const pulled = await Promise.allSettled(pulls);
    return needs.filter((_, index) => pulled[index].status === 'fulfilled');
  }

  async preflight(names: string[], needs: string[] = []) {
    this.given.requireBackends();
    // Even idle, a target of an earlier run would use CPU.
    const left = await this.containers.list();
    const stale = left.filter(({ Labels }) => Labels[SERVICE] in this.given.catalogue.targets || GENERATOR_LABEL in Labels);
    await this.containers.remove(
      stale.map(({ Id }) => Id),
      0,
    );
    await this.services.prepare(needs);
    if (names.length > 0) {
      this.compose.give(Object.fromEntries(names.map((name) => [name, this.given.targetEnvironment(name)])));
      await this.targets.create(names);
    }
    this.#facts = await this.containers.describe([...this.services.names, ...names]);
    this.tools.java = (await this.containers.jdkOf(names[0])) ?? { version: null };
    for (const service of ['mongo', 'toxiproxy']) this.tools[service] = await this.containers.versionOfImage(service);
  }

  startServices() {
    return this.services.startNeeded();
  }

  limits() {
    const others = shares(this.#facts, Object.keys(SERVICES));
    return {
      ...this.given.describe(),
      ...quotaOf(this.given.cpus),
      others: `limits of the others: ${others}; the generator shares the machine's ${os.availableParallelism()} cores with all of them`,
      containers: this.#facts,
    };
  }

  databasePing() {
    return databasePing(this.services.databaseOfTargets);
  }

  /** Processes in other containers have no process id here, but a control group. */
  processes() {
    const { targets } = this.given.catalogue;
    const own = [...this.containers.running.values()].flatMap(({ service, cgroup, generator }) => {
      const kind = SERVICES[service]?.process ?? (service in targets ? 'target' : (generator ?? null));
      return kind === null || cgroup === undefined ? [] : [{ process: kind, name: service, cgroup }];
    });
    return [...own, ...this.given.backends()];
  }

  /** @param child `docker compose run`: where it was killed, its container goes on */
  override track(child: ChildProcess) {
    super.track(child);
    child.once('exit', (_, signal) => void (signal && this.#endLoads()));
  }

  async #endLoads() {
    const left = await this.containers.list({ label: [GENERATOR_LABEL] }).catch(() => []);
    const ids = left.map(({ Id }) => Id);
    await this.containers.remove(ids, 0).catch(() => {}); // Docker itself is gone
  }

  /** Ends what the run has started; database, observers and dashboard keep running. */
  protected override async end() {
    await this.endTracked();
    await this.#endLoads();
    if (!this.leaves) await Promise.all([this.targets.stopAll(), this.services.stopNeeded()]);
    this.containers.close();
  }
}

/** @returns with docker-compose.yml's defaults where nothing was asked for, as `docker compose up`; but CPUs fit this machine */
function withDefaults(asked: RequestedLimits, defaults: Record<string, string>): RequestedLimits {
  // For Compose 0 means no limit.
  const usual = limitsOf(Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== '0')));
  const given = Object.entries(asked).filter(([, value]) => [value ?? []].flat().length > 0);
  return { ...usual, targetCpus: null, ...Object.fromEntries(given) };
}
