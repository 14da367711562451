/**
 * Proves that all targets do the same work before it is timed: answers, SQL statements and rows, CPU used, time slept, rows stored.
 * Targets and services must be running and idle. The caller resets the database afterwards, because `create` leaves rows.
 */
import { openDocuments as openMongo } from '../engines/documents.js';
import { fitting } from '../record/fits.js';
import { needsOf, unfitPairs } from '../plan/pairs.js';
import { askCases } from './cases.js';
import { openClient } from './client.js';
import { calibrate } from './counting.js';
import { openDatabase as openMariaDb } from './database.js';
import { readErrorCases } from './error-cases.js';
import { openManagement } from './management.js';
import { between, failures } from './sentences.js';
import { countRequests, countScrape } from './statements.js';
import { checkWire } from './wire.js';
import { workOf } from './work/index.js';

export { formatTable } from './table.js';

/**
 * @typedef {import('../record/catalogue.js').Catalogue} Catalogue
 * @typedef {import('./cases.js').CaseFinding} CaseFinding
 * @typedef {import('../record/catalogue.js').Scenario} Scenario
 * @typedef {import('./client.js').Client} Client
 * @typedef {import('./counting.js').Count} Count
 * @typedef {import('./database.js').Database} Database
 * @typedef {import('../engines/documents.js').Documents} Documents
 * @typedef {import('./error-cases.js').ErrorCase} ErrorCase
 * @typedef {import('./management.js').Management} Management
 * @typedef {import('./statements.js').StatementFinding} StatementFinding
 * @typedef {import('./wire.js').WireFinding} WireFinding
 * @typedef {import('./work/index.js').Finding} Finding
 * @typedef {{ host: string, port: number, user: string, password: string, database: string }} MariaDbEndpoint
 * @typedef {{ endpoints: { target: (name: string) => string, metrics: (name: string) => string, mariadb: MariaDbEndpoint,
 *   dependencies?: { mongo: string } } }} Engine what the
 *   verification needs of an engine
 * @typedef {{ catalogue: Catalogue, engine: Engine, targets: string[], scenarios: string[], short?: boolean, log?: (line: string) => void,
 *   databaseRttMs?: number | null, groups?: string[][], withTargets?: <T>(group: string[], work: () => Promise<T>) => Promise<T>,
 *   openDatabase?: (endpoint: MariaDbEndpoint) => Promise<Database>, openDocuments?: (uri: string) => Documents, errorCases?: ErrorCase[] }} Options `short`: the form before a measurement, a few seconds long;
 *   `databaseRttMs`: by so much the run lengthened the way from the targets to the database;
 *   `groups`: targets that run at the same time, started and stopped by `withTargets`; by default all targets are running already
 * @typedef {{ name: string, baseUrl: string, client: Client, management: Management }} Target a running target
 * @typedef {{ target: string, scenario: string, answers: Finding, wire: WireFinding, statements: StatementFinding, work: Finding }} Row
 * @typedef {{ target: string } & Finding} ScrapeFinding
 * @typedef {{ target: string } & WireFinding} ErrorWireFinding of all error cases
 * @typedef {{ title: string } & import('./cases.js').Asked} TitledCase `title`: of the case, for messages
 * @typedef {{ rows: Row[], errors: CaseFinding[], errorWires: ErrorWireFinding[],
 *   streams: CaseFinding[], scrapes: ScrapeFinding[], asked: TitledCase[] }} Findings `streams`: answers without a length
 * @typedef {{ ok: boolean, at: string, seconds: number, targets: string[], scenarios: string[], unfit: ReturnType<typeof unfitPairs>,
 *   refused: { target: string, sentence: string }[], differences: string[] } & Omit<Findings, 'asked'>} Verification `at` is ISO 8601 in UTC;
 *   `unfit`: pairs that are not measured; `refused`: targets and reasons; `differences`: all these reasons, and the differences between targets
 */

const STOPPED_ANSWERING = { ok: false, detail: 'not checked: it had stopped answering' };

/**
 * @param {Options} options
 * @returns {Promise<Verification>} rejected only if the database cannot be queried; a fault of a target is a difference
 */
