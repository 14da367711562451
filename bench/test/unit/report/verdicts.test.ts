import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.ts';
import { caveats as caveatsOf, statements as statementsOf } from '../../../report/words/findings/index.ts';
import { writeReport } from '../../../report/index.ts';
import { conclusion as conclusionOf } from '../../../report/paragraph.ts';
import { loadText } from '../../../record/results/calibration.ts';
import { validCalibration } from '../../fixtures/records.ts';
import { csvRows, madeRun } from '../../support/bundles.ts';
import { judgedAgain } from '../../support/findings.ts';
import type { Figures } from '../../../analyse/types.ts';

const ROUNDS = 3;

/** of slices.csv */
type Row = Record<string, string>;

/** Of figures that a test may have changed. */
const caveats = (of: Figures) => caveatsOf(judgedAgain(of));
const conclusion = (of: Figures, scenario: string) => conclusionOf(judgedAgain(of), scenario);
const statements = (of: Figures, scenario: string) => statementsOf(judgedAgain(of), scenario);

const rowsOf = (dir: string): Row[] => csvRows(readFileSync(join(dir, 'slices.csv'), 'utf8'));

/** @param text of report.md */
function writtenParagraph(text: string, scenario: string) {
  return text.split(`(\`${scenario}\`)\n\n`)[1].split('\n')[0].replaceAll('\\', '');
}

describe('the sentences of the report', () => {
  const { dir } = madeRun({ rounds: ROUNDS, blocks: 4, scenarios: ['read', 'block'], healthy: true });
  let rows: Row[];
  let text: string;
  before(() => {
    writeReport(dir);
    rows = rowsOf(dir);
    text = readFileSync(join(dir, 'report.md'), 'utf8');
  });

  const slicesOf = (scenario: string, target: string) =>
    rows.filter((row) => row.scenario === scenario && row.target === target && row.vus === '300');

  it('name the bottlenecks of slices.csv', () => {
    const found: Record<string, [limiter: string, words: RegExp]> = {
      mvc: ['request threads', /The bottleneck of MVC is its 200 Tomcat threads: 200 busy, 100 waiting/],
      'mvc-vt': ['users waiting', /MVC-VT reached no limit: its 300 users were waiting/],
      'webflux-jdbc': ['event loop', /WebFlux\+JDBC is its 4 event loops: one request blocks each of them for 1\.00 s, 296 waiting/],
    };
    for (const [target, [limiter, words]] of Object.entries(found)) {
      assert.deepEqual(slicesOf('block', target).map((row) => row.limiter), [limiter]); // prettier-ignore
      assert.match(writtenParagraph(text, 'block'), words);
    }
    assert.ok(slicesOf('read', 'mvc').every(({ limiter }) => limiter === 'target CPU'));
    assert.match(writtenParagraph(text, 'read'), /The bottleneck of MVC, MVC-VT, WebFlux\+JDBC and WebFlux\+R2DBC is their CPU\./);
  });

  it('say the same in the table of report.md, and in report.html', () => {
    const row = /^\| read .*\| WebFlux\+JDBC \| (×0\.\d\d \[0\.\d\d, 0\.\d\d\]) \| (slower) \|/m;
    const [, ratio, verdict] = row.exec(text.replaceAll('\\', '')) ?? [];
    const slower = `${verdict} ${ratio}`;
    assert.ok(writtenParagraph(text, 'read').includes(slower), slower);
    assert.match(writtenParagraph(text, 'block'), /MVC-VT faster ×1\.50 \(as arithmetic predicts\)/);
    const page = readFileSync(join(dir, 'report.html'), 'utf8');
    assert.ok(page.includes(`${ratio}</td>`), 'in the table of the plot');
    assert.ok(page.includes(`WebFlux+JDBC ${slower}`), 'in the paragraph');
  });
});

it('too few rounds give indicative ratios, and where one says nothing the reason stands beside it', () => {
  const { result } = madeRun({ scenarios: ['read'], healthy: true });
  const because = 'little CPU' as const;
  const isIncomparable = ({ metric, target }: { metric: string; target: string }) => metric === 'cpu' && target !== 'webflux-jdbc';
  const notComparable = {
    ...result,
    comparisons: result.comparisons.map((each) => (isIncomparable(each) ? { ...each, because } : each)),
  };
  const [, cpu] = conclusion(notComparable, 'read').split(' CPU per request: ');
  assert.match(
    cpu,
    /^indicative only \(1 round × 2 blocks, no verdict; hardly any CPU was used\): MVC-VT ×[\d.]+ and WebFlux\+R2DBC ×[\d.]+; indicative only \(1 round × 2 blocks, no verdict\): WebFlux\+JDBC ×[\d.]+\. /,
  );
});

