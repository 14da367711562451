/** Puts the load of a sequence on its targets, slice by slice, and watches the machine while it lasts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessSampler } from '../../collect/processes.js';
import { startBlocks } from '../k6.js';
import { watchedInSequence } from '../watched.js';
import { Disturbances } from './disturbances.js';

const WATCH_EVERY_MS = 500;

/**
 * @typedef {object} SequenceWork
 * @property {import('../../record/run.js').PlannedSequence} planned
 * @property {string} dir for the sequence's files
 * @property {import('../cell/context.js').CellContext} context
 * @property {import('../../collect/hlog-tail.js').HlogTail} tail of the sequence's http.hlog
 *
 * @typedef {import('../cell/staircase.js').EndedLoad & { disturbances: Disturbances }} EndedSequence
 */

/** @param {SequenceWork} work @returns {Promise<EndedSequence>} */
export async function runSequence(work) {
  const { planned, dir, context } = work;
  const { engine, run, root, k6Bin, catalogueFile } = context;
  const targets = [...new Set(planned.blocks.flat())];
  const fromMs = Date.now();
  const subject = { engine, root, k6Bin, catalogueFile, runId: run.id, scenario: planned.scenario };
  const k6 = startBlocks(subject, await loadOf(work));
  const watched = () => watchedInSequence(engine, targets, k6.child.pid);
  const sampler = new ProcessSampler(watched);
  sampler.start();
  const disturbances = new Disturbances(work, sampler, watched);
  const watching = new AbortController();
  const watch = watchLoad(work, targets, k6.child, disturbances, watching.signal);
  const { exitCode, signal } = await k6.ended;
  const endMs = Date.now();
  watching.abort();
  await watch;
  const processesCsv = sampler.stop();
  writeFileSync(path.join(dir, 'processes.csv'), processesCsv);
  return { exitCode, signal, fromMs, endMs, processesCsv, disturbances };
}

/** @param {SequenceWork} work @returns {Promise<Parameters<typeof startBlocks>[1]>} */
async function loadOf({ planned, dir, context: { engine, live, run } }) {
  const file = (/** @type {string} */ name) => path.join(dir, name);
  const { url, database, token } = engine.endpoints.influx;
  const dashboard = await live?.nextCell();
  return {
    blocks: planned.blocks,
    vus: run.blockVus,
    sliceSeconds: run.sliceSeconds,
    variables: { ROUND: planned.round, SUMMARY: file('k6-summary.json') },
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
 * @param {SequenceWork} work
 * @param {string[]} targets
 * @param {import('node:child_process').ChildProcess} k6
 * @param {Disturbances} disturbances
 * @param {AbortSignal} over
 */
async function watchLoad(work, targets, k6, disturbances, over) {
  const { planned, context, tail } = work;
  while (!over.aborted) {
    await sleep(WATCH_EVERY_MS, undefined, { signal: over }).catch(() => {});
    tail.read();
    disturbances.look();
    context.progress.update(planned, disturbances.where());
    if (targets.some((target) => context.engine.targetExit(target))) {
      k6.kill('SIGINT');
      return;
    }
  }
}