export async function verify(options) {
  const at = new Date().toISOString();
  const startedMs = performance.now();
  const { catalogue, targets, scenarios, groups = [targets], withTargets = (_, work) => work() } = options;
  const database = await (options.openDatabase ?? openMariaDb)(options.engine.endpoints.mariadb);
  try {
    const found = await oneByOne(groups, (group) => withTargets(group, () => findGroup(options, group, database)));
    const all = together(found, scenarios);
    const refused = failures(all);
    const differences = [...between(found), ...refused.map(({ sentence }) => sentence)];
    const seconds = (performance.now() - startedMs) / 1000;
    const head = { ok: differences.length === 0, at, seconds, targets, scenarios };
    return { ...head, unfit: unfitPairs(catalogue, options), ...all, refused, differences };
  } finally {
    await database.close();
  }
}

/** @param {Options} options @param {string[]} group running targets @param {Database} database @returns {Promise<Findings>} */
async function findGroup(options, group, database) {
  const opened = group.map((name) => openTarget(options.engine, name));
  try {
    return await findAll(options, opened, database);
  } finally {
    for (const { client, management } of opened) {
      client.close();
      management.close();
    }
  }
}

/**
 * @param {Findings[]} found by group
 * @param {string[]} scenarios
 * @returns {Omit<Findings, 'asked'>} in the order of the scenarios, then of the targets
 */
function together(found, scenarios) {
  const rows = found.flatMap((group) => group.rows);
  return {
    rows: scenarios.flatMap((name) => rows.filter(({ scenario }) => scenario === name)),
    errors: found.flatMap(({ errors }) => errors),
    errorWires: found.flatMap(({ errorWires }) => errorWires),
    streams: found.flatMap(({ streams }) => streams),
    scrapes: found.flatMap(({ scrapes }) => scrapes),
  };
}

/** @param {Engine} engine @param {string} name @returns {Target} */
function openTarget({ endpoints }, name) {
  const baseUrl = endpoints.target(name);
  return { name, baseUrl, client: openClient(baseUrl), management: openManagement(endpoints.metrics(name)) };
}

/** @param {Options} options @param {Target[]} targets @param {Database} database @returns {Promise<Findings>} */
async function findAll(options, targets, database) {
  const { catalogue, engine, scenarios, short = false, openDocuments = openMongo, errorCases = readErrorCases(), log = () => {} } = options;
  log(`verifying the error cases of ${targets.map(({ name }) => name).join(', ')}`);
  const count = await calibrate(database, options.databaseRttMs ?? 0);
  // Flawed targets and targets with some scenarios only have no other endpoints.
  const whole = targets.filter(({ name }) => !catalogue.targets[name]?.flawed && !catalogue.targets[name]?.only);
  const errors = await askCases(whole, askable(errorCases, needsOf(catalogue, scenarios)));
  const errorWires = await oneByOne(whole, async ({ name, baseUrl }) => ({
    target: name,
    ...(await explainWire({ target: name, baseUrl, asked: errors.asked, times: 1 })),
  }));
  const loads = short ? [] : Object.values(catalogue.connections ?? {});
  const streams = await askCases(
    whole,
    loads.flatMap(({ cases }) => cases),
  );
  /** @type {Set<Target>} */
  const silent = new Set();
  const found = await oneByOne(scenarios, async (scenario) => {
    for (const target of await fallenSilent(targets)) silent.add(target);
    const fit = targets.filter((target) => fitting(catalogue, scenario)(target.name) && !silent.has(target));
    if (fit.length === 0) return { rows: [], asked: [] };
    log(`verifying ${scenario}: answers, SQL statements, work`);
    const { endpoints } = engine;
    const asked = { name: scenario, scenario: catalogue.scenarios[scenario], targets: fit };
    const open = () => openDocuments(endpoints.dependencies?.mongo ?? '');
    return findScenario({ ...asked, database, count, endpoints, openDocuments: open, short });
  });
  log('verifying that scrapes leave the database alone');
  // Last, when every pool is full.
  const scrapes = await oneByOne(targets, async (target) => ({
    target: target.name,
    ...(silent.has(target) ? STOPPED_ANSWERING : await explainFailure(() => countScrape(count, target.management))),
  }));
  const asked = errors.asked.map((one) => ({ title: `error case ${one.name}`, ...one }));
  return {
    rows: found.flatMap(({ rows }) => rows),
    errors: errors.findings,
    errorWires,
    streams: streams.findings,
    scrapes,
    asked: [...asked, ...streams.asked.map((one) => ({ title: `case ${one.name}`, ...one })), ...found.flatMap((one) => one.asked)],
  };
}

