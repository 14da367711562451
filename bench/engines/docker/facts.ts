/** Facts about the containers and programs of a run, for its record. */
import { jdkIn } from '../../setup/jdk.ts';
import type { Limits } from '../../record/json/circumstances.ts';
import type { Containers } from './containers.ts';

export type Container = NonNullable<Limits['containers']>[number];

/** @returns in the order of the services, as their containers were made; `digest`: the registry's, or else the id of the local image */
export async function describeContainers(containers: Containers, services: string[]): Promise<Container[]> {
  const described = services.map(async (service) => {
    const id = await containers.idOf(service);
    if (id === undefined) return [];
    const { Image, Config, HostConfig } = await containers.inspect(id);
    const { RepoDigests, Id } = await containers.api.ask('GET', `/images/${Image}/json`);
    const limits = { cpus: HostConfig.NanoCpus / 1e9 || null, memoryBytes: HostConfig.Memory || null };
    return [{ service, image: Config.Image, digest: RepoDigests?.[0] ?? Id, ...limits }];
  });
  return (await Promise.all(described)).flat();
}

/** @returns 'mariadb 1 CPU, influxdb 0.5 CPU' */
export function shares(containers: Container[], services: string[]): string {
  const known = containers.filter(({ service }) => services.includes(service));
  return known.map(({ service, cpus }) => (cpus === null ? `${service} no CPU limit` : `${service} ${cpus} CPU`)).join(', ');
}

/** @param target one of the run @returns its JDK; null where its image has none */
export async function jdkOf(containers: Containers, target: string | undefined): Promise<ReturnType<typeof jdkIn>> {
  const id = target && (await containers.idOf(target));
  const archive = id ? await containers.api.text(`/containers/${id}/archive?path=/opt/java/openjdk/release`) : '';
  return jdkIn(archive);
}

/** @returns what its image is labelled or tagged with; null without a container */
export async function versionOfImage(containers: Containers, service: string): Promise<{ version: string | null }> {
  const id = await containers.idOf(service);
  if (id === undefined) return { version: null };
  const { Image, Labels } = (await containers.inspect(id)).Config;
  return { version: Labels['org.opencontainers.image.version'] ?? /:([^/]+)$/.exec(Image)?.[1] ?? null };
}
