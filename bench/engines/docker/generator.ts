/** k6 runs in a container of its own: it talks to targets and listens on a port, so it must not hold the engine's socket as the runner does. */
import path from 'node:path';
import { getgid, getuid } from 'node:process';
import { followNothing, namesOfGenerators } from '../generators.ts';
import type { Generator } from '../engine.ts';
import type { Compose } from './compose.ts';

/** On the containers of k6 that the runner has started, and on no others: the generator's name in processes.csv. */
export const GENERATOR_LABEL = 'stackbench.generator';

/** Where the runner's own image has the checkout: paths in k6's options are the same in both containers. */
const ROOT = '/app';

/** @param given `checkout`: on the host; `cpus`: that each is limited to, null for no limit */
export function createGenerators(
  compose: Compose,
  { checkout, count, cpus }: { checkout: string; count: number; cpus: number | null },
): Generator[] {
  return namesOfGenerators(count).map((names) => ({
    ...names,
    cpus,
    node: null,
    command: (words, environment) => {
      const flags = flagsOfGenerator(checkout, names.process, Object.keys(environment));
      return { words: [...compose.runWords(flags), ...words], environment };
    },
    follow: followNothing,
  }));
}

/**
 * @param checkout on the host
 * @param process its name in processes.csv
 * @param variables that k6 gets beside those of docker-compose.yml
 * @returns of `docker compose run`
 */
function flagsOfGenerator(checkout: string, process: string, variables: string[]): string[] {
  const mounts = [
    ['k6', 'ro'],
    ['catalogue.json', 'ro'],
    ['results', 'rw'],
  ].flatMap(([name, mode]) => ['--volume', `${path.join(checkout, name)}:${ROOT}/${name}:${mode}`]);
  const user = `${getuid?.()}:${getgid?.()}`;
  return ['--label', `${GENERATOR_LABEL}=${process}`, '--user', user, ...mounts, ...variables.flatMap((name) => ['--env', name])];
}
