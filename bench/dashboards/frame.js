/** Builders for what surrounds the panels of a dashboard, in the classic dashboard schema that Grafana 9.5 to 13 read. */
import { INFLUXDB } from './panels.js';

/** @typedef {import('./panels.js').Json} Json */

/**
 * A heading. A collapsed row contains its panels; the panels of an open row follow it.
 * @param {string} title
 * @param {Json[] | null} hidden panels of a collapsed row
 * @returns {Json}
 */
export function row(title, hidden = null) {
  return { type: 'row', title, collapsed: hidden !== null, gridPos: { w: 24, h: 1 }, panels: hidden ?? [] };
}

/**
 * Gives every panel its number and its place: from left to right, on a new line if it does not fit.
 * @param {Json[]} panels
 * @returns {Json[]} the same
 */
export function layOut(panels) {
  let id = 0;
  const place = { x: 0, y: 0, height: 0 };
  const put = (/** @type {Json} */ each) => {
    const { w, h } = each.gridPos;
    if (place.x + w > 24) Object.assign(place, { x: 0, y: place.y + place.height, height: 0 });
    each.id = ++id;
    each.gridPos = { x: place.x, y: place.y, w, h };
    Object.assign(place, { x: place.x + w, height: Math.max(place.height, h) });
    for (const hidden of each.panels ?? []) put(hidden);
  };
  panels.forEach(put);
  return panels;
}

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.label
 * @param {string} options.description
 * @param {Json} options.datasource
 * @param {Json | string} options.query
 * @param {boolean} [options.multi]
 * @param {string | null} [options.allValue] value of 'All'; null: the list of all values
 * @param {boolean} [options.includeAll] 'All' is offered, and selected at first
 * @param {boolean} [options.hidden]
 * @param {number} [options.sort] Grafana's number of an order
 * @param {string} [options.regex] between slashes: results that count
 * @param {boolean} [options.follows] asked again at every refresh, not only when the page is opened
 * @returns {Json}
 */
export function variable(options) {
  const {
    name,
    label,
    description,
    datasource,
    query,
    multi = false,
    allValue = null,
    includeAll = false,
    hidden = false,
    sort = 0,
    regex = '',
    follows = false,
  } = options;
  return {
    type: 'query',
    name,
    label,
    description,
    datasource,
    query,
    definition: typeof query === 'string' ? query : query.query,
    regex,
    sort,
    // 1: when the page is opened. 2: when the time range changes, which every refresh does.
    refresh: follows ? 2 : 1,
    multi,
    includeAll,
    allValue,
    hide: hidden ? 2 : 0,
    skipUrlSync: false,
    options: [],
    current: includeAll ? { selected: true, text: multi ? ['All'] : 'All', value: multi ? ['$__all'] : '$__all' } : {},
  };
}

/**
 * Grafana names a column `measurement.column`. It uses the column as a tag, or else as the text, if the requested name occurs anywhere in
 * that name. Tags must be text. The first remaining column becomes the title; without one, newer versions write the time there (transformAnnotationResponse and colContainsTag in
 * public/app/plugins/datasource/influxdb/response_parser.ts).
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.query InfluxQL
 * @param {string} options.textColumn
 * @param {string} options.tagsColumn names of columns, separated by commas
 * @param {string} options.colour
 * @param {number[]} options.panels numbers of the panels that show it
 * @returns {Json}
 */
export function annotation({ name, query, textColumn, tagsColumn, colour, panels }) {
  return {
    name,
    datasource: INFLUXDB,
    enable: true,
    hide: false,
    iconColor: colour,
    filter: { exclude: false, ids: panels },
    target: {
      refId: 'Anno',
      name,
      query,
      rawQuery: true,
      queryType: 'tags',
      fromAnnotations: true,
      textEditor: true,
      resultFormat: 'table',
      textColumn,
      tagsColumn,
      titleColumn: '',
      timeEndColumn: '',
    },
  };
}

/**
 * A link in the line below the title.
 * @param {string} title
 * @param {string} tooltip
 * @param {string} url
 */
export function link(title, tooltip, url) {
  return {
    type: 'link',
    title,
    tooltip,
    url,
    icon: 'dashboard',
    tags: [],
    asDropdown: false,
    targetBlank: false,
    includeVars: false,
    keepTime: false,
  };
}

/**
 * @param {object} options
 * @param {string} options.uid
 * @param {string} options.title
 * @param {string} options.description
 * @param {string} options.refresh
 * @param {string} options.from
 * @param {Json[]} options.variables
 * @param {Json[]} options.annotations
 * @param {Json[]} options.links to other pages, before those to the other dashboards
 * @param {Json[]} options.panels laid out
 * @returns {Json}
 */
export function dashboard({ uid, title, description, refresh, from, variables, annotations, links, panels }) {
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
    links,
    templating: { list: variables },
    annotations: { list: annotations },
    panels,
  };
}
