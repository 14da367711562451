/** The measurements, fields, tags, metrics and labels in the dashboards' queries, and whether the databases have them. */
import { askInflux, askPrometheus, type Sources } from './databases.ts';
import type { Query } from './read.ts';

/** @returns what its first group matches */
function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}

function unique(names: string[]) {
  return [...new Set(names)];
}

/**
 * @param query InfluxQL as the dashboards write it: every name in double quotes
 * @returns `columns`: fields and tags; without the names that the query itself defines (AS)
 */
export function influxNames(query: string): { measurements: string[]; columns: string[] } {
  const measurements = unique(found(query, /FROM "([^"]+)"/g));
  const own = [...measurements, ...found(query, / AS "([^"]+)"/g)];
  const columns = found(query, /"([^"]+)"/g).filter((name) => !own.includes(name));
  return { measurements, columns: unique([...columns, ...found(query, /WITH KEY = "([^"]+)"/g)]) };
}

/** @param expr PromQL as the dashboards write it: every metric with a selector in braces */
export function prometheusNames(expr: string): { metrics: string[]; labels: string[] } {
  const [, variableMetric, variableLabel] = /^label_values\((\w+), *(\w+)\)$/.exec(expr) ?? [];
  if (variableMetric) return { metrics: [variableMetric], labels: [variableLabel] };
  const grouped = found(expr, /\bby \(([^)]*)\)/g).flatMap((list) => list.split(',').map((name) => name.trim()));
  return { metrics: unique(found(expr, /(\w+)\{/g)), labels: unique([...found(expr, /(\w+)=~?"/g), ...grouped]) };
}

/** @returns names that a database does not have */
export async function missingNames(queries: Query[], { influx, prometheus }: Sources): Promise<{ query: Query; missing: string }[]> {
  const columns = new Map<string, string[]>();
  for (const query of ['SHOW FIELD KEYS', 'SHOW TAG KEYS']) {
    for (const { name = '', values } of await askInflux(influx, query)) {
      columns.set(name, [...(columns.get(name) ?? []), ...values.map(([key]) => key)]);
    }
  }
  const metrics = new Set(await askPrometheus(prometheus, 'label/__name__/values'));
  const labels = new Set(await askPrometheus(prometheus, 'labels'));
  const missingIn = ({ uid, text }: Query) => {
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

function without(kind: string, names: string[], known: { has: (name: string) => boolean }) {
  return names.filter((name) => !known.has(name)).map((name) => `${kind} ${name}`);
}
