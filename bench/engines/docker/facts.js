/** What only the engine's host knows of the containers; `stack.sh` hands it to the runner, which has no access to the engine. */

/**
 * @typedef {{ service: string, id: string, image: string, digest: string, cpus: number | null, memoryBytes: number | null }} Container
 *   `digest`: of the registry where the image has one, else the local image's id; null: no limit
 */

/**
 * @param {string | undefined} text lines of `service|container id|image|digest|nano CPUs|bytes`, 0 for no limit
 * @returns {Container[]}
 */
export function parseContainers(text = '') {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [service, id, image, digest, nanoCpus, bytes] = line.trim().split('|');
      return { service, id, image, digest, cpus: Number(nanoCpus) / 1e9 || null, memoryBytes: Number(bytes) || null };
    });
}

/**
 * @param {Container[]} containers
 * @param {string[]} services
 * @returns {string | null} 'mariadb 1 CPU, influxdb 0.5 CPU'; null where nothing is known
 */
export function shares(containers, services) {
  const known = containers.filter(({ service }) => services.includes(service));
  if (known.length === 0) return null;
  return known.map(({ service, cpus }) => (cpus === null ? `${service} no CPU limit` : `${service} ${cpus} CPU`)).join(', ');
}
