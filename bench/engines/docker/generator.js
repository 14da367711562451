/** k6 runs in a container of its own: it talks to targets and listens on a port, so it must not hold the engine's socket as the runner does. */
import path from 'node:path';
import process from 'node:process';

/** On the containers of k6 that the runner has started, and on no others. */
export const GENERATOR_LABEL = 'stackbench.generator';

/** Variables that k6 gets beside those of docker-compose.yml. */
const VARIABLES = ['K6_ROLLUP_HLOG', 'K6_ROLLUP_REPORT'];

/** Where the runner's own image has the checkout: paths in k6's options are the same in both containers. */
const ROOT = '/app';

/**
 * @param {string} checkout on the host
 * @returns {string[]} of `docker compose run`
 */
export function flagsOfGenerator(checkout) {
  const mounts = [
    ['k6', 'ro'],
    ['catalogue.json', 'ro'],
    ['results', 'rw'],
  ].flatMap(([name, mode]) => ['--volume', `${path.join(checkout, name)}:${ROOT}/${name}:${mode}`]);
  const user = `${process.getuid?.()}:${process.getgid?.()}`;
  return ['--label', `${GENERATOR_LABEL}=1`, '--user', user, ...mounts, ...VARIABLES.flatMap((name) => ['--env', name])];
}
