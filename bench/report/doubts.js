import { hardlyUsedCpu } from '../analyse/comparison/comparison.js';
import { noiseFloor } from '../analyse/comparison/noise-floor.js';
import { isCompiling } from '../analyse/cell/steady.js';
import { factor } from '../analyse/statistics/verdict.js';
import { list, number, plural } from '../util/text.js';
import { comparedRounds, unlikeRounds } from './groups.js';

/**
 * Why the figures of a scenario are to be doubted, in sentences.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Group} Group
 * @typedef {import('../analyse/types.js').CellFigures} CellFigures
 */

/** @param {Figures} figures @param {Group[]} groups of one scenario @returns {string[]} */
export function doubts(figures, groups) {
  const last = figures.run.stages.length - 1;
  return [
    hardlyAnyCpu(figures, groups),
    voided(groups),
    inRounds(figures, groups, 'Never steady in the warm-up', ({ steady }) => steady === false),
    inRounds(figures, groups, 'Still rising on the last plateau', ({ stillRising }) => stillRising[last] === true),
    inRounds(figures, groups, 'Compilers at work on the last plateau', ({ stages }) => isCompiling(stages[last]?.compilingShare)),
    unlike(figures, groups),
    inRounds(figures, groups, "Little's law is off, and nothing explains it", ({ littlesLaw }) =>
      littlesLaw.some((law) => law?.holds === false && law.explanation === null),
    ),
    floors(figures, groups[0].scenario),
  ].filter((sentence) => sentence !== null);
}

/** @param {Figures} figures @param {Group[]} groups */
function hardlyAnyCpu(figures, groups) {
  const last = figures.run.stages.length - 1;
  const targets = groups.flatMap(({ target, stages }) => {
    return hardlyUsedCpu(stages[last]) ? [`${label(figures, target)} ${number(stages[last].cpuCores)} cores`] : [];
  });
  if (targets.length === 0) return null;
  return `Hardly any CPU was used (${list(targets)}): much of it is scrapes, timers and compilers, so their CPU per request is not what a request costs.`;
}

/** @param {Group[]} groups */
function voided(groups) {
  const count = groups.reduce((sum, group) => sum + group.voided.length, 0);
  if (count === 0) return null;
  return `${plural(count, 'cell')} of this scenario ${count === 1 ? 'is' : 'are'} void and decided nothing.`;
}

/**
 * @param {Figures} figures
 * @param {Group[]} groups
 * @param {string} what
 * @param {(cell: CellFigures) => boolean} applies
 */
function inRounds(figures, groups, what, applies) {
  const targets = groups.flatMap(({ target, good }) => {
    const count = good.filter(applies).length;
    return count > 0 ? [`${label(figures, target)} in ${count} of ${plural(good.length, 'round')}`] : [];
  });
  return targets.length > 0 ? `${what}: ${list(targets)}.` : null;
}

/** @param {Figures} figures @param {Group[]} groups */
function unlike(figures, groups) {
  const targets = groups.flatMap((group) => {
    const ratio = unlikeRounds(group);
    return ratio === null ? [] : [`${label(figures, group.target)} ×${factor(ratio)}`];
  });
  return targets.length > 0 ? `The rounds are not alike: ${list(targets)} between the slowest and the fastest.` : null;
}

/** @param {Figures} figures @param {string} scenario */
function floors(figures, scenario) {
  const { run, noise } = figures;
  if (run.calibrates) return null;
  if (!noise?.[scenario]) return 'No calibration of this scenario on this machine: its noise floor is not known.';
  const rounds = comparedRounds(figures, scenario);
  const floor = (/** @type {'throughput' | 'cpu'} */ metric) => ratioOr(noiseFloor(noise, scenario, metric, rounds));
  return `Noise floor of this machine at ${plural(rounds, 'round')}: requests/s ${floor('throughput')}, CPU per request ${floor('cpu')}.`;
}

/** @param {number | null} ratio */
function ratioOr(ratio) {
  return ratio === null ? 'not known' : `×${factor(ratio)}`;
}

/** @param {Figures} figures @param {string} target */
function label({ run }, target) {
  return run.catalogue.targets[target].label;
}
