import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { collectorArgs, jvmSettings } from '../../../engines/jvm.ts';
import { COLLECTORS } from '../../../record/json/limits.ts';
import { prometheusConfiguration } from '../../../engines/native/services/time-series.ts';

const { targets, dependencies } = readCatalogue();

const read = (name: string) => parse(readFileSync(path.join(root, 'prometheus', name), 'utf8'));

/** Everybody in the catalogue who has metrics. */
const scraped = { ...targets, ...Object.fromEntries(Object.entries(dependencies).filter(([, { managementPort }]) => managementPort)) };

const asStatic = (host: string, [name, { managementPort, metricsPath }]: [string, { managementPort?: number; metricsPath?: string }]) => ({
  targets: [`${host}:${managementPort}`],
  labels: { target: name, ...(metricsPath ? { __metrics_path__: metricsPath } : {}) },
});

test('prometheus/native.yml scrapes everybody in the catalogue who has metrics, and no other', () => {
  const [job, ...others] = read('native.yml').scrape_configs;
  assert.deepEqual(others, []);
  assert.equal(job.job_name, 'targets');
  assert.deepEqual(
    job.static_configs,
    Object.entries(scraped).map((entry) => asStatic('127.0.0.1', entry)),
  );
});

test('prometheus/prometheus.yml scrapes the core by name, and the rest while their containers are there', () => {
  const [job, ...others] = read('prometheus.yml').scrape_configs;
  assert.deepEqual(others, []);
  assert.equal(job.job_name, 'targets');
  const isCore = (name: string) => name in targets && !targets[name].extended;
  const entries = Object.entries(scraped);
  const isStatic = (name: string) => isCore(name) || targets[name]?.metricsPath !== undefined;
  assert.deepEqual(
    job.static_configs,
    entries.filter(([name]) => isStatic(name)).map((entry) => asStatic(entry[0], entry)),
  );
  assert.deepEqual(
    job.dns_sd_configs,
    entries
      .filter(([name]) => !isStatic(name))
      .map(([name, { managementPort }]) => ({ names: [name], type: 'A', port: managementPort, refresh_interval: '5s' })),
  );
});

test('both engines are scraped alike', () => {
  const [containers, native] = ['prometheus.yml', 'native.yml'].map((file) => {
    const { scrape_configs: jobs, ...rest } = read(file);
    const whom = { static_configs: null, dns_sd_configs: null, relabel_configs: null };
    return { ...rest, jobs: jobs.map((job: object) => ({ ...job, ...whom })) };
  });
  assert.deepEqual(native, containers);
  assert.equal(native.global.scrape_interval, '1s');
  assert.equal(native.jobs[0].honor_labels, true);
  assert.equal(native.jobs[0].metrics_path, '/actuator/prometheus');
});

test('the native engine scrapes those that it starts, in the way that the file says', () => {
  const template = readFileSync(path.join(root, 'prometheus', 'native.yml'), 'utf8');
  assert.deepEqual(parse(prometheusConfiguration(template, scraped)), read('native.yml'));
  const started = { mvc: targets.mvc, 'mvc-again': { ...targets.mvc, managementPort: 9091 } };
  const {
    scrape_configs: [job],
    ...rest
  } = parse(prometheusConfiguration(template, started));
  assert.deepEqual(job.static_configs, [
    { targets: ['127.0.0.1:9081'], labels: { target: 'mvc' } },
    { targets: ['127.0.0.1:9091'], labels: { target: 'mvc-again' } },
  ]);
  assert.deepEqual(rest, { global: read('native.yml').global });
});

test('of the options of a JVM, exactly one collector is left, and the record names it', () => {
  const named = COLLECTORS.map((gc) => {
    const { jvmArgs, collector } = jvmSettings(root, collectorArgs(root, gc));
    /** of two options that conflict, a JVM uses the last */
    const used = new Map<string, string>();
    for (const arg of jvmArgs) {
      const [, sign, flag] = /^-XX:([+-])(Use\w+GC)$/.exec(arg) ?? [];
      if (flag) used.set(flag, sign);
    }
    assert.equal([...used.values()].filter((sign) => sign === '+').length, 1, gc);
    return collector;
  });
  assert.deepEqual(named, ['SerialGC', 'G1GC', 'ParallelGC', 'ZGC', 'ShenandoahGC']);
  assert.deepEqual(collectorArgs(root, null), []);
});
