/** Facts about the containers that only the host knows. `stack.sh` passes them to the runner, which has no access to the container engine. */

/**
 * @typedef {{ service: string, id: string, image: string, digest: string, cpus: number | null, memoryBytes: number | null }} Container
 *   `digest`: that of the registry if the image has one, or else the id of the local image; null: no limit
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
 * @returns {string | null} 'mariadb 1 CPU, influxdb 0.5 CPU'; null if nothing is known
 */
export function shares(containers, services) {
  const known = containers.filter(({ service }) => services.includes(service));
  if (known.length === 0) return null;
  return known.map(({ service, cpus }) => (cpus === null ? `${service} no CPU limit` : `${service} ${cpus} CPU`)).join(', ');
}
