import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { caveats, statements, trust } from '../../../report/words/findings/index.ts';
import { trustText } from '../../../report/words/ratios/top.ts';
import { number, percent, signedPercent, span } from '../../../util/text.ts';
import { conclusion } from '../../../report/paragraph.ts';
import { absoluteTable } from '../../../report/tables/figures.ts';
import { verdictRows } from '../../../report/verdicts/rows.ts';
import { judgedAgain } from '../../support/findings.ts';
import { madeRun } from '../../support/bundles.ts';

const CLI = fileURLToPath(new URL('../../../report/index.ts', import.meta.url));

describe('the report of a bundle', () => {
  const { dir } = madeRun({ rounds: 2, failed: 'simple' });
  before(() => execFileSync(process.execPath, [CLI, dir]));

  it('is the same byte for byte when made again', () => {
    const names = ['slices.csv', 'verdicts.json', 'report.md', 'report.svg', 'report.html'];
    const first = names.map((name) => readFileSync(join(dir, name), 'utf8'));
    execFileSync(process.execPath, [CLI, dir]);
    names.forEach((name, index) => assert.ok(readFileSync(join(dir, name), 'utf8') === first[index], `${name} changed`));
  });

  it('names in report.md what went wrong', () => {
    const text = readFileSync(join(dir, 'report.md'), 'utf8');
    assert.match(text, /1 measurement of the run failed\.\*\*.*\n {2}- simple · round 2 · measurement 1: the target died/);
    assert.match(
      text,
      /Requests failed in slices of 1 target\.\*\*.*\n {2}- create · WebFlux\+R2DBC: 140 of/,
      '4 slices of 5 s, 7 failures each second',
    );
    assert.match(text, /4 slices without live data in InfluxDB\.\*\*.*\n {2}- read: 4 of/);
    assert.match(text, /Notes from the run:\*\*\n {2}- InfluxDB ended during read\/mvc\/1/);
  });

  it('speaks of rounds, slices, blocks and users, as the terminal does', () => {
    const texts = [
      readFileSync(join(dir, 'report.md'), 'utf8'),
      readFileSync(join(dir, 'report.html'), 'utf8').replaceAll(/<script.*?<\/script>/gs, ''),
    ];
    for (const text of texts)
      assert.doesNotMatch(text.replaceAll(/<style.*?<\/style>/gs, ''), /\b(cells?|staircases?|sequences?|plateaus?|VUs)\b/i);
  });
});

