/** Proves that all targets, running and idle, do the same work before it is timed. The caller resets the database afterwards: `create` leaves rows. */
import { openDocuments as openMongo, type Documents } from '../engines/documents.ts';
import { needsOf, unfitPairs } from '../plan/pairs.ts';
import { askCases, readErrorCases, type Asked, type CaseFinding, type ErrorCase } from './cases.ts';
import { openClient, openManagement } from './client.ts';
import { calibrate, type Count } from './counting.ts';
import { openDatabase as openMariaDb, type Database } from './database.ts';
import { findingOf, type Finding } from './finding.ts';
import { countRequests, countScrape, type StatementFinding } from './statements.ts';
import { checkWire, type WireFinding } from './wire.ts';
import { alike, between, failures } from './words.ts';
import { workOf } from './work/index.ts';
import { fitting, type Catalogue } from '../record/catalogue.ts';
import type { Endpoints as EngineEndpoints } from '../engines/engine.ts';

/** what the verification needs of an engine */
export type Endpoints = Pick<EngineEndpoints, 'target' | 'metrics' | 'mariadb' | 'dependencies'>;

/** `short`: the form before a measurement, a few seconds long; `databaseRttMs`: by so much the run lengthened the way from the targets to the database;
 * `groups`: targets that run at the same time, started and stopped by `withTargets`; by default all targets are running already */
interface Options {
  catalogue: Catalogue;
  engine: { endpoints: Endpoints };
  targets: string[];
  scenarios: string[];
  short: boolean;
  log?: (line: string) => void;
  databaseRttMs?: number | null;
  groups?: string[][];
  withTargets?: <T>(group: string[], work: () => Promise<T>) => Promise<T>;
  openDatabase?: (endpoint: Endpoints['mariadb']) => Promise<Database>;
  openDocuments?: (uri: string) => Documents;
  errorCases?: ErrorCase[];
}

/** a running target */
type Target = ReturnType<typeof openTarget>;

export type Row = { target: string; scenario: string; answers: Finding; wire: WireFinding; statements: StatementFinding; work: Finding };

/** `what`: was asked of the target */
export type Other = { target: string; what: string } & Finding;

/** `others`: of error cases, of answers without a length, and of scrapes; `errorCases`: how many were sent */
export type Findings = { rows: Row[]; others: Other[]; errorCases: number; asked: Asked[] };

export type Verification = Awaited<ReturnType<typeof verify>>;

const STOPPED_ANSWERING = { ok: false, detail: 'not checked: it had stopped answering' };

/** @returns `at` is ISO 8601 in UTC; `unfit`: pairs that are not measured; `refused`: targets and reasons; `differences`: all these reasons, and the differences
 * between targets; rejected only if the database cannot be queried */
export async function verify(options: Options) {
  const at = new Date().toISOString();
  const startedMs = performance.now();
  const { catalogue, targets, scenarios, groups = [targets], withTargets = (_, work) => work() } = options;
  const database = await (options.openDatabase ?? openMariaDb)(options.engine.endpoints.mariadb);
  try {
    const found = await oneByOne(groups, (group) => withTargets(group, () => findGroup(options, group, database)));
    const rows = scenarios.flatMap((name) => found.flatMap((group) => group.rows.filter(({ scenario }) => scenario === name)));
    const others = found.flatMap((group) => group.others);
    const errorCases = Math.max(...found.map((group) => group.errorCases));
    const refused = failures({ rows, others });
    const differences = [...between(found.flatMap(({ asked }) => asked)), ...refused.map(({ sentence }) => sentence)];
    const seconds = (performance.now() - startedMs) / 1000;
    const head = { ok: differences.length === 0, at, seconds, targets, scenarios };
    return { ...head, unfit: unfitPairs(catalogue, options), rows, others, errorCases, refused, differences };
  } finally {
    await database.close();
  }
}

/** @param group running targets */
async function findGroup(options: Options, group: string[], database: Database): Promise<Findings> {
  const opened = group.map((name) => openTarget(options.engine.endpoints, name));
  try {
    return await findAll(options, opened, database);
  } finally {
    for (const { client, management } of opened) {
      client.close();
      management.close();
    }
  }
}

function openTarget(endpoints: Endpoints, name: string) {
  const baseUrl = endpoints.target(name);
  return { name, baseUrl, client: openClient(baseUrl), management: openManagement(endpoints.metrics(name)) };
}

