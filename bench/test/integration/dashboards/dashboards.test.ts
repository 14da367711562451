import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { checkDashboards, type Circumstances, type Outcome } from '../../support/dashboards/check.ts';
import { influxNames } from '../../support/dashboards/names.ts';
import { panelNamed, panelsOf, propertiesOf, readDashboards } from '../../support/dashboards/read.ts';
import { dashboardFiles } from '../../../dashboards/files.ts';
import { withServer, type Answering } from '../../support/server.ts';
import type { Json } from '../../../dashboards/panels.ts';

const catalogue = readCatalogue();
const targets = Object.keys(catalogue.targets);
const dashboards = readDashboards();
const [, live] = dashboards.map(({ dashboard }) => dashboard);
const provisioning = (file: string) => readFileSync(path.join(root, 'grafana', 'provisioning', file), 'utf8');
const datasources = parse(provisioning('datasources/stackbench.yaml')).datasources;

const CORE_PANELS = ['timeseries', 'stat', 'bargauge', 'barchart', 'table'];
const WINDOW = { fromMs: 1_700_000_000_000, toMs: 1_700_000_010_000 };

test('the files are those that the modules make, and no others', () => {
  assert.deepEqual(dashboards.map(({ file }) => file).sort(), Object.keys(dashboardFiles(catalogue)).sort());
});

test('every chart draws every target, a new one, too, in the colour of the catalogue; tiles and tables have no series of targets', () => {
  const added = { ...catalogue, targets: { ...catalogue.targets, 'mvc-new': { ...catalogue.targets.mvc, colour: '#123456' } } };
  for (const panel of Object.values(dashboardFiles(added)).flatMap((json) => panelsOf(JSON.parse(json)))) {
    for (const [name, { colour }] of Object.entries(added.targets)) {
      const drawn = ['stat', 'table'].includes(panel.type) ? undefined : colour;
      for (const series of [name, `${name} threads`]) {
        assert.equal(propertiesOf(panel, series).color?.fixedColor, drawn, `${panel.title}: ${series}`);
      }
    }
  }
});

