/** The page around the panels, in the classic dashboard schema that Grafana 9.5 to 13 read. */
import { GREY_COLOUR, override, type Json } from './panels.ts';
import { INFLUXDB } from './queries.ts';
import type { Catalogue } from '../record/catalogue.ts';

/** in the line below the title; without `from` in its address it keeps the time range */
type Link = [title: string, tooltip: string, url: string];

/** what begins at its points; the columns are those with its words and its tag */
type Annotation = { name: string; query: string; textColumn: string; tagsColumn: string };

/** in Grafana's names; annotations are marks in the first chart; `lines`: see `line()` and `row()` */
interface Page extends Json {
  from: string;
  links: Link[];
  variables: Json[];
  annotations?: Annotation[];
  lines: (Json | Json[])[];
}

const COMMON = {
  tags: ['stackbench'],
  schemaVersion: 38,
  version: 1,
  editable: true,
  graphTooltip: 1,
  liveNow: false,
  timepicker: { refresh_intervals: ['1s', '2s', '5s', '10s', '1m'] },
  timezone: 'browser',
  fiscalYearStartMonth: 0,
  weekStart: '',
};

/** Panels that name their series after targets. */
const OF_TARGETS = ['timeseries', 'bargauge'];

/** Panels side by side. Those without a width share the line. */
export function line(height: number, panels: Json[]): Json[] {
  return panels.map((panel) => ({ ...panel, gridPos: { w: panel.gridPos.w ?? 24 / panels.length, h: height } }));
}

/** A heading. A collapsed row contains its panels; the panels of an open row follow it. @param hidden panels of a collapsed row */
export function row(title: string, hidden?: Json[]): Json {
  return { type: 'row', title, collapsed: hidden !== undefined, gridPos: { w: 24, h: 1 }, panels: hidden ?? [] };
}

export function dashboard({ targets }: Catalogue, { from, links, variables, annotations = [], lines, ...page }: Page): Json {
  // Names of series begin with the target; `mvc` must not match `mvc-vt`.
  const colours = Object.entries(targets).map(([name, { colour }]) =>
    override(`/^${name}( |$)/`, { color: { mode: 'fixed', fixedColor: colour } }),
  );
  const panels = placed(lines.flat(), colours);
  const firstChart = panels.find(({ type }) => type === 'timeseries')?.id;
  return {
    ...page,
    ...COMMON,
    time: { from, to: 'now' },
    links: links.map(link),
    templating: { list: variables.map(variable) },
    annotations: { list: annotations.map((each) => annotation(each, firstChart)) },
    panels,
  };
}

/** Gives every panel its number, its place, from left to right, on a new line if it does not fit, and the colours of the targets. */
function placed(panels: Json[], colours: Json[]) {
  let [id, x, y, height] = [0, 0, 0, 0];
  const place = (panel: Json): Json => {
    const { w, h } = panel.gridPos;
    if (x + w > 24) [x, y, height] = [0, y + height, 0];
    const at = { ...panel, gridPos: { x, y, w, h }, id: ++id };
    [x, height] = [x + w, Math.max(height, h)];
    if (panel.type === 'row') return { ...at, panels: panel.panels.map(place) };
    const { defaults, overrides } = panel.fieldConfig;
    return { ...at, fieldConfig: { defaults, overrides: OF_TARGETS.includes(panel.type) ? [...colours, ...overrides] : overrides } };
  };
  return panels.map(place);
}

function link([title, tooltip, url]: Link) {
  const fixed = { icon: 'dashboard', tags: [], asDropdown: false, targetBlank: false, includeVars: false };
  return { type: 'link', title, tooltip, url, ...fixed, keepTime: !url.includes('from=') };
}

/** When a variable is asked again: refreshes change the time range. */
const ON_OPENING = 1;
export const ON_EVERY_REFRESH = 2;

const VARIABLE = { regex: '', sort: 0, refresh: ON_OPENING, multi: false, includeAll: false, allValue: null, hide: 0, skipUrlSync: false };

/** @param options what a variable has of its own. Without `allValue`, 'All' is the list of all values */
function variable(options: Json) {
  const { query, multi, includeAll } = options;
  const all = multi ? { text: ['All'], value: ['$__all'] } : { text: 'All', value: '$__all' };
  const current = includeAll ? { selected: true, ...all } : {};
  return { type: 'query', ...VARIABLE, options: [], current, ...options, definition: query.query ?? query };
}

/** Grafana takes a column, `measurement.column`, as a tag or else as the text if the requested name occurs anywhere in that name. Tags must be text. The
 * first remaining one is the title, in newer versions else the time (colContainsTag in public/app/plugins/datasource/influxdb/response_parser.ts). */
function annotation({ name, query, ...columns }: Annotation, chart: number) {
  const asked = { refId: 'Anno', name, query, rawQuery: true, queryType: 'tags', fromAnnotations: true, textEditor: true };
  const target = { ...asked, resultFormat: 'table', ...columns, titleColumn: '', timeEndColumn: '' };
  // A switch for each would take a line from the charts.
  return { name, datasource: INFLUXDB, enable: true, hide: true, iconColor: GREY_COLOUR, filter: { exclude: false, ids: [chart] }, target };
}
