import { silenceOfSlices, tooFastInSlices } from '../blocks/comparability.js';
import { countedByKind } from '../blocks/voids.js';
import { silence } from './comparability.js';

/**
 * What the comparison of two runs leaves out, and why.
 *
 * @typedef {import('../types.js').Figures} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../cell/health.js').VoidReason} VoidReason
 * @typedef {import('./comparability.js').NotCompared} NotCompared
 *
 * @typedef {{ kind: 'in one run only', what: 'targets' | 'scenarios' | 'stages' | 'blocks', names: (string | number)[] }} InOneRunOnly names, VUs of
 *   stages, or names of scenarios with blocks; blocks of other numbers of users are others
 * @typedef {{ runId: string, scenario: string, target: string, round: number }} CellOfRun
 * @typedef {{ kind: 'void', reasons: VoidReason[] } & CellOfRun} VoidCell
 * @typedef {{ kind: 'failed', reason: string | null } & CellOfRun} FailedCell
 * @typedef {{ kind: 'not measured' } & CellOfRun} PendingCell
 * @typedef {{ kind: 'not compared', vus: number, why: NotCompared } & Omit<CellOfRun, 'round'>} StageNotCompared
 * @typedef {{ runId: string, scenario: string, round: number, part: number }} SequenceOfRun
 * @typedef {{ kind: 'void slices', runId: string, scenario: string, target: string, slices: number, of: number, reasons: VoidReason[] }} VoidSlices `reasons`: the
 *   first of each kind
 * @typedef {{ kind: 'sequence failed', reason: string | null } & SequenceOfRun} FailedSequence
 * @typedef {{ kind: 'sequence not measured' } & SequenceOfRun} PendingSequence
 * @typedef {InOneRunOnly | VoidCell | FailedCell | PendingCell | StageNotCompared | VoidSlices | FailedSequence | PendingSequence} Omission what is left out
 */

/** @param {Figures} a @param {Figures} b @returns {Omission[]} */
export function omissions(a, b) {
  return [...onlyInOne(a.run, b.run), ...[a, b].flatMap((figures) => [...ofCells(figures), ...ofBlocks(figures)])];
}

/** @param {Figures} figures @returns {Omission[]} */
function ofCells(figures) {
  return [...voids(figures), ...notOk(figures), ...notCompared(figures)];
}

/** @param {Figures} figures @returns {Omission[]} */
function ofBlocks(figures) {
  return [...voidSlices(figures), ...sequencesNotOk(figures), ...blocksNotCompared(figures)];
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

/** @param {Figures} figures @returns {(FailedCell | PendingCell)[]} */
function notOk({ run, cells }) {
  return cells
    .filter(({ state }) => state !== 'ok')
    .map(({ planned: { scenario, target, round }, state, reason }) => {
      const cell = { runId: run.id, scenario, target, round };
      return state === 'pending' ? { kind: 'not measured', ...cell } : { kind: 'failed', ...cell, reason };
    });
}

/** @param {Figures} figures @returns {VoidCell[]} */
function voids({ run, cells }) {
  return cells
    .filter((cell) => cell.voids.length > 0)
    .map(({ planned: { scenario, target, round }, voids: reasons }) => ({ kind: 'void', runId: run.id, scenario, target, round, reasons }));
}

/** @param {BlockGroup} group @returns {NotCompared | null} the same of its slices */
export function whyBlocksLeftOut(group) {
  const valid = group.slices.filter(({ voids: reasons }) => reasons.length === 0);
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

/** @param {Figures} figures @returns {VoidSlices[]} */
function voidSlices({ run, blocks }) {
  return blocks
    .filter(({ voided }) => voided.length > 0)
    .map(({ scenario, target, slices, voided }) => {
      const reasons = countedByKind(voided).map(({ reason }) => reason);
      return { kind: 'void slices', runId: run.id, scenario, target, slices: voided.length, of: slices.length, reasons };
    });
}

/** @param {Figures} figures @returns {(FailedSequence | PendingSequence)[]} */
function sequencesNotOk({ run, sequences }) {
  return sequences
    .filter(({ state }) => state !== 'ok')
    .map(({ planned: { scenario, round, part }, state, reason }) => {
      const sequence = { runId: run.id, scenario, round, part };
      return state === 'pending' ? { kind: 'sequence not measured', ...sequence } : { kind: 'sequence failed', ...sequence, reason };
    });
}
