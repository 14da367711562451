/** What a glance at a dashboard needs: figures on top, axes that end where they should, legends that leave room, few words where there are no data. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { dashboardFiles } from '../../../dashboards/files.ts';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { panelNamed, panelsOf, propertiesOf } from '../../support/dashboards/read.ts';
import type { Json } from '../../../dashboards/panels.ts';

const dashboards: Json[] = Object.values(dashboardFiles(readCatalogue())).map((text) => JSON.parse(text));
const [live, compare] = dashboards;
const livePanels: Json[] = live.panels;
const all = dashboards.flatMap((dashboard) => panelsOf(dashboard));
const queries = all.flatMap((panel) => panel.targets.map(({ query = '', expr = '' }: Json) => ({ panel, query, expr })));

const titles = (panels: Json[]) => panels.map(({ title }) => title);
const ofType = (type: string, panels: Json[] = all) => panels.filter((panel) => panel.type === type);
const variable = (name: string): Json => live.templating.list.find((each: Json) => each.name === name);
/** @param regex between slashes, as Grafana has it */
const matching = (regex: string, names: string[]) => names.filter((name) => new RegExp(regex.slice(1, -1)).test(name));

/** @returns names that its queries give to the series of `mvc` */
function seriesOf({ targets }: Json): string[] {
  const patterns = targets.map(({ alias, legendFormat }: Json) => alias ?? legendFormat);
  return [...new Set(patterns.map((pattern: string) => pattern.replace(/\{\{target\}\}|\$tag_target/, 'mvc')))].map(String);
}

test('a strip of figures on top: the run, what is under load, users, …; then throughput, then p95, failures and CPU in one line', () => {
  const strip = ofType('stat', livePanels);
  assert.deepEqual(titles(strip), ['The run', 'Under load', 'Virtual users', 'Requests/s', 'p95', 'Failed', 'Threads', 'CPU of its limit']);
  const endOfStrip = Math.max(...strip.map(({ gridPos }) => gridPos.y + gridPos.h));
  assert.ok(livePanels.every((panel) => strip.includes(panel) || panel.gridPos.y >= endOfStrip));
  for (const { title, gridPos } of strip) assert.ok(gridPos.w >= 4, title);
  const [first, ...charts] = ofType('timeseries', livePanels).slice(0, 4);
  assert.deepEqual([first.title, first.gridPos.w, first.datasource.uid], ['Throughput over thread count', 24, '-- Mixed --']);
  assert.deepEqual(titles(charts), ['Latency p95', 'Failures by reason', 'CPU used and its limit']);
  assert.equal(new Set(charts.map(({ gridPos }) => gridPos.y)).size, 1);
});

