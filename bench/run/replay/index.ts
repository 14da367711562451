/** `make dashboard`: an old run on the dashboard again. Its points are written back from its bundle. */
import path from 'node:path';
import { writePoints, type Influx } from '../../collect/influx.ts';
import { dashboardAddress } from '../../engines/dashboard.ts';
import { workFolders } from '../../engines/index.ts';
import { Observers } from '../../engines/native/observers.ts';
import { findGrafana } from '../../engines/native/services/grafana.ts';
import { readBundle } from '../../record/bundle-reader.ts';
import { readRunNamed, runIds } from '../../record/results/runs.ts';
import { setUp } from '../../setup/index.ts';
import { UsageError } from '../../util/errors.ts';
import { untilAborted } from '../../util/interruption.ts';
import { holdUntilDown, isUp } from '../stack/keeper.ts';
import { partsOf, Samples } from './points.ts';
import type { Command } from '../../setup/command.ts';
import type { Bundle } from '../../record/raw-part.ts';

/** A page shows that much before and after the load. */
const MARGIN_MS = 5000;
const ANSWER_MS = 60_000;

/** @returns exit code @throws {UsageError} one line, if there is no such run, nothing of it was measured, or without Grafana */
export async function dashboard(command: Command): Promise<number> {
  const { env, resultsDir } = command;
  const id = env.RUN || runIds(resultsDir).at(-1);
  if (!id) throw new UsageError('there is no run yet; start one with: make compare');
  readRunNamed(resultsDir, 'RUN', id);
  if (isUp(command)) throw new UsageError('services are up already: make down ends them');
  if (!(await findGrafana())) throw new UsageError('make dashboard needs Grafana (https://grafana.com/grafana/download) on PATH');
  await replay(command, id);
  return 0;
}

/** @param id of a run */
async function replay(command: Command, id: string) {
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

/** @returns the first scenario; from the first load to the last one; points of each part; samples of the servers @throws {UsageError} without any part */
export function contentOf(bundle: Bundle) {
  const samples = new Samples();
  const scenarios: string[] = [];
  const lines: string[][] = [];
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

async function write(influx: Influx, lines: string[]) {
  const response = await writePoints(influx, lines.join('\n'), ANSWER_MS);
  if (!response.ok) throw new Error(`InfluxDB does not accept the points of the run: ${(await response.text()).trim()}`);
}
