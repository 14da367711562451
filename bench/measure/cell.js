/** Measures one cell: warm-up, reset, idle, staircase, collection. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callsNeighbour, DOWNSTREAM } from '../record/catalogue.js';
import { parseProcessesCsv } from '../record/samples.js';
import { coresUsed } from '../analyse/cell/shares.js';
import { countRequests } from '../collect/influx.js';
import { HlogTail } from '../collect/hlog-tail.js';
import { ProcessSampler } from '../collect/processes.js';
import { fetchSamples, scrapeCoverage, toCsv } from '../collect/prometheus.js';
import { alignmentCheck, countsCheck, generatorCheck, liveDataCheck, recordFault, scrapesCheck } from './checks.js';
import { waitForDrain, waitForIdle } from './idle.js';
import { readK6Log, readSummary, startLoad } from './k6.js';
import { stageBounds } from './stages.js';
import { stockFault, stockOf } from './stock.js';
import { warmUp } from './warm-up.js';
import { watchedProcesses } from './watched.js';
import { yardstick } from './yardstick.js';
import { sum } from '../util/math.js';

/** @typedef {import('../record/run.js').PlannedCell} PlannedCell */
/** @typedef {Record<string, any> & { state: 'ok' | 'failed', reason: string | null }} CellRecord content of `cell.json` */
/**
 * @typedef {object} Surroundings what all cells of a run share
 * @property {string} runId
 * @property {Record<string, string>} loadVariables `-e` variables that make the staircase
 * @property {{ vus: number, durationMs: number }[]} stages the same staircase, for the bounds
 * @property {number} [warmupMinSeconds] absent in old bundles that are resumed: 0
 * @property {number} warmupMaxSeconds 0: no warm-up
 * @property {number} [steadyBursts] of a warm-up, in a row
 * @property {boolean} [limitInTurn] every other burst of a warm-up is under the CPU limit; absent in old bundles: none
 * @property {string | null} [catalogueFile] for the scripts, where it is not the checkout's
 * @property {number | null} [databaseRttMs] delay on the way to the database and back that the run asks for
 * @property {number} cores of the machine
 * @property {string} root
 * @property {string} k6Bin
 * @property {import('../record/catalogue.js').Catalogue} catalogue
 * @property {import('../engines/engine.js').Engine} engine
 * @property {import('./jvms.js').Jvms} jvms
 * @property {import('./progress.js').Progress} progress
 * @property {import('./live-dashboard.js').LiveDashboard | null} live k6's web dashboard, where it was asked for
 */

/** 300 users whose requests wait half a second each for one row, one after the other. */
const DRAIN_LIMIT_MS = 180_000;
const IDLE_LIMIT_MS = 10_000;
const BACKLOG_LIMIT_MS = 2_000;
const WATCH_EVERY_MS = 500;

/** Why a cell failed, in a sentence for the report. */
class CellFailure extends Error {}

/** First `warm`, then `measure`: other targets may be warmed in between. */
export class CellMeasurement {
  /** @type {CellRecord} */
  record;
  /** @type {HlogTail} */
  #tail;
  #processesCsv = '';
  /** Epoch milliseconds at which the load was started. */
  #loadFromMs = 0;

  /**
   * @param {PlannedCell} cell
   * @param {string} dir empty folder for the cell's files
   * @param {Surroundings} around
   */
  constructor(cell, dir, around) {
    this.cell = cell;
    this.dir = dir;
    this.around = around;
    const { scenario, target, round, order } = cell;
    this.subject = { ...around, scenario, target };
    this.record = { scenario, target, round, order, state: 'ok', reason: null, warmup: null, checks: [] };
    this.#tail = new HlogTail(this.#file('http.hlog'));
  }

  /**
   * A running target that knows the scenario; does nothing where it does already.
   * @throws {Error} only for faults that end the run
   */
  async warm() {
    await this.#attempt(() => this.#warmJvm());
  }

