/** `make dashboard`: an old run on the dashboard again. What the databases had of it is made again from its bundle, as far as the dashboards show it. */
import path from 'node:path';
import { partFigures } from '../analyse/slice/index.ts';
import { isGenerator } from '../analyse/slice/shares.ts';
import { activityLine, partText, pointLine, writePoints, type Influx } from '../collect/influx.ts';
import { dashboardAddress } from '../engines/dashboard.ts';
import { workFolders } from '../engines/index.ts';
import { findGrafana } from '../engines/native/services/grafana.ts';
import { makeObservers } from '../engines/native/services/index.ts';
import { readBundle, type Bundle, type RawPart } from '../record/bundle-reader.ts';
import { latencyMs, type RequestLog } from '../record/hlog.ts';
import { readRunNamed } from '../record/results/runs.ts';
import { setUp } from '../setup/index.ts';
import { UsageError } from '../util/errors.ts';
import { untilAborted } from '../util/interruption.ts';
import { partLines } from './part-points.ts';
import { runToShow } from './resume.ts';
import { holdUntilDown, isUp } from './stack/keeper.ts';
import type { Metrics } from '../record/samples.ts';
import type { Command } from '../setup/command.ts';

/** A page shows that much before and after the load. */
const MARGIN_MS = 5000;
const ANSWER_MS = 60_000;

/** @returns exit code @throws {UsageError} one line, if there is no such run, nothing of it was measured, or without Grafana */
export async function dashboard(command: Command): Promise<number> {
  const { catalogue, root, cacheDir, resultsDir, log, signal } = command;
  const id = runToShow(command);
  readRunNamed(resultsDir, 'RUN', id);
  if (isUp(command)) throw new UsageError('services are up already: make down ends them');
  if (!(await findGrafana())) throw new UsageError('make dashboard needs Grafana (https://grafana.com/grafana/download) on PATH');
  // A long run takes tens of seconds.
  log(`reading ${id} …`);
  const { scenario, window, lines, samples } = contentOf(readBundle(path.join(resultsDir, id)));
  const tools = await untilAborted(setUp({ catalogue, root, cacheDir, log, needs: ['influxdb', 'prometheus'] }), signal);
  const observers = makeObservers({ catalogue, root, tools, ...workFolders(cacheDir) });
  try {
    const url = await untilAborted(observers.start(samples.text()), signal);
    for (const some of lines) await untilAborted(write(observers.endpoints.influx, some), signal);
    const range = { run: id, fromMs: window.fromMs - MARGIN_MS, toMs: window.toMs + MARGIN_MS };
    log(`live dashboard: ${dashboardAddress(url, range)}`);
    log(`compare: ${dashboardAddress(url, { page: 'compare', scenario, ...range })}`);
    log('Ctrl-C or make down ends it');
    await holdUntilDown(command, observers.gone);
  } finally {
    await observers.stop();
  }
  return 0;
}

/** @returns the first scenario; from the first load to the last; points of each part; samples of servers @throws {UsageError} if empty */
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

/** @returns `lines`: line protocol, in milliseconds, of what was measured, one part at a time: all of a long run at once would not fit in memory */
export function* partsOf({ run, readPart }: Bundle) {
  for (const planned of run.parts) {
    const raw = readPart(planned);
    const { part, requests, servers, processes, rollup } = raw;
    if (!part || !requests) continue;
    const { scenario, round } = planned;
    const { startMs, endMs } = part;
    const tags = { run: run.id, scenario, round: String(round) };
    const lines = [
      activityLine(run.id, 'blocks', partText(planned), startMs),
      ...part.slices.flatMap(({ slice, target, vus, startMs: fromMs, endMs: toMs }) => [
        ...requestLines({ ...tags, name: scenario, target, slice: String(slice) }, requests.get(slice)),
        ...userLines(tags, vus, fromMs, toMs),
      ]),
      ...accountLines(tags, processes, rollup, endMs),
      ...partLines(run, partFigures(raw, run)),
    ];
    yield { scenario, window: { fromMs: startMs, toMs: endMs }, lines, servers };
  }
}

/** A bundle does not know the status of a failed request. */
function requestLines(tags: Record<string, string>, log: RequestLog | undefined) {
  if (!log) return [];
  const of = (isExpected: boolean) => ({ ...tags, expected_response: String(isExpected) });
  return [
    ...[...log.ok].flatMap(([second, histogram]) => {
      const { min, mean, p50, p95, p99, max } = latencyMs(histogram);
      const count = `${histogram.totalCount}i`;
      return [
        pointLine('http_reqs', of(true), { value: histogram.totalCount }, second * 1000),
        pointLine('http_req_duration', of(true), { count, mean, min, max, p50, p95, p99 }, second * 1000),
      ];
    }),
    ...[...log.failed].map(([second, { totalCount }]) => pointLine('http_reqs', of(false), { value: totalCount }, second * 1000)),
  ];
}

function userLines(tags: Record<string, string>, vus: number, startMs: number, endMs: number) {
  const seconds = Math.max(0, Math.round((endMs - startMs) / 1000));
  return Array.from({ length: seconds }, (_, second) => pointLine('vus', tags, { value: vus }, startMs + second * 1000));
}

/** What the output said of itself: k6's CPU over time, the rest at its end. */
function accountLines(tags: Record<string, string>, processes: RawPart['processes'], rollup: RawPart['rollup'], endMs: number) {
  const generators = [...(processes ?? [])].filter(([process]) => isGenerator(process));
  const atEnd = rollup && { pointsDropped: `${rollup.pointsDropped}i`, writeErrors: `${rollup.writeErrors}i` };
  return [
    ...generators.flatMap(([process, samples]) => {
      const own = generators.length > 1 ? { ...tags, instance: process } : tags;
      return samples.map(({ timeMs, value }) => pointLine('rollup', own, { cpuSeconds: value }, timeMs));
    }),
    ...(atEnd ? [pointLine('rollup', tags, atEnd, endMs)] : []),
  ];
}

/** What Prometheus accepts. A bundle may come from anybody. */
const METRIC = /^[A-Za-z_:][\w:]*$/;
const LABEL = /^[A-Za-z_]\w*$/;

/** Of all servers, as promtool reads them: OpenMetrics text with times. */
export class Samples {
  /** Values by epoch milliseconds, by name with labels. */
  #series = new Map<string, Map<number, number>>();

  add(target: string, byMetric: Metrics) {
    for (const [metric, samples] of byMetric) {
      if (!METRIC.test(metric)) continue;
      for (const { timeMs, labels, value } of samples) {
        const name = `${metric}{${labelText(target, labels)}}`;
        const values = this.#series.get(name) ?? new Map();
        this.#series.set(name, values.set(timeMs, value));
      }
    }
  }

  text(): string {
    const lines = [...this.#series].flatMap(([name, values]) =>
      [...values].sort(([one], [other]) => one - other).map(([timeMs, value]) => `${name} ${value} ${timeMs / 1000}`),
    );
    return [...lines, '# EOF', ''].join('\n');
  }
}

/** @param labels such as `area=heap;id=Eden Space` */
function labelText(target: string, labels: string) {
  const pairs = labels.split(';').map((pair) => pair.split(/=(.*)/s));
  const known = [...pairs.filter(([name]) => LABEL.test(name) && name !== 'target'), ['target', target]];
  return known.map(([name, value = '']) => `${name}="${value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`).join(',');
}
