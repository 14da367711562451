/** `make dashboard`: an old run on the dashboard again. Its points are written back from its bundle. */
import path from 'node:path';
import { writePoints } from '../../collect/influx.js';
import { dashboardAddress } from '../../engines/dashboard.js';
import { workFolders } from '../../engines/index.js';
import { Observers } from '../../engines/native/observers.js';
import { findGrafana } from '../../engines/native/services/grafana.js';
import { readBundle } from '../../record/bundle-reader.js';
import { readRunNamed, runIds } from '../../record/results/runs.js';
import { setUp } from '../../setup/index.js';
import { UsageError } from '../../util/errors.js';
import { untilAborted } from '../../util/interruption.js';
import { holdUntilDown, isUp } from '../stack/keeper.js';
import { partsOf } from './points.js';
import { Samples } from './samples.js';

/** @typedef {import('../../setup/command.js').Command} Command */
/** @typedef {import('./points.js').Window} Window */

/** A page shows that much before and after the load. */
const MARGIN_MS = 5000;
const ANSWER_MS = 60_000;

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code
 * @throws {UsageError} one line, if there is no such run, nothing of it was measured, or without Grafana
 */
export async function dashboard(command) {
  const { env, resultsDir } = command;
  const id = env.RUN || runIds(resultsDir).at(-1);
  if (!id) throw new UsageError('there is no run yet; start one with: make compare');
  readRunNamed(resultsDir, 'RUN', id);
  if (isUp(command)) throw new UsageError('services are up already: make down ends them');
  if (!(await findGrafana())) throw new UsageError('make dashboard needs Grafana (https://grafana.com/grafana/download) on PATH');
  await replay(command, id);
  return 0;
}

/** @param {Command} command @param {string} id of a run */
async function replay(command, id) {
  const { catalogue, root, cacheDir, resultsDir, log, signal } = command;
  // A long run takes tens of seconds.
  log(`reading ${id} …`);
  const { scenario, window, lines, samples } = contentOf(readBundle(path.join(resultsDir, id)));
  const tools = await untilAborted(setUp({ catalogue, root, cacheDir, log, needs: ['influxdb', 'prometheus'] }), signal);
  const observers = new Observers({ catalogue, root, tools, ...workFolders(cacheDir) });
  try {
    const url = await untilAborted(observers.start(samples.text()), signal);
    for (const ofPart of lines) await untilAborted(write(observers.endpoints.influx, ofPart), signal);
    const range = { run: id, fromMs: window.fromMs - MARGIN_MS, toMs: window.toMs + MARGIN_MS };
    log(`live dashboard: ${dashboardAddress(url, range)}`);
    log(`compare: ${dashboardAddress(url, { page: 'compare', scenario, ...range })}`);
    log('Ctrl-C or make down ends it');
    await holdUntilDown(command, observers.gone);
  } finally {
    await observers.stop();
  }
}

/**
 * @typedef {object} Content
 * @property {string} scenario the first one
 * @property {Window} window from the first load to the last one
 * @property {string[][]} lines of each part
 * @property {Samples} samples of the servers
 *
 * @param {import('../../record/raw-part.js').Bundle} bundle
 * @returns {Content}
 * @throws {UsageError} one line, if nothing of it was measured
 */
export function contentOf(bundle) {
  const samples = new Samples();
  const scenarios = [];
  const lines = [];
  const window = { fromMs: Infinity, toMs: -Infinity };
  for (const part of partsOf(bundle)) {
    scenarios.push(part.scenario);
    lines.push(part.lines);
    window.fromMs = Math.min(window.fromMs, part.window.fromMs);
    window.toMs = Math.max(window.toMs, part.window.toMs);
    for (const [target, byMetric] of part.servers) samples.add(target, byMetric);
  }
  if (scenarios.length === 0) throw new UsageError(`RUN=${bundle.run.id}: nothing of it was measured`);
  return { scenario: scenarios[0], window, lines, samples };
}

/** @param {import('../../collect/influx.js').Influx} influx @param {string[]} lines */
async function write(influx, lines) {
  const response = await writePoints(influx, lines.join('\n'), ANSWER_MS);
  if (!response.ok) throw new Error(`InfluxDB does not accept the points of the run: ${(await response.text()).trim()}`);
}
