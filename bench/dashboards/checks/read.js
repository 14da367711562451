/** Reads the dashboards' files and lists their queries. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('../panels.js').Json} Json */
/** @typedef {{ file: string, dashboard: Json }} DashboardFile */
/**
 * @typedef {object} Query
 * @property {string} where dashboard, and panel with query, variable or annotation: for people
 * @property {string} uid of its datasource
 * @property {string} text InfluxQL or PromQL, as in the file
 * @property {string} [legendFormat] of PromQL in a panel
 */

/** @param {string} dir @returns {DashboardFile[]} */
export function readDashboards(dir) {
  const names = readdirSync(dir).filter((name) => name.endsWith('.json'));
  return names.sort().map((file) => ({ file, dashboard: JSON.parse(readFileSync(path.join(dir, file), 'utf8')) }));
}

/** @param {Json} dashboard @returns {Json[]} including those of collapsed rows, without the rows themselves */
export function panelsOf({ panels }) {
  const all = panels.flatMap((/** @type {Json} */ panel) => [panel, ...(panel.panels ?? [])]);
  return all.filter((/** @type {Json} */ { type }) => type !== 'row');
}

/** @param {Json} dashboard @returns {(Query & { variable: Json })[]} */
export function variableQueries({ title, templating }) {
  return templating.list.map((/** @type {Json} */ variable) => ({ ...query(`${title}: variable ${variable.name}`, variable), variable }));
}

/** @param {Json} dashboard @returns {Query[]} of panels and annotations */
export function dataQueries(dashboard) {
  const { title, annotations } = dashboard;
  return [
    ...panelsOf(dashboard).flatMap(({ title: panel, targets }) =>
      targets.map((/** @type {Json} */ target) => query(`${title}: ${panel} (${target.refId})`, target)),
    ),
    ...annotations.list.map((/** @type {Json} */ { name, datasource, target }) =>
      query(`${title}: annotation ${name}`, { datasource, query: target.query }),
    ),
  ];
}

/** @param {string} where @param {Json} asked @returns {Query} */
function query(where, { datasource, query: text, expr, legendFormat }) {
  return { where, uid: datasource?.uid, text: expr ?? text.query ?? text, legendFormat };
}
