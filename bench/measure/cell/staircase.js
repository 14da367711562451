/** Puts a cell's load on its target, and watches both while it lasts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessSampler } from '../../collect/processes.js';
import { startLoad } from '../k6.js';
import { watchedProcesses } from '../watched.js';

const WATCH_EVERY_MS = 500;

/**
 * @typedef {object} CellWork
 * @property {import('../../record/run.js').PlannedCell} planned
 * @property {string} dir for the cell's files
 * @property {import('./context.js').CellContext} context
 * @property {import('../../collect/hlog-tail.js').HlogTail} tail of the cell's http.hlog
 *
 * @typedef {object} EndedLoad
 * @property {number | null} exitCode of k6
 * @property {string | null} signal that ended it
 * @property {number} fromMs epoch milliseconds at which k6 was started
 * @property {number} endMs and at which it had ended
 * @property {string} processesCsv content of processes.csv
 */

/**
 * @param {import('../k6.js').Subject} subject
 * @param {CellWork} work
 * @returns {Promise<EndedLoad>}
 */
export async function runStaircase(subject, work) {
  const { planned, dir, context } = work;
  const fromMs = Date.now();
  const k6 = startLoad(subject, await loadOf(work));
  const sampler = new ProcessSampler(() => watchedProcesses(context.engine, planned.target, k6.child.pid));
  sampler.start();
  const watching = new AbortController();
  const watch = watchLoad(work, k6.child, watching.signal);
  const { exitCode, signal } = await k6.ended;
  const endMs = Date.now();
  watching.abort();
  await watch;
  const processesCsv = sampler.stop();
  writeFileSync(path.join(dir, 'processes.csv'), processesCsv);
  return { exitCode, signal, fromMs, endMs, processesCsv };
}

/** @param {CellWork} work @returns {Promise<Parameters<typeof startLoad>[1]>} */
async function loadOf({ planned, dir, context: { engine, live, run } }) {
  const file = (/** @type {string} */ name) => path.join(dir, name);
  const { url, database, token } = engine.endpoints.influx;
  const dashboard = await live?.nextCell();
  return {
    variables: { ROUND: planned.round, SUMMARY: file('k6-summary.json'), ...run.loadVariables },
    outputs: [`rollup=${url}/${database}`, ...(dashboard?.outputs ?? [])],
    environment: {
      K6_ROLLUP_HLOG: file('http.hlog'),
      K6_ROLLUP_REPORT: file('rollup.json'),
      // On InfluxDB 2's v1 API the token is the password; any name goes with it.
      ...(token && { K6_INFLUXDB_USERNAME: 'stackbench', K6_INFLUXDB_PASSWORD: token }),
      ...dashboard?.environment,
    },
    logFile: file('k6.log'),
  };
}

/**
 * Shows the progress. A target that has ended ends k6, which would only count refused connections from then on.
 * @param {CellWork} work
 * @param {import('node:child_process').ChildProcess} k6
 * @param {AbortSignal} over
 */
async function watchLoad(work, k6, over) {
  const { planned, context, tail } = work;
  const startedMs = Date.now();
  while (!over.aborted) {
    await sleep(WATCH_EVERY_MS, undefined, { signal: over }).catch(() => {});
    tail.read();
    context.progress.update(planned, stageAt(work, Date.now() - startedMs));
    if (context.engine.targetExit(planned.target)) {
      k6.kill('SIGINT');
      return;
    }
  }
}

/** @param {CellWork} work @param {number} elapsedMs since k6 was started */
function stageAt({ planned, context: { run }, tail }, elapsedMs) {
  const { stages } = run;
  let endMs = 0;
  const index = stages.findIndex(({ durationMs }) => elapsedMs < (endMs += durationMs));
  const rps = tail.latest(`${planned.scenario}.ok`);
  const where = index < 0 ? 'waiting for the last answers' : `stage ${index + 1} of ${stages.length}, ${stages[index].vus} VUs`;
  return rps === null ? where : `${where}, ${rps}/s`;
}
