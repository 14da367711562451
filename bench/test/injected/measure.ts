/**
 * Is a difference found whose size is known? Compares `mvc` in blocks with itself, and with itself under a CPU quota that is 10 % smaller, all three in one
 * run, with the method of `make compare`. Says for each ratio whether its interval contains the truth.
 *
 *   node bench/test/injected/measure.ts [NAME=value …]      options of make compare, such as SCENARIOS=heavy SEED=1; by default those of DEFAULTS
 *
 * No test: its outcome is a statement about noise, and has a known chance to be wrong.
 */
import path from 'node:path';
import process from 'node:process';
import { defaultTargetCpus } from '../../engines/common/given.ts';
import { readCatalogue, root } from '../../record/catalogue.ts';
import { compareOptions } from '../../plan/knobs.ts';
import { limitsOf } from '../../record/json/limits.ts';
import { newRun } from '../../plan/run.ts';
import { listenForInterruption } from '../../util/interruption.ts';
import { measure } from '../../run/measure.ts';
import { cacheDir } from '../../setup/cache.ts';
import { withSmallerQuotas } from './catalogue.ts';
import { truthLines } from './truth.ts';
import type { Figures } from '../../analyse/types.ts';

const SHARES = [0, 0.1];
const DEFAULTS = { ENGINE: 'native', SCENARIOS: 'simple,heavy' };
const BUDGET_MINUTES = '45';

async function main() {
  const given = Object.fromEntries(process.argv.slice(2).map((word) => word.split(/=(.*)/s).slice(0, 2)));
  const BUDGET = given.ROUNDS || given.HALF_WIDTH ? undefined : BUDGET_MINUTES;
  const env = { ...DEFAULTS, BUDGET, ...given };
  const cpus = limitsOf(given).targetCpus ?? defaultTargetCpus();
  const catalogue = withSmallerQuotas(readCatalogue(), 'mvc', SHARES, cpus);
  const options = compareOptions({ ...env, TARGETS: Object.keys(catalogue.targets).join(), BASELINE: 'mvc' }, catalogue);
  const run = newRun(options, catalogue, 'injected');
  const { signal, dispose } = listenForInterruption();
  const command = {
    catalogue: readCatalogue(),
    env,
    root,
    cacheDir: cacheDir(),
    resultsDir: path.join(root, 'results'),
    signal,
    log: (line: string) => console.log(line),
    warn: (line: string) => console.error(line),
  };
  try {
    // What was measured of an interrupted run is kept: make compare RESUME goes on with it.
    const tell = ({ comparisons }: Figures) => console.log(truthLines(comparisons).join('\n'));
    return await measure(command, run, { tell });
  } catch (error) {
    console.error((error as Error).message);
    return 3;
  } finally {
    dispose();
  }
}

process.exit(await main());
