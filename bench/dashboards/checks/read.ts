/** Reads the dashboards' files and lists their queries. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../panels.ts';

export type DashboardFile = { file: string; dashboard: Json };
export interface Query {
  /** dashboard, and panel with query, variable or annotation: for people */
  where: string;
  /** of its datasource */
  uid: string;
  /** InfluxQL or PromQL, as in the file */
  text: string;
  /** of PromQL in a panel */
  legendFormat?: string;
}

export function readDashboards(dir: string): DashboardFile[] {
  const names = readdirSync(dir).filter((name) => name.endsWith('.json'));
  return names.sort().map((file) => ({ file, dashboard: JSON.parse(readFileSync(path.join(dir, file), 'utf8')) }));
}

/** @returns including those of collapsed rows, without the rows themselves */
export function panelsOf({ panels }: Json): Json[] {
  const all = panels.flatMap((panel: Json) => [panel, ...(panel.panels ?? [])]);
  return all.filter(({ type }: Json) => type !== 'row');
}

export function variableQueries({ title, templating }: Json): (Query & { variable: Json })[] {
  return templating.list.map((variable: Json) => ({ ...query(`${title}: variable ${variable.name}`, variable), variable }));
}

/** @returns of panels and annotations */
export function dataQueries(dashboard: Json): Query[] {
  const { title, annotations } = dashboard;
  return [
    ...panelsOf(dashboard).flatMap(({ title: panel, targets }) =>
      targets.map((target: Json) => query(`${title}: ${panel} (${target.refId})`, target)),
    ),
    ...annotations.list.map(({ name, datasource, target }: Json) =>
      query(`${title}: annotation ${name}`, { datasource, query: target.query }),
    ),
  ];
}

function query(where: string, { datasource, query: text, expr, legendFormat }: Json): Query {
  return { where, uid: datasource?.uid, text: expr ?? text.query ?? text, legendFormat };
}
