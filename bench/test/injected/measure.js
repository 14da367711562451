/**
 * Is a difference found whose size is known? Compares `mvc` with itself (0 % more CPU) and with itself plus a known share of CPU
 * (burner.js), with the method of `make compare`, and says whether the intervals contain the truth.
 *
 *   node bench/test/injected/measure.js [NAME=value …]      knobs of make compare; by default those of DEFAULTS
 *
 * No test: its outcome is a statement about noise, and has a known chance to be wrong.
 */
import path from 'node:path';
import process from 'node:process';
import { readCatalogue, root } from '../../record/catalogue.js';
import { compareOptions } from '../../plan/knobs.js';
import { newRun } from '../../plan/run.js';
import { writeReport } from '../../report/index.js';
import { printed } from '../../report/words/verdicts.js';
import { listenForInterruption } from '../../util/interruption.js';
import { measure } from '../../run/measure.js';
import { sumUp } from '../../run/sum-up.js';
import { cacheDir } from '../../setup/cache.js';
import { buildBurner } from './burner.js';
import { withBurners } from './catalogue.js';

const SHARES = [0, 0.1];
const DEFAULTS = { ENGINE: 'native', PROFILE: 'rigorous', SCENARIOS: 'simple,heavy', STAGES: '1', VUS_START: '50', STAGE_SECONDS: '20' };

async function main() {
  const given = Object.fromEntries(process.argv.slice(2).map((word) => word.split(/=(.*)/s).slice(0, 2)));
  const env = { ...DEFAULTS, ...given };
  const jar = await buildBurner(path.join(cacheDir(), 'burner'));
  const catalogue = withBurners(readCatalogue(), 'mvc', SHARES, jar);
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
    const dir = await measure(command, run, 'make compare');
    const { figures } = writeReport(dir);
    for (const line of findings(figures)) console.log(line);
    return sumUp(command, figures);
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    return 3;
  } finally {
    dispose();
  }
}

/**
 * A target that is held by its CPU gets 1 / (1 + share) of the throughput and needs 1 + share of the CPU for each request.
 * @param {import('../../analyse/types.js').Figures} figures
 * @returns {string[]} a line per comparison
 */
function findings({ comparisons }) {
  return comparisons.map((comparison) => {
    const { scenario, metric, vus, target, low, high } = comparison;
    const share = Number(/\d+$/.exec(target)?.[0] ?? 0) / 100;
    const truth = metric === 'cpu' ? 1 + share : 1 / (1 + share);
    const contains = low !== null && high !== null && low <= truth && truth <= high;
    return `${scenario} ${metric} at ${vus} VUs, ${target}: ${printed(comparison)}, truth ×${truth.toFixed(3)}, ${contains ? 'contained' : 'NOT contained'}`;
  });
}

process.exit(await main());
