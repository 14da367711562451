import { groupsOf } from '../analyse/findings/scopes.js';
import { hasBlocks } from '../record/catalogue.js';
import { comparedVus } from '../record/run.js';
import { plural } from '../util/text.js';
import { sampleText } from './words/verdicts.js';

/**
 * What the verdicts of a scenario are made of.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Comparison} Comparison
 * @typedef {{ scenario: string, target: string, metric: string }} Which
 * @typedef {import('../analyse/findings/types.js').FindingOf<'not-compared'>['why']} WhyNotCompared
 */

/** @param {Pick<import('../record/run.js').PlannedRun, 'scenarios' | 'levels' | 'catalogue'>} run @returns {string} '300 users', '50 or 100 users': with which targets are compared */
export function comparedUsers(run) {
  const numbers = [...new Set(run.scenarios.map((scenario) => comparedVus(run, scenario)))].sort((a, b) => a - b);
  return [...numbers.slice(0, -1), plural(numbers[numbers.length - 1], 'user')].join(' or ');
}

/**
 * @param {Pick<Figures, 'groups'>} figures
 * @param {string} scenario
 * @returns {{ rounds: number, blocks: number }} in which something counts; a block that is discarded throughout is measured again
 */
export function sampleOf(figures, scenario) {
  const slices = groupsOf(figures, scenario).flatMap((group) => group.slices.filter(({ discardedFor }) => discardedFor.length === 0));
  return {
    rounds: new Set(slices.map(({ round }) => round)).size,
    blocks: new Set(slices.map(({ round, block }) => `${round} ${block}`)).size,
  };
}

/** @param {Figures} figures @param {string} scenario @returns {string} '3 rounds × 5 blocks' */
export function sampleWords(figures, scenario) {
  return hasBlocks(figures.run.catalogue, scenario) ? sampleText(sampleOf(figures, scenario)) : 'each target measured alone, once';
}

/** @param {Pick<Figures, 'comparisons'>} figures @param {Which} which @returns {Comparison | null} null for the baseline, and where nothing valid could be compared */
export function comparisonOf({ comparisons }, which) {
  return comparisons.find((each) => isOf(each, which)) ?? null;
}

/** @param {Pick<Figures, 'findings'>} figures @param {Which} which @returns {WhyNotCompared | null} null for the baseline, and where it is compared or discarded */
export function whyNotCompared({ findings }, which) {
  return findings.flatMap((finding) => (finding.kind === 'not-compared' && isOf(finding, which) ? [finding.why] : []))[0] ?? null;
}

/** @param {Which} one @param {Which} other */
function isOf(one, other) {
  return one.scenario === other.scenario && one.target === other.target && one.metric === other.metric;
}
