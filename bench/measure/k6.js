/** Runs one k6 script with the project's own k6. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { targetsIn } from '../record/sequence.js';
import { diesWithParent } from '../util/parent-death.js';
import { GAP_SECONDS, blocksText } from '../../k6/lib/blocks.js';
import { answersMetric, loadStartMs, metricValues, sliceRequestsMetric } from '../../k6/lib/summary.js';

/**
 * @typedef {object} K6Run
 * @property {string[]} command words that start k6
 * @property {string} root folder of the checkout
 * @property {string} scenario name of the script
 * @property {Record<string, string | number>} variables `-e` variables of the script
 * @property {string[]} outputs values of `--out`
 * @property {Record<string, string>} environment for k6 and its outputs
 * @property {string} logFile
 * @property {number} lastsSeconds its load, with the wait for the last answers. A k6 that runs much longer is killed: it hangs, or somebody has stopped it
 * @property {boolean} [quiet] no progress in the log: k6 writes a line for each slice every second
 */
/**
 * @typedef {object} Subject what load is put on, and by what
 * @property {import('../engines/engine.js').Engine} engine
 * @property {string} root folder of the checkout
 * @property {string} k6Bin
 * @property {string} runId
 * @property {string | null} catalogueFile for the scripts; null: the checkout's
 * @property {string} scenario
 * @property {string} target
 *
 * @typedef {Omit<Subject, 'target'>} BlocksSubject a scenario on several targets
 * @typedef {object} Blocks
 * @property {string[][]} blocks the targets of each block, in the order of their slices
 * @property {number} vus of every slice
 * @property {number} sliceSeconds
 * @property {number} [gapSeconds] after each slice
 */
/** @typedef {{ exitCode: number | null, signal: string | null }} K6End `signal`: that ended it, and why where the runner sent it */
/** @typedef {Pick<K6Run, 'variables' | 'outputs' | 'environment' | 'logFile' | 'lastsSeconds' | 'quiet'>} Recording further variables of the script, and where the results go */

/** For k6's own start and setup(), which may take a minute (k6's default of setupTimeout). */
const BESIDE_LOAD_SECONDS = 75;

/**
 * @param {K6Run} run
 * @param {number} [besideLoadSeconds]
 * @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<K6End> }}
 */
export function startK6(run, besideLoadSeconds = BESIDE_LOAD_SECONDS) {
  const { command, root, scenario, variables, outputs, environment, logFile, lastsSeconds, quiet = false } = run;
  const [program, ...words] = [...diesWithParent(), ...command];
  const args = [...words, 'run', '--no-color'];
  if (quiet) args.push('--quiet');
  for (const [name, value] of Object.entries(variables)) args.push('-e', `${name}=${value}`);
  for (const output of outputs) args.push('--out', output);
  args.push(path.join(root, 'k6', `${scenario}.js`));
  const log = openSync(logFile, 'w');
  // Detached: Ctrl-C in the terminal must reach the runner alone, which then ends its children in the right order.
  const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log], env: { ...plainEnvironment(), ...environment } });
  closeSync(log);
  return { child, ended: endOf(child, lastsSeconds + besideLoadSeconds) };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} withinSeconds it is killed after that time
 * @returns {Promise<K6End>}
 */
function endOf(child, withinSeconds) {
  let why = '';
  const watchdog = setTimeout(() => {
    why = ` (it had not ended after ${withinSeconds} s)`;
    child.kill('SIGKILL');
  }, withinSeconds * 1000);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      clearTimeout(watchdog);
      reject(error);
    });
    child.once('exit', (exitCode, signal) => {
      clearTimeout(watchdog);
      resolve({ exitCode, signal: signal && `${signal}${why}` });
    });
  });
}

/**
 * Runs the script of a scenario against a target. The engine ends it with its other processes.
 * @param {Subject} subject
 * @param {Recording} load
 * @returns {ReturnType<typeof startK6>}
 */
export function startLoad({ target, ...subject }, { variables, ...recording }) {
  const { host } = new URL(subject.engine.endpoints.target(target));
  return startScript(subject, { variables: { TARGET: target, TARGET_HOST: host, ...variables }, ...recording });
}

/**
 * Runs the script of a scenario against several targets, a slice of time each.
 * @param {BlocksSubject} subject
 * @param {Blocks & Recording} load
 * @returns {ReturnType<typeof startK6>}
 */
export function startBlocks(subject, { blocks, vus, sliceSeconds, gapSeconds = GAP_SECONDS, variables, ...recording }) {
  const sequence = { BLOCKS: blocksText(blocks), BLOCK_VUS: vus, SLICE_SECONDS: sliceSeconds, GAP_SECONDS: gapSeconds };
  const host = blocksHost(subject.engine, targetsIn(blocks));
  return startScript(subject, { variables: { ...sequence, TARGET_HOST: host, ...variables }, ...recording });
}

