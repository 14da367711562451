/** `make bench-output`: measures what the rollup output costs k6, compared with no output and with k6's own InfluxDB output. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { median } from '../util/math.js';
import { startInfluxDb } from '../engines/native/services/influxdb.js';
import { parseCpuList } from '../collect/proc.js';
import { explain, untilReady } from '../engines/processes/ready.js';
import { start } from '../engines/processes/supervise.js';
import { untilAborted } from '../util/interruption.js';
import { requireCache } from '../setup/cache.js';
import { provideInfluxDb } from '../setup/programs/influxdb.js';
import { run } from '../util/programs.js';
import { buildK6 } from '../setup/programs/k6.js';
import { alignColumns } from '../util/table.js';

/** @typedef {'none' | 'rollup' | 'influxdb'} Arm the output of k6 */
/** @typedef {Record<Arm, number>} Round requests per second of each arm */

/** @type {Arm[]} */
const ARMS = ['none', 'rollup', 'influxdb'];
const ROUNDS = 5;
const SECONDS = 6;
const START_MS = 10_000;
const DATABASE = 'k6';
const SCRIPT = path.join('k6', 'xk6-output-rollup', 'testdata', 'throughput.js');

/**
 * @param {Pick<import('../setup/command.js').Command, 'root' | 'cacheDir' | 'signal' | 'log'>} command
 * @param {{rounds?: number, seconds?: number}} [size]
 * @returns {Promise<number>} exit code
 * @throws {Error} one line
 */
