import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { containerScrapes, DERIVED, derivedFiles, interfacesText, readDifferences, usageText } from '../../../dev/derived.ts';

const catalogue = readCatalogue();

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

describe('what is written from the catalogue', () => {
  for (const [file, text] of Object.entries(derivedFiles(catalogue))) {
    it(`is what lies in the checkout: ${file}`, () => assert.equal(read(file), text));
  }

  it('keeps the words of a row, adds one that is missing in its place, and drops one that is gone', () => {
    const page = 'before\n| `b` | 2 | 12 | my words |\n| `gone` | 9 | 19 | x |\nbetween\n| `s` | `GET /s` | y |\nafter';
    const { mvc } = catalogue.targets;
    const a = { ...mvc, port: 1, managementPort: 11, stack: 'A' };
    const s = { ...catalogue.scenarios.simple, request: { method: 'GET', path: '/s' }, does: 'S' };
    const targets = { a, b: { ...mvc, port: 2, managementPort: 12, stack: 'B' } };
    const scenarios = { s, t: { ...s, request: { method: 'POST', path: '/t' }, does: 'T' } };
    const expected =
      'before\n| `a` | 1 | 11 | A |\n| `b` | 2 | 12 | my words |\nbetween\n| `s` | `GET /s` | y |\n| `t` | `POST /t` | T |\nafter';
    assert.equal(usageText({ ...catalogue, targets, scenarios }, page), expected);
  });

  it('has a target with metrics elsewhere scraped there, and is the same the second time', () => {
    const target = { ...catalogue.targets.mvc, extended: true, managementPort: 9061, metricsPath: '/metrics' };
    const own = { ...catalogue, targets: { ...catalogue.targets, own: target } };
    const once = containerScrapes(own, read('prometheus/prometheus.yml'));
    assert.match(once, /^ +- \{ targets: \['own:9061'\], labels: \{ target: own, __metrics_path__: \/metrics \} \}$/m);
    assert.doesNotMatch(once, /names: \[own\]/);
    assert.equal(containerScrapes(own, once), once);
    assert.equal(containerScrapes(catalogue, once), read('prometheus/prometheus.yml'));
    assert.match(DERIVED['prometheus/native.yml'](own, read('prometheus/native.yml')), /target: own, __metrics_path__: "\/metrics" \}/);
  });
});

describe('the tables of the servers’ differences', () => {
  it('replace the rows that are there, and nothing else', () => {
    const table = (server: string, row: string) => `| request | Tomcat | ${server} |\n| --- | --- | --- |\n${row}\n\n`;
    const page = `before\n\n${table('Netty', '| old | 1 | 2 |')}${table('Jetty', '| old | 3 | 4 |')}after`;
    const netty = [{ request: '`#`', tomcat: '400, closed', netty: '200, kept', shapes: [] }];
    const jetty = [{ request: '`TRACE`', tomcat: '405, kept', jetty: '200, kept', shapes: [] }];
    assert.equal(
      interfacesText({ netty, jetty }, page),
      `before\n\n${table('Netty', '| `#` | 400, closed | 200, kept |')}${table('Jetty', '| `TRACE` | 405, kept | 200, kept |')}after`,
    );
  });

  it('have no row without a difference', () => {
    for (const { request, tomcat, jetty } of readDifferences('jetty')) assert.notEqual(tomcat, jetty, request);
    for (const { request, tomcat, netty } of readDifferences('netty')) assert.notEqual(tomcat, netty, request);
  });
});
