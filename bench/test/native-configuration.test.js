import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { readCatalogue, root } from '../catalogue.js';

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
