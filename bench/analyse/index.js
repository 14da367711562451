import { cellFigures } from './cell.js';
import { group } from './rounds.js';

export { readBundle } from './bundle.js';

/**
 * All figures of a run: of each cell, and of each target in each scenario over its rounds.
 * @param {import('./types.js').Bundle} bundle
 * @returns {import('./types.js').Figures}
 */
export function figures({ run, readCell }) {
  const cells = run.cells.map((planned) => cellFigures(readCell(planned)));
  const groups = run.scenarios.flatMap((scenario) =>
    run.targets.map((target) => {
      const own = cells.filter(({ planned }) => planned.scenario === scenario && planned.target === target);
      return group(scenario, target, own, run.stages);
    }),
  );
  return { run, cells, groups };
}