async function findAll(options: Options, targets: Target[], database: Database): Promise<Findings> {
  const { catalogue, scenarios, short, errorCases = readErrorCases(), log = () => {} } = options;
  log(`verifying the error cases of ${targets.map(({ name }) => name).join(', ')}`);
  const count = await calibrate(database, options.databaseRttMs ?? 0);
  // Flawed targets and targets with some scenarios only have no other endpoints.
  const whole = targets.filter(({ name }) => !catalogue.targets[name]?.flawed && !catalogue.targets[name]?.only);
  const needed = needsOf(catalogue, scenarios);
  const askable = errorCases.filter(({ needs = [] }) => needs.every((name) => needed.includes(name)));
  const errors = await askCases(whole, askable, 'error case');
  const errorWires = await oneByOne(whole, async (target) => ({
    target: target.name,
    what: 'error cases',
    ...(await checkWire(target, errors.asked, { times: 1 })),
  }));
  const held = short ? [] : Object.values(catalogue.connections ?? {}).flatMap(({ cases }) => cases);
  const streams = await askCases(whole, held, 'case');
  const ofStreams = streams.findings.map((finding) => ({ ...finding, what: `case ${finding.name}` }));
  const silent = new Set<Target>();
  const found = await oneByOne(scenarios, async (scenario) => {
    for (const target of await fallenSilent(targets)) silent.add(target);
    const fit = targets.filter((target) => fitting(catalogue, scenario)(target.name) && !silent.has(target));
    if (fit.length === 0) return { rows: [], asked: [] };
    log(`verifying ${scenario}: answers, SQL statements, work`);
    return findScenario(options, scenario, fit, database, count);
  });
  log('verifying that scrapes leave the database alone');
  // Last, when every pool is full.
  const scrapes = await oneByOne(targets, async (target) => ({
    target: target.name,
    what: 'scrapes',
    ...(silent.has(target) ? STOPPED_ANSWERING : await findingOf(() => countScrape(count, target.management))),
  }));
  return {
    rows: found.flatMap(({ rows }) => rows),
    others: [...alike(errors.findings), ...ofStreams, ...errorWires, ...scrapes],
    errorCases: whole.length > 0 ? askable.length : 0,
    asked: [errors, streams, ...found].flatMap(({ asked }) => asked),
  };
}

/** Each further question to a process that hangs would take as long as its client waits. @returns those that answer nothing any more */
async function fallenSilent(targets: Target[]): Promise<Target[]> {
  const asked = targets.filter(({ client }) => client.isSilent());
  const answers = await Promise.all(asked.map(({ management }) => management.answers()));
  return asked.filter((_, index) => !answers[index]);
}

/** @param targets that fit, running */
async function findScenario(
  { catalogue, engine: { endpoints }, short, openDocuments = openMongo }: Options,
  name: string,
  targets: Target[],
  database: Database,
  count: Count,
): Promise<Pick<Findings, 'rows' | 'asked'>> {
  const scenario = catalogue.scenarios[name];
  const { check, countWith, countOver } = await workOf(name);
  const { findings, asked } = await askCases(targets, scenario.cases, `${name}, case`);
  // One target after the other: this process must not come late to an answer.
  const wires = await oneByOne(targets, (target) => checkWire(target, asked, { countWith }));
  const statements = await oneByOne(targets, ({ client }) => countRequests(count, client, scenario, { countWith, countOver, short }));
  const subject = { scenario, database, endpoints, openDocuments: () => openDocuments(endpoints.dependencies.mongo), short };
  const checkWork = (target: Target) => findingOf(() => check({ ...target, ...subject }));
  // Rows that one target stores, and calls that it makes, must not be counted for another target.
  const isCounted = scenario.database || scenario.needs;
  const work = isCounted ? await oneByOne(targets, checkWork) : await Promise.all(targets.map(checkWork));
  const rows = targets.map(({ name: target }, index) => ({
    target,
    scenario: name,
    answers: summarise(findings.filter((finding) => finding.target === target)),
    wire: wires[index],
    statements: statements[index],
    work: work[index],
  }));
  return { rows, asked };
}

/** @param findings of one target */
function summarise(findings: CaseFinding[]): Finding {
  const failed = findings.filter(({ ok }) => !ok);
  if (failed.length === 0) return { ok: true, detail: `${findings.length} as expected` };
  return { ok: false, detail: failed.map(({ name, detail }) => `case ${name}: ${detail}`).join('; ') };
}

async function oneByOne<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}
