/** Puts the load of a sequence on its targets, slice by slice, and watches the machine while it lasts. */
import { blocksText, publishActivity } from '../../collect/activity.js';
import { ProcessSampler } from '../../collect/processes.js';
import { targetsIn } from '../../record/sequence.js';
import { startBlocks } from '../generators/start.js';
import { recordingIn, watchedLoad } from '../part/load.js';
import { watchedInSequence } from '../watched.js';
import { Disturbances } from './disturbances.js';
import { sequenceSeconds } from './slices.js';

/**
 * @typedef {object} SequenceWork
 * @property {import('./gap.js').TimedSequence} planned
 * @property {string} dir for the sequence's files
 * @property {import('../part/context.js').PartContext} context
 *
 * @typedef {import('../part/load.js').EndedLoad & { disturbances: Disturbances }} EndedSequence
 */

/** @param {SequenceWork} work @returns {Promise<EndedSequence>} */
export async function runSequence(work) {
  const { planned, dir, context } = work;
  const { engine, run, root, k6Bin, catalogueFile, progress } = context;
  const { scenario, blocks, round, gapSeconds } = planned;
  const targets = targetsIn(blocks);
  const subject = { engine, root, k6Bin, catalogueFile, runId: run.id, scenario };
  const variables = { ROUND: round };
  const { load: loadSeconds, gaps } = sequenceSeconds(planned, run.sliceSeconds);
  const load = { blocks, vus: run.blockVus, sliceSeconds: run.sliceSeconds, gapSeconds, lastsSeconds: loadSeconds + gaps, variables };
  const k6 = await startBlocks(subject, { ...load, ...recordingIn(dir, context) });
  void publishActivity(engine.endpoints.influx, run.id, 'blocks', blocksText(planned, run.blockVus));
  const watched = () => watchedInSequence(engine, targets, k6);
  const sampler = new ProcessSampler(watched);
  const disturbances = new Disturbances(work, { tail: k6.tail, sampler, watched });
  const onLook = () => {
    disturbances.look();
    progress.update(planned, disturbances.where());
  };
  const isLost = () => targets.some((target) => engine.targetExit(target) !== null);
  return { ...(await watchedLoad(k6, { dir, sampler, onLook, isLost })), disturbances };
}
