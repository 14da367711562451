import { fitting } from '../record/fits.js';
import { usableNoise } from '../record/calibration/fits.js';
import { blockGroup } from './blocks/group.js';
import { sequenceFigures } from './blocks/sequence.js';
import { elsewhere } from './blocks/staircase.js';
import { cellFigures } from './cell/figures.js';
import { group } from './cell/group.js';
import { comparisons } from './comparison/comparison.js';
import { findings } from './findings/index.js';
import { withWarmUps } from './warm-ups.js';

export { readBundle } from '../record/bundle-reader.js';

/**
 * All figures of a run: of each cell and each slice, of each target in each scenario, and what they say against the baseline.
 * @param {import('../record/raw-cell.js').Bundle} bundle
 * @param {string} [baseline] one of its targets, in place of the one recorded with the run
 * @returns {import('./types.js').Figures}
 */
export function figures({ run, readCell, readSequence }, baseline = run.baseline) {
  const unpooled = run.cells.map((planned) => cellFigures(readCell(planned), run));
  const staircase = (/** @type {string} */ scenario) => (/** @type {string} */ target) => elsewhere(unpooled, { scenario, target }, run);
  const bySlice = run.sequences.map((planned) => sequenceFigures(readSequence(planned), run, staircase(planned.scenario)));
  const { cells, sequences } = withWarmUps(unpooled, bySlice);
  const pairs = run.scenarios.flatMap((scenario) =>
    run.targets.filter(fitting(run.catalogue, scenario)).map((target) => ({ scenario, target })),
  );
  const groups = pairs.map(({ scenario, target }) => {
    const own = cells.find(({ planned }) => planned.scenario === scenario && planned.target === target);
    return group(scenario, target, own);
  });
  const blocks = pairs.filter(isInSequence(run)).map(({ scenario, target }) => {
    const slices = sequences.flatMap((sequence) => sequence.slices);
    const own = slices.filter((slice) => slice.scenario === scenario && slice.target === target);
    return blockGroup(scenario, target, own, run.blockVus);
  });
  const measured = { run, cells, groups, sequences, blocks };
  const noises = usableNoise(run);
  const result = { ...measured, baseline, comparisons: comparisons(measured, baseline, noises.noise), ...noises };
  return { ...result, findings: findings(result) };
}

/** @param {import('../record/run.js').Run} run @returns {(pair: { scenario: string, target: string }) => boolean} is it measured in blocks? */
function isInSequence({ sequences }) {
  return ({ scenario, target }) => sequences.some((each) => each.scenario === scenario && each.blocks.flat().includes(target));
}
