/** Runs the k6 scripts with a real k6 (K6_BIN, else `k6` on the PATH) against small servers that answer as the catalogue says. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCatalogue, root, type Answer } from '../../record/catalogue.ts';
import { close, listen, portOf } from './server.ts';

const K6 = process.env.K6_BIN || 'k6';
const catalogue = readCatalogue();

/** @param folder where it runs @param environment added to its own */
export function startK6In(folder: string, args: string[], environment: Record<string, string> = {}) {
  return spawn(K6, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, K6_NO_USAGE_REPORT: 'true', ...environment },
  });
}

/** `errors`: lines of level error */
type Ended = { exitCode: number | null; stdout: string; stderr: string; errors: string[] };

/** @param ends exit code that it must have; null: any */
export async function endOf(child: ReturnType<typeof startK6In>, ends: number | null = null): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [exitCode] = await once(child, 'close').catch((error) => {
    throw new Error(`these tests need k6: set K6_BIN to its path, or put it on the PATH (${error.message})`);
  });
  if (ends !== null) assert.equal(exitCode, ends, stdout + stderr);
  return { exitCode, stdout, stderr, errors: stderr.split('\n').filter((line) => line.includes('level=error')) };
}

type Variables = Record<string, string | number>;

export const script = (scenario: string) => path.join(root, 'k6', `${scenario}.js`);

export const variableFlags = (variables: Variables) => Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);

/** @param folder where it runs @param file of a script, or an archive */
export function startScript(
  folder: string,
  file: string,
  variables: Variables,
  flags: string[] = [],
  environment?: Record<string, string>,
) {
  return startK6In(folder, ['run', '--quiet', '--address', '127.0.0.1:0', ...flags, ...variableFlags(variables), file], environment);
}

/** `file`: stands in for the scenario's script; `samples`: k6 writes every sample; `ends`: exit code that it must have, null for any */
export type How = { file?: string; samples?: boolean; flags?: string[]; ends?: number | null };

/** Runs a load, by default without a warm-up and without thresholds. @param folder gets one for its files @returns also what it has written */
export async function load(folder: string, scenario: string, variables: Variables, how: How = {}) {
  const { file = script(scenario), samples: writesSamples = false, flags = [], ends = 0 } = how;
  const output = mkdtempSync(path.join(folder, `${path.basename(scenario)} `));
  const given = { SUMMARY: path.join(output, 'summary.json'), THRESHOLDS: 'off', WARMUP: 0, ...variables };
  const outputs = writesSamples ? ['--out', `json=${path.join(output, 'samples.json')}`] : [];
  const environment = { K6_ROLLUP_HLOG: path.join(output, 'http.hlog') };
  const ended = await endOf(startScript(folder, file, given, [...outputs, ...flags], environment), ends);
  const read = (name: string) => readFileSync(path.join(output, name), 'utf8');
  const metrics = (): Record<string, { values: Record<string, number> }> => JSON.parse(read('summary.json')).metrics;
  const samples = (name?: string): Sample[] => {
    const lines = read('samples.json').trim().split('\n');
    const points = lines
      .map((line) => JSON.parse(line))
      .filter(({ type, metric }) => type === 'Point' && [undefined, metric].includes(name));
    return points.map(({ metric, data: { value, tags } }) => ({ metric, value, tags }));
  };
  return { ...ended, metrics, samples, hlog: () => read('http.hlog') };
}

type Sample = { metric: string; value: number; tags: Record<string, string> };

/** Nothing but one line, without a stack trace. */
export function assertRefused({ exitCode, stdout, stderr, errors }: Ended, code: number, line: RegExp) {
  assert.deepEqual([exitCode, errors.length, stdout], [code, 1, ''], stderr);
  assert.match(errors[0], line);
  // k6 v1 may end its one line with where a script has stopped.
  const said = stderr.trim().replaceAll(/ at \w+ \(file:\S+\)"$/gm, '"');
  assert.doesNotMatch(said, /\.js:\d+/, 'no stack trace');
  for (const each of said.split('\n')) assert.match(each, /^time=/, 'no stack trace');
}

/** Of a variable whose value cannot be used: nothing but that line. */
export function assertInvalid(ended: Ended, line: RegExp) {
  assertRefused(ended, 107, line);
  assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr);
}

/** Writes a catalogue whose targets have the ports of these servers. @param folder gets one for it @returns the file */
export function writeCatalogue(folder: string, servers: Record<string, { port: number }>, managementPort?: number): string {
  const targets = Object.entries(servers).map(([name, { port }]) => [name, { ...catalogue.targets[name], port, managementPort }]);
  const file = path.join(mkdtempSync(path.join(folder, 'catalogue ')), 'catalogue.json');
  writeFileSync(file, JSON.stringify({ ...catalogue, targets: { ...catalogue.targets, ...Object.fromEntries(targets) } }));
  return file;
}

type Alter = (answer: Answer, requestNumber: number, url: string) => Answer | Promise<Answer>;
export type Server = { port: number; requests: Request[]; load: () => Request[]; stop: () => void };
type Request = { method?: string; url?: string; headers: http.IncomingHttpHeaders; body: string; fromPort?: number };

/** Not so fast that a load is more requests than a test needs. */
export const slowly = async (answer: Answer) => (await sleep(5), answer);

/** As `serve`, but what setup() asks for is answered as the catalogue says. @param alter gets numbers of the load, from 1 */
export function serveLoad(scenario: string, alter: Alter): Promise<Server> {
  const inSetup = catalogue.scenarios[scenario].cases.length;
  return serve(scenario, (answer, number, url) => (number <= inSetup ? answer : alter(answer, number - inSetup, url)));
}

/** A target that answers the scenario's cases as the catalogue says, and everything else like the first of them. `load`: requests after those of setup() */
export async function serve(scenario: string, alter: Alter = (answer) => answer): Promise<Server> {
  const { cases } = catalogue.scenarios[scenario];
  const requests: Request[] = [];
  const server = http.createServer(async (request, response) => {
    const body = await text(request);
    const { method, url, headers: sentHeaders, socket } = request;
    const number = requests.push({ method, url, headers: sentHeaders, body, fromPort: socket.remotePort });
    const asked = cases.find(({ request: of }) => of.method === method && of.path === url && (of.body ?? '') === body);
    const answer = await alter((asked ?? cases[0]).response, number, url ?? '');
    const withId = (template: string) => template.replaceAll('${id}', String(number));
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, withId(value)]);
    response.writeHead(answer.status, Object.fromEntries(headers)).end(withId(answer.body));
  });
  await listen(server.unref());
  return {
    port: portOf(server),
    requests,
    load: () => requests.slice(cases.length),
    stop: () => close(server),
  };
}
