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
 * @property {string | null} repeat variable; the panel is repeated for each of its values
 * @property {string} [legendFormat] of PromQL in a panel
 */

/**
 * @param {string} dir
 * @returns {DashboardFile[]}
 */
export function readDashboards(dir) {
  const names = readdirSync(dir).filter((name) => name.endsWith('.json'));
  return names.sort().map((file) => ({ file, dashboard: JSON.parse(readFileSync(path.join(dir, file), 'utf8')) }));
}

/**
 * @param {Json} dashboard
 * @returns {Json[]} including those of collapsed rows, without the rows themselves
 */
export function panelsOf({ panels }) {
  const all = panels.flatMap((/** @type {Json} */ panel) => [panel, ...(panel.panels ?? [])]);
  return all.filter((/** @type {Json} */ { type }) => type !== 'row');
}

/**
 * @param {Json} dashboard
 * @returns {Query[]}
 */
export function variableQueries({ title, templating }) {
  return templating.list.map((/** @type {Json} */ { name, datasource, query }) => ({
    where: `${title}: variable ${name}`,
    uid: datasource.uid,
    text: typeof query === 'string' ? query : query.query,
    repeat: null,
  }));
}

/**
 * @param {Json} dashboard
 * @returns {Query[]} of panels and annotations
 */
export function dataQueries(dashboard) {
  const { title, annotations } = dashboard;
  const ofPanels = panelsOf(dashboard).flatMap(({ title: panel, targets, repeat = null }) =>
    targets.map((/** @type {Json} */ { refId, datasource, query, expr, legendFormat }) => ({
      where: `${title}: ${panel} (${refId})`,
      uid: datasource.uid,
      text: query ?? expr,
      repeat,
      legendFormat,
    })),
  );
  const ofAnnotations = annotations.list.map((/** @type {Json} */ { name, datasource, target }) => ({
    where: `${title}: annotation ${name}`,
    uid: datasource.uid,
    text: target.query,
    repeat: null,
  }));
  return [...ofPanels, ...ofAnnotations];
}
