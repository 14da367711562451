import { namesOf } from './words/names.js';
import { ORDER, WORDS } from './words/findings/index.js';

/**
 * The findings of a run in words: the box at the top, and what concerns one scenario.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/findings/types.js').Finding} Finding
 * @typedef {import('./words/findings/index.js').Caveat} Caveat
 */

/** @param {Figures} figures @returns {Caveat[]} what the reader must know before concluding anything, the general ones first */
export function caveats({ run, findings }) {
  const names = namesOf(run);
  return inOrder(findings).flatMap(({ words, found }) => words.caveat?.(found, names) ?? []);
}

/** @param {Figures} figures @param {string} scenario @returns {string[]} why its figures are to be doubted, in sentences */
export function doubts({ run, findings }, scenario) {
  const names = namesOf(run);
  return inOrder(ofScenario(findings, scenario, run.targets)).flatMap(({ words, found }) => words.doubt?.(found, names) ?? []);
}

/** @param {Figures} figures @param {string} scenario @returns {string[]} what is to be said about it beside its verdicts */
export function statements({ run, findings }, scenario) {
  const names = namesOf(run);
  return inOrder(ofScenario(findings, scenario, run.targets)).flatMap(({ words, found }) => words.statements?.(found, names) ?? []);
}

/**
 * @param {Finding[]} findings
 * @param {string} scenario
 * @param {string[]} targets
 */
function ofScenario(findings, scenario, targets) {
  const placeOf = (/** @type {Finding} */ finding) => ('target' in finding ? targets.indexOf(finding.target) : -1);
  return findings
    .filter((finding) => finding.scope !== 'run' && finding.scenario === scenario)
    .sort((one, other) => placeOf(one) - placeOf(other));
}

/**
 * @param {Finding[]} findings
 * @returns {{ words: import('./words/findings/index.js').WordsOf<any>, found: Finding[] }[]} by kind, in the order of the words
 */
function inOrder(findings) {
  return ORDER.flatMap((kind) => {
    const found = findings.filter((finding) => finding.kind === kind);
    return found.length > 0 ? [{ words: WORDS[kind], found }] : [];
  });
}
