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
import { moved } from '../../plan/calibration.ts';
import { outcomeOf } from '../../report/verdicts/rows.ts';
import { sampleText, verdictText } from '../../report/words/verdicts.ts';
import { measure } from '../../run/measure.ts';
import { cacheDir } from '../../setup/cache.ts';
import { percent } from '../../util/text.ts';
import type { Comparison, Figures } from '../../analyse/types.ts';
import type { Catalogue } from '../../record/catalogue.ts';

/** As many as DRAWN has. */
const SHARES = [0, 0.1];
const DEFAULTS = { ENGINE: 'native', SCENARIOS: 'simple,heavy' };
const BUDGET_MINUTES = '45';
const DRAWN = [
  { colour: '#777777', symbol: 'diamond', line: 'dashed' },
  { colour: '#D55E00', symbol: 'triangle', line: 'dotted' },
];

/** @param cpus quota of the target itself @returns that target, and as `<name>-less-10` again with a quota that is 10 % smaller, for a share of 0.1 */
function withSmallerQuotas(catalogue: Catalogue, name: string, shares: number[], cpus: number): Catalogue {
  const plain = catalogue.targets[name];
  const limited = (share: number) => ({ of: name, knob: 'cpus' as const, value: String(Number((cpus * (1 - share)).toFixed(3))) });
  const others = shares.map((share, index) => {
    const label = `${plain.label}, ${percent(share)} less CPU`;
    const target = { ...moved(plain, index + 1), label, variant: limited(share), ...DRAWN[index] };
    return [`${name}-less-${Math.round(share * 100)}`, target];
  });
  return { ...catalogue, targets: { [name]: { ...plain, variant: limited(0) }, ...Object.fromEntries(others) } };
}

/**
 * A target that is held by its CPU answers 1 - share of the requests under a quota that is smaller by that share, and each takes as much CPU as before.
 * @returns what a comparison of `<name>-less-<per cent>` with `<name>` says of that
 */
function truthLine(comparison: Comparison): string {
  const { scenario, metric, vus, target, ratio, low, high } = comparison;
  const share = Number(/\d+$/.exec(target)?.[0] ?? 0) / 100;
  const truth = metric === 'cpu' ? 1 : 1 - share;
  const isKnown = low !== null && high !== null;
  const interval = isKnown ? `95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}` : 'no interval';
  const contains = isKnown && low <= truth && truth <= high;
  const found = `ratio ${ratio.toFixed(3)}, ${interval} (${sampleText(comparison)}), verdict ${verdictText(outcomeOf(comparison))}`;
  return `${scenario} ${metric} at ${vus} VUs, ${target}: ${found}; truth ${truth.toFixed(3)}, ${contains ? 'contained' : 'NOT contained'}`;
}

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
    const tell = ({ comparisons }: Figures) => console.log(comparisons.map(truthLine).join('\n'));
    return await measure(command, run, { tell });
  } catch (error) {
    console.error((error as Error).message);
    return 3;
  } finally {
    dispose();
  }
}

process.exit(await main());
