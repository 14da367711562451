import path from 'node:path';

const NAME_A_RUN = ['A', 'B', 'RESUME', 'RUN'];

/**
 * A run is named by its id, or by its folder as a shell completes it: `results/<run-id>/` or the absolute path.
 * @param root folder of the checkout
 * @returns the same, in which a folder right below `results/` is the id of its run
 */
export function withRunIds(env: Record<string, string | undefined>, root: string, resultsDir: string): Record<string, string | undefined> {
  const named = NAME_A_RUN.flatMap((knob) => {
    const folder = path.resolve(root, env[knob] ?? '');
    return path.dirname(folder) === resultsDir ? [[knob, path.basename(folder)]] : [];
  });
  return { ...env, ...Object.fromEntries(named) };
}
