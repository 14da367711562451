/** Runs every query of every dashboard against an InfluxDB and a Prometheus that hold the data of a recent run. */
import assert from 'node:assert/strict';
import { askInflux, askPrometheus, influxHasData, prometheusHasData, prometheusSeries, sharedNames, type Sources } from './databases.ts';
import { missingNames } from './names.ts';
import { dataQueries, variableQueries, type Query, type DashboardFile } from './read.ts';
import { initialValue, interpolate, type Window, type Values } from './variables.ts';
import type { TestContext } from 'node:test';
import type { Json } from '../../../dashboards/panels.ts';

/** `empty`: queries without data that need none */
export type Outcome = { executed: number; empty: string[]; problems: string[] };
export interface Circumstances {
  /** does the kernel enforce a CPU quota on the targets? */
  quota?: boolean;
  /** of the load's points: sums per second of the rollup output, or one point per sample */
  form?: 'sums' | 'samples';
  /** was the load started by hand, not by the runner? */
  byHand?: boolean;
  /** did the runner warm targets up? */
  warmedUp?: boolean;
}

/** What only sums per second have, and what only single samples have: see dashboards/queries.ts. */
const OF_FORM = { sums: /max\("p\d+"\)|FROM "rollup"/, samples: /percentile\("value"/ };

function isOfOtherForm({ text }: Query, { form }: Circumstances) {
  return OF_FORM[form === 'sums' ? 'samples' : 'sums'].test(text);
}

/** Queries that may return no data in a good run, and why. All others must return some. `missing`: names that they may not find; without it any */
const MAY_BE_EMPTY: { concerns: (query: Query, circumstances: Circumstances) => boolean | undefined; why: string; missing?: RegExp }[] = [
  { concerns: ({ text }) => text.includes(`"expected_response" = 'false'`), why: 'nothing failed', missing: /^field or tag error_code$/ },
  {
    concerns: ({ text }, { quota }) => !quota && text.includes('cgroup_cpu_'),
    why: 'no CPU quota is enforced',
    missing: /^metric cgroup_cpu_\w+$/,
  },
  { concerns: ({ text }, { byHand }) => byHand && /FROM "(activity|cell)"/.test(text), why: 'the runner did not run' },
  { concerns: ({ text }, { byHand }) => !byHand && text.includes('FROM "scenario_start_ms"'), why: 'nobody loaded by hand' },
  { concerns: ({ text }, { warmedUp }) => !warmedUp && text.includes(`"round" = '0'`), why: 'no target was warmed up' },
  {
    concerns: ({ text }) => text.includes('FROM "dropped_iterations"'),
    why: 'k6 drops iterations of an open load only',
    missing: /^(field or tag (value|run|scenario)|measurement dropped_iterations)$/,
  },
  { concerns: isOfOtherForm, why: 'another output of k6 writes this' },
  { concerns: ({ text }) => text.includes('now()'), why: 'nothing is loaded at present', missing: /^$/ },
];

/** Tags of a load with several k6, or in slices; metrics of a server that no target of the core has. */
const OPTIONAL = /^(field or tag (instance|slice)|metric jetty_\w+)$/;

/**
 * @param window when the load was
 * @returns number of queries run; one line for each problem: a query that is refused, returns no data, gives several series one name, or returns data
 * of the other form; a name that is in no database
 * @throws {Error} if a database does not answer
 */
export async function checkDashboards(
  dashboards: DashboardFile[],
  sources: Sources,
  window: Window,
  circumstances: Circumstances = {},
): Promise<Outcome> {
  const known = { quota: true, form: 'sums' as const, byHand: false, ...circumstances };
  const excuse = (query: Query) => MAY_BE_EMPTY.find(({ concerns }) => concerns(query, known));
  const outcome: Outcome = { executed: 0, empty: [], problems: [] };
  for (const { dashboard } of dashboards) {
    const [ofVariables, ofData] = [variableQueries(dashboard), dataQueries(dashboard)];
    const values: Values = {};
    const filled = <T extends Query>(query: T) => ({ ...query, text: interpolate(query.text, values, window) });
    for (const query of ofVariables) {
      await attempt(query, outcome, async () => {
        const options = await optionsOf(filled(query), sources);
        if (options.length === 0) throw new Error('no values');
        values[query.variable.name] = initialValue(query.variable, options);
      });
    }
    for (const query of ofData) {
      await attempt(query, outcome, async () => {
        const why = excuse(query)?.why;
        if (!(await hasData(filled(query), sources, window))) {
          if (!why) throw new Error('no data');
          outcome.empty.push(`${query.where}: ${why}`);
        } else if (isOfOtherForm(query, known)) throw new Error('data of the other form, drawn twice');
      });
    }
    for (const { query, missing } of await missingNames([...ofVariables, ...ofData], sources)) {
      const excused = excuse(query);
      const isNeedless = OPTIONAL.test(missing) || (excused && (excused.missing?.test(missing) ?? true));
      if (!isNeedless) outcome.problems.push(`${query.where}: the database has no ${missing}`);
    }
  }
  return outcome;
}

/** No query has a problem. @returns as `checkDashboards` */
export async function assertDashboards(context: TestContext, ...given: Parameters<typeof checkDashboards>): Promise<Outcome> {
  const outcome = await checkDashboards(...given);
  assert.deepEqual(outcome.problems, []);
  context.diagnostic(`${outcome.executed} queries executed; without data: ${outcome.empty.join('; ') || 'none'}`);
  return outcome;
}

/** @param outcome counts the query, and gets a line if the action fails */
async function attempt({ where, text }: Query, outcome: Outcome, action: () => Promise<void>) {
  outcome.executed++;
  try {
    await action();
  } catch (error) {
    outcome.problems.push(`${where}: ${(error as Error).message}: ${text}`);
  }
}

/** @param query of a variable */
async function optionsOf({ variable, uid, text }: Query & { variable: Json }, { influx, prometheus }: Sources): Promise<string[]> {
  if (variable.type === 'custom') return variable.options.map(({ value }: Json) => value);
  if (uid === 'influxdb') return (await askInflux(influx, text)).flatMap(({ values }) => values.map(([, value]) => value));
  const label = /^label_values\(\w+, *(\w+)\)$/.exec(text)?.[1];
  if (!label) throw new Error(`not understood: ${text}`);
  return askPrometheus(prometheus, `label/${label}/values`);
}

/** @throws {Error} if it is refused, or if two of its series would have the same name */
async function hasData({ uid, text, legendFormat }: Query, { influx, prometheus }: Sources, window: Window): Promise<boolean> {
  if (uid === 'influxdb') return influxHasData(await askInflux(influx, text));
  const series = await prometheusSeries(prometheus, text, window);
  // Without a format Grafana names a series by all its labels.
  const shared = legendFormat ? sharedNames(series, legendFormat) : [];
  if (shared.length > 0) throw new Error(`several series are called ${shared.join(', ')}`);
  return prometheusHasData(series);
}
