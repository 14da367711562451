import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { caveats, statements } from '../../../report/findings.js';
import { number, percent, signedPercent, span } from '../../../util/text.js';
import { matrix } from '../../../report/tables/figures.js';
import { decisionTable } from '../../../report/tables/verdicts.js';
import { figures, readBundle } from '../../../analyse/index.js';
import { judgedAgain } from '../../support/findings.js';
import { makeBundle } from '../../fixtures/make-bundle.js';

const CLI = fileURLToPath(new URL('../../../report/index.js', import.meta.url));

describe('the report of a bundle', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench report '));
  before(() => {
    makeBundle(dir, { died: 'simple/webflux-jdbc' });
    execFileSync(process.execPath, [CLI, dir]);
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('is the same byte for byte when made again', () => {
    const names = ['cells.csv', 'verdicts.json', 'report.md', 'report.svg', 'report.html'];
    const first = names.map((name) => readFileSync(join(dir, name), 'utf8'));
    execFileSync(process.execPath, [CLI, dir]);
    names.forEach((name, index) => assert.ok(readFileSync(join(dir, name), 'utf8') === first[index], `${name} changed`));
  });

  it('has a row in cells.csv for each stage of each cell, failed ones included, each with all fields', () => {
    const lines = readFileSync(join(dir, 'cells.csv'), 'utf8').split('\r\n').slice(0, -1);
    assert.equal(lines.length, 1 + 5 * 4 * 3, '5 scenarios, 4 targets, 3 stages');
    const header = lines[0].split(',');
    const died = lines.filter((line) => line.includes(',simple,webflux-jdbc,1,'));
    assert.equal(died.length, 3);
    for (const line of died) {
      assert.equal(line.split(',')[header.indexOf('state')], 'failed');
      assert.match(line, /the target died \(exit code 137\) in stage 2/);
    }
    const whole = lines.filter((line) => !line.includes('"'));
    assert.ok(whole.every((line) => line.split(',').length === header.length));
  });

  it('names in report.md what went wrong', () => {
    const text = readFileSync(join(dir, 'report.md'), 'utf8');
    assert.match(text, /1 cell failed\.\*\*.*\n {2}- simple · WebFlux\+JDBC · round 1: the target died/);
    assert.match(text, /1 cell with failed requests\.\*\*.*\n {2}- create · WebFlux\+R2DBC · round 1: 28 of/, '4 s of 7 failures');
    assert.match(text, /1 check failed\.\*\*.*\n {2}- create · WebFlux\+R2DBC · round 1: database unchanged/);
    assert.match(text, /1 cell without live data in InfluxDB\.\*\*.*\n {2}- read · MVC · round 1/);
    assert.match(text, /Notes from the run:\*\*\n {2}- InfluxDB ended during read\/mvc\/1/);
  });
});

describe('what can be concluded', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench-caveats-'));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('is limited only by the method where nothing went wrong', () => {
    makeBundle(dir, { scenarios: ['read'], healthy: true });
    const titles = caveats(figures(readBundle(dir))).map(({ title }) => title);
    assert.deepEqual(titles, [
      'Indicative: 1 round, no verdict.',
      'These percentiles are not "latency at a given load".',
      'p95 and p99 reflect the CPU quota as much as the target.',
      'No calibration.',
    ]);
  });

  it('is limited on top by what arithmetic does not predict', () => {
    makeBundle(dir, { scenarios: ['block'], healthy: true });
    const result = figures(readBundle(dir));
    const told = () => caveats(judgedAgain(result)).find(({ title }) => title.startsWith('Throughput differs from the prediction'));
    assert.equal(told(), undefined);
    Object.assign(result.groups[0].cell?.stages[2] ?? {}, { rps: 240 });
    assert.equal(told()?.title, 'Throughput differs from the prediction for 1 target.');
    assert.match(
      String(told()?.items[0]),
      /^block · MVC: 240\/s on the plateau at 300 VUs; predicted 200\/s: min\(300 VUs, 200 Tomcat threads\)/,
    );
    result.groups[0].isVoid = true;
    assert.equal(told(), undefined, 'void cells are no figures');
  });

  it('begins with a stand-in, and names the settings and the distance of the database with what was measured', () => {
    const settings = { name: 'S1', title: 'S1 settings', targets: { mvc: { DB_POOL_SIZE: '600' }, 'mvc-vt': {} } };
    const standIn = 'mongo-java-server 1 in place of MongoDB, in-memory stand-in: measures the stacks, not MongoDB';
    const notes = [
      { kind: 'stand-in', service: 'mongo', version: 'mongo-java-server 1' },
      { kind: 'live-data-lost', during: null },
    ];
    const run = { settings, databaseRttMs: 170, notes };
    makeBundle(dir, { targets: ['mvc', 'mvc-vt'], scenarios: ['read'], healthy: true, run });
    const result = figures(readBundle(dir));
    result.cells.forEach((cell, index) => Object.assign(cell.cell ?? {}, { databaseRtt: { setMs: 170, measuredMs: 170.2 + index } }));
    const found = caveats(judgedAgain(result));
    assert.deepEqual(found[0], { title: 'Measured with a stand-in.', text: '', items: [standIn] });
    const titled = (/** @type {string} */ title) => found.find((caveat) => caveat.title === title);
    assert.deepEqual(titled('S1 settings (SETTINGS=S1).')?.items, ['MVC: DB_POOL_SIZE=600', 'MVC-VT: unchanged']);
    assert.match(String(titled('The round trip to the database takes 170 ms (DB_RTT_MS).')?.text), /took 170\.2 to 171\.2 ms/);
    assert.deepEqual(titled('Notes from the run:')?.items, [
      'InfluxDB ended during the run: the live data are missing from there on; no figure of this report needs them',
    ]);
  });

  it('leaves pairs that are not measured out of every count, and says why where they would stand', () => {
    makeBundle(dir, { targets: ['mvc', 'mvc-r2dbc'], scenarios: ['read', 'simple'], healthy: true });
    const bundle = readBundle(dir);
    bundle.run.cells = bundle.run.cells.filter(({ target, scenario }) => target !== 'mvc-r2dbc' || scenario !== 'simple');
    const result = figures(bundle);
    assert.deepEqual(
      result.groups.map(({ scenario, target }) => `${scenario} ${target}`),
      ['read mvc', 'read mvc-r2dbc', 'simple mvc'],
    );
    assert.equal(caveats(result)[0].title, 'Indicative: 1 round, no verdict.');
    const why = { text: '–', note: 'not measured: no SQL in it: the same as mvc', target: 'mvc-r2dbc' };
    assert.deepEqual(matrix(result).rows[1][2], why);
    assert.deepEqual(decisionTable(result).rows[1][2], why);
  });

  it('tells that no cell oversold, and what the downstream service took', () => {
    makeBundle(dir, { targets: ['mvc', 'mvc-vt'], scenarios: ['lock'], healthy: true });
    const result = figures(readBundle(dir));
    for (const { cell } of result.cells) Object.assign(cell ?? {}, { stock: { places: 100, accepted: 100, rows: 100, left: 0 } });
    result.cells[0].downstream = [{ cpu: { used: 0.3, share: 1.5 }, meanMs: 10.94, requestedMs: 10, isLate: false }];
    result.cells[1].downstream = [{ cpu: { used: 0.2, share: 1.6 }, meanMs: 10.52, requestedMs: 10, isLate: false }];
    const said = statements(judgedAgain(result), 'lock');
    assert.equal(
      said[0],
      'Never oversold: in each of 2 cells 100 of 100 places were accepted. The database stored as many rows, and the other places were left.',
    );
    assert.equal(
      said[1],
      'The downstream service took 10.5 to 10.9 ms where 10 ms were requested. It used at most 20 % of the CPU available to it.',
    );
  });

  it('tells how long after the load the last answers came, where requests had piled up', () => {
    makeBundle(dir, { targets: ['mvc', 'mvc-vt', 'webflux-jdbc'], scenarios: ['read'], healthy: true });
    const result = figures(readBundle(dir));
    const piled = () => statements(judgedAgain(result), 'read').filter((sentence) => sentence.startsWith('Requests piled up'));
    const [mvc, vt, webflux] = result.cells;
    mvc.lastAnswerSeconds = 5;
    assert.deepEqual(piled(), []);
    Object.assign(vt, { lastAnswerSeconds: 9 });
    Object.assign(webflux, { lastAnswerSeconds: 75 });
    assert.deepEqual(piled(), [
      "Requests piled up: the last answers came after the end of the load, up to 9 s later on MVC-VT and up to 75 s later on WebFlux+JDBC. No stage counts them, but the users' time counts in every stage.",
    ]);
  });

  it('is what one round shows where cells alone were measured, however many rounds were asked for', () => {
    makeBundle(dir, { rounds: 5, scenarios: ['block'], healthy: true });
    const result = figures(readBundle(dir));
    const first = () => caveats(judgedAgain(result))[0].title;
    assert.equal(first(), 'Indicative: 1 round, no verdict.');
    for (const group of result.groups) group.isVoid = true;
    assert.equal(first(), 'Indicative: 0 rounds, no verdict.');
  });

  it('predicts block from the slots of each target', () => {
    makeBundle(dir, { scenarios: ['block'], healthy: true });
    const result = figures(readBundle(dir));
    Object.assign(result.groups[0].cell?.stages[2] ?? {}, { rps: 196 });
    const said = statements(judgedAgain(result), 'block');
    assert.equal(
      said[0],
      'MVC: 196/s on the plateau at 300 VUs; predicted 200/s: min(300 VUs, 200 Tomcat threads) ÷ 1 s (deviation −2.0 %).',
    );
    assert.match(said[1], /^MVC-VT: 300\/s .*; predicted 300\/s: 300 VUs, a virtual thread each ÷ 1 s/);
    assert.match(said[2], /predicted 4\.00\/s: min\(300 VUs, 4 event-loop threads\) ÷ 1 s/, 'one processor still makes four loops');
  });
});

describe('the command', () => {
  it('answers a folder that is no run in one line', () => {
    for (const args of [['/nonexistent run'], []]) {
      const { status, stderr, stdout } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.match(stderr, /^[^\n]*expected[^\n]*\n$/);
    }
  });
});

describe('numbers', () => {
  it('have three significant digits below 100 and separated thousands', () => {
    const figuresAndText = /** @type {[number | null, string][]} */ ([
      [null, '–'],
      [0, '0'],
      [0.0934, '0.093'],
      [3.999, '4.00'],
      [12.34, '12.3'],
      [99.96, '100'],
      [12345.6, '12,346'],
    ]);
    for (const [figure, text] of figuresAndText) assert.equal(number(figure), text);
    assert.equal(percent(0.996), '99.6 %', 'not all of it');
    assert.equal(percent(1), '100 %');
    assert.equal(percent(0.0012), '0.1 %');
    assert.equal(signedPercent(-0.0004), '0.0 %');
    assert.equal(span([3.5, 12000]), '3.50–12,000');
  });
});
