/** Stand-ins for what a measurement needs: targets, k6, Prometheus, InfluxDB and the engine that runs them. */
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Jvms } from '../../measure/jvms.ts';
import { Spent } from '../../measure/spent.ts';
import { localGenerator } from './generators.ts';
import { serverOfSuite } from './server.ts';
import type { Run } from '../../record/run.ts';
import type { PartContext } from '../../measure/part/context.ts';

/** Requests in each second of a slice that fake-k6.ts reports. */
export const PER_SECOND = 10;
const FAKE_K6 = fileURLToPath(new URL('../fixtures/fake-k6.ts', import.meta.url));

interface FakeStack {
  /** of parts, and lines for the terminal */
  outcomes: string[];
  /** such as `reset`, `start mvc` */
  events: string[];
  /** to InfluxDB by the runner */
  written: string[];
  /** `changed`: parts of the engine, `targets` of its targets; `seconds`: each k6 seems to take so long, a minute by default, which costs a test nothing */
  contextOf: (run: Run, changed?: { targets?: object; [part: string]: unknown }, how?: { seconds?: number }) => PartContext;
}

/**
 * @param how has Prometheus scraped the targets every second? How many requests does each k6 know of a second, all
 * together?
 * @returns for the tests of the suite that calls it; its machine is that of the run
 */
export function fakeStack({ scraped = false, requests = 10 }: { scraped?: boolean; requests?: number } = {}): FakeStack {
  const outcomes: string[] = [];
  const events: string[] = [];
  const written: string[] = [];
  const server = serverOfSuite(async (request, response) => {
    const body = await text(request);
    if (request.url?.startsWith('/write')) written.push(body);
    response.end(answerTo(request.url ?? '', scraped, requests));
  });

  const contextOf: FakeStack['contextOf'] = (run, { targets, ...changed } = {}, { seconds = 60 } = {}) => {
    const { url } = server;
    const running = new Set();
    let nowMs = 0;
    const engine = {
      generators: [localGenerator([process.execPath])],
      endpoints: {
        target: () => url,
        probe: () => `${url}/simple`,
        metrics: () => `${url}/metrics`,
        influx: { url, database: 'k6' },
        prometheus: url,
      },
      targets: {
        start: async (target: string) => {
          events.push(`start ${target}`);
          running.add(target);
        },
        stop: async (target: string) => running.delete(target),
        isRunning: (target: string) => running.has(target),
        exit: () => null,
        canLift: false,
        ...targets,
      },
      resetDatabase: async () => void events.push('reset'),
      databasePing: async () => 0.1234,
      processes: () => [],
      track: () => (nowMs += seconds * 1000),
      stop: async () => void events.push('stop'),
      ...changed,
    } as any;
    const progress = {
      update: () => {},
      add: () => {},
      say: (line: string) => outcomes.push(line),
      finish: (_: any, outcome: string) => outcomes.push(outcome),
    } as any;
    const fixed = { catalogueFile: null, root: '/', k6Bin: FAKE_K6, runId: run.id, spent: new Spent(() => nowMs) };
    return { run, engine, jvms: new Jvms(engine), progress, ...fixed };
  };
  return { outcomes, events, written, contextOf };
}

function answerTo(address: string, scraped: boolean, requests: number): string {
  if (address === '/metrics') return 'http_server_requests_active_seconds_count 0\nprocess_cpu_time_ns_total 0\n';
  if (address.startsWith('/query')) return JSON.stringify({ results: [{ series: seriesFor(decodeURIComponent(address), requests) }] });
  if (address.startsWith('/api/v1/query')) {
    return JSON.stringify({ status: 'success', data: { result: scraped ? [everySecond()] : [] } });
  }
  return '{}';
}

/** @returns what InfluxDB has of the requests that fake-k6.ts reports */
function seriesFor(query: string, requests: number): object[] {
  if (!query.includes('GROUP')) return [{ values: [[0, requests]] }];
  const ofSlice = (PER_SECOND * SLICE_SECONDS * requests) / 10;
  const slices = Array.from({ length: 20 }, (_, index) => String(index + 1));
  return slices.flatMap((slice) => ['mvc', 'mvc-vt'].map((target) => ({ tags: { slice, target }, values: [[0, ofSlice]] })));
}

/** @returns the series of successful scrapes around now */
function everySecond(): object {
  const now = Date.now() / 1000;
  return { metric: { __name__: 'up' }, values: Array.from({ length: 120 }, (_, index) => [now - 100 + index, '1']) };
}

/** Of the runs that are measured with this stack. */
export const SLICE_SECONDS = 4;
