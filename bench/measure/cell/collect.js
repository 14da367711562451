/** Collects what was observed of a cell, from its sources into the cell's folder. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { coresUsed } from '../../analyse/cell/shares.js';
import { countRequests } from '../../collect/influx.js';
import { fetchSamples, scrapeCoverage, toCsv } from '../../collect/prometheus.js';
import { parseProcessesCsv } from '../../record/samples.js';
import { sum } from '../../util/math.js';
import { SAMPLES_BEFORE_MS, collectDownstream, rollupAccount, usableSummary } from '../part/collected.js';
import {
  alignmentCheck,
  clockCheck,
  countsCheck,
  generatorCheck,
  liveDataCheck,
  recordFault,
  scrapesCheck,
  spreadCheck,
} from './checks.js';
import { givenToGenerators } from '../generators/given.js';
import { filesIn } from '../generators/files.js';
import { readSummary } from '../generators/results.js';
import { stockFault, stockOf } from '../stock.js';
import { stageBounds } from './stages.js';

/**
 * @typedef {import('../../record/cell.js').Cell} Cell
 * @typedef {import('../../record/cell.js').Check} Check
 * @typedef {import('./staircase.js').CellWork & { load: import('../part/load.js').EndedLoad }} Observed
 */

/**
 * @param {Observed} observed
 * @returns {Promise<{ fields: Partial<Cell>, checks: Check[], fault: string | null }>} `fault`: why the cell has failed
 * @throws {import('../part/failure.js').CellFailure} if k6 left no summary
 */
export async function collect(observed) {
  const { planned, dir, context, load } = observed;
  const { end, tail } = load;
  const files = filesIn(dir);
  const {
    httpReqs,
    scenarioStartMs: startMs,
    answers,
  } = usableSummary(() => readSummary(files.summary, scenarioOf(observed).expect.statuses));
  const rollup = rollupAccount(dir);
  const stages = stageBounds(context.run.stages, startMs);
  const lastMs = startMs + sum(context.run.stages.map(({ durationMs }) => durationMs));
  const { exitCode, interrupted, instances } = end;
  const k6 = { exitCode, httpReqs, setupReqs: tail.count('setup.ok') + tail.count('setup.failed'), interrupted };
  const counts = { k6: httpReqs, hlog: tail.total(), influx: await influxCount(observed) };
  const scrapes = await collectServerSeries(observed, startMs, lastMs);
  await collectDownstream(observed, startMs);
  const processCores = coresUsed(parseProcessesCsv(load.processesCsv), { fromMs: startMs, toMs: lastMs });
  const checks = [
    countsCheck(counts),
    scrapesCheck(scrapes),
    alignmentCheck(startMs),
    ...spreadCheck(instances),
    ...clockCheck(instances),
    generatorCheck(processCores, { cores: context.run.machine.cores, ...givenToGenerators(context.engine) }),
    liveDataCheck(rollup),
  ];
  const fields = { startMs, stages, k6, counts, scrapes };
  const fault = recordFault(counts, tail.count(`${planned.scenario}.ok`), { rollup, instances });
  if (fault !== null) return { fields, checks, fault };
  const sold = await takeStock(observed, answers, interrupted ?? 0);
  return { fields: { ...fields, answers: sold.answers, stock: sold.stock }, checks, fault: sold.fault };
}

/** @param {Observed} observed */
function scenarioOf({ planned, context }) {
  return context.run.catalogue.scenarios[planned.scenario];
}

/** @param {Observed} observed */
async function influxCount({ planned, context: { engine, run }, load }) {
  const { scenario, target, round } = planned;
  try {
    return await countRequests(engine.endpoints.influx, { run: run.id, target, scenario, round }, load.fromMs);
  } catch {
    return null; // live data only: the check of the counts reports that they are missing
  }
}

/** @param {Observed} observed @param {number} startMs @param {number} lastMs end of the last stage */
async function collectServerSeries({ planned, dir, context: { engine }, load }, startMs, lastMs) {
  const samples = await fetchSamples(engine.endpoints.prometheus, planned.target, startMs - SAMPLES_BEFORE_MS, load.endMs);
  writeFileSync(path.join(dir, 'server.csv'), toCsv(samples));
  return scrapeCoverage(samples, startMs, lastMs);
}

/**
 * @param {Observed} observed
 * @param {Record<string, number>} byStatus answers of the load
 * @param {number} unanswered
 * @returns {Promise<Pick<Cell, 'answers' | 'stock'> & { fault: string | null }>}
 */
async function takeStock(observed, byStatus, unanswered) {
  const { expect, places, eventId } = scenarioOf(observed);
  const answers = expect.statuses ? byStatus : null;
  if (places === undefined || eventId === undefined) return { answers, stock: null, fault: null };
  const { rows, left } = await stockOf(observed.context.engine.endpoints.mariadb, eventId);
  const stock = { places, accepted: byStatus[expect.status], rows, left };
  return { answers, stock, fault: stockFault(stock, sum(Object.values(byStatus)), unanswered) };
}
