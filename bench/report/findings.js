import { groupBy } from '../util/group.js';
import { namesOf } from './words/names.js';
import { WORDS } from './words/findings/index.js';

/**
 * The findings of a run in words: the box at the top, and what concerns one scenario.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/findings/types.js').Finding} Finding
 * @typedef {import('./words/findings/index.js').Caveat} Caveat
 */

/** @param {Figures} figures @returns {Caveat[]} what the reader must know before concluding anything, the general ones first */
export function caveats({ run, findings }) {
  return said(findings, ({ caveat }, found) => caveat?.(found, namesOf(run)) ?? []);
}

/** @param {Figures} figures @param {string} scenario @returns {string[]} why its figures are to be doubted, in sentences */
export function doubts(figures, scenario) {
  return said(ofScenario(figures, scenario), ({ doubt }, found) => doubt?.(found, namesOf(figures.run)) ?? []);
}

/** @param {Figures} figures @param {string} scenario @returns {string[]} what is to be said about it beside its verdicts */
export function statements(figures, scenario) {
  return said(ofScenario(figures, scenario), ({ statements: sentences }, found) => sentences?.(found, namesOf(figures.run)) ?? []);
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} in the order of the targets */
function ofScenario({ run, findings }, scenario) {
  const placeOf = (/** @type {Finding} */ finding) => ('target' in finding ? run.targets.indexOf(finding.target) : -1);
  return findings
    .filter((finding) => finding.scope !== 'run' && finding.scenario === scenario)
    .sort((one, other) => placeOf(one) - placeOf(other));
}

/**
 * @template T
 * @param {Finding[]} findings
 * @param {(words: import('./words/findings/index.js').WordsOf<any>, found: Finding[]) => T | T[]} say
 * @returns {T[]} of those of a kind together, in the order of the words
 */
function said(findings, say) {
  const byKind = groupBy(findings, ({ kind }) => kind);
  return Object.entries(WORDS).flatMap(([kind, words]) => {
    const found = byKind.get(/** @type {Finding['kind']} */ (kind)) ?? [];
    return found.length > 0 ? say(words, found) : [];
  });
}