describe('the calibration', () => {
  const most: Record<string, number> = { mvc: 6000, 'mvc-vt': 6000, 'webflux-jdbc': 5400, 'webflux-r2dbc': 4000 };
  const capacity = (_: string, target: string) => most[target];
  const { dir } = madeRun({ rounds: ROUNDS, blocks: 4, scenarios: ['read'], healthy: true, capacity });

  function calibrated(change: object): Figures {
    const bundle = readBundle(dir);
    const { machine, versions, limits } = bundle.run;
    const noise = { read: { throughput: 1.25 ** Math.sqrt(ROUNDS), cpu: 1.02 ** Math.sqrt(ROUNDS) } };
    const load = { stages: loadText(bundle.run), settings: 'none', databaseRttMs: 0 };
    const found = { runId: '20261121-080000-calibrate', at: '2026-11-21T08:00:00.000Z', noise };
    const calibration = validCalibration({ ...found, machine, versions, limits, load, ...change });
    return figures({ ...bundle, run: { ...bundle.run, calibration } });
  }

  /** @param result of the two targets that are slower */
  const kinds = ({ comparisons }: Figures) =>
    comparisons
      .filter(({ target, metric }) => target.startsWith('webflux') && metric === 'throughput')
      .map(({ target, kind, because }) => [target, kind, because]);

  it('keeps differences inside its noise floor from being called differences', () => {
    const result = calibrated({});
    assert.deepEqual(kinds(result), [
      ['webflux-jdbc', 'same', 'noise floor'],
      ['webflux-r2dbc', 'slower', null],
    ]);
    assert.match(conclusion(result, 'read'), /WebFlux\+JDBC ~ \(×0\.\d\d \[0\.\d\d, 0\.\d\d\], inside the noise floor\)/);
    const said = `Noise floor of this machine at ${ROUNDS} rounds: requests/s ×1.25, CPU per request ×1.02.`;
    assert.ok(statements(result, 'read').includes(said));
    const comparisons = result.comparisons.map((each) => (each.target === 'webflux-jdbc' ? { ...each, rounds: ROUNDS - 1 } : each));
    const ofFewest = new RegExp(`Noise floor of this machine at ${ROUNDS - 1} rounds`);
    assert.match(statements({ ...result, comparisons }, 'read').join(' '), ofFewest, 'of the comparison with the fewest rounds');
  });

  it('of another machine is not used, and of other versions is used with a warning', () => {
    const elsewhere = calibrated({ machine: { cpuModel: 'Other CPU', cores: 8, kernel: 'Linux 6.1.0' } });
    assert.deepEqual(kinds(elsewhere)[0], ['webflux-jdbc', 'slower', null]);
    const told = caveats(elsewhere).find(({ title }) => title.startsWith('The calibration'));
    assert.deepEqual(told?.items, ['cpuModel was Other CPU, is Example CPU @ 2.60GHz', 'cores was 8, is 2']);
    const older = calibrated({
      at: '2026-11-01T09:00:00.000Z',
      versions: { java: '24', springBoot: '4.1.0', k6: '2.2.0', mariadb: '11.4.5' },
    });
    const warned = caveats(older).find(({ title }) => title.startsWith('Noise floor'));
    assert.deepEqual(warned?.items, ['java was 24, is 25.0.1', 'it is 20 days older than this run']);
    const kept = calibrated({
      earlier: { read: { runId: 'first', at: '2026-11-02T09:00:00.000Z' }, heavy: { runId: 'other', at: '2026-10-01T09:00:00.000Z' } },
    });
    const named = caveats(kept).find(({ title }) => title.startsWith('Noise floor'));
    assert.deepEqual(named?.items, ['read: from first', 'it is 19 days older than this run']);
  });

  it('is not called one of scenarios that it did not measure', () => {
    const result = calibrated({ noise: { heavy: { throughput: 1.1, cpu: 1.1 }, read: { throughput: null, cpu: null } } });
    const told = caveats(result).find(({ title }) => title.startsWith('The calibration'));
    assert.equal(told?.title, 'The calibration 20261121-080000-calibrate has no noise floor for these scenarios.');
    assert.deepEqual(told?.items, ['read: no noise floor']);
  });

  it('is not missed in the report of a calibration', () => {
    const bundle = readBundle(dir);
    const result = figures({ ...bundle, run: { ...bundle.run, calibration: null, calibrates: 'mvc' } });
    const titles = caveats(result).map(({ title }) => title);
    assert.deepEqual([titles.includes('This run is a calibration.'), titles.includes('No calibration.')], [true, false]);
    assert.doesNotMatch(statements(result, 'read').join(' '), /noise floor/i);
  });
});
