/**
 * Proves that all targets do the same work before anybody times it: answers, SQL statements and rows, CPU burnt, time slept, rows stored.
 * The targets and services are running and idle; the caller resets the database afterwards, because `create` leaves rows.
 */
import { askCases } from './cases.js';
import { openClient } from './client.js';
import { calibrate } from './counting.js';
import { openDatabase as openMariaDb } from './database.js';
import { openManagement } from './management.js';
import { countRequests, countScrape } from './statements.js';
import { works } from './work/index.js';

export { formatTable } from './table.js';

/**
 * @typedef {import('../catalogue.js').Catalogue} Catalogue
 * @typedef {import('./cases.js').CaseFinding} CaseFinding
 * @typedef {import('../catalogue.js').Scenario} Scenario
 * @typedef {import('./client.js').Client} Client
 * @typedef {import('./counting.js').Count} Count
 * @typedef {import('./database.js').Database} Database
 * @typedef {import('./management.js').Management} Management
 * @typedef {import('./statements.js').StatementFinding} StatementFinding
 * @typedef {import('./work/index.js').Finding} Finding
 * @typedef {{ host: string, port: number, user: string, password: string, database: string }} MariaDbEndpoint
 * @typedef {{ endpoints: { target: (name: string) => string, management: (name: string) => string, mariadb: MariaDbEndpoint } }} Engine what the
 *   verification needs of an engine
 * @typedef {{ catalogue: Catalogue, engine: Engine, targets: string[], scenarios: string[], short?: boolean, log?: (line: string) => void,
 *   openDatabase?: (endpoint: MariaDbEndpoint) => Promise<Database> }} Options `short`: the form that precedes a measurement, a few seconds long
 * @typedef {{ name: string, client: Client, management: Management }} Target a target, ready to be asked
 * @typedef {{ target: string, scenario: string, answers: Finding, statements: StatementFinding, work: Finding }} Row
 * @typedef {{ target: string } & Finding} ScrapeFinding
 * @typedef {{ rows: Row[], errors: CaseFinding[], scrapes: ScrapeFinding[], between: string[] }} Findings
 * @typedef {{ ok: boolean, at: string, seconds: number, targets: string[], scenarios: string[], differences: string[] } & Omit<Findings, 'between'>}
 *   Verification `at` is ISO 8601 in UTC; `differences` holds one sentence for whatever is not as expected
 */

/**
 * @param {Options} options
 * @returns {Promise<Verification>} rejects only if the database cannot be asked; whatever a target does wrong is a difference
 */
export async function verify(options) {
  const startedMs = Date.now();
  const { targets, scenarios } = options;
  const database = await (options.openDatabase ?? openMariaDb)(options.engine.endpoints.mariadb);
  const opened = targets.map((name) => openTarget(options.engine, name));
  try {
    const { between, ...found } = await findAll(options, opened, database);
    const differences = [...between, ...failures(found)];
    const seconds = (Date.now() - startedMs) / 1000;
    return { ok: differences.length === 0, at: new Date(startedMs).toISOString(), seconds, targets, scenarios, ...found, differences };
  } finally {
    for (const { client, management } of opened) {
      client.close();
      management.close();
    }
    await database.close();
  }
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @returns {Target}
 */
function openTarget({ endpoints }, name) {
  return { name, client: openClient(endpoints.target(name)), management: openManagement(endpoints.management(name)) };
}

/**
 * @param {Options} options
 * @param {Target[]} targets
 * @param {Database} database
 * @returns {Promise<Findings>}
 */
async function findAll({ catalogue, scenarios, short = false, log = () => {} }, targets, database) {
  log('verifying the error cases');
  const count = await calibrate(database);
  const errors = await askCases(targets, catalogue.errors);
  const found = await oneByOne(scenarios, (scenario) => {
    log(`verifying ${scenario}: answers, SQL statements, work`);
    return findScenario({ name: scenario, scenario: catalogue.scenarios[scenario], targets, database, count, short });
  });
  log('verifying that scrapes leave the database alone');
  // Last, when every pool has long been filled.
  const scrapes = await oneByOne(targets, async ({ name, management }) => ({
    target: name,
    ...(await explainFailure(() => countScrape(count, management))),
  }));
  return {
    rows: found.flatMap(({ rows }) => rows),
    errors: errors.findings,
    scrapes,
    between: [...errors.between.map((sentence) => `error case ${sentence}`), ...found.flatMap(({ between }) => between)],
  };
}

/**
 * @param {{ name: string, scenario: Scenario, targets: Target[], database: Database, count: Count, short: boolean }} subject
 * @returns {Promise<{ rows: Row[], between: string[] }>}
 */
async function findScenario({ name, scenario, targets, database, count, short }) {
  const { check, countWith } = works[name];
  const answers = await askCases(targets, scenario.cases);
  const statements = await oneByOne(targets, ({ client }) => countRequests({ count, client, scenario, countWith, short }));
  // The rows that one target stores must not be counted as another's.
  const inTurn = scenario.database ? oneByOne : allAtOnce;
  const work = await inTurn(targets, (target) => explainFailure(() => check({ ...target, database, short })));
  const rows = targets.map(({ name: target }, index) => ({
    target,
    scenario: name,
    answers: summarise(answers.findings.filter((finding) => finding.target === target)),
    statements: statements[index],
    work: work[index],
  }));
  return { rows, between: answers.between.map((sentence) => `${name}, case ${sentence}`) };
}

/**
 * @param {CaseFinding[]} findings of one target
 * @returns {Finding}
 */
function summarise(findings) {
  const failed = findings.filter(({ ok }) => !ok);
  if (failed.length === 0) return { ok: true, detail: `${findings.length} as expected` };
  return { ok: false, detail: failed.map(({ name, detail }) => `case ${name}: ${detail}`).join('; ') };
}

/**
 * @param {Omit<Findings, 'between'>} findings
 * @returns {string[]} one sentence for whatever is not as expected, naming target and scenario
 */
function failures({ rows, errors, scrapes }) {
  const named = [
    ...rows.flatMap(({ target, scenario, answers, statements, work }) =>
      [answers, statements, work].map((finding) => ({ where: `${target} ${scenario}`, ...finding })),
    ),
    ...errors.map((finding) => ({ where: `${finding.target}, error case ${finding.name}`, ...finding })),
    ...scrapes.map((finding) => ({ where: `${finding.target}, scrapes`, ...finding })),
  ];
  return named.filter(({ ok }) => !ok).map(({ where, detail }) => `${where}: ${detail}`);
}

/**
 * @param {() => Promise<Finding>} check
 * @returns {Promise<Finding>} a check that throws has failed, with its message as the detail
 */
async function explainFailure(check) {
  try {
    return await check();
  } catch (error) {
    return { ok: false, detail: `not checked: ${/** @type {Error} */ (error).message}` };
  }
}

/**
 * @template T, R
 * @param {T[]} items
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
async function oneByOne(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/**
 * @template T, R
 * @param {T[]} items
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
function allAtOnce(items, work) {
  return Promise.all(items.map(work));
}
