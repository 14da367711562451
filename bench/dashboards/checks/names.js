/** The measurements, fields, tags, metrics and labels in the dashboards' queries, and whether the databases have them. */
import { askInflux, askPrometheus } from './sources.js';

/** @typedef {import('./read.js').Query} Query */

/** @param {string} text @param {RegExp} pattern @returns {string[]} what its first group matches */
function found(text, pattern) {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}

/** @param {string[]} names */
function unique(names) {
  return [...new Set(names)];
}

/**
 * @param {string} query InfluxQL as the dashboards write it: every name in double quotes
 * @returns {{ measurements: string[], columns: string[] }} `columns`: fields and tags; without the names that the query itself defines (AS)
 */
export function influxNames(query) {
  const measurements = unique(found(query, /FROM "([^"]+)"/g));
  const own = [...measurements, ...found(query, / AS "([^"]+)"/g)];
  const columns = found(query, /"([^"]+)"/g).filter((name) => !own.includes(name));
  return { measurements, columns: unique([...columns, ...found(query, /WITH KEY = "([^"]+)"/g)]) };
}

/**
 * @param {string} expr PromQL as the dashboards write it: every metric with a selector in braces
 * @returns {{ metrics: string[], labels: string[] }}
 */
export function prometheusNames(expr) {
  const [, variableMetric, variableLabel] = /^label_values\((\w+), *(\w+)\)$/.exec(expr) ?? [];
  if (variableMetric) return { metrics: [variableMetric], labels: [variableLabel] };
  const grouped = found(expr, /\bby \(([^)]*)\)/g).flatMap((list) => list.split(',').map((name) => name.trim()));
  return { metrics: unique(found(expr, /(\w+)\{/g)), labels: unique([...found(expr, /(\w+)=~?"/g), ...grouped]) };
}

/**
 * @param {Query[]} queries
 * @param {import('./check.js').Sources} sources
 * @returns {Promise<{ query: Query, missing: string }[]>} names that a database does not have
 */
export async function missingNames(queries, { influx, prometheus }) {
  const columns = await influxColumns(influx);
  const metrics = new Set(await askPrometheus(prometheus, 'label/__name__/values'));
  const labels = new Set(await askPrometheus(prometheus, 'labels'));
  const missingIn = (/** @type {Query} */ { uid, text }) => {
    if (uid !== 'influxdb') {
      const names = prometheusNames(text);
      return [...without('metric', names.metrics, metrics), ...without('label', names.labels, labels)];
    }
    const names = influxNames(text);
    const known = new Set(names.measurements.flatMap((name) => columns.get(name) ?? []));
    return [...without('measurement', names.measurements, columns), ...without('field or tag', names.columns, known)];
  };
  return queries.flatMap((query) => missingIn(query).map((missing) => ({ query, missing })));
}

/** @param {string} kind @param {string[]} names @param {{ has: (name: string) => boolean }} known */
function without(kind, names, known) {
  return names.filter((name) => !known.has(name)).map((name) => `${kind} ${name}`);
}

/** @param {import('../../collect/influx.js').Influx} influx @returns {Promise<Map<string, string[]>>} fields and tags by measurement */
async function influxColumns(influx) {
  const columns = new Map();
  for (const query of ['SHOW FIELD KEYS', 'SHOW TAG KEYS']) {
    for (const { name, values } of await askInflux(influx, query)) {
      columns.set(name, [...(columns.get(name) ?? []), ...values.map(([key]) => key)]);
    }
  }
  return columns;
}