  /**
   * @returns {Promise<{ record: CellRecord, outcome: string }>} also for a cell that failed: with the reason and whatever was measured
   * @throws {Error} only for faults that end the run, such as a full disk
   */
  async measure() {
    if (this.record.state === 'ok' && (await this.#attempt(() => this.#prepare()))) {
      await this.#attempt(() => this.#climb());
      await this.#attempt(() => this.#collect());
    }
    await this.#settle();
    return { record: this.record, outcome: this.#outcome() };
  }

  /**
   * @param {() => Promise<unknown>} step
   * @returns {Promise<boolean>} false if the step failed; the first failure is the cell's reason
   */
  async #attempt(step) {
    try {
      await step();
      return true;
    } catch (error) {
      if (!(error instanceof CellFailure)) throw error;
      this.record.state = 'failed';
      this.record.reason ??= error.message;
      return false;
    }
  }

  /** @param {string} name */
  #file(name) {
    return path.join(this.dir, name);
  }

  /** @returns {Promise<import('./jvms.js').Jvm>} of the target, a new one where it has ended since */
  async #warmJvm() {
    const { jvms, progress } = this.around;
    const { scenario, target } = this.cell;
    progress.update(this.cell, 'getting ready');
    const jvm = await jvms.running(target).catch((error) => {
      throw new CellFailure(error.message);
    });
    if (!jvm.warmed.has(scenario)) this.record.warmup = await this.#warmUp();
    jvm.warmed.add(scenario);
    return jvm;
  }

  /** A running, warm, idle target and the database as seeded. */
  async #prepare() {
    const { engine } = this.around;
    const { target } = this.cell;
    const jvm = await this.#warmJvm();
    this.record.jvm = { startedMs: jvm.startedMs, restartedBefore: jvm.restartedBefore };
    jvm.restartedBefore = null;
    // What the warm-up has left under way would write into the new rows.
    await waitForDrain(engine.endpoints, target, DRAIN_LIMIT_MS);
    await engine.resetDatabase();
    await this.#measureDatabaseRtt();
    const idle = await waitForIdle(engine.endpoints, target, IDLE_LIMIT_MS);
    this.record.checks.push({
      name: 'idle',
      ok: idle,
      detail: idle ? 'idle before the first stage' : `still busy after ${IDLE_LIMIT_MS} ms`,
    });
    this.record.yardstick = yardstick();
  }

  /** Whatever the run asks for: what a message to the database takes is found out in every cell. */
  async #measureDatabaseRtt() {
    const { engine, catalogue, databaseRttMs = null } = this.around;
    if (!catalogue.scenarios[this.cell.scenario].database) return;
    try {
      this.record.databaseRtt = { setMs: databaseRttMs, measuredMs: Number((await engine.databasePing()).toFixed(3)) };
    } catch (error) {
      throw new CellFailure(`the database does not answer a ping: ${/** @type {Error} */ (error).message.split('\n')[0]}`);
    }
  }

  /** @returns {Promise<object | null>} field `warmup` of cell.json */
  async #warmUp() {
    const {
      catalogue,
      stages,
      warmupMinSeconds: minSeconds,
      warmupMaxSeconds: maxSeconds,
      steadyBursts,
      limitInTurn,
      progress,
    } = this.around;
    if (maxSeconds === 0) return null;
    const onLook = (/** @type {number | null} */ rps) => progress.update(this.cell, `warming up${rps === null ? '' : `, ${rps}/s`}`);
    const mostVus = Math.max(...stages.map(({ vus }) => vus));
    const load = { catalogue, mostVus, minSeconds, maxSeconds, steadyBursts, limitInTurn };
    const { exit, ...found } = await warmUp(this.subject, { ...load, dir: this.dir, onLook });
    this.#refuseDeadTarget('in the warm-up');
    if (exit !== null) this.#failByK6('in the warm-up', exit, 'k6-warmup.log');
    rmSync(this.#file('warmup.hlog'));
    return found;
  }

  /** @param {string} when */
  #refuseDeadTarget(when) {
    const exit = this.around.engine.targetExit(this.cell.target);
    if (exit) throw new CellFailure(`${this.cell.target} ended ${when} (${exit.signal ?? `exit code ${exit.code}`})`);
  }

  /**
   * @param {string} when
   * @param {number | string | null} exit
   * @param {string} log
   * @returns {never}
   */
  #failByK6(when, exit, log) {
    throw new CellFailure(`k6 ended with ${exit} ${when}: ${readK6Log(this.#file(log)).error ?? `see ${log}`}`);
  }

  /** The staircase. */
  async #climb() {
    const { engine, loadVariables } = this.around;
    const { url, database, token } = engine.endpoints.influx;
    const environment = {
      K6_ROLLUP_HLOG: this.#file('http.hlog'),
      K6_ROLLUP_REPORT: this.#file('rollup.json'),
      // On InfluxDB 2's v1 API the token is the password of whatever name.
      ...(token && { K6_INFLUXDB_USERNAME: 'stackbench', K6_INFLUXDB_PASSWORD: token }),
    };
    const variables = { ROUND: this.cell.round, SUMMARY: this.#file('k6-summary.json'), ...loadVariables };
    const live = await this.around.live?.nextCell();
    const outputs = [`rollup=${url}/${database}`, ...(live?.outputs ?? [])];
    this.#loadFromMs = Date.now();
    const k6 = startLoad(this.subject, {
      variables,
      outputs,
      environment: { ...environment, ...live?.environment },
      logFile: this.#file('k6.log'),
    });
    const sampler = new ProcessSampler(() => watchedProcesses(engine, this.cell.target, k6.child.pid));
    sampler.start();
    const watching = new AbortController();
    const watch = this.#watch(k6.child, watching.signal);
    const { exitCode, signal } = await k6.ended;
    this.record.endMs = Date.now();
    watching.abort();
    await watch;
    this.#processesCsv = sampler.stop();
    writeFileSync(this.#file('processes.csv'), this.#processesCsv);
    this.record.k6 = { exitCode };
    this.#refuseDeadTarget('in the cell');
    if (exitCode !== 0) this.#failByK6('in the cell', exitCode ?? signal, 'k6.log');
  }

  /**
   * Shows the progress; a target that has died ends k6, which would only count refused connections from then on.
   * @param {import('node:child_process').ChildProcess} k6
   * @param {AbortSignal} over
   */
  async #watch(k6, over) {
    const startedMs = Date.now();
    while (!over.aborted) {
      await sleep(WATCH_EVERY_MS, undefined, { signal: over }).catch(() => {});
      this.#tail.read();
      this.around.progress.update(this.cell, this.#stageAt(Date.now() - startedMs));
      if (this.around.engine.targetExit(this.cell.target)) {
        k6.kill('SIGINT');
        return;
      }
    }
  }

  /** @param {number} elapsedMs since k6 was started */
  #stageAt(elapsedMs) {
    const { stages } = this.around;
    let endMs = 0;
    const index = stages.findIndex(({ durationMs }) => elapsedMs < (endMs += durationMs));
    const rps = this.#tail.latest(`${this.cell.scenario}.ok`);
    const where = index < 0 ? 'waiting for the last answers' : `stage ${index + 1} of ${stages.length}, ${stages[index].vus} VUs`;
    return rps === null ? where : `${where}, ${rps}/s`;
  }

  /** Everything that was observed, from its sources into the cell's folder. */
  async #collect() {
    const { engine, stages, cores } = this.around;
    const { scenario } = this.cell;
    const { record } = this;
    this.#tail.read();
    const { httpReqs, scenarioStartMs, answers } = this.#summary();
    const rollup = this.#rollupAccount();
    record.startMs = scenarioStartMs;
    record.stages = stageBounds(stages, scenarioStartMs);
    const lastMs = record.stages.at(-1).endMs;
    const setupReqs = this.#tail.count('setup.ok') + this.#tail.count('setup.failed');
    record.k6 = { ...record.k6, httpReqs, setupReqs, interrupted: readK6Log(this.#file('k6.log')).interrupted };
    record.counts = { k6: httpReqs, hlog: this.#tail.total(), influx: await this.#influxCount() };
    record.scrapes = await this.#collectServerSeries(lastMs);
    await this.#collectNeighbourSeries();
    record.checks.push(
      countsCheck(record.counts),
      scrapesCheck(record.scrapes),
      alignmentCheck(scenarioStartMs),
      generatorCheck(coresUsed(parseProcessesCsv(this.#processesCsv), { fromMs: scenarioStartMs, toMs: lastMs }), {
        cores,
        generatorCpus: engine.generator.cpus,
      }),
      liveDataCheck(rollup),
    );
    const fault = recordFault(record.counts, this.#tail.count(`${scenario}.ok`), rollup);
    if (fault) throw new CellFailure(fault);
    await this.#takeStock(answers);
  }

  #summary() {
    try {
      return readSummary(this.#file('k6-summary.json'), this.#scenario().expect.statuses);
    } catch (error) {
      throw new CellFailure(`k6 left no usable summary: ${/** @type {Error} */ (error).message}`);
    }
  }

  async #influxCount() {
    const { engine, runId } = this.around;
    const { scenario, target, round } = this.cell;
    try {
      return await countRequests(engine.endpoints.influx, { run: runId, target, scenario, round }, this.#loadFromMs);
    } catch {
      return null; // live data only: the counts check says that they are missing
    }
  }

  /** @param {number} lastMs end of the last stage */
  async #collectServerSeries(lastMs) {
    const { engine } = this.around;
    const { target } = this.cell;
    const { startMs, endMs } = this.record;
    const samples = await fetchSamples(engine.endpoints.prometheus, target, startMs - 2000, endMs);
    writeFileSync(this.#file('server.csv'), toCsv(samples));
    return scrapeCoverage(samples, startMs, lastMs);
  }

  /** What shows whether it was the neighbour that the target waited for. */
  async #collectNeighbourSeries() {
    if (!callsNeighbour(this.around, this.cell.scenario)) return;
    const { startMs, endMs } = this.record;
    const samples = await fetchSamples(this.around.engine.endpoints.prometheus, DOWNSTREAM, startMs - 2000, endMs, true);
    writeFileSync(this.#file('downstream.csv'), toCsv(samples));
  }

  /** @param {Record<string, number>} answers of the load, by status */
  async #takeStock(answers) {
    const { expect, places, request } = this.#scenario();
    if (expect.statuses) this.record.answers = answers;
    if (places === undefined) return;
    const { rows, left } = await stockOf(this.around.engine.endpoints.mariadb, request.path);
    const stock = { places, accepted: answers[expect.status], rows, left };
    this.record.stock = stock;
    const fault = stockFault(stock, sum(Object.values(answers)), this.record.k6.interrupted ?? 0);
    if (fault) throw new CellFailure(fault);
  }

  #scenario() {
    return this.around.catalogue.scenarios[this.cell.scenario];
  }

  #rollupAccount() {
    try {
      return JSON.parse(readFileSync(this.#file('rollup.json'), 'utf8'));
    } catch {
      return null; // the check says so
    }
  }

  /** Ends a target that the cell left with a backlog: it would spoil the next cell, or drain for minutes. */
  async #settle() {
    const { engine, jvms } = this.around;
    const { scenario, target } = this.cell;
    if (!engine.isRunning(target)) return;
    const drained = await waitForDrain(engine.endpoints, target, BACKLOG_LIMIT_MS);
    if (!drained) await jvms.discard(target, `${scenario} had left it with a backlog`);
  }

  /** @returns {string} one line about the finished cell */
  #outcome() {
    const { state, reason, stages } = this.record;
    if (state === 'failed') return `failed: ${reason}`;
    const { vus, plateauStartMs, plateauEndMs } = stages.at(-1);
    const successes = this.#tail.count(`${this.cell.scenario}.ok`, plateauStartMs / 1000, plateauEndMs / 1000);
    const rps = (successes * 1000) / (plateauEndMs - plateauStartMs);
    const doubts = this.record.checks
      .filter((/** @type {{ ok: boolean }} */ check) => !check.ok)
      .map((/** @type {{ name: string }} */ { name }) => name);
    const failures = this.#tail.count(`${this.cell.scenario}.failed`);
    return `ok, ${rps.toFixed(0)}/s at ${vus} VUs, ${failures} failures${doubts.length ? `, doubtful: ${doubts.join(', ')}` : ''}`;
  }
}
