/** Puts a cell's load on its target, and watches both while it lasts. */
import { gracefulStopSeconds } from '../../../k6/lib/profiles.js';
import { publishActivity, staircaseText } from '../../collect/activity.js';
import { ProcessSampler } from '../../collect/processes.js';
import { sum } from '../../util/math.js';
import { startLoad } from '../generators/start.js';
import { recordingIn, watchedLoad } from '../part/load.js';
import { watchedProcesses } from '../watched.js';

/**
 * @typedef {object} CellWork
 * @property {import('../../record/run.js').PlannedCell} planned
 * @property {string} dir for the cell's files
 * @property {import('../part/context.js').PartContext} context
 */

/**
 * @param {import('../generators/start.js').Subject} subject
 * @param {CellWork} work
 * @param {() => void} onLoadOver called once the last stage is over; k6 then waits for the last answers
 * @returns {Promise<import('../part/load.js').EndedLoad>}
 */
export async function runStaircase(subject, work, onLoadOver) {
  const { planned, dir, context } = work;
  const { engine, run, progress } = context;
  const variables = { ROUND: planned.round, ...run.loadVariables };
  const loadMs = sum(run.stages.map(({ durationMs }) => durationMs));
  const lastsSeconds = loadMs / 1000 + gracefulStopSeconds(run.catalogue.scenarios[planned.scenario]);
  const k6 = await startLoad(subject, { variables, lastsSeconds, ...recordingIn(dir, context) });
  void publishActivity(engine.endpoints.influx, run.id, 'staircase', staircaseText(planned, run.stages));
  const startedMs = performance.now();
  const sampler = new ProcessSampler(() => watchedProcesses(engine, planned.target, k6));
  const onLook = () => {
    const elapsedMs = performance.now() - startedMs;
    if (elapsedMs < loadMs + k6.startsAfterMs) progress.update(planned, stageAt(work, k6.tail, elapsedMs));
    else onLoadOver();
  };
  return watchedLoad(k6, { dir, sampler, onLook, isLost: () => engine.targetExit(planned.target) !== null });
}

/** @param {CellWork} work @param {import('../generators/hlog-tail.js').HlogTail} tail @param {number} elapsedMs since k6 was started */
function stageAt({ planned, context: { run } }, tail, elapsedMs) {
  const { stages } = run;
  let endMs = 0;
  const index = stages.findIndex(({ durationMs }) => elapsedMs < (endMs += durationMs));
  const rps = tail.latest(`${planned.scenario}.ok`);
  const where = index < 0 ? 'waiting for the last answers' : `stage ${index + 1} of ${stages.length}, ${stages[index].vus} VUs`;
  return rps === null ? where : `${where}, ${rps}/s`;
}