/**
 * @param {Pick<import('../engines/engine.js').Engine, 'endpoints'>} engine
 * @param {string[]} targets at least one
 * @returns {string} TARGET_HOST for all of them: `{target}` stands for the name of a target that has a host of its own. Ports are the catalogue's
 * @throws {Error} one line, if no such host fits all
 */
export function blocksHost({ endpoints }, targets) {
  const hosts = targets.map((target) => {
    const { hostname } = new URL(endpoints.target(target));
    return hostname === target ? '{target}' : hostname;
  });
  const other = hosts.find((host) => host !== hosts[0]);
  if (other !== undefined) throw new Error(`${targets.join(', ')} cannot be in one sequence: their hosts are ${hosts[0]} and ${other}`);
  return hosts[0];
}

/** @param {BlocksSubject} subject @param {Recording} load */
function startScript({ engine, root, k6Bin, runId, catalogueFile, scenario }, { variables, ...recording }) {
  const catalogue = catalogueVariable(catalogueFile);
  const k6 = startK6({
    command: [...engine.generator.words, k6Bin],
    root,
    scenario,
    // The runner counts failures itself: k6 must neither fail for them nor read bodies to find them.
    variables: { RUN: runId, THRESHOLDS: 'off', ...catalogue, ...variables },
    ...recording,
  });
  engine.track(k6.child);
  return k6;
}

/**
 * @param {string | null} file a catalogue that is not the checkout's
 * @returns {Record<string, string>} `-e` variable of the script
 */
function catalogueVariable(file) {
  /** @type {Record<string, string>} */
  const variables = {};
  if (file !== null) variables.CATALOGUE = file;
  return variables;
}

/** Options of k6 in the user's shell (K6_VUS, K6_OUT, …) would silently change what is measured. */
function plainEnvironment() {
  const { PATH, HOME, LANG, TZ } = process.env;
  return { PATH, HOME, LANG, TZ, K6_NO_USAGE_REPORT: 'true' };
}

/**
 * @param {string} logFile
 * @returns {{ interrupted: number | null, error: string | null }} iterations that k6 cut off at the end, from its last progress line; the
 *   first error it logged
 */
export function readK6Log(logFile) {
  const text = readFileSync(logFile, 'utf8');
  const interrupted = [...text.matchAll(/ and (\d+) interrupted iterations/g)].at(-1)?.[1];
  const error = /level=error msg="((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return { interrupted: interrupted === undefined ? null : Number(interrupted), error: error?.replaceAll('\\"', '"') ?? null };
}

/**
 * @param {string} summaryFile what the script's `handleSummary` wrote
 * @param {number[]} [statuses] that are counted separately
 * @returns {{ httpReqs: number, scenarioStartMs: number, iterations: number, dropped: number, answers: Record<string, number> }} `iterations` that
 *   ended; `dropped`: those of the open model that found no user free; `answers`: of the load, by status
 * @throws {Error} if the file is missing or holds no start of the scenario
 */
export function readSummary(summaryFile, statuses = []) {
  const { startMs: scenarioStartMs, count } = openSummary(summaryFile);
  const answers = Object.fromEntries(statuses.map((status) => [status, count(answersMetric(status))]));
  return { httpReqs: count('http_reqs'), scenarioStartMs, iterations: count('iterations'), dropped: count('dropped_iterations'), answers };
}

/**
 * @param {string} summaryFile what the script's `handleSummary` wrote
 * @param {number} slices of the sequence
 * @returns {{ httpReqs: number, startMs: number, bySlice: Record<number, number> }} all requests; start of the first slice; requests of each slice
 * @throws {Error} if the file is missing or holds no start of the load
 */
export function readSequenceSummary(summaryFile, slices) {
  const { startMs, count } = openSummary(summaryFile);
  const numbers = Array.from({ length: slices }, (_, index) => index + 1);
  return {
    httpReqs: count('http_reqs'),
    startMs,
    bySlice: Object.fromEntries(numbers.map((slice) => [slice, count(sliceRequestsMetric(slice))])),
  };
}

/**
 * @param {string} file
 * @returns {{ startMs: number, count: (metric: string) => number }} start of the load, of its first slice in a sequence; a counter's value, 0 without one
 * @throws {Error} if the file is missing or holds no start
 */
function openSummary(file) {
  const summary = JSON.parse(readFileSync(file, 'utf8'));
  const startMs = loadStartMs(summary);
  if (!startMs) throw new Error('k6 reached no iteration');
  return { startMs, count: (metric) => metricValues(summary, metric).count ?? 0 };
}
