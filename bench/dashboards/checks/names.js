/** The measurements, fields, tags, metrics and labels in the dashboards' queries, and whether the databases have them. */
import { askInflux, labelNames, labelValues } from './sources.js';

/** @typedef {import('./read.js').Query} Query */

/**
 * @param {string} query InfluxQL as the dashboards write it: every name in double quotes
 * @returns {{ measurements: string[], columns: string[] }} `columns`: fields and tags; without the names that the query itself defines (AS)
 */
export function influxNames(query) {
  const found = (/** @type {RegExp} */ pattern) => [...query.matchAll(pattern)].map(([, name]) => name);
  const measurements = found(/FROM "([^"]+)"/g);
  const own = new Set([...measurements, ...found(/ AS "([^"]+)"/g)]);
  const key = found(/WITH KEY = "([^"]+)"/g);
  return { measurements: unique(measurements), columns: unique([...found(/"([^"]+)"/g).filter((name) => !own.has(name)), ...key]) };
}

/**
 * @param {string} expr PromQL as the dashboards write it: every metric with a selector in braces
 * @returns {{ metrics: string[], labels: string[] }}
 */
export function prometheusNames(expr) {
  const found = (/** @type {RegExp} */ pattern) => [...expr.matchAll(pattern)].map(([, name]) => name);
  const [, variableMetric, variableLabel] = /^label_values\((\w+), *(\w+)\)$/.exec(expr) ?? [];
  const grouped = found(/\bby \(([^)]*)\)/g).flatMap((list) => list.split(',').map((name) => name.trim()));
  return {
    metrics: unique([...found(/(\w+)\{/g).filter((name) => !name.startsWith('$')), ...(variableMetric ? [variableMetric] : [])]),
    labels: unique([...found(/(\w+)=~?"/g), ...grouped, ...(variableLabel ? [variableLabel] : [])]),
  };
}

/** @param {string[]} names */
function unique(names) {
  return [...new Set(names)];
}

/**
 * @param {Query[]} queries
 * @param {import('./check.js').Sources} sources
 * @returns {Promise<{ query: Query, missing: string }[]>} names that a database does not have
 */
export async function missingNames(queries, { influx, prometheus }) {
  const columns = await influxColumns(influx);
  const metrics = new Set(await labelValues(prometheus, '__name__'));
  const labels = new Set(await labelNames(prometheus));
  return queries.flatMap((query) => {
    const { uid, text } = query;
    const missing =
      uid === 'influxdb' ? missingInInflux(influxNames(text), columns) : missingInPrometheus(prometheusNames(text), metrics, labels);
    return missing.map((name) => ({ query, missing: name }));
  });
}

/**
 * @param {ReturnType<typeof prometheusNames>} names
 * @param {Set<string>} metrics
 * @param {Set<string>} labels
 * @returns {string[]}
 */
function missingInPrometheus(names, metrics, labels) {
  return [
    ...names.metrics.filter((name) => !metrics.has(name)).map((name) => `metric ${name}`),
    ...names.labels.filter((name) => !labels.has(name)).map((name) => `label ${name}`),
  ];
}

/**
 * @param {ReturnType<typeof influxNames>} names
 * @param {Map<string, Set<string>>} columns by measurement
 * @returns {string[]}
 */
function missingInInflux(names, columns) {
  const known = new Set(names.measurements.flatMap((name) => [...(columns.get(name) ?? [])]));
  return [
    ...names.measurements.filter((name) => !columns.has(name)).map((name) => `measurement ${name}`),
    ...names.columns.filter((name) => !known.has(name)).map((name) => `field or tag ${name}`),
  ];
}

/**
 * @param {import('../../collect/influx.js').Influx} influx
 * @returns {Promise<Map<string, Set<string>>>} fields and tags by measurement
 */
async function influxColumns(influx) {
  /** @type {Map<string, Set<string>>} */
  const columns = new Map();
  for (const query of ['SHOW FIELD KEYS', 'SHOW TAG KEYS']) {
    for (const series of await askInflux(influx, query)) {
      const name = /** @type {any} */ (series).name;
      columns.set(name, new Set([...(columns.get(name) ?? []), ...series.values.map(([key]) => key)]));
    }
  }
  return columns;
}
