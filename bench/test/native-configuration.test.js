import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { readCatalogue, root } from '../catalogue.js';
import { prometheusConfiguration } from '../engines/native/prometheus.js';

const { targets } = readCatalogue();

/** @param {string} name */
const read = (name) => parse(readFileSync(path.join(root, 'prometheus', name), 'utf8'));

const ADDRESS = {
  'prometheus.yml': (/** @type {string} */ name) => `${name}:${targets[name].managementPort}`,
  'native.yml': (/** @type {string} */ name) => `127.0.0.1:${targets[name].managementPort}`,
};

for (const [file, address] of Object.entries(ADDRESS)) {
  test(`prometheus/${file} scrapes every target of the catalogue and no other`, () => {
    const [job, ...others] = read(file).scrape_configs;
    assert.deepEqual(others, []);
    assert.equal(job.job_name, 'targets');
    const expected = Object.keys(targets).map((name) => ({ targets: [address(name)], labels: { target: name } }));
    assert.deepEqual(job.static_configs, expected);
  });
}

test('both engines are scraped alike', () => {
  const [containers, native] = ['prometheus.yml', 'native.yml'].map((file) => {
    const { scrape_configs: jobs, ...rest } = read(file);
    return { ...rest, jobs: jobs.map((/** @type {object} */ job) => ({ ...job, static_configs: null })) };
  });
  assert.deepEqual(native, containers);
  assert.equal(native.global.scrape_interval, '1s');
  assert.equal(native.jobs[0].honor_labels, true);
  assert.equal(native.jobs[0].metrics_path, '/actuator/prometheus');
});

test('the native engine scrapes the targets that it was given, in the way that the file says', () => {
  const template = readFileSync(path.join(root, 'prometheus', 'native.yml'), 'utf8');
  const catalogue = readCatalogue();
  assert.deepEqual(parse(prometheusConfiguration(template, catalogue)), read('native.yml'));
  const doubled = { ...catalogue, targets: { mvc: targets.mvc, 'mvc-again': { ...targets.mvc, managementPort: 9091 } } };
  const {
    scrape_configs: [job],
    ...rest
  } = parse(prometheusConfiguration(template, doubled));
  assert.deepEqual(job.static_configs, [
    { targets: ['127.0.0.1:9081'], labels: { target: 'mvc' } },
    { targets: ['127.0.0.1:9091'], labels: { target: 'mvc-again' } },
  ]);
  assert.deepEqual(rest, { global: read('native.yml').global });
});
