/** What a user's service does not tell itself, as the targets of this project do: is it ready, its CPU time, threads and JIT compilers. */
import http from 'node:http';
import { once } from 'node:events';
import { COMPILER_CPU, COMPILER_WAIT } from '../../../../k6/lib/compilers.js';
import { jvmFacts, jvmFactsBetween } from '../../../collect/jvm-facts.ts';
import { parseStat, pidsOf, statsOf, type Place } from '../../../collect/proc.ts';
import { usage } from '../../../collect/processes.ts';
import { sum } from '../../../util/math.ts';
import { HOST } from '../ports.ts';

/** `port`: of the exporter; `url`: base of the service; `ready`, `metrics`: its paths; `place`: of its process, null: elsewhere */
type Exported = { port: number; url: string; ready: string; metrics: string | undefined; place: Place | null };

type Metric = [name: string, type: 'counter' | 'gauge', value: number];

/** Less than the time in which Prometheus takes a scrape for missing. */
const ANSWER_WITHIN_MS = 800;

/** @returns listens; to be stopped */
export async function startExporter({ port, url, ready, metrics, place }: Exported): Promise<{ stop: () => void }> {
  const ofSystem = place === null ? () => [] : systemMetrics(place);
  const toldBy = async (path: string | undefined) => {
    if (path === '/ready') return { ...(await ask(`${url}${ready}`)), text: '' };
    const own = metrics === undefined ? { status: 200, text: '' } : await ask(`${url}${metrics}`);
    return own.status === 200 ? { status: 200, text: withAdded(own.text, ofSystem()) } : own;
  };
  const server = http.createServer((request, response) => {
    toldBy(request.url).then(
      ({ status, text }) => response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      (error: Error) => response.writeHead(503).end(error.message),
    );
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  return {
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function ask(url: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  return { status: response.status, text: await response.text() };
}

function systemMetrics(place: Place): () => Metric[] {
  let before = jvmFacts(place);
  let hasCompilers = false;
  let [cpuMs, waitMs] = [0, 0];
  return () => {
    const used = usage(place);
    if (used === null) return [];
    // Compilers' threads come and go, so that only what they did since the last time can be added.
    const now = jvmFacts(place);
    const { compilerCpuMs, compilerWaitMs } = jvmFactsBetween(before, now);
    before = now;
    hasCompilers ||= now.compilers.size > 0;
    cpuMs += compilerCpuMs ?? 0;
    waitMs += compilerWaitMs ?? 0;
    const compilers: Metric[] = [
      [COMPILER_CPU, 'counter', cpuMs * 1e6],
      [COMPILER_WAIT, 'counter', waitMs * 1e6],
    ];
    return [
      ['process_cpu_time_ns_total', 'counter', used.cpuSeconds * 1e9],
      ['jvm_threads_live_threads', 'gauge', threadsOf(place)],
      ...(hasCompilers ? compilers : []),
    ];
  };
}

function threadsOf(place: Place): number {
  return sum(statsOf(pidsOf(place)).map(([, stat]) => parseStat(stat).field(20)));
}

/** @param own metrics of the service @returns with those of the others that it lacks */
function withAdded(own: string, others: Metric[]) {
  // OpenMetrics ends with a mark, after which nothing may follow.
  const lines = own.replace(/^# EOF$/m, '');
  const added = others.filter(([name]) => !new RegExp(`^${name}[{ ]`, 'm').test(own));
  const last = lines === '' || lines.endsWith('\n') ? '' : '\n';
  return lines + last + added.map(([name, type, value]) => `# TYPE ${name} ${type}\n${name} ${value}\n`).join('');
}
