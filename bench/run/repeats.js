/** Blocks that something around the run made void, and that are measured once more. */
import { sequenceFigures } from '../analyse/blocks/sequence.js';

/** @typedef {import('../analyse/cell/health.js').VoidReason} VoidReason */

/**
 * What happened around a slice, whatever its figures are: measuring it again does not choose among results. Where the target was too fast for its
 * generator it would.
 */
const REPEATED = ['other processes', 'overlap', 'generators apart', 'compilers at work'];
/** A machine that stays busy would make them void without end. */
const MOST_PARTS = 4;

/**
 * @param {import('../record/raw-cell.js').Bundle} bundle
 * @param {import('../record/run.js').PlannedSequence} planned one that has just been measured
 * @param {{ onlyIf?: VoidReason['kind'] }} [how] `onlyIf`: none unless a block is void for that reason
 * @returns {import('../record/run.js').PlannedSequence | null} the slices that something around the run made void, with their partners; null where there are none
 */
export function partToRepeat({ run, readSequence }, { scenario, round, part }, { onlyIf } = {}) {
  const planned = run.sequences.find((each) => each.scenario === scenario && each.round === round && each.part === part);
  if (!planned || planned.state !== 'ok' || part >= MOST_PARTS) return null;
  const { slices } = sequenceFigures(readSequence(planned), run);
  if (onlyIf && !slices.some(({ voids }) => isToBeRepeated(voids) && voids.some(({ kind }) => kind === onlyIf))) return null;
  let slice = 0;
  const blocks = planned.blocks.flatMap((targets) => {
    const own = slices.slice(slice, (slice += targets.length));
    const again = targets.filter((_, index) => isToBeRepeated(own[index].voids));
    return again.length > 0 ? [withPartners(targets, again, run.baseline)] : [];
  });
  if (blocks.length === 0) return null;
  const order = run.cells.length + run.sequences.length + 1;
  return { scenario, round, part: part + 1, order, blocks, state: 'pending', reason: null };
}

/**
 * A slice is compared with that of the baseline in the same block, and that of the baseline with all.
 * @param {string[]} targets of a block
 * @param {string[]} again those to be repeated
 * @param {string} baseline
 * @returns {string[]} targets of its repetition, in the same order
 */
export function withPartners(targets, again, baseline) {
  return again.includes(baseline) ? targets : targets.filter((target) => again.includes(target) || target === baseline);
}

/** @param {VoidReason[]} voids @returns {boolean} is it void, and only for what happened around it? */
export function isToBeRepeated(voids) {
  return voids.length > 0 && voids.every(({ kind }) => REPEATED.includes(kind));
}
