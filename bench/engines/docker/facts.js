/** Facts about the containers and programs of a run, for its record. */
import { influxHeaders } from '../../collect/influx.js';
import { jdkIn } from '../../setup/jdk.js';
import { springBootVersion } from '../../setup/programs/jars.js';
import { run } from '../../util/programs.js';
import { query } from '../seed.js';

/** @typedef {import('../engine.js').Endpoints} Endpoints */
/**
 * @typedef {{ service: string, image: string, digest: string, cpus: number | null, memoryBytes: number | null }} Container
 *   `digest`: that of the registry if the image has one, or else the id of the local image; null: no limit
 */

const ANSWER_MS = 5000;

/**
 * @param {import('./containers.js').Containers} containers
 * @param {string[]} services
 * @returns {Promise<Container[]>} in the order of the services, as their containers were made
 */
export async function describeContainers(containers, services) {
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

/** @param {Container[]} containers @param {string[]} services @returns {string} 'mariadb 1 CPU, influxdb 0.5 CPU' */
export function shares(containers, services) {
  const known = containers.filter(({ service }) => services.includes(service));
  return known.map(({ service, cpus }) => (cpus === null ? `${service} no CPU limit` : `${service} ${cpus} CPU`)).join(', ');
}

/**
 * @param {Endpoints} endpoints of services that answer
 * @returns {Promise<Record<'mariadb' | 'influxdb' | 'prometheus', { version: string | null }>>} versions, as they say themselves
 */
export async function versionsOfServices({ influx, prometheus, mariadb }) {
  const [[database], ping, build] = await Promise.all([
    query(mariadb, 'SELECT VERSION() AS version'),
    get(`${influx.url}/ping`, influxHeaders(influx)),
    get(`${prometheus}/api/v1/status/buildinfo`).then((response) => /** @type {Promise<any>} */ (response.json())),
  ]);
  return {
    mariadb: { version: String(database.version).replace(/-MariaDB.*/, '') },
    influxdb: { version: ping.headers.get('x-influxdb-version')?.replace(/^v/, '') ?? null },
    prometheus: { version: build.data.version },
  };
}

/**
 * @param {import('./containers.js').Containers} containers
 * @param {string | undefined} target one of the run
 * @returns {Promise<ReturnType<typeof jdkIn>>} its JDK; null where its image has none
 */
export async function jdkOf(containers, target) {
  const id = target && (await containers.idOf(target));
  const archive = id ? await containers.api.text(`/containers/${id}/archive?path=/opt/java/openjdk/release`) : '';
  return jdkIn(archive);
}

/** @param {import('../engine.js').Generator} generator @param {string} root */
export async function versionsOfPrograms(generator, root) {
  const [program, ...words] = generator.command(['k6', 'version'], {}).words;
  const [{ stdout }, springBoot] = await Promise.all([run(program, words), springBootVersion(root)]);
  return { k6: { bin: 'k6', version: /v(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? null }, springBoot };
}

/**
 * @param {import('./containers.js').Containers} containers
 * @param {string} service
 * @returns {Promise<{ version: string | null }>} what its image is labelled or tagged with; null without a container
 */
export async function versionOfImage(containers, service) {
  const id = await containers.idOf(service);
  if (id === undefined) return { version: null };
  const { Image, Labels } = (await containers.inspect(id)).Config;
  return { version: Labels['org.opencontainers.image.version'] ?? /:([^/]+)$/.exec(Image)?.[1] ?? null };
}

/** @param {string} url @param {Record<string, string>} [headers] */
function get(url, headers = {}) {
  return fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
}