describe('what can be concluded', () => {
  const made = (options: Parameters<typeof madeRun>[0]) => madeRun({ healthy: true, ...options }).result;

  it('is limited only by the method where nothing went wrong', () => {
    const titles = caveats(made({ scenarios: ['read'] })).map(({ title }) => title);
    assert.deepEqual(titles, ['Indicative: 1 round, no verdict.', 'No calibration.']);
  });

  it('has the light of the worst that was found, and says what that is', () => {
    const result = made({ rounds: 3, scenarios: ['block', 'read'] });
    const counts = { doubts: 1, slices: 40, discardedSlices: 0 };
    assert.deepEqual(trust(judgedAgain(result)), { light: 'green', why: [] });
    assert.equal(trustText({ light: 'green', why: [] }, counts, []), 'Nothing speaks against this run. (1 doubt)');
    const told = (beginning: string) => caveats(judgedAgain(result)).find(({ title }) => title.startsWith(beginning));
    assert.deepEqual([told('The machine has cores'), told('Throughput differs from')], [undefined, undefined]);
    result.run.dirty = true;
    assert.deepEqual(trust(judgedAgain(result)), { light: 'amber', why: ['The checkout had uncommitted changes.'] });
    result.groups[0].stage.rps = 240;
    const red = trust(judgedAgain(result));
    assert.deepEqual(red, { light: 'red', why: ['Throughput differs from the prediction for 1 target.'] });
    const ended = { kind: 'rounds-ended' as const, by: 'budget' as const, rounds: 3, widest: null };
    assert.equal(
      trustText(red, { ...counts, discardedSlices: 3 }, [{ ...ended, needs: { halfWidth: 0.1, seconds: 4180 } }]),
      'Do not decide from this run: throughput differs from the prediction for 1 target. (1 doubt; 3 of 40 slices discarded; ±10 % needs about 70 minutes more)',
    );
    const amber = { light: 'amber' as const, why: ['3 slices are discarded.', 'No calibration.'] };
    assert.equal(trustText(amber, { ...counts, discardedSlices: 3 }, []), 'With care: 3 slices are discarded. And 1 more. (1 doubt)');
    const off = 'block · MVC: 240/s at 300 users; predicted 200/s: min(300 users, 200 Tomcat threads)';
    assert.ok(told('Throughput differs from')?.items[0].startsWith(off));
    result.groups[0].isDiscarded = true;
    assert.equal(told('Throughput differs from'), undefined, 'discarded slices are no figures');
    result.run.machine.coreKinds = [8, 4];
    assert.equal(told('The machine has cores')?.title, 'The machine has cores of 2 kinds (8 + 4).');
  });

  it('begins with a stand-in, and names the settings and the distance of the database with what was measured', () => {
    const settings = { name: 'S1', title: 'S1 settings', targets: { mvc: { DB_POOL_SIZE: '600' }, 'mvc-vt': {} } };
    const standIn = 'mongo-java-server 1 in place of MongoDB, in-memory stand-in: measures the stacks, not MongoDB';
    const notes = [
      { kind: 'stand-in', service: 'mongo', version: 'mongo-java-server 1' },
      { kind: 'live-data-lost', during: null },
    ];
    const run = { settings, databaseRttMs: 170, notes };
    const result = made({ rounds: 2, targets: ['mvc', 'mvc-vt'], scenarios: ['read'], run });
    result.parts.forEach(({ part }, index) => Object.assign(part ?? {}, { databaseRtt: { setMs: 170, measuredMs: 170.2 + index } }));
    const found = caveats(judgedAgain(result));
    assert.deepEqual(found[0], { title: 'Measured with a stand-in.', text: '', items: [standIn] });
    const titled = (title: string) => found.find((caveat) => caveat.title === title);
    assert.deepEqual(titled('S1 settings (SETTINGS=S1).')?.items, ['MVC: DB_POOL_SIZE=600', 'MVC-VT: unchanged']);
    assert.match(String(titled('The round trip to the database takes 170 ms (DB_RTT_MS).')?.text), /took 170\.2 to 171\.2 ms/);
    assert.deepEqual(titled('Notes from the run:')?.items, [
      'InfluxDB ended during the run: the live data are missing from there on; no figure of this report needs them',
    ]);
  });

  it('leaves pairs that are not measured out of every count, and says why where they would stand', () => {
    const result = made({ targets: ['mvc', 'mvc-r2dbc'], scenarios: ['read', 'simple'] });
    assert.deepEqual(
      result.groups.map(({ scenario, target }) => `${scenario} ${target}`),
      ['read mvc', 'read mvc-r2dbc', 'simple mvc'],
    );
    assert.equal(caveats(result)[0].title, 'Indicative: 1 round, no verdict.');
    const why = { text: '–', note: 'not measured: no SQL in it: the same as mvc', target: 'mvc-r2dbc' };
    assert.deepEqual(absoluteTable(result).rows[1][2], why);
  });

  it('predicts block from the slots of each target', () => {
    const [, vt, jdbc] = statements(made({ scenarios: ['block'] }), 'block');
    assert.match(vt, /^MVC-VT: 300\/s .*; predicted 300\/s: 300 users, a virtual thread each ÷ 1 s/);
    assert.match(jdbc, /predicted 4\.00\/s: min\(300 users, 4 event-loop threads\) ÷ 1 s/, 'one processor still makes four loops');
  });

  it('is nothing where nothing was measured, and why where a target answered nothing', () => {
    const nothing = made({ targets: ['mvc', 'mvc-vt'], scenarios: ['read'] });
    for (const group of nothing.groups) Object.assign(group, { slices: [], good: [] });
    assert.equal(
      conclusion(judgedAgain(nothing), 'read'),
      'Nothing of this scenario was measured to its end, so nothing can be concluded.',
    );
    const silent = made({ targets: ['mvc', 'mvc-vt'], scenarios: ['read'] });
    for (const { stage } of silent.groups[1].slices) stage.plateauSuccesses = 0;
    assert.match(conclusion(judgedAgain({ ...silent, comparisons: [] }), 'read'), /^At 300 users nothing can be compared with MVC\./);
    const [row] = verdictRows(judgedAgain({ ...silent, comparisons: [] }));
    assert.equal(row.because, 'nothing was answered in 2 of 4 slices');
  });
});

it('the command answers a folder that is no run in one line', () => {
  for (const args of [['/nonexistent run'], []]) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^[^\n]*expected[^\n]*\n$/);
  }
});

test('numbers have three significant digits below 100 and separated thousands', () => {
  const values = [null, 0, 0.0934, 3.999, 12.34, 99.96, 12345.6];
  assert.deepEqual(values.map(number), ['–', '0', '0.093', '4.00', '12.3', '100', '12,346']);
  assert.deepEqual([percent(0.996), percent(1), percent(0.0012)], ['99.6 %', '100 %', '0.1 %'], '99.6 % is not all of it');
  assert.equal(signedPercent(-0.0004), '0.0 %');
  assert.equal(span([3.5, 12000]), '3.50–12,000');
});
