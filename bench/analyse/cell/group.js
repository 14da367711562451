import { pooledStage } from '../blocks/pooled.js';
import { overStages, total } from '../comparison/rounds.js';

/** @typedef {import('../types.js').CellFigures} CellFigures */

/**
 * One target in one scenario. A void cell's figures are shown as void.
 * @param {string} scenario
 * @param {string} target
 * @param {CellFigures | undefined} planned undefined where no cell of the two is
 * @returns {import('../types.js').Group}
 */
export function group(scenario, target, planned) {
  const cell = planned?.state === 'ok' && planned.stages.length > 0 ? planned : null;
  const stages = cell?.stages ?? [];
  return {
    scenario,
    target,
    cell,
    isVoid: cell !== null && cell.voids.length > 0,
    reason: planned?.reason ?? null,
    // As those of slices: a mean by time of one plateau can differ from its figure in the last bit, and 0.495 is then rounded down.
    stages: stages.map((stage) => pooledStage([stage])),
    overall: overStages(stages),
    failures: total([...stages.map(({ failures }) => failures), cell?.afterLastStage?.failures ?? null]),
    unanswered: cell?.cell?.k6?.interrupted ?? null,
  };
}