/**
 * Each further question to a process that hangs would take as long as its client waits.
 * @param {Target[]} targets
 * @returns {Promise<Target[]>} those that answer nothing any more; one whose last request alone got no answer is not among them
 */
async function fallenSilent(targets) {
  const asked = targets.filter(({ client }) => client.isSilent());
  const answers = await Promise.all(asked.map(({ management }) => management.answers()));
  return asked.filter((_, index) => !answers[index]);
}

/**
 * @param {ErrorCase[]} errorCases
 * @param {string[]} running names of dependencies
 * @returns {ErrorCase[]} those whose dependencies are running
 */
function askable(errorCases, running) {
  return errorCases.filter(({ needs = [] }) => needs.every((name) => running.includes(name)));
}

/**
 * @param {{ name: string, scenario: Scenario, targets: Target[], database: Database, count: Count, endpoints: Engine['endpoints'],
 *   openDocuments: () => Documents, short: boolean }} subject
 * @returns {Promise<{ rows: Row[], asked: TitledCase[] }>}
 */
async function findScenario({ name, scenario, targets, database, count, ...how }) {
  const { check, countWith, countOver } = await workOf(name);
  const answers = await askCases(targets, scenario.cases);
  // One target after the other: this process must not come late to an answer.
  const wires = await oneByOne(targets, ({ name: target, baseUrl }) => explainWire({ target, baseUrl, asked: answers.asked, countWith }));
  const statements = await oneByOne(targets, ({ client }) =>
    countRequests({ count, client, scenario, countWith, countOver, short: how.short }),
  );
  // Rows that one target stores, and calls that it makes, must not be counted for another target.
  const inTurn = scenario.database || scenario.needs ? oneByOne : allAtOnce;
  const work = await inTurn(targets, (target) => explainFailure(() => check({ ...target, scenario, database, ...how })));
  const rows = targets.map(({ name: target }, index) => ({
    target,
    scenario: name,
    answers: summarise(answers.findings.filter((finding) => finding.target === target)),
    wire: wires[index],
    statements: statements[index],
    work: work[index],
  }));
  return { rows, asked: answers.asked.map((one) => ({ title: `${name}, case ${one.name}`, ...one })) };
}

/** @param {CaseFinding[]} findings of one target @returns {Finding} */
function summarise(findings) {
  const failed = findings.filter(({ ok }) => !ok);
  if (failed.length === 0) return { ok: true, detail: `${findings.length} as expected` };
  return { ok: false, detail: failed.map(({ name, detail }) => `case ${name}: ${detail}`).join('; ') };
}

/**
 * @template {Finding} F
 * @param {() => Promise<F>} check
 * @returns {Promise<F | Finding>} a failure with the message as its detail, if the check throws
 */
async function explainFailure(check) {
  try {
    return await check();
  } catch (error) {
    return { ok: false, detail: `not checked: ${/** @type {Error} */ (error).message}` };
  }
}

/** @param {import('./wire.js').Subject} subject @returns {Promise<WireFinding>} */
async function explainWire(subject) {
  return { bytes: null, ...(await explainFailure(() => checkWire(subject))) };
}

/** @template T, R @param {T[]} items @param {(item: T) => Promise<R>} work @returns {Promise<R[]>} */
async function oneByOne(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** @template T, R @param {T[]} items @param {(item: T) => Promise<R>} work @returns {Promise<R[]>} */
function allAtOnce(items, work) {
  return Promise.all(items.map(work));
}
