/** Runs every query of every dashboard against an InfluxDB and a Prometheus that hold the data of a recent run. */
import { dataQueries, variableQueries } from './read.js';
import { askInflux, askPrometheus, influxHasData, labelValues, prometheusHasData, sharedNames } from './sources.js';
import { missingNames } from './names.js';
import { initialValue, interpolate, STEP_MS } from './variables.js';

/** @typedef {import('./read.js').DashboardFile} DashboardFile */
/** @typedef {import('./read.js').Query} Query */
/** @typedef {import('./variables.js').Window} Window */
/** @typedef {import('./variables.js').Values} Values */
/** @typedef {{ influx: import('../../collect/influx.js').Influx, prometheus: string }} Sources */
/** @typedef {{ executed: number, empty: string[], problems: string[] }} Outcome `empty`: queries without data that need none */
/**
 * @typedef {object} Circumstances
 * @property {boolean} [quota] does the kernel enforce a CPU quota on the targets?
 * @property {'sums' | 'samples'} [form] of the load's points: sums per second of the rollup output, or one point per sample
 * @property {boolean} [byHand] was the load started by hand, not by the runner?
 */

/** What only sums per second have, and what only single samples have: see dashboards/queries.js. */
const OF_FORM = { sums: /max\("p\d+"\)|FROM "rollup"/, samples: /percentile\("value"/ };

/**
 * Queries that may return no data in a good run, and why. All others must return some.
 * @type {{ concerns: (query: Query, circumstances: Required<Circumstances>) => boolean, why: string, missing?: RegExp }[]} `missing`: names that they
 *   may not find; without it any
 */
const MAY_BE_EMPTY = [
  { concerns: ({ text }) => text.includes(`"expected_response" = 'false'`), why: 'nothing failed', missing: /^field or tag error_code$/ },
  {
    concerns: ({ text }, { quota }) => !quota && text.includes('cgroup_cpu_'),
    why: 'no CPU quota is enforced',
    missing: /^metric cgroup_cpu_\w+$/,
  },
  { concerns: ({ text }, { byHand }) => byHand && /FROM "(activity|cell)"/.test(text), why: 'the runner did not run' },
  { concerns: ({ text }, { byHand }) => !byHand && text.includes('FROM "scenario_start_ms"'), why: 'nobody loaded by hand' },
  { concerns: ({ text }) => text.includes(`"name" = 'warm-up'`), why: 'no script warmed a target up' },
  { concerns: ({ text }, { form }) => isOfOtherForm(text, form), why: 'another output of k6 writes this' },
];

/** Tags of a load with several k6, or in slices; metrics of a server that no target of the core has. */
const OPTIONAL = /^(field or tag (instance|slice)|metric jetty_\w+)$/;

/** @param {string} text @param {'sums' | 'samples'} form */
function isOfOtherForm(text, form) {
  return OF_FORM[form === 'sums' ? 'samples' : 'sums'].test(text);
}

/**
 * @param {DashboardFile[]} dashboards
 * @param {Sources} sources
 * @param {Window} window when the load was
 * @param {Circumstances} [circumstances]
 * @returns {Promise<Outcome>} number of queries run, one for each value of a repeated panel; one line for each problem: a query that is
 *   refused, returns no data, gives several series one name, or returns data of the other form; a name that is in no database
 * @throws {Error} if a database does not answer
 */
export async function checkDashboards(dashboards, sources, window, circumstances = {}) {
  const known = { quota: true, form: /** @type {const} */ ('sums'), byHand: false, ...circumstances };
  const excuse = (/** @type {Query} */ query) => MAY_BE_EMPTY.find(({ concerns }) => concerns(query, known));
  /** @type {Outcome} */
  const outcome = { executed: 0, empty: [], problems: [] };
  for (const { dashboard } of dashboards) {
    const values = await chooseValues(dashboard, sources, window, outcome);
    for (const query of dataQueries(dashboard)) {
      const expectation = { whyEmpty: excuse(query)?.why, mustBeEmpty: isOfOtherForm(query.text, known.form) };
      for (const ofPanel of repetitions(query, values)) await execute(query, ofPanel, sources, window, outcome, expectation);
    }
    const queries = [...variableQueries(dashboard), ...dataQueries(dashboard)];
    for (const { query, missing } of await missingNames(queries, sources)) {
      const excused = excuse(query);
      const isNeedless = OPTIONAL.test(missing) || (excused && (excused.missing?.test(missing) ?? true));
      if (!isNeedless) outcome.problems.push(`${query.where}: the database has no ${missing}`);
    }
  }
  return outcome;
}

/**
 * Executes the queries of the variables, each with the values of those before it.
 * @param {import('../panels.js').Json} dashboard
 * @param {Sources} sources
 * @param {Window} window
 * @param {Outcome} outcome
 * @returns {Promise<Values>}
 */
async function chooseValues(dashboard, sources, window, outcome) {
  /** @type {Values} */
  const values = {};
  const variables = dashboard.templating.list;
  for (const [index, query] of variableQueries(dashboard).entries()) {
    const options = await reporting(query, outcome, async () => {
      const found = await optionsOf(query, values, sources, window);
      if (found.length === 0) throw new Error('no values');
      return found;
    });
    if (options) values[variables[index].name] = initialValue(variables[index], options);
  }
  return values;
}

/**
 * @param {Query} query
 * @param {Values} values
 * @param {Sources} sources
 * @param {Window} window
 * @returns {Promise<string[]>}
 */
async function optionsOf({ uid, text }, values, { influx, prometheus }, window) {
  const asked = interpolate(text, values, window);
  if (uid === 'influxdb') return (await askInflux(influx, asked)).flatMap(({ values: rows }) => rows.map(([, value]) => value));
  const label = /^label_values\(\w+, *(\w+)\)$/.exec(asked)?.[1];
  if (!label) throw new Error(`not understood: ${asked}`);
  return labelValues(prometheus, label);
}

/**
 * @param {Query} query
 * @param {Values} values
 * @returns {Values[]} one for each panel that Grafana makes of it
 */
function repetitions({ repeat }, values) {
  if (repeat === null) return [values];
  return [values[repeat] ?? []].flat().map((value) => ({ ...values, [repeat]: [value] }));
}

/**
 * @param {Query} query
 * @param {Values} values
 * @param {Sources} sources
 * @param {Window} window
 * @param {Outcome} outcome
 * @param {{ whyEmpty: string | undefined, mustBeEmpty: boolean }} expectation why it may have no data
 */
async function execute(query, values, sources, window, outcome, { whyEmpty, mustBeEmpty }) {
  await reporting(query, outcome, async () => {
    if (await hasData(query, interpolate(query.text, values, window), sources, window)) {
      if (mustBeEmpty) throw new Error('data of the other form, drawn twice');
      return;
    }
    if (!whyEmpty) throw new Error('no data');
    outcome.empty.push(`${query.where}: ${whyEmpty}`);
  });
}

/**
 * @param {Query} query
 * @param {string} asked its text with values
 * @param {Sources} sources
 * @param {Window} window
 * @returns {Promise<boolean>}
 * @throws {Error} if it is refused, or if two of its series would have the same name
 */
async function hasData({ uid, legendFormat }, asked, { influx, prometheus }, window) {
  if (uid === 'influxdb') return influxHasData(await askInflux(influx, asked));
  const series = await askPrometheus(prometheus, asked, window, STEP_MS);
  // Without a format Grafana names a series by all its labels.
  const shared = legendFormat ? sharedNames(series, legendFormat) : [];
  if (shared.length > 0) throw new Error(`several series are called ${shared.join(', ')}`);
  return prometheusHasData(series);
}

/**
 * @template T
 * @param {Query} query
 * @param {Outcome} outcome counts the query, and gets a line if the action fails
 * @param {() => Promise<T>} action
 * @returns {Promise<T | null>} null if it failed
 */
async function reporting({ where, text }, outcome, action) {
  outcome.executed++;
  try {
    return await action();
  } catch (error) {
    outcome.problems.push(`${where}: ${/** @type {Error} */ (error).message}: ${text}`);
    return null;
  }
}
