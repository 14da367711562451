/**
 * Is a difference found whose size is known? Compares `mvc` in blocks with itself, and with itself under a CPU quota that is 10 % smaller, all three in one
 * run, with the method of `make compare`. Says for each ratio whether its interval contains the truth.
 *
 *   node bench/test/injected/measure.js [NAME=value …]      options of make compare, such as SCENARIOS=heavy SEED=1; by default those of DEFAULTS
 *
 * No test: its outcome is a statement about noise, and has a known chance to be wrong.
 */
import path from 'node:path';
import process from 'node:process';
import { defaultTargetCpus } from '../../engines/jvm.js';
import { readCatalogue, root } from '../../record/catalogue.js';
import { compareOptions } from '../../plan/knobs.js';
import { limitsOf } from '../../record/json/limits.js';
import { newRun } from '../../plan/run.js';
import { writeReport } from '../../report/index.js';
import { listenForInterruption } from '../../util/interruption.js';
import { measure } from '../../run/measure.js';
import { sumUp } from '../../run/sum-up.js';
import { cacheDir } from '../../setup/cache.js';
import { withSmallerQuotas } from './catalogue.js';
import { truthLines } from './truth.js';

const SHARES = [0, 0.1];
const DEFAULTS = { ENGINE: 'native', SCENARIOS: 'simple,heavy' };
const BUDGET_MINUTES = '45';

async function main() {
  const given = Object.fromEntries(process.argv.slice(2).map((word) => word.split(/=(.*)/s).slice(0, 2)));
  const BUDGET = given.ROUNDS || given.HALF_WIDTH ? '' : BUDGET_MINUTES;
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
    log: (/** @type {string} */ line) => console.log(line),
    warn: (/** @type {string} */ line) => console.error(line),
  };
  try {
    // What was measured of an interrupted run is kept: make compare RESUME goes on with it.
    return await measure(command, run, (dir) => {
      const { figures } = writeReport(dir);
      const code = sumUp(command, figures);
      for (const line of truthLines(figures.comparisons)) console.log(line);
      return code;
    });
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    return 3;
  } finally {
    dispose();
  }
}

process.exit(await main());
