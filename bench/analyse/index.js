import { fitting } from '../record/fits.js';
import { usableNoise } from '../record/calibration-fits.js';
import { cellFigures } from './cell/figures.js';
import { comparisons } from './comparison/comparison.js';
import { group } from './comparison/rounds.js';
import { findings } from './findings/index.js';

export { readBundle } from '../record/bundle-reader.js';

/**
 * All figures of a run: of each cell, of each target in each scenario over its rounds, and what they say against the baseline.
 * @param {import('../record/raw-cell.js').Bundle} bundle
 * @param {string} [baseline] one of its targets, in place of the one recorded with the run
 * @returns {import('./types.js').Figures}
 */
export function figures({ run, readCell }, baseline = run.baseline) {
  const cells = sharingWarmUps(run.cells.map((planned) => cellFigures(readCell(planned), run)));
  const groups = run.scenarios.flatMap((scenario) =>
    run.targets.filter(fitting(run.catalogue, scenario)).map((target) => {
      const own = cells.filter(({ planned }) => planned.scenario === scenario && planned.target === target);
      return group(scenario, target, own, run.stages);
    }),
  );
  const noises = usableNoise(run);
  const result = { run, cells, groups, baseline, comparisons: comparisons(run, groups, baseline, noises.noise), ...noises };
  return { ...result, findings: findings(result) };
}

/**
 * A JVM that serves several rounds is warmed up before the first of them.
 * @param {import('./types.js').CellFigures[]} cells
 */
function sharingWarmUps(cells) {
  const jvmOf = (/** @type {import('./types.js').CellFigures} */ { planned, cell }) =>
    cell?.jvm ? `${planned.scenario} ${planned.target} ${cell.jvm.startedMs}` : null;
  return cells.map((each) => {
    const jvm = jvmOf(each);
    if (each.steady !== null || jvm === null) return each;
    return { ...each, steady: cells.find((other) => other.steady !== null && jvmOf(other) === jvm)?.steady ?? null };
  });
}
