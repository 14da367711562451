import { silenceOfSlices, tooFastInSlices } from '../blocks/comparability.js';
import { silence } from './comparability.js';

/**
 * What the comparison of two runs leaves out, and why.
 *
 * @typedef {import('../types.js').Figures} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('./comparability.js').NotCompared} NotCompared
 *
 * @typedef {{ kind: 'in one run only', what: 'targets' | 'scenarios' | 'stages' | 'blocks', names: (string | number)[] }} InOneRunOnly names, VUs of
 *   stages, or names of scenarios with blocks; blocks of other numbers of users are others
 * @typedef {{ kind: 'not compared', runId: string, scenario: string, target: string, vus: number, why: NotCompared }} StageNotCompared
 * @typedef {{ kind: 'found', runId: string, found: import('../findings/types.js').FindingOf<'void' | 'failed' | 'pending'> }} Found in that run alone
 * @typedef {InOneRunOnly | StageNotCompared | Found} Omission what is left out
 */

/** @param {Figures} a @param {Figures} b @returns {Omission[]} */
export function omissions(a, b) {
  const ofRun = (/** @type {Figures} */ figures) => [
    ...found(figures, 'cell'),
    ...notCompared(figures),
    ...found(figures, 'target'),
    ...found(figures, 'sequence'),
    ...blocksNotCompared(figures),
  ];
  return [...onlyInOne(a.run, b.run), ...ofRun(a), ...ofRun(b)];
}

/** @param {Figures} figures @param {'cell' | 'target' | 'sequence'} scope @returns {Found[]} void ones first */
function found({ run, findings }, scope) {
  const own = findings.flatMap((each) => {
    const isOut = each.kind === 'void' || each.kind === 'failed' || each.kind === 'pending';
    return isOut && each.scope === scope ? [{ kind: /** @type {const} */ ('found'), runId: run.id, found: each }] : [];
  });
  return [true, false].flatMap((isVoid) => own.filter((each) => (each.found.kind === 'void') === isVoid));
}

/** @param {Run} a @param {Run} b @returns {InOneRunOnly[]} */
function onlyInOne(a, b) {
  const vus = (/** @type {Run} */ { stages }) => stages.map((stage) => stage.vus);
  const lists = /** @type {const} */ ([
    ['targets', a.targets, b.targets],
    ['scenarios', a.scenarios, b.scenarios],
    ['stages', vus(a), vus(b)],
    ['blocks', ...inBlocks(a, b)],
  ]);
  return lists.flatMap(([what, before, after]) => {
    /** @type {(string | number)[][]} */
    const [one, other] = [[...before], [...after]];
    const names = [...one.filter((each) => !other.includes(each)), ...other.filter((each) => !one.includes(each))];
    return names.length > 0 ? [{ kind: /** @type {const} */ ('in one run only'), what, names }] : [];
  });
}

/** @param {Run} a @param {Run} b @returns {[string[], string[]]} of each its scenarios with blocks; slices of other numbers of users are no partners */
function inBlocks(a, b) {
  const scenarios = (/** @type {Run} */ { sequences }) => [...new Set(sequences.map(({ scenario }) => scenario))];
  const [before, after] = [scenarios(a), scenarios(b)];
  const isOtherLoad = before.length > 0 && after.length > 0 && a.blockVus !== b.blockVus;
  return isOtherLoad ? [[...new Set([...before, ...after])], []] : [before, after];
}

/** @param {Group} group @param {number} stage @returns {NotCompared | null} why its cell does not show what the target does there */
function whyLeftOut({ cell, isVoid }, stage) {
  if (cell === null) return null;
  const limit = isVoid ? (cell.tooFastFor[stage] ?? null) : null;
  return silence([cell], stage) ?? (limit && { kind: 'too fast', limit, seen: null, isBaseline: false });
}

/** @param {Figures} figures @returns {StageNotCompared[]} */
function notCompared({ run, groups }) {
  return groups.flatMap((group) =>
    run.stages.flatMap(({ vus }, stage) => {
      const { scenario, target } = group;
      const why = whyLeftOut(group, stage);
      return why === null ? [] : [{ kind: /** @type {const} */ ('not compared'), runId: run.id, scenario, target, vus, why }];
    }),
  );
}

/** @param {BlockGroup} group @returns {NotCompared | null} the same of its slices */
export function whyBlocksLeftOut(group) {
  const valid = group.slices.filter(({ voids }) => voids.length === 0);
  return silenceOfSlices(valid) ?? tooFastInSlices(group);
}

/** @param {Figures} figures @returns {StageNotCompared[]} */
function blocksNotCompared({ run, blocks }) {
  return blocks.flatMap((group) => {
    const why = whyBlocksLeftOut(group);
    const { scenario, target, stage } = group;
    return why === null ? [] : [{ kind: /** @type {const} */ ('not compared'), runId: run.id, scenario, target, vus: stage.vus, why }];
  });
}
