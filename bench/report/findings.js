import { groupBy } from '../util/group.js';
import { namesOf } from './words/names.js';
import { WORDS } from './words/findings/index.js';

/**
 * The findings of a run in words: may it be trusted, the doubts at the top, and what is said of one scenario.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/findings/types.js').Finding} Finding
 * @typedef {import('./words/findings/index.js').Caveat} Caveat
 */

/** @param {Figures} figures @returns {Caveat[]} what the reader must know before concluding anything, the general ones first */
export function caveats({ run, findings }) {
  return said(findings, ({ caveat }, found) => caveat?.(found, namesOf(run)) ?? []);
}

/**
 * May a reader decide from this run?
 * @param {Figures} figures
 * @returns {{ light: 'green' | import('./words/findings/index.js').Light, why: string[] }} the worst of what was found, and the titles of what is as bad
 */
export function trust({ run, findings }) {
  const found = said(findings, ({ light: given, caveat }, own) => {
    const light = typeof given === 'function' ? given(own) : given;
    return light && caveat ? { light, title: caveat(own, namesOf(run)).title } : [];
  });
  const light = found.some((each) => each.light === 'red') ? 'red' : found.length > 0 ? 'amber' : 'green';
  return { light, why: found.filter((each) => each.light === light).map(({ title }) => title) };
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
