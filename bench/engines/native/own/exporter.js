/**
 * What the runner tells of a user's service that cannot tell it itself, in the form in which the targets of this project do: is it ready, and its CPU time,
 * threads and JIT compilers as the system sees them. What the service does tell has priority.
 */
import http from 'node:http';
import { once } from 'node:events';
import { COMPILER_CPU, COMPILER_WAIT } from '../../../../k6/lib/compilers.js';
import { jvmFacts, jvmFactsBetween } from '../../../collect/jvm-facts.js';
import { parseStat, pidsInCgroup, readIfThere } from '../../../collect/proc.js';
import { usage } from '../../../collect/processes.js';
import { present, sum } from '../../../util/math.js';
import { HOST } from '../addresses.js';

/** @typedef {import('../../../collect/proc.js').Place} Place */
/**
 * @typedef {object} Exported
 * @property {number} port of the exporter
 * @property {string} url base URL of the service
 * @property {string} ready path
 * @property {string | undefined} metrics path of its own metrics
 * @property {Place | null} place of its process; null: elsewhere
 */

/** Less than the time in which Prometheus takes a scrape for missing. */
const ANSWER_WITHIN_MS = 800;

export class Exporter {
  #server;
  #exported;
  /** @type {ReturnType<typeof jvmFacts>} */
  #before;
  #compilerMs = { cpu: 0, wait: 0 };
  #hasCompilers = false;

  /** @param {Exported} exported */
  constructor(exported) {
    this.#exported = exported;
    this.#before = jvmFacts(exported.place ?? {});
    this.#server = http.createServer((request, response) => {
      const answer = request.url === '/ready' ? this.#ready() : this.#metrics();
      answer.then(
        ({ status, text }) => response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
        (/** @type {Error} */ error) => response.writeHead(503).end(error.message),
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
    const { status } = await ask(`${url}${ready}`);
    return { status, text: '' };
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

  /** @param {Place} place @returns {[name: string, type: 'counter' | 'gauge', value: number][]} */
  #ofSystem(place) {
    const used = usage(place);
    if (used === null) return [];
    this.#addCompilers(place);
    const { cpu, wait } = this.#compilerMs;
    return [
      ['process_cpu_time_ns_total', 'counter', used.cpuSeconds * 1e9],
      ['jvm_threads_live_threads', 'gauge', threadsOf(place)],
      ...(this.#hasCompilers
        ? /** @type {const} */ ([
            [COMPILER_CPU, 'counter', cpu * 1e6],
            [COMPILER_WAIT, 'counter', wait * 1e6],
          ])
        : []),
    ].map(([name, type, value]) => /** @type {[string, 'counter' | 'gauge', number]} */ ([name, type, value]));
  }

  /** Compilers' threads come and go, so that only what they did since the last time can be added. @param {Place} place */
  #addCompilers(place) {
    const now = jvmFacts(place);
    const { compilerCpuMs, compilerWaitMs } = jvmFactsBetween(this.#before, now);
    this.#before = now;
    this.#hasCompilers ||= now.compilers.size > 0;
    this.#compilerMs.cpu += compilerCpuMs ?? 0;
    this.#compilerMs.wait += compilerWaitMs ?? 0;
  }
}

/** @param {string} url */
async function ask(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  return { status: response.status, text: await response.text() };
}

/** OpenMetrics ends with a mark, after which nothing may follow. @param {string} text */
function withoutEnd(text) {
  const lines = text.replace(/^# EOF$/m, '');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

/** @param {Place} place @returns {number} */
function threadsOf({ pid, cgroup }) {
  const pids = cgroup === undefined ? present([pid]) : pidsInCgroup(cgroup);
  return sum(pids.map((each) => readIfThere(`/proc/${each}/stat`)).map((stat) => (stat === '' ? 0 : parseStat(stat).field(20))));
}
