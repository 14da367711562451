/** Reads the dashboards' files, and finds their panels, queries and properties. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dashboardsDir } from '../../../dashboards/files.ts';
import { root } from '../../../record/catalogue.ts';
import type { Json } from '../../../dashboards/panels.ts';

export type DashboardFile = { file: string; dashboard: Json };

/** `where`: dashboard, and panel with query, variable or annotation, for people; `uid` of its datasource; `text`: InfluxQL or PromQL, as in the file */
export type Query = { where: string; uid: string; text: string; legendFormat?: string };

export function readDashboards(): DashboardFile[] {
  const dir = path.join(root, dashboardsDir);
  const names = readdirSync(dir).filter((name) => name.endsWith('.json'));
  return names.sort().map((file) => ({ file, dashboard: JSON.parse(readFileSync(path.join(dir, file), 'utf8')) }));
}

/** @returns including those of collapsed rows, without the rows themselves */
export function panelsOf({ panels }: Json): Json[] {
  const all = panels.flatMap((panel: Json) => [panel, ...(panel.panels ?? [])]);
  return all.filter(({ type }: Json) => type !== 'row');
}

export function panelNamed(dashboard: Json, title: string): Json {
  return panelsOf(dashboard).find((panel) => panel.title === title) ?? assert.fail(`no panel ${title}`);
}

/** @returns properties that overrides by name give it, the last one wins */
export function propertiesOf({ fieldConfig }: Json, series: string): Json {
  const matching = fieldConfig.overrides.filter(
    ({ matcher }: Json) => matcher.id === 'byRegexp' && new RegExp(matcher.options.slice(1, -1)).test(series),
  );
  return Object.fromEntries(matching.flatMap(({ properties }: Json) => properties.map(({ id, value }: Json) => [id, value])));
}

export function variableQueries({ title, templating }: Json): (Query & { variable: Json })[] {
  return templating.list.map((variable: Json) => ({ ...queryOf(`${title}: variable ${variable.name}`, variable), variable }));
}

/** @returns of panels and annotations */
export function dataQueries(dashboard: Json): Query[] {
  const { title, annotations } = dashboard;
  return [
    ...panelsOf(dashboard).flatMap(({ title: panel, targets }) =>
      targets.map((target: Json) => queryOf(`${title}: ${panel} (${target.refId})`, target)),
    ),
    ...annotations.list.map(({ name, datasource, target }: Json) => queryOf(`${title}: annotation ${name}`, { ...target, datasource })),
  ];
}

function queryOf(where: string, { datasource, query, expr, legendFormat }: Json): Query {
  return { where, uid: datasource?.uid, text: expr ?? query.query ?? query, legendFormat };
}