test('figures of the present are of one target, where the load moves on, and of the end of the time range', () => {
  for (const title of ['Threads', 'CPU of its limit']) {
    const [{ expr, instant, range }] = panelNamed(live, title).targets;
    assert.deepEqual([instant, range], [true, false], title);
    assert.match(expr, / and on \(target\) topk\(1, /, title);
  }
});

test('requests that fail have words and colours of their own, one on the other', () => {
  const panel = panelNamed(live, 'Failures by reason');
  const rename = (text: string, { options: { regex, renamePattern } }: Json) => text.replace(new RegExp(regex.slice(1, -1)), renamePattern);
  const worded = ['0 1212', '0 1050', '0 1300', '503 1503', '503 ', ' ', ''].map((name) => panel.transformations.reduce(rename, name));
  assert.deepEqual(worded.join(), 'connection refused,timeout,k6 error 1300,status 503,status 503,failed,failed');
  assert.equal(panel.fieldConfig.defaults.custom.stacking.mode, 'normal');
  assert.doesNotMatch(panel.targets[0].alias, /target/, "a reason would have its target's colour");
});

test('what targets depend on is no target', () => {
  assert.deepEqual(matching(variable('targets').regex, ['mvc', 'downstream', 'downstream-2', 'mongo']), ['mvc', 'downstream-2']);
  for (const { panel, expr } of queries)
    for (const [selector] of expr.matchAll(/\{.*?\}/g)) assert.match(selector, /target!~"downstream\|/, panel.title);
});

test('a warm-up is a grey line of its own, and no load in any other panel or tile', () => {
  const asked = queries.filter(({ query }) => /FROM "http_/.test(query));
  const warming = asked.filter(({ query }) => query.includes(`"round" = '0'`)).map(({ panel }) => panel);
  assert.deepEqual(titles(warming), ['Throughput over thread count', 'Throughput over thread count']);
  assert.deepEqual(propertiesOf(warming[0], 'mvc warm-up').color, propertiesOf(warming[0], 'users').color);
  assert.ok(seriesOf(warming[0]).includes('mvc warm-up'));
  const others = asked.filter(({ query }) => !query.includes(`"round" <> '0'`)).map(({ panel }) => panel);
  assert.deepEqual(others, warming);
});

test('threads are those of the target under load, as thick as throughput', () => {
  const panel = panelNamed(live, 'Throughput over thread count');
  const { expr } = panel.targets.find(({ legendFormat }: Json) => legendFormat === '{{target}} threads');
  assert.match(expr, / and on \(target\) \(max_over_time\(sum by \(target\) \(http_server_requests_active_seconds_count/);
  assert.equal(propertiesOf(panel, 'mvc threads')['custom.lineWidth'] ?? panel.fieldConfig.defaults.custom.lineWidth, 2);
});

test('users, and the figures of k6 itself, are shown in sequences of blocks, too: there they have no target', () => {
  const ofK6 = queries.filter(({ query }) => /FROM "(vus|rollup)"/.test(query));
  assert.ok(ofK6.length >= 2);
  for (const { panel, query } of ofK6) assert.doesNotMatch(query, /"target" =~/, panel.title);
});

test('no annotation is denser than the start of a cell', () => {
  for (const { name, target } of live.annotations.list) {
    assert.doesNotMatch(target.query, /GROUP BY|FROM "vus"/, name);
    const bySlice = target.query.includes('FROM "scenario_start_ms"');
    if (bySlice) assert.match(target.query, /"slice" =~ \/\^1\?\$\//, `${name}: every slice has a start`);
  }
});

test('one scenario at a time, the one that runs: another would be flattened at the same axis', () => {
  const { includeAll, regex } = variable('scenario');
  assert.equal(includeAll, false);
  const offers = variable('scenarios');
  assert.deepEqual([offers.current.value, offers.query], ['1', 'running : 1, all : 0']);
  // Newer versions of Grafana take the number for a value, too.
  assert.deepEqual(matching(regex, ['read', 'remote-slow', '6113', '1']), ['read', 'remote-slow']);
});

test('every percentage has an end: an axis of zeros would reach to 10,000 %', () => {
  const percentages = all.filter(({ fieldConfig }) => fieldConfig.defaults.unit === 'percentunit');
  assert.ok(percentages.length >= 4);
  for (const { title, fieldConfig } of percentages) {
    const end = fieldConfig.defaults.max ?? fieldConfig.defaults.custom?.axisSoftMax;
    assert.ok(end > 0 && end <= 1, title);
  }
  const throttled = panelNamed(live, 'Throttled');
  assert.equal(propertiesOf(throttled, 'mvc waited').max, null, 'seconds of several threads add up to more than one');
  // Counts that are zero when all is well.
  for (const title of ['Failures by reason', 'Points dropped by the rollup output', 'Virtual threads', 'Event loops']) {
    assert.equal(panelNamed(live, title).fieldConfig.defaults.custom.axisSoftMax, 1, title);
  }
});

test('rates do not smear over stages of 4 s', () => {
  for (const { panel, expr } of queries)
    for (const [, seconds] of expr.matchAll(/\[(.+?)(?::.*)?\]/g)) assert.match(seconds, /^[23]s$/, `${panel.title}: ${expr}`);
});

test('what waits has an axis of its own, beside the few that are served', () => {
  for (const [series, title] of Object.entries({ pending: 'Database connections', waiting: 'Event loops', scheduler: 'Event loops' })) {
    const { 'custom.axisPlacement': place, 'custom.axisSoftMax': end } = propertiesOf(panelNamed(live, title), `mvc ${series}`);
    assert.deepEqual([place, end], ['right', 1], series);
  }
});

test('the legend of a small chart has one entry for each target', () => {
  for (const panel of ofType('timeseries').filter(({ gridPos }) => gridPos.w < 24)) {
    if (panel.options.legend.placement === 'right' || panel.title === 'Latency') continue;
    const entries = seriesOf(panel).filter((series) => !propertiesOf(panel, series)['custom.hideFrom']?.legend);
    const ofTarget = entries.filter((series) => series.startsWith('mvc'));
    assert.ok(ofTarget.length <= 1 && entries.length <= 3, `${panel.title}: ${entries.join(', ')}`);
  }
});

test('a page that was opened before a run asks for its scenario anew, and shows its targets: All is a pattern, not a list', () => {
  const chosen = live.templating.list.filter(({ includeAll }: Json) => includeAll).map(({ name, allValue }: Json) => [name, allValue]);
  assert.deepEqual(Object.fromEntries(chosen), { run: '.*', targets: '.*' });
  const followed = live.templating.list.filter(({ refresh }: Json) => refresh === 2).map(({ name }: Json) => name);
  assert.deepEqual(followed, ['scenario']);
});

test('Compare: a link for a part, one for the whole scenario, and one back', () => {
  for (const title of ['Measurements', 'The whole scenario']) {
    const [{ url }] = propertiesOf(panelNamed(compare, title), 'start').links;
    assert.match(url, /from=\$\{__data\.fields\.start\.numeric\}&to=\$\{__data\.fields\.end\.numeric\}$/);
  }
  for (const { title, url, keepTime } of compare.links) assert.ok(/from=now-\d+m&to=now$/.test(url) && !keepTime, title);
  const [{ url, keepTime }] = live.links;
  assert.ok(/^\/d\/stackbench-compare\?(?!.*from=)/.test(url) && keepTime, 'of a run of the past, too');
});

test("the table of parts shows its link and the reasons of discarded slices within 1280 pixels, with Grafana's menu, too", () => {
  const panel = panelNamed(compare, 'Measurements');
  const [selected] = panel.targets[0].query.split(' FROM ');
  const names = selected.split(', ').map((column: string) => /"([^"]+)"$/.exec(column)?.[1]);
  const first = names.slice(0, names.indexOf('discarded because') + 1);
  assert.deepEqual(first, ['start', 'target', 'discarded because']);
  const widths = names.map((name: string) => propertiesOf(panel, name)['custom.width']);
  // The page's margins take 32 pixels, the menu 250.
  assert.ok(widths.slice(0, 9).reduce((one: number, other: number) => one + other) <= 1280 - 32 - 250);
  assert.equal(panel.gridPos.w, 24);
  assert.equal(propertiesOf(panel, 'discarded because').noValue, ' ', 'a valid part is no missing one');
  assert.equal(panel.fieldConfig.defaults.custom.filterable, undefined, 'its sign takes the room of the names');
});

test('the limit of the CPU, and percentiles that share a chart, are in its legend', () => {
  for (const dashboard of dashboards) {
    const [cpu] = panelsOf(dashboard).filter(({ title }) => /^CPU( used|$)/.test(title));
    assert.ok(seriesOf(cpu).includes('limit'));
    assert.equal(propertiesOf(cpu, 'limit')['custom.hideFrom'], undefined);
  }
  for (const series of ['mvc p95', 'mvc p99'])
    assert.equal(propertiesOf(panelNamed(compare, 'Latency'), series)['custom.hideFrom'].legend, false);
});

test('every folder of the provisioning has a file: Grafana logs an error for a missing one', () => {
  const folder = path.join(root, 'grafana', 'provisioning');
  for (const name of ['alerting', 'dashboards', 'datasources', 'plugins']) {
    const files = readdirSync(path.join(folder, name));
    assert.ok(files.length > 0, name);
    for (const file of files) assert.equal(parse(readFileSync(path.join(folder, name, file), 'utf8')).apiVersion, 1, file);
  }
});