export async function benchOutput({ root, cacheDir, signal, log }, { rounds = ROUNDS, seconds = SECONDS } = {}) {
  requireCache(cacheDir);
  const k6 = await untilAborted(buildK6({ root, cache: cacheDir, log }), signal);
  const influxdb = await untilAborted(provideInfluxDb({ cache: cacheDir, log }), signal);
  const workDir = await mkdtemp(path.join(os.tmpdir(), 'stackbench-output-'));
  const bed = new TestBed({ root, workDir, k6: k6.bin, influxdb: influxdb.bin, pins: pins(cpusToPin()) });
  try {
    await untilAborted(bed.open(), signal);
    log(`k6 ${k6.version}, 50 VUs, ${seconds} s each; ${bed.pins.description}`);
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      measured.push(await untilAborted(bed.round(round, seconds), signal));
      log(`round ${round + 1} of ${rounds} done`);
    }
    log(formatRounds(measured));
    return 0;
  } finally {
    await bed.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

/** The server, InfluxDB and the k6 that is running. */
class TestBed {
  /** @type {import('../engines/processes/supervise.js').Supervised[]} */
  #processes = [];
  #closed = false;
  #serverUrl = '';
  #influxUrl = '';

  /** @param {{root: string, workDir: string, k6: string, influxdb: string, pins: ReturnType<typeof pins>}} options */
  constructor({ root, workDir, k6, influxdb, pins: given }) {
    this.root = root;
    this.workDir = workDir;
    this.k6 = k6;
    this.influxdb = influxdb;
    this.pins = given;
  }

  async open() {
    const binary = path.join(this.workDir, 'trivial-server');
    const module = path.join(this.root, 'k6', 'xk6-output-rollup');
    await run('go', ['build', '-C', module, '-trimpath', '-buildvcs=false', '-o', binary, './cmd/trivial-server']);
    const server = await this.#launch({ name: 'trivial-server', command: [...this.pins.others, binary], cwd: this.workDir });
    await untilReady(server, START_MS, async () => {
      this.#serverUrl = /^http:\S+$/m.exec(await readFile(server.logFile, 'utf8'))?.[0] ?? '';
      return this.#serverUrl !== '';
    });
    this.#influxUrl = `http://127.0.0.1:${await freePort()}`;
    await startInfluxDb({
      tools: { influxdb: { bin: this.influxdb } },
      root: this.root,
      workDir: this.workDir,
      address: { url: this.#influxUrl, database: DATABASE },
      launch: (options) => this.#launch({ ...options, command: [...this.pins.others, ...options.command] }),
    });
  }

  /**
   * @param {number} number of the round, from 0
   * @param {number} seconds
   * @returns {Promise<Round>}
   */
  async round(number, seconds) {
    const result = { none: NaN, rollup: NaN, influxdb: NaN };
    for (const arm of rotated(ARMS, number)) result[arm] = await this.#measure(arm, seconds);
    return result;
  }

  /**
   * @param {Arm} arm
   * @param {number} seconds
   * @returns {Promise<number>} requests per second
   */
  async #measure(arm, seconds) {
    const summary = path.join(this.workDir, 'summary.json');
    const out = arm === 'none' ? [] : ['--out', `${arm}=${this.#influxUrl}/${DATABASE}`];
    const settings = { URL: this.#serverUrl, SECONDS: String(seconds), SUMMARY: summary };
    const variables = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const options = ['--quiet', '--no-usage-report', ...out, ...variables];
    const generator = await this.#launch({
      name: `k6 (${arm})`,
      command: [...this.pins.k6, this.k6, 'run', ...options, path.join(this.root, SCRIPT)],
      cwd: this.workDir,
      env: { K6_ROLLUP_HLOG: path.join(this.workDir, 'http.hlog') },
    });
    const { code } = await generator.ended;
    if (code !== 0) throw new Error(`${generator.name} failed: ${await explain(generator)}`);
    await this.#emptyDatabase();
    return JSON.parse(await readFile(summary, 'utf8')).rps;
  }

  /** The points of one run must not slow down the next. */
  async #emptyDatabase() {
    const body = new URLSearchParams({ q: `DROP DATABASE "${DATABASE}"` });
    const response = await fetch(`${this.#influxUrl}/query`, { method: 'POST', body });
    await response.arrayBuffer();
  }

  /**
   * @param {Omit<Parameters<typeof start>[0], 'logFile'>} options
   */
  async #launch(options) {
    if (this.#closed) throw new Error('interrupted');
    const started = await start({ ...options, logFile: path.join(this.workDir, `${options.name}.log`) });
    this.#processes.push(started);
    // The interruption may have come while it was starting.
    if (this.#closed) await started.end({ hard: true });
    return started;
  }

  async close() {
    this.#closed = true;
    await Promise.all(this.#processes.map((one) => one.end({ hard: true })));
  }
}

/**
 * @template T
 * @param {T[]} list
 * @param {number} by
 * @returns {T[]} rotated, so that each element comes first equally often
 */
export function rotated(list, by) {
  const from = by % list.length;
  return [...list.slice(from), ...list.slice(0, from)];
}

/**
 * @param {Round[]} rounds
 * @returns {string} a table of the throughputs, their ratios to none, and the medians of the ratios
 */
export function formatRounds(rounds) {
  const rows = rounds.map((round, index) => [
    `round ${index + 1}`,
    ...ARMS.map((arm) => `${Math.round(round[arm])}/s`),
    (round.rollup / round.none).toFixed(2),
    (round.influxdb / round.none).toFixed(2),
  ]);
  const ratio = (/** @type {Arm} */ arm) => median(rounds.map((round) => round[arm] / round.none)).toFixed(2);
  const table = [
    ['', 'none', 'rollup', 'influxdb', 'rollup ÷ none', 'influxdb ÷ none'],
    ...rows,
    ['median', '', '', '', ratio('rollup'), ratio('influxdb')],
  ];
  return alignColumns(table, { right: () => true }).join('\n');
}

/**
 * @param {number[]} cpus that processes can be pinned to; fewer than two for no pinning
 * @returns {{k6: string[], others: string[], description: string}} prefixes of the commands, and a sentence
 */
export function pins(cpus) {
  if (cpus.length < 2) return { k6: [], others: [], description: 'nothing is pinned to CPUs: the server and InfluxDB compete with k6' };
  const [first, ...rest] = cpus;
  return {
    k6: ['taskset', '-c', String(first)],
    others: ['taskset', '-c', rest.join(',')],
    description: `k6 on CPU ${first}, the server and InfluxDB on ${rest.join(', ')}`,
  };
}

/** @returns {number[]} CPUs of this process; none if taskset is missing */
function cpusToPin() {
  try {
    const answer = execFileSync('taskset', ['-c', '-p', String(process.pid)], { encoding: 'utf8' });
    return parseCpuList(answer.trim().split(': ').at(-1) ?? '');
  } catch {
    return [];
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
