/** The observers: what Prometheus scrapes, and where the live dashboard shows what. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { dashboardAddress } from '../../../engines/dashboard.ts';
import { prometheusConfiguration, type Scraped } from '../../../engines/native/services/time-series.ts';
import { readCatalogue, root } from '../../../record/catalogue.ts';

const { targets, dependencies } = readCatalogue();
const template = readFileSync(path.join(root, 'prometheus', 'native.yml'), 'utf8');
const native = parse(template);
const containers = parse(readFileSync(path.join(root, 'prometheus', 'prometheus.yml'), 'utf8'));

/** Everybody in the catalogue who has metrics. */
const measured = Object.entries(dependencies).filter(([, { managementPort }]) => managementPort);
const scraped: Scraped = { ...targets, ...Object.fromEntries(measured) };

const asStatic = (host: string, [name, { managementPort, metricsPath }]: [string, Scraped[string]]) => ({
  targets: [`${host}:${managementPort}`],
  labels: { target: name, ...(metricsPath && { __metrics_path__: metricsPath }) },
});

test('a run scrapes those that it starts', () => {
  const started: Scraped = { mvc: targets.mvc, 'mvc-again': { ...targets.mvc, managementPort: 9091 } };
  const [job] = native.scrape_configs;
  const expected = Object.entries(started).map((entry) => asStatic('127.0.0.1', entry));
  const configuration = parse(prometheusConfiguration(template, started));
  assert.deepEqual(configuration, { ...native, scrape_configs: [{ ...job, job_name: 'targets', static_configs: expected }] });
});

test('prometheus/prometheus.yml scrapes the core by name, and the rest while their containers are there', () => {
  const [{ job_name: name, static_configs: always, dns_sd_configs: whileThere }, ...others] = containers.scrape_configs;
  assert.deepEqual([name, others], ['targets', []]);
  const isStatic = ([each]: [string, unknown]) => (each in targets && !targets[each].extended) || targets[each]?.metricsPath !== undefined;
  const [core = [], rest = []] = [true, false].map((is) => Object.entries(scraped).filter((entry) => isStatic(entry) === is));
  const named = core.map((entry) => asStatic(entry[0], entry));
  const looked = rest.map(([host, { managementPort: port }]) => ({ names: [host], type: 'A', port, refresh_interval: '5s' }));
  assert.deepEqual([always, whileThere], [named, looked]);
});

test('both engines are scraped alike', () => {
  const [how, howNative] = [containers, native].map(({ scrape_configs: jobs, ...rest }) => {
    const whom = { static_configs: null, dns_sd_configs: null, relabel_configs: null };
    return { ...rest, jobs: jobs.map((job: object) => ({ ...job, ...whom })) };
  });
  assert.deepEqual(howNative, how);
  assert.equal(native.global.scrape_interval, '1s');
  assert.deepEqual([how.jobs[0].honor_labels, how.jobs[0].metrics_path], [true, '/actuator/prometheus']);
});

test('the page of an ended run offers all its scenarios, that of a run in progress the one that runs', () => {
  const of = (what: Parameters<typeof dashboardAddress>[1]) => new URL(dashboardAddress('http://localhost:1', what)).searchParams;
  assert.equal(of({ run: 'r', fromMs: 1, toMs: 2 }).get('var-scenarios'), '0');
  assert.equal(of({}).get('var-scenarios'), null);
});
