/** The page around the panels, in the classic dashboard schema that Grafana 9.5 to 13 read. */
import { colours } from './overrides.js';
import { INFLUXDB } from './queries.js';

/** @typedef {import('./panels.js').Json} Json */
/**
 * @typedef {object} Page
 * @property {string} uid
 * @property {string} title
 * @property {string} description
 * @property {string} refresh
 * @property {string} from
 * @property {Json[]} variables in Grafana's names, like annotations
 * @property {Json[]} [annotations] each with the title of its `panel`
 * @property {[title: string, tooltip: string, url: string][]} links in the line below the title
 * @property {(Json | Json[])[]} lines see `line()` and `row()`
 */

/**
 * Panels side by side. Those without a width share the line.
 * @param {number} height
 * @param {Json[]} panels
 * @returns {Json[]}
 */
export function line(height, panels) {
  return panels.map((panel) => ({ ...panel, gridPos: { w: panel.gridPos.w ?? 24 / panels.length, h: height } }));
}

/**
 * A heading. A collapsed row contains its panels; the panels of an open row follow it.
 * @param {string} title
 * @param {Json[]} [hidden] panels of a collapsed row
 * @returns {Json}
 */
export function row(title, hidden) {
  return { type: 'row', title, collapsed: hidden !== undefined, gridPos: { w: 24, h: 1 }, panels: hidden ?? [] };
}

/**
 * @param {import('../record/catalogue.js').Catalogue} catalogue
 * @param {Page} page
 * @returns {Json}
 */
export function dashboard(catalogue, { uid, title, description, refresh, from, variables, annotations = [], links, lines }) {
  const panels = placed(lines.flat(), colours(catalogue));
  return {
    uid,
    title,
    description,
    tags: ['stackbench'],
    schemaVersion: 38,
    version: 1,
    editable: true,
    graphTooltip: 1,
    liveNow: false,
    refresh,
    time: { from, to: 'now' },
    timepicker: { refresh_intervals: ['1s', '2s', '5s', '10s', '1m'] },
    timezone: 'browser',
    fiscalYearStartMonth: 0,
    weekStart: '',
    links: links.map(link),
    templating: { list: variables.map(variable) },
    annotations: { list: annotations.map((each) => annotation(each, panels)) },
    panels,
  };
}

/**
 * Gives every panel its number, its place, from left to right, on a new line if it does not fit, and the colours of the targets.
 * @param {Json[]} panels
 * @param {Json[]} colourRules
 */
function placed(panels, colourRules) {
  let [id, x, y, height] = [0, 0, 0, 0];
  /** @param {Json} panel @returns {Json} */
  const place = (panel) => {
    const { w, h } = panel.gridPos;
    if (x + w > 24) [x, y, height] = [0, y + height, 0];
    const at = { ...panel, gridPos: { x, y, w, h }, id: ++id };
    [x, height] = [x + w, Math.max(height, h)];
    if (panel.type === 'row') return { ...at, panels: panel.panels.map(place) };
    const { defaults, overrides } = panel.fieldConfig;
    return { ...at, fieldConfig: { defaults, overrides: [...colourRules, ...overrides] } };
  };
  return panels.map(place);
}

/** @param {Page['links'][0]} link */
function link([title, tooltip, url]) {
  const fixed = { icon: 'dashboard', tags: [], asDropdown: false, targetBlank: false, includeVars: false, keepTime: false };
  return { type: 'link', title, tooltip, url, ...fixed };
}

/** When a variable is asked again: refreshes change the time range. */
const ON_OPENING = 1;
export const ON_EVERY_REFRESH = 2;

const VARIABLE = { regex: '', sort: 0, refresh: ON_OPENING, multi: false, includeAll: false, allValue: null, hide: 0, skipUrlSync: false };

/** @param {Json} options what a variable has of its own. Without `allValue`, 'All' is the list of all values */
function variable({ name, label, description, datasource, query, ...options }) {
  const asked = { name, label, description, datasource, query, definition: query.query ?? query };
  const all = options.multi ? { text: ['All'], value: ['$__all'] } : { text: 'All', value: '$__all' };
  const current = options.includeAll ? { selected: true, ...all } : {};
  return { type: 'query', ...asked, ...VARIABLE, options: [], ...options, current };
}

/**
 * Grafana names a column `measurement.column`. It uses the column as a tag, or else as the text, if the requested name occurs anywhere in
 * that name. Tags must be text. The first remaining column becomes the title; without one, newer versions write the time there
 * (transformAnnotationResponse and colContainsTag in public/app/plugins/datasource/influxdb/response_parser.ts).
 * @param {Json} annotation
 * @param {Json[]} panels
 */
function annotation({ name, query, textColumn, tagsColumn, iconColor, panel }, panels) {
  const ids = panels.filter(({ title }) => title === panel).map(({ id }) => id);
  const asked = { refId: 'Anno', name, query, rawQuery: true, queryType: 'tags', fromAnnotations: true, textEditor: true };
  const columns = { textColumn, tagsColumn, titleColumn: '', timeEndColumn: '' };
  const target = { ...asked, resultFormat: 'table', ...columns };
  return { name, datasource: INFLUXDB, enable: true, hide: false, iconColor, filter: { exclude: false, ids }, target };
}
