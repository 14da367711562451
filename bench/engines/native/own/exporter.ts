/**
 * What the runner tells of a user's service that cannot tell it itself, in the form in which the targets of this project do: is it ready, and its CPU time,
 * threads and JIT compilers as the system sees them. What the service does tell has priority.
 */
import http from 'node:http';
import { once } from 'node:events';
import { COMPILER_CPU, COMPILER_WAIT } from '../../../../k6/lib/compilers.js';
import { jvmFacts, jvmFactsBetween } from '../../../collect/jvm-facts.ts';
import { parseStat, pidsInCgroup, readIfThere, type Place } from '../../../collect/proc.ts';
import { usage } from '../../../collect/processes.ts';
import { present, sum } from '../../../util/math.ts';
import { HOST } from '../addresses.ts';

interface Exported {
  /** of the exporter */
  port: number;
  /** base URL of the service */
  url: string;
  /** path */
  ready: string;
  /** path of its own metrics */
  metrics: string | undefined;
  /** of its process; null: elsewhere */
  place: Place | null;
}

/** Less than the time in which Prometheus takes a scrape for missing. */
const ANSWER_WITHIN_MS = 800;

type Metric = [name: string, type: 'counter' | 'gauge', value: number];

export class Exporter {
  #server;
  #exported;
  #before: ReturnType<typeof jvmFacts>;
  #compilerMs = { cpu: 0, wait: 0 };
  #hasCompilers = false;

  constructor(exported: Exported) {
    this.#exported = exported;
    this.#before = jvmFacts(exported.place ?? {});
    this.#server = http.createServer((request, response) => {
      const answer = request.url === '/ready' ? this.#ready() : this.#metrics();
      answer.then(
        ({ status, text }) => response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
        (error: Error) => response.writeHead(503).end(error.message),
      );
    });
  }

  async start() {
    this.#server.listen(this.#exported.port, HOST);
    await once(this.#server, 'listening');
  }

  stop() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #ready() {
    const { url, ready } = this.#exported;
    return { ...(await ask(`${url}${ready}`)), text: '' };
  }

  async #metrics() {
    const { url, metrics, place } = this.#exported;
    const own = metrics === undefined ? { status: 200, text: '' } : await ask(`${url}${metrics}`);
    if (own.status !== 200) return own;
    const ofSystem = place === null ? [] : this.#ofSystem(place);
    const added = ofSystem.filter(([name]) => !new RegExp(`^${name}[{ ]`, 'm').test(own.text));
    const lines = added.map(([name, type, value]) => `# TYPE ${name} ${type}\n${name} ${value}\n`);
    return { status: 200, text: [withoutEnd(own.text), ...lines].join('') };
  }

  #ofSystem(place: Place): Metric[] {
    const used = usage(place);
    if (used === null) return [];
    this.#addCompilers(place);
    const { cpu, wait } = this.#compilerMs;
    const compilers: Metric[] = [
      [COMPILER_CPU, 'counter', cpu * 1e6],
      [COMPILER_WAIT, 'counter', wait * 1e6],
    ];
    return [
      ['process_cpu_time_ns_total', 'counter', used.cpuSeconds * 1e9],
      ['jvm_threads_live_threads', 'gauge', threadsOf(place)],
      ...(this.#hasCompilers ? compilers : []),
    ];
  }

  /** Compilers' threads come and go, so that only what they did since the last time can be added. */
  #addCompilers(place: Place) {
    const now = jvmFacts(place);
    const { compilerCpuMs, compilerWaitMs } = jvmFactsBetween(this.#before, now);
    this.#before = now;
    this.#hasCompilers ||= now.compilers.size > 0;
    this.#compilerMs.cpu += compilerCpuMs ?? 0;
    this.#compilerMs.wait += compilerWaitMs ?? 0;
  }
}

async function ask(url: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  return { status: response.status, text: await response.text() };
}

/** OpenMetrics ends with a mark, after which nothing may follow. */
function withoutEnd(text: string) {
  const lines = text.replace(/^# EOF$/m, '');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

function threadsOf({ pid, cgroup }: Place): number {
  const pids = cgroup === undefined ? present([pid]) : pidsInCgroup(cgroup);
  return sum(pids.map((each) => readIfThere(`/proc/${each}/stat`)).map((stat) => (stat === '' ? 0 : parseStat(stat).field(20))));
}