for (const { file, dashboard } of dashboards) {
  test(`${file}: targets are named in the colours and nowhere else`, () => {
    const others = JSON.stringify(dashboard, (key, value) => (key === 'overrides' ? [] : value));
    for (const name of targets) assert.doesNotMatch(others, new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
  });

  test(`${file}: every panel is of Grafana's core and says what it shows, in which unit, and what its emptiness means`, () => {
    for (const panel of panelsOf(dashboard)) {
      assert.ok(CORE_PANELS.includes(panel.type), `${panel.title}: ${panel.type}`);
      const { unit, noValue } = panel.fieldConfig.defaults;
      for (const words of [panel.title, panel.description, unit, noValue]) assert.ok(words?.length > 0, `${panel.title}: '${words}'`);
      assert.ok(noValue.length <= 36 && !/[`*[\]]/.test(noValue), `${noValue}: a few words without Markdown, as gauges cut them off`);
      assert.notEqual(panel.fieldConfig.defaults.custom?.showPoints, 'never', 'what lasts for one step alone is drawn, as a point');
    }
  });

  test(`${file}: numbers of panels and queries are unique, and no panel lies on another`, () => {
    const all = dashboard.panels.flatMap((panel: Json) => [panel, ...(panel.panels ?? [])]);
    assert.equal(new Set(all.map(({ id }: Json) => id)).size, all.length);
    for (const panel of panelsOf(dashboard)) {
      const refIds = panel.targets.map(({ refId }: Json) => refId);
      assert.equal(new Set(refIds).size, refIds.length);
    }
    const taken = new Set();
    for (const { title, gridPos } of all) {
      assert.ok(gridPos.x + gridPos.w <= 24, title);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          assert.ok(!taken.has(`${x} ${y}`), `${title} lies on another`);
          taken.add(`${x} ${y}`);
        }
      }
    }
  });

  test(`${file}: every datasource is one that is provisioned, of the same type`, () => {
    const known = Object.fromEntries(datasources.map(({ uid, type }: Json) => [uid, type]));
    const used = [
      ...panelsOf(dashboard).flatMap(({ targets: queries }) => queries),
      ...dashboard.templating.list.filter(({ type }: Json) => type === 'query'),
      ...dashboard.annotations.list,
    ].map(({ datasource }) => datasource);
    for (const { uid, type } of used) assert.equal(type, known[uid], uid);
  });
}

test('annotations say in words what begins, on the chart of throughput alone', () => {
  const { id } = panelNamed(live, 'Throughput over thread count');
  const found: Record<string, Json> = {};
  for (const { name, target, filter } of live.annotations.list) {
    assert.deepEqual(filter.ids, [id]);
    const { query, textColumn, tagsColumn } = target;
    const [measurement] = influxNames(query).measurements;
    const selected = [...query.slice(0, query.indexOf(' FROM ')).matchAll(/"(\w+)"/g)].map(([, column]) => column);
    // As Grafana sorts them: see annotation() of dashboards/frame.ts.
    const within = (column: string, names: string[]) => names.some((each) => `${measurement}.${column}`.includes(each));
    const tags = selected.filter((column) => within(column, tagsColumn.split(',')));
    const texts = selected.filter((column) => !tags.includes(column) && within(column, [textColumn]));
    const [title] = selected.filter((column) => !tags.includes(column) && !texts.includes(column));
    found[name] = { tags, texts, title };
  }
  assert.deepEqual(found, {
    'Measurements of a run': { tags: ['phase'], texts: ['text'], title: 'run' },
    'Load by hand': { tags: ['run'], texts: ['target'], title: 'scenario' },
  });
});

test('datasources are fixed: uid, a step of one second, not to be edited, addresses from variables that are documented', () => {
  const fixed = datasources.map(({ uid, editable, jsonData }: Json) => `${uid} ${editable} ${jsonData.timeInterval}`);
  assert.deepEqual(fixed, ['influxdb false 1s', 'prometheus false 1s']);
  const interfaces = readFileSync(path.join(root, 'docs', 'dev', 'interfaces.md'), 'utf8');
  const documented = interfaces.slice(interfaces.indexOf('## 7.'));
  const files = provisioning('datasources/stackbench.yaml') + provisioning('dashboards/stackbench.yaml');
  const used = [...files.replaceAll(/^ *#.*$/gm, '').matchAll(/\$(\w+)/g)];
  assert.ok(used.length >= 5);
  for (const [, name] of used) assert.ok(documented.includes(`\`${name}\``), name);
});

/** A dashboard whose queries all have data. */
const SMALL = {
  title: 'Small',
  templating: {
    list: [
      {
        ...{ name: 'run', datasource: { uid: 'influxdb' }, includeAll: true, allValue: '.*' },
        query: 'SHOW TAG VALUES FROM "good" WITH KEY = "run"',
      },
      { name: 'target', datasource: { uid: 'prometheus' }, query: { query: 'label_values(up, target)' }, includeAll: true, multi: true },
    ],
  },
  annotations: { list: [{ name: 'Marks', datasource: { uid: 'influxdb' }, target: { query: 'SELECT "value" FROM "good"' } }] },
  panels: [panelOf('Up', 'up{target=~"$target"}')],
};

/** @param query PromQL, or InfluxQL */
function panelOf(title: string, query: string) {
  const ofPrometheus = { datasource: { uid: 'prometheus' }, expr: query, legendFormat: '{{target}} up' };
  const asked = query.startsWith('SELECT') ? { datasource: { uid: 'influxdb' }, query } : ofPrometheus;
  return { type: 'timeseries', title, targets: [{ refId: 'A', ...asked }] };
}

/** Answers as InfluxDB and Prometheus do. Data is only in the measurement `good` and the metric `up`. */
function answer(url: string, body: URLSearchParams) {
  const query = body.get('q') ?? body.get('query') ?? '';
  const series = (columns: string[], values: any[][]) => ({ results: [{ series: [{ name: 'good', columns, values }] }] });
  if (query === 'SHOW FIELD KEYS') {
    const keys = ['value', 'other'].map((key) => [key, 'float']);
    return series(['fieldKey', 'fieldType'], keys);
  }
  if (query === 'SHOW TAG KEYS') return series(['tagKey'], [['run']]);
  if (query.startsWith('SHOW TAG VALUES')) return series(['key', 'value'], [['run', 'r1']]);
  if (query.includes('refused')) return { results: [{ error: 'made up' }] };
  if (query.includes('half')) return series(['time', 'value', 'other'], [[1, 2, null]]);
  if (query.includes('"good"')) return series(['time', 'value'], [[1, 2]]);
  if (url.startsWith('/query')) return { results: [{}] };
  if (url.endsWith('/__name__/values')) return { status: 'success', data: ['up'] };
  if (url.endsWith('/target/values')) return { status: 'success', data: ['mvc', 'mvc-vt', 'other'] };
  if (url.endsWith('/labels')) return { status: 'success', data: ['__name__', 'target'] };
  const up = (target: string, job: string) => ({ metric: { target, job }, values: [[1, '1']] });
  const twice = query.includes('or 0 * up{') ? [up('mvc', '')] : [];
  return { status: 'success', data: { result: query.startsWith('up{') ? [up('mvc', 'a'), up('mvc-vt', 'a'), ...twice] : [] } };
}

async function check(dashboard: Json, circumstances?: Circumstances): Promise<Outcome & { tokens: Set<string | undefined> }> {
  const tokens = new Set<string | undefined>();
  const listener: Answering = async (request, response) => {
    const body = await text(request);
    if (request.url?.startsWith('/query')) tokens.add(request.headers.authorization);
    const { pathname, search } = new URL(request.url ?? '', 'http://127.0.0.1');
    response.end(JSON.stringify(answer(pathname, new URLSearchParams(search || body))));
  };
  return withServer(listener, async (url) => {
    const sources = { influx: { url, database: 'k6', token: 'secret' }, prometheus: url };
    return { ...(await checkDashboards([{ file: 'small.json', dashboard }], sources, WINDOW, circumstances)), tokens };
  });
}

test('the check executes and counts every query: variables, annotations, panels', async () => {
  const { executed, problems, tokens } = await check(SMALL);
  assert.deepEqual([problems, executed, [...tokens]], [[], 2 + 1 + 1, ['Token secret']]);
});

const THROTTLED = 'cgroup_cpu_periods_total{target=~"$target"}';
const OF_SAMPLES = 'SELECT percentile("value", 95) FROM "good"';
/** What is said of a query: problems, and then why it needs no data. */
const QUERIES: [what: string, query: string, said: RegExp, circumstances?: Circumstances][] = [
  ['one that is refused', 'SELECT "refused" FROM "good"', /Other \(A\): made up: [^]*no field or tag refused/],
  ['a measurement that does not exist', 'SELECT "value" FROM "bad"', /no data[^]*measurement bad/],
  ['a column that is always empty', 'SELECT "value", "other" AS "half" FROM "good"', /no data/],
  ['a metric that does not exist', 'down{target=~"$target"}', /no data[^]*metric down/],
  ['half a query that is dead', 'up{target=~"$target"} or down{x="1"}', /metric down[^]*label x/],
  ['a target that is drawn twice', 'up{target=~"$target"} or 0 * up{target=~"$target"}', /several series are called mvc up: /],
  ['a variable that nobody defines', 'up{target=~"$nope"}', /variable nope has no value/],
  ['series of a quota that are missing', THROTTLED, /no data[^]*no metric cgroup_cpu_periods_total/, { quota: true }],
  ['the same where no quota is enforced', THROTTLED, /^Small: Other \(A\): no CPU quota is enforced$/, { quota: false }],
  ['the same requests drawn twice', OF_SAMPLES, /Other \(A\): data of the other form, drawn twice/, { form: 'sums' }],
  ['a query of the form that is there', OF_SAMPLES, /^$/, { form: 'samples' }],
  ['a query of the other form', 'SELECT max("p95") FROM "bad"', /^Small: Other \(A\): another output of k6/, { form: 'samples' }],
];
for (const [what, query, said, circumstances] of QUERIES) {
  test(`the check says what is right of ${what}`, async () => {
    const { problems, empty } = await check({ ...SMALL, panels: [...SMALL.panels, panelOf('Other', query)] }, circumstances);
    assert.match([...problems, ...empty].join('\n'), said);
  });
}
