/** k6 runs in a container of its own: it talks to targets and listens on a port, so it must not hold the engine's socket as the runner does. */
import path from 'node:path';
import { getgid, getuid } from 'node:process';
import { followNothing, namesOfGenerators } from '../generators.ts';
import type { Generator } from '../engine.ts';
import type { Compose } from './compose.ts';

/** On the containers of k6 that the runner has started, and on no others: the generator's name in processes.csv. */
export const GENERATOR_LABEL = 'stackbench.generator';

/** The runner's own image has the checkout at /app: paths in k6's options are the same in both containers. */
const MOUNTS = { k6: '/app/k6:ro', 'catalogue.json': '/app/catalogue.json:ro', results: '/app/results:rw' };

/** @param given `checkout`: on the host; `cpus`: that each is limited to, null for no limit */
export function createGenerators(
  compose: Pick<Compose, 'runWords'>,
  { checkout, count, cpus }: { checkout: string; count: number; cpus: number | null },
): Generator[] {
  const mounts = Object.entries(MOUNTS).flatMap(([name, there]) => ['--volume', `${path.join(checkout, name)}:${there}`]);
  return namesOfGenerators(count).map((names) => ({
    ...names,
    cpus,
    node: null,
    command: (words, environment) => {
      const variables = Object.keys(environment).flatMap((name) => ['--env', name]);
      const user = `${getuid?.()}:${getgid?.()}`;
      const flags = ['--label', `${GENERATOR_LABEL}=${names.process}`, '--user', user, ...mounts, ...variables];
      return { words: [...compose.runWords(flags), ...words], environment };
    },
    follow: followNothing,
  }));
}
