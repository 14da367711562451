/** The catalogue of a run of `make ab`: the variants of the user's service are its targets, their loads its scenarios. */
import path from 'node:path';
import type { Catalogue, Target, Scenario } from '../../record/catalogue.ts';
import type { OwnService, Load } from './file.ts';

/** From there on: what the runner itself tells of each variant. */
const EXPORTER_PORT = 29_100;
const USUAL_VUS = 50;
/** Answers in 200 ms on average need so many users. */
const RATE_PER_VU = 5;

/** @param checkedIn its targets' colours and symbols are used again */
export function ownCatalogue(service: OwnService, checkedIn: Pick<Catalogue, 'targets'>): Catalogue {
  const looks = Object.values(checkedIn.targets).map(({ colour, symbol, line }) => ({ colour, symbol, line }));
  const targets = Object.keys(service.variants).map((name, index) => [name, { ...targetOf(service, name, index), ...looks[index] }]);
  const scenarios = Object.entries(service.load).map(([name, load]) => [name, scenarioOf(service, name, load)]);
  const { backends, before, directory, file, same = true } = service;
  const catalogue: Catalogue = {
    targets: Object.fromEntries(targets),
    scenarios: Object.fromEntries(scenarios),
    dependencies: {},
    settings: {},
    own: { file, directory, same, before, backends },
  };
  // As a record has it: without fields that are undefined.
  return JSON.parse(JSON.stringify(catalogue));
}

type Plain = Omit<Target, 'colour' | 'symbol' | 'line'>;

function targetOf({ variants, directory, metrics, start, limits }: OwnService, name: string, index: number): Plain {
  const { command, image, url, env = {}, ready = '/', port = Number(new URL(String(url)).port || 80) } = variants[name];
  // All run at the same time, so that those that share a port are given the next ones.
  const own = command !== undefined && port === start?.port ? port + index : port;
  const filled = (given: string) => given.replaceAll('{port}', String(own));
  const environment = Object.entries(env).map(([variable, value]) => [variable, filled(value)]);
  return {
    label: name,
    stack: filled(command ?? image ?? String(url)),
    command: command === undefined ? undefined : ['sh', '-c', filled(command)],
    metricsPath: '/metrics',
    healthPath: '/ready',
    server: 'other',
    port: own,
    managementPort: EXPORTER_PORT + index,
    environment: { PORT: String(own), SERVER_PORT: String(own), ...Object.fromEntries(environment) },
    own: { directory, ready, metrics, image, memory: image && limits?.memory, url: url?.replace(/\/$/, '') },
  };
}

function scenarioOf({ directory }: OwnService, name: string, load: Load): Scenario {
  const { script, request = 'GET /', body, headers, expect = 200, vus, rate } = load;
  const [method, requestPath] = request.split(' ');
  const lowerCase = headers && Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]));
  const users = vus ?? (rate === undefined ? USUAL_VUS : Math.max(USUAL_VUS, Math.ceil(rate / RATE_PER_VU)));
  return {
    title: name,
    does: script ?? request,
    database: false,
    warmupVus: users,
    vus: users,
    rate,
    request: { method, path: requestPath, headers: lowerCase, body },
    expect: { status: expect },
    statements: {},
    rows: { read: 0, written: 0 },
    cases: [],
    own: { script: script && path.resolve(directory, script) },
  };
}
