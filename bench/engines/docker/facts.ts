/** Facts about the containers and programs of a run, for its record. */
import { influxHeaders } from '../../collect/influx.ts';
import { jdkIn } from '../../setup/jdk.ts';
import { springBootVersion } from '../../setup/programs/jars.ts';
import { run } from '../../util/programs.ts';
import { query } from '../mariadb.ts';
import type { Endpoints, Generator } from '../engine.ts';
import type { Containers } from './containers.ts';

/** `digest`: that of the registry if the image has one, or else the id of the local image; null: no limit */
export type Container = { service: string; image: string; digest: string; cpus: number | null; memoryBytes: number | null };

const ANSWER_MS = 5000;

/** @returns in the order of the services, as their containers were made */
export async function describeContainers(containers: Containers, services: string[]): Promise<Container[]> {
  const described = services.map(async (service) => {
    const id = await containers.idOf(service);
    if (id === undefined) return [];
    const { Image, Config, HostConfig } = await containers.inspect(id);
    const { RepoDigests, Id } = await containers.api.ask('GET', `/images/${Image}/json`);
    const digest = RepoDigests?.[0] ?? Id;
    return [{ service, image: Config.Image, digest, cpus: HostConfig.NanoCpus / 1e9 || null, memoryBytes: HostConfig.Memory || null }];
  });
  return (await Promise.all(described)).flat();
}

/** @returns 'mariadb 1 CPU, influxdb 0.5 CPU' */
export function shares(containers: Container[], services: string[]): string {
  const known = containers.filter(({ service }) => services.includes(service));
  return known.map(({ service, cpus }) => (cpus === null ? `${service} no CPU limit` : `${service} ${cpus} CPU`)).join(', ');
}

/** @param endpoints of services that answer @returns versions, as they say themselves */
export async function versionsOfServices({
  influx,
  prometheus,
  mariadb,
}: Endpoints): Promise<Record<'mariadb' | 'influxdb' | 'prometheus', { version: string | null }>> {
  const [[database], ping, build] = await Promise.all([
    query(mariadb, 'SELECT VERSION() AS version'),
    get(`${influx.url}/ping`, influxHeaders(influx)),
    get(`${prometheus}/api/v1/status/buildinfo`).then((response) => response.json() as Promise<any>),
  ]);
  return {
    mariadb: { version: String(database.version).replace(/-MariaDB.*/, '') },
    influxdb: { version: ping.headers.get('x-influxdb-version')?.replace(/^v/, '') ?? null },
    prometheus: { version: build.data.version },
  };
}

/** @param target one of the run @returns its JDK; null where its image has none */
export async function jdkOf(containers: Containers, target: string | undefined): Promise<ReturnType<typeof jdkIn>> {
  const id = target && (await containers.idOf(target));
  const archive = id ? await containers.api.text(`/containers/${id}/archive?path=/opt/java/openjdk/release`) : '';
  return jdkIn(archive);
}

export async function versionsOfPrograms(generator: Generator, root: string) {
  const [program, ...words] = generator.command(['k6', 'version'], {}).words;
  const [{ stdout }, springBoot] = await Promise.all([run(program, words), springBootVersion(root)]);
  return { k6: { bin: 'k6', version: /v(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? null }, springBoot };
}

/** @returns what its image is labelled or tagged with; null without a container */
export async function versionOfImage(containers: Containers, service: string): Promise<{ version: string | null }> {
  const id = await containers.idOf(service);
  if (id === undefined) return { version: null };
  const { Image, Labels } = (await containers.inspect(id)).Config;
  return { version: Labels['org.opencontainers.image.version'] ?? /:([^/]+)$/.exec(Image)?.[1] ?? null };
}

function get(url: string, headers: Record<string, string> = {}) {
  return fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
}
