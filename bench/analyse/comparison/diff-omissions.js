import { comparedVus } from '../../record/run.js';
import { silenceOfSlices, tooFastInSlices } from './comparability.js';

/**
 * What the comparison of two runs leaves out, and why.
 *
 * @typedef {import('../types.js').Figures} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('./comparability.js').NotCompared} NotCompared
 *
 * @typedef {{ kind: 'in one run only', what: 'targets' | 'scenarios' | 'users', names: (string | number)[] }} InOneRunOnly `users`: with which targets are
 *   compared
 * @typedef {{ kind: 'not compared', runId: string, scenario: string, target: string, vus: number, why: NotCompared }} TargetNotCompared
 * @typedef {{ kind: 'found', runId: string, found: import('../findings/types.js').FindingOf<'discarded' | 'failed' | 'pending'> }} Found in that run alone
 * @typedef {InOneRunOnly | TargetNotCompared | Found} Omission what is left out
 */

/** @param {Figures} a @param {Figures} b @returns {Omission[]} */
export function omissions(a, b) {
  const ofRun = (/** @type {Figures} */ figures) => [...found(figures, 'target'), ...found(figures, 'part'), ...notCompared(figures)];
  return [...onlyInOne(a.run, b.run), ...ofRun(a), ...ofRun(b)];
}

/** @param {Figures} figures @param {'target' | 'part'} scope @returns {Found[]} discarded ones first */
function found({ run, findings }, scope) {
  const own = findings.flatMap((each) => {
    const isOut = each.kind === 'discarded' || each.kind === 'failed' || each.kind === 'pending';
    return isOut && each.scope === scope ? [{ kind: /** @type {const} */ ('found'), runId: run.id, found: each }] : [];
  });
  return [true, false].flatMap((isDiscarded) => own.filter((each) => (each.found.kind === 'discarded') === isDiscarded));
}

/** @param {Run} a @param {Run} b @returns {InOneRunOnly[]} */
function onlyInOne(a, b) {
  const lists = /** @type {const} */ ([
    ['targets', a.targets, b.targets],
    ['scenarios', a.scenarios, b.scenarios],
    ['users', usersOf(a), usersOf(b)],
  ]);
  return lists.flatMap(([what, before, after]) => {
    /** @type {(string | number)[][]} */
    const [one, other] = [[...before], [...after]];
    const names = [...one.filter((each) => !other.includes(each)), ...other.filter((each) => !one.includes(each))];
    return names.length > 0 ? [{ kind: /** @type {const} */ ('in one run only'), what, names }] : [];
  });
}

/** @param {Group} group @returns {NotCompared | null} why its slices do not show what the target does */
export function whyLeftOut(group) {
  const valid = group.slices.filter(({ discardedFor }) => discardedFor.length === 0);
  return silenceOfSlices(valid) ?? tooFastInSlices(group);
}

/** @param {Run} run @returns {number[]} with which targets are compared, each once */
function usersOf(run) {
  return [...new Set(run.scenarios.map((scenario) => comparedVus(run, scenario)))];
}

/** @param {Figures} figures @returns {TargetNotCompared[]} */
function notCompared({ run, groups }) {
  return groups.flatMap((group) => {
    const why = whyLeftOut(group);
    const { scenario, target, stage } = group;
    return why === null ? [] : [{ kind: /** @type {const} */ ('not compared'), runId: run.id, scenario, target, vus: stage.vus, why }];
  });
}
