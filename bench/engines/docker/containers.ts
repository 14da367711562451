/** The containers of the stack as they come and go: which one a service has, its control group, and how it ended. By the Docker Engine's API. */
import { jdkIn } from '../../setup/jdk.ts';
import { UsageError } from '../../util/errors.ts';
import { exitOf } from '../common/contained.ts';
import { ignoreGone, JsonApi } from '../common/json-api.ts';
import { findCgroup } from './cgroups.ts';
import { GENERATOR_LABEL, type Compose } from './compose.ts';
import type { Limits } from '../../record/json/circumstances.ts';
import type { Endpoints, Exit } from '../engine.ts';

export type Stack = { compose: Compose; containers: Containers; endpoints: Endpoints };
/** as a run records it; `digest`: the registry's, or else the id of the local image */
export type Described = NonNullable<Limits['containers']>[number];
/** running; `generator`: its name in processes.csv */
type Container = { id: string; service: string; cgroup: string | undefined; generator?: string };

type OnEvent = (event: { Action: string; Actor: { ID: string; Attributes: Record<string, string> } }) => void;

const SOCKET = '/var/run/docker.sock';
/** Docker answers in milliseconds, but on a busy machine a start of ten containers at once took more than a minute. */
const ANSWER_MS = 180_000;
const OF_PROJECT = 'com.docker.compose.project=stackbench';
/** Label of a container: which service it is of. */
export const SERVICE = 'com.docker.compose.service';

/** For what `docker compose` does not do: limits of a running container, exits with their reason. */
export class DockerApi extends JsonApi {
  constructor() {
    super(SOCKET, ANSWER_MS);
  }

  protected override silence({ code, message }: { code?: string; message: string }) {
    if (code === 'EACCES') return new UsageError(`ENGINE=docker: this user may not use the Docker engine (${SOCKET})`);
    return new UsageError(`ENGINE=docker: the Docker engine does not answer at ${SOCKET}: ${message}`);
  }

  protected override refusal(text: string, _: number, asked: string) {
    const reason = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
    return new Error(`Docker refused ${asked}: ${reason.split('\\n')[0]}`);
  }

  /** @returns once events are being heard; ends it */
  events(filters: Record<string, string[]>, onEvent: OnEvent): Promise<() => void> {
    return this.stream(`/events?filters=${encodeURIComponent(JSON.stringify(filters))}`, onEvent);
  }
}

export class Containers {
  api;
  cgroupRoot;
  /** by id */
  running = new Map<string, Container>();
  /** by id */
  exits = new Map<string, Exit>();
  /** called when one ends that the run did not end */
  onExit: (container: Container, exit: Exit) => void = () => {};
  /** ids of those that the run itself is ending */
  #expected = new Set<string>();
  #deafen: () => void = () => {};

  /** @param cgroupRoot the host's /sys/fs/cgroup */
  constructor(api: DockerApi, cgroupRoot: string) {
    this.api = api;
    this.cgroupRoot = cgroupRoot;
  }

  async watch() {
    const filters = { type: ['container'], label: [OF_PROJECT], event: ['start', 'die'] };
    this.#deafen = await this.api.events(filters, ({ Action, Actor: { ID: id, Attributes } }) => {
      if (Action === 'start') this.#started(id, Attributes);
      else void this.#died(id, Number(Attributes.exitCode));
    });
    for (const { Id, Labels } of await this.list({ status: ['running'] })) this.#started(Id, Labels);
  }

  #started(id: string, { [SERVICE]: service, [GENERATOR_LABEL]: generator }: Record<string, string>) {
    this.running.set(id, { id, service, cgroup: findCgroup(this.cgroupRoot, id), generator });
  }

  async #died(id: string, code: number) {
    const container = this.running.get(id);
    this.running.delete(id);
    const isExpected = this.#expected.has(id);
    // Only the container itself knows it, as long as it is there.
    const found = isExpected ? null : await this.inspect(id).catch(() => null);
    const exit = exitOf(code, found?.State.OOMKilled ? `${found.HostConfig.Memory / 2 ** 20} MiB` : undefined);
    this.exits.set(id, exit);
    if (container !== undefined && !isExpected) this.onExit(container, exit);
  }

  /** @returns the running one */
  of(service: string): Container | undefined {
    return [...this.running.values()].find((each) => each.service === service);
  }

  /** @returns of the stack, running or not */
  list({ label = [], ...filters }: Record<string, string[]> = {}): Promise<{ Id: string; Labels: Record<string, string> }[]> {
    const all = JSON.stringify({ label: [OF_PROJECT, ...label], ...filters });
    return this.api.ask('GET', `/containers/json?all=1&filters=${encodeURIComponent(all)}`);
  }

  /** @returns id of its container, running or not */
  async idOf(service: string): Promise<string | undefined> {
    return (await this.list({ label: [`${SERVICE}=${service}`, 'com.docker.compose.oneoff=False'] }))[0]?.Id;
  }

  inspect(id: string): Promise<any> {
    return this.api.ask('GET', `/containers/${id}/json`);
  }

  /** @returns in the order of the services, as their containers were made */
  async describe(services: string[]): Promise<Described[]> {
    const described = services.map(async (service) => {
      const id = await this.idOf(service);
      if (id === undefined) return [];
      const { Image, Config, HostConfig } = await this.inspect(id);
      const { RepoDigests, Id } = await this.api.ask('GET', `/images/${Image}/json`);
      const limits = { cpus: HostConfig.NanoCpus / 1e9 || null, memoryBytes: HostConfig.Memory || null };
      return [{ service, image: Config.Image, digest: RepoDigests?.[0] ?? Id, ...limits }];
    });
    return (await Promise.all(described)).flat();
  }

  /** @param target one of the run @returns its JDK; null where its image has none */
  async jdkOf(target: string | undefined): Promise<ReturnType<typeof jdkIn>> {
    const id = target && (await this.idOf(target));
    return jdkIn(id ? await this.api.text(`/containers/${id}/archive?path=/opt/java/openjdk/release`) : '');
  }

  /** @returns what its image is labelled or tagged with; null without a container */
  async versionOfImage(service: string): Promise<{ version: string | null }> {
    const id = await this.idOf(service);
    if (id === undefined) return { version: null };
    const { Image, Labels } = (await this.inspect(id)).Config;
    return { version: Labels['org.opencontainers.image.version'] ?? /:([^/]+)$/.exec(Image)?.[1] ?? null };
  }

  /** Ends containers in order, and removes them. @param seconds that they have after TERM */
  async remove(ids: string[], seconds: number) {
    for (const id of ids) this.#expected.add(id);
    await Promise.all(
      ids.map(async (id) => {
        await this.api.ask('POST', `/containers/${id}/stop?t=${seconds}`).catch(ignoreGone);
        await this.api.ask('DELETE', `/containers/${id}?force=1&v=1`).catch(ignoreGone);
      }),
    );
  }

  close() {
    this.#deafen();
    this.api.close();
  }
}

/** @returns 'mariadb 1 CPU, influxdb 0.5 CPU' */
export function shares(containers: Described[], services: string[]): string {
  const known = containers.filter(({ service }) => services.includes(service));
  return known.map(({ service, cpus }) => (cpus === null ? `${service} no CPU limit` : `${service} ${cpus} CPU`)).join(', ');
}
