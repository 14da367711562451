/** Replaces variables in queries as Grafana does, as far as the dashboards need it. */
import type { Json } from '../../../dashboards/panels.ts';

export type Window = { fromMs: number; toMs: number };
/** a string for one value or a custom value of 'All'; a list for several values */
export type Values = Record<string, string | string[]>;

/** Step of the queries: `timeInterval` of the datasources. */
export const STEP_MS = 1000;

/** Numerical (descending): Grafana compares the first number in each, or -1 without one, and reverses the ascending order. */
const NUMERICAL_DESCENDING = 4;

/** What a dashboard selects when it is opened. @param options results of its query */
export function initialValue({ includeAll, allValue, sort }: Json, options: string[]): string | string[] {
  if (includeAll) return allValue ?? options;
  if (sort !== NUMERICAL_DESCENDING) return options[0];
  const number = (option: string) => Number(/\d+/.exec(option)?.[0] ?? -1);
  return [...options].sort((a, b) => number(a) - number(b)).reverse()[0];
}

/** @param text query of a dashboard @throws {Error} if a variable has no value */
export function interpolate(text: string, values: Values, { fromMs, toMs }: Window): string {
  const builtIn: Record<string, string> = {
    timeFilter: `time >= ${Math.floor(fromMs)}ms and time <= ${Math.ceil(toMs)}ms`,
    __interval: `${STEP_MS}ms`,
  };
  return text.replaceAll(/\$(?:\{(\w+)(?::(\w+))?\}|(\w+))/g, (_, braced, format, bare) => {
    const name = braced ?? bare;
    const value = builtIn[name] ?? values[name];
    if (value === undefined) throw new Error(`variable ${name} has no value`);
    return typeof value === 'string' && (format === undefined || builtIn[name] !== undefined) ? value : asRegex(value);
  });
}

/** @param value a custom value of 'All' is a regular expression itself */
function asRegex(value: string | string[]) {
  if (typeof value === 'string') return value === '.*' ? value : escaped(value);
  return value.length === 1 ? escaped(value[0]) : `(${value.map(escaped).join('|')})`;
}

function escaped(text: string) {
  return text.replaceAll(/[\\^$*+?.()|[\]{}/]/g, '\\$&');
}
