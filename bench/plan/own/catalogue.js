/** The catalogue of a run of `make ab`: the variants of the user's service are its targets, their loads its scenarios. */
import path from 'node:path';

/**
 * @typedef {import('./file.js').OwnService} OwnService
 * @typedef {import('../../record/catalogue.js').Catalogue} Catalogue
 * @typedef {import('../../record/catalogue.js').Target} Target
 * @typedef {import('../../record/catalogue.js').Scenario} Scenario
 */

/** From there on: what the runner itself tells of each variant. */
const EXPORTER_PORT = 29_100;
const USUAL_VUS = 50;
/** Answers in 200 ms on average need so many users. */
const RATE_PER_VU = 5;

/**
 * @param {OwnService} service
 * @param {Pick<Catalogue, 'targets'>} checkedIn its targets' colours and symbols are used again
 * @returns {Catalogue}
 */
export function ownCatalogue(service, checkedIn) {
  const looks = Object.values(checkedIn.targets).map(({ colour, symbol, line }) => ({ colour, symbol, line }));
  const targets = Object.keys(service.variants).map((name, index) => [name, { ...targetOf(service, name, index), ...looks[index] }]);
  const scenarios = Object.entries(service.load).map(([name, load]) => [name, scenarioOf(service, name, load)]);
  const { before, directory, file, same = true } = service;
  return {
    targets: Object.fromEntries(targets),
    scenarios: Object.fromEntries(scenarios),
    dependencies: {},
    settings: {},
    own: { file, directory, same, ...(before !== undefined && { before }) },
  };
}

/** @param {OwnService} service @param {string} name @param {number} index @returns {Omit<Target, 'colour' | 'symbol' | 'line'>} */
function targetOf({ variants, directory, metrics, start, limits }, name, index) {
  const { command, image, url, env = {}, ready = '/', port = Number(new URL(String(url)).port || 80) } = variants[name];
  // All run at the same time, so that those that share a port are given the next ones.
  const own = command !== undefined && port === start?.port ? port + index : port;
  const filled = (/** @type {string} */ given) => given.replaceAll('{port}', String(own));
  const environment = Object.entries(env).map(([variable, value]) => [variable, filled(value)]);
  return {
    label: name,
    stack: filled(command ?? image ?? String(url)),
    ...(command !== undefined && { command: ['sh', '-c', filled(command)] }),
    metricsPath: '/metrics',
    healthPath: '/ready',
    server: 'other',
    port: own,
    managementPort: EXPORTER_PORT + index,
    environment: { PORT: String(own), SERVER_PORT: String(own), ...Object.fromEntries(environment) },
    own: {
      directory,
      ready,
      ...(metrics !== undefined && { metrics }),
      ...(image !== undefined && { image }),
      ...(image !== undefined && limits?.memory !== undefined && { memory: limits.memory }),
      ...(url !== undefined && { url: url.replace(/\/$/, '') }),
    },
  };
}

/** @param {OwnService} service @param {string} name @param {import('./file.js').Load} load @returns {Scenario} */
function scenarioOf({ directory }, name, { script, request = 'GET /', body, headers, expect = 200, vus, rate }) {
  const [method, requestPath] = request.split(' ');
  const users = vus ?? (rate === undefined ? USUAL_VUS : Math.max(USUAL_VUS, Math.ceil(rate / RATE_PER_VU)));
  return {
    title: name,
    does: script ?? request,
    database: false,
    warmupVus: users,
    vus: users,
    ...(rate !== undefined && { rate }),
    request: { method, path: requestPath, ...(headers && { headers: lowerCase(headers) }), ...(body !== undefined && { body }) },
    expect: { status: expect },
    statements: {},
    rows: { read: 0, written: 0 },
    cases: [],
    own: { ...(script !== undefined && { script: path.resolve(directory, script) }) },
  };
}

/** @param {Record<string, string>} headers */
function lowerCase(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
