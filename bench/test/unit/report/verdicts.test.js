import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.js';
import { withWarmUps } from '../../../analyse/warm-ups.js';
import { caveats as caveatsOf, statements as statementsOf } from '../../../report/findings.js';
import { ratioPerStage } from '../../../report/charts/ratio-per-stage.js';
import { writeReport } from '../../../report/index.js';
import { paragraph as paragraphOf } from '../../../report/paragraph.js';
import { decisionTable } from '../../../report/tables/verdicts.js';
import { factor } from '../../../report/words/verdicts.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { loadText } from '../../../record/calibration/fits.js';
import { validCalibration, validRollup } from '../../fixtures/records.js';
import { judgedAgain } from '../../support/findings.js';

const ROUNDS = 3;

/** @typedef {Record<string, string>} Row of cells.csv */

/** @typedef {import('../../../analyse/types.js').Figures} Figures */
/** Of figures that a test may have changed. @param {Figures} of */
const caveats = (of) => caveatsOf(judgedAgain(of));
/** @param {Figures} of @param {string} scenario */
const paragraph = (of, scenario) => paragraphOf(judgedAgain(of), scenario);
/** @param {Figures} of @param {string} scenario */
const statements = (of, scenario) => statementsOf(judgedAgain(of), scenario);

/** @param {string} dir @returns {Row[]} rows without quoted fields */
function rowsOf(dir) {
  const [header, ...lines] = readFileSync(join(dir, 'cells.csv'), 'utf8').trimEnd().split('\r\n');
  const names = header.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  });
}

/** @param {string} text of report.md @param {string} scenario */
function writtenParagraph(text, scenario) {
  return text.split(`(\`${scenario}\`)\n\n`)[1].split('\n')[0].replaceAll('\\', '');
}

describe('the sentences of the report', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench verdicts '));
  /** @type {Row[]} */
  let rows;
  /** @type {string} */
  let text;
  before(() => {
    makeBundle(dir, { rounds: ROUNDS, blocks: 4, scenarios: ['read', 'block'], healthy: true });
    writeReport(dir);
    rows = rowsOf(dir);
    text = readFileSync(join(dir, 'report.md'), 'utf8');
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  /** @param {string} scenario @param {string} target */
  function lastStage(scenario, target) {
    const found = rows.filter((row) => row.scenario === scenario && row.target === target && row.stage === '3');
    assert.equal(found.length, 1);
    return found[0];
  }

  for (const [target, label, verdict] of [
    ['mvc-vt', 'MVC-VT', 'faster'],
    ['webflux-jdbc', 'WebFlux+JDBC', 'slower'],
  ]) {
    it(`have the ratios of ${label} in block that cells.csv gives`, () => {
      const rps = (/** @type {Row} */ of) => Number(of.plateau_successes) / Number(of.plateau_s);
      const cpu = (/** @type {Row} */ of) => Number(of.cpu_cores) / rps(of);
      const [own, base] = [lastStage('block', target), lastStage('block', 'mvc')];
      const said = writtenParagraph(text, 'block');
      assert.ok(said.includes(`${label} ${verdict} ×${factor(rps(own) / rps(base))} (as arithmetic predicts)`), said);
      assert.ok(said.split('CPU per request: ')[1].includes(`${label} ×${factor(cpu(own) / cpu(base))}`), said);
    });
  }

  it('name the bottlenecks of cells.csv', () => {
    const words = /** @type {Record<string, RegExp>} */ ({
      mvc: /The bottleneck of MVC is its 200 Tomcat threads: 200 busy, 100 waiting/,
      'mvc-vt': /MVC-VT reached no limit: its 300 users were waiting/,
      'webflux-jdbc': /The bottleneck of WebFlux\+JDBC is its 4 event loops: one request blocks each of them for 1\.00 s, 296 waiting/,
    });
    const kinds = { mvc: 'request threads', 'mvc-vt': 'users waiting', 'webflux-jdbc': 'event loop' };
    for (const [target, kind] of Object.entries(kinds)) {
      assert.equal(lastStage('block', target).limiter, kind);
      assert.match(writtenParagraph(text, 'block'), words[target]);
    }
    assert.equal(lastStage('read', 'mvc').limiter, 'target CPU');
    assert.match(writtenParagraph(text, 'read'), /The bottleneck of MVC, MVC-VT, WebFlux\+JDBC and WebFlux\+R2DBC is their CPU\./);
  });

  it('say the same in the decision table, and the same in report.html: plot, table and paragraph', () => {
    const [header, read] = text
      .split('no difference was shown:\n\n')[1]
      .split('\n')
      .flatMap((line, index) => (index === 1 ? [] : [line]));
    assert.match(header, /^\| Scenario \| MVC \(baseline\) \| MVC-VT \(verdict\) \|/);
    const slower = /slower ×0\.\d\d \[0\.\d\d, 0\.\d\d\]/.exec(read.replaceAll('\\', ''))?.[0] ?? 'none';
    assert.ok(writtenParagraph(text, 'read').includes(slower), slower);
    const page = readFileSync(join(dir, 'report.html'), 'utf8');
    const [verdict, ratio] = [slower.slice(0, 6), slower.slice(7)];
    const point = /<g data-point="read\/webflux-jdbc">.*?<\/text><\/g>/s.exec(page)?.[0] ?? 'none';
    assert.ok(point.includes(`>${ratio}</text>`), `in the plot: ${point}`);
    assert.ok(point.includes(`<title>read, WebFlux+JDBC: ${ratio}, ${verdict}</title>`));
    assert.ok(page.includes(`${ratio}</td>`), 'in the table of the plot');
    assert.ok(page.includes(`WebFlux+JDBC ${slower}`), 'in the paragraph');
  });

  it('are said against another baseline when asked', () => {
    const result = figures(readBundle(dir), 'webflux-jdbc');
    assert.match(paragraph(result, 'read'), /^At 300 users, in requests\/s against WebFlux\+JDBC: MVC faster ×1\./);
    assert.deepEqual(
      decisionTable(result).columns.map(({ head }) => head),
      ['Scenario', 'WebFlux+JDBC', 'MVC', 'MVC-VT', 'WebFlux+R2DBC'],
    );
  });
});

describe('warm-ups', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench warm-up '));
  before(() => makeBundle(dir, { scenarios: ['read'], healthy: true }));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('are told by how long they took and how many became steady, and those that never did are named', () => {
    const result = figures(readBundle(dir));
    const [mvc, vt, jdbc] = result.cells.map(({ cell }) => cell?.warmup);
    Object.assign(mvc ?? {}, { seconds: 8 });
    Object.assign(vt ?? {}, { steady: false, seconds: 30 });
    Object.assign(result.cells[1], { steady: false });
    Object.assign(jdbc ?? {}, { steady: undefined });
    const warmUpOf = (/** @type {Figures} */ of) => String(statements(of, 'read').find((sentence) => sentence.startsWith('Warm-up')));
    assert.match(warmUpOf(result), /^Warm-up of each new JVM: 8 to 30 s at 50 VUs, CPU limit lifted; warm at the end in 2 of 3\.$/);
    Object.assign(mvc ?? {}, { scenario: 'read' });
    Object.assign(vt ?? {}, { scenario: 'simple' });
    assert.match(warmUpOf(result), / s at 50 VUs, with requests of simple, CPU limit lifted;/);
    for (const { cell } of result.cells) Object.assign(cell?.warmup ?? {}, { limitInTurn: true });
    assert.match(warmUpOf(result), /, without the CPU limit and then under it;/);
    assert.match(paragraph(result, 'read'), /Never steady in the warm-up: MVC-VT in 1 of 1 round\./);
    const told = caveats(result).find(({ title }) => title === '1 warm-up never became steady.');
    assert.deepEqual(told?.items, ['read · MVC-VT · round 1']);
  });

  it('are those of all that the same JVM served: the staircase and the slices after it', () => {
    const pair = { scenario: 'read', target: 'mvc' };
    const cell = { planned: pair, steady: false, cell: { jvm: { startedMs: 1000 } } };
    const slices = [1000, 1000, 2000].map((jvmStartedMs) => ({ ...pair, jvmStartedMs, steady: null }));
    const known = withWarmUps(/** @type {any} */ ([cell]), /** @type {any} */ ([{ slices }]));
    assert.deepEqual(
      known.sequences[0].slices.map(({ steady }) => steady),
      [false, false, null],
    );
  });

  it('that no cell had are missed', () => {
    const result = figures(readBundle(dir));
    const told = () => caveats(result).find(({ title }) => title.startsWith('No warm-up'));
    assert.equal(told(), undefined);
    Object.assign(result.cells[0].cell ?? {}, { warmup: null });
    assert.deepEqual(told()?.items, ['read · MVC']);
  });

  it('are told from compilers that are still at work on the last plateau', () => {
    const result = figures(readBundle(dir));
    const [mvc, vt] = result.cells;
    for (const [cell, share] of /** @type {const} */ ([
      [mvc, 0.1],
      [vt, 0.57],
    ])) {
      Object.assign(cell.stages[cell.stages.length - 1], { compilingShare: share });
    }
    const { target, round } = vt.planned;
    const { label } = result.run.catalogue.targets[target];
    const told = caveats(result).find(({ title }) => title === 'Compilers were at work on the last plateau in 1 cell.');
    assert.deepEqual(told?.items, [`read · ${label} · round ${round}: 57 %`]);
    assert.match(
      paragraph(result, 'read'),
      new RegExp(`Compilers at work on the last plateau: ${label.replace('+', '\\+')} in 1 of 1 round\\.`),
    );
  });
});

describe('rounds', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench rounds '));
  before(() => makeBundle(dir, { rounds: 2, blocks: 1, scenarios: ['read', 'block'], healthy: true }));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('that differ by more than 1.3 times are named', () => {
    const result = figures(readBundle(dir));
    const [mvc, vt] = result.blocks.map(({ stage }) => stage);
    Object.assign(mvc, { rpsRange: [1320, 5391], rpsByRound: [1320, 5391] });
    Object.assign(vt, { rpsRange: [1000, 1300], rpsByRound: [1300, 1000] });
    const told = caveats(result).find(({ title }) => title.startsWith('Rounds differ by more than 30 %'));
    assert.deepEqual(told?.items, ['read · MVC: 1,320, 5,391 requests/s']);
    assert.match(paragraph(result, 'read'), /Rounds differ: MVC ×4\.08 between the slowest and the fastest\./);
  });

  it('that were interrupted in between are named', () => {
    const result = figures(readBundle(dir));
    const ofBlock = result.cells.filter(({ planned }) => planned.scenario === 'block');
    const starts = ofBlock.map(({ cell }) => Number(cell?.startMs)).sort((a, b) => a - b);
    const resumed = (/** @type {number} */ atMs) => {
      result.run.resumedAt = [new Date(atMs).toISOString()];
      return caveats(result).find(({ title }) => title.includes('interrupted'))?.items;
    };
    // Between the second and the third of the four cells of a scenario without blocks, and after the last.
    assert.deepEqual(resumed((starts[1] + starts[2]) / 2), ['block']);
    assert.equal(resumed(starts[3] + 1), undefined);
  });

  it('in which a target was all but idle have no CPU per request to speak of, and it is said', () => {
    const result = figures(readBundle(dir));
    const [mvc, vt] = result.blocks.map(({ stage }) => stage);
    Object.assign(mvc, { cpuCores: 0.1 });
    Object.assign(vt, { cpuCores: 0.0147 });
    assert.match(
      paragraph(result, 'read'),
      /Hardly any CPU was used \(MVC-VT 0\.015 cores\)\. Much of it went to scrapes, timers and compilers/,
    );
    Object.assign(vt, { cpuCores: null });
    assert.doesNotMatch(paragraph(result, 'read'), /Hardly any CPU/);
  });

  it('in which the machine itself was slower are named', () => {
    const result = figures(readBundle(dir));
    const title = 'The machine was not equally fast in all rounds.';
    for (const { sequence, planned } of result.sequences) {
      if (sequence) sequence.yardstick = { memoryNs: planned.round === 1 ? 110 : 250, loopNs: 1.5 };
    }
    const told = caveats(result).find((each) => each.title === title);
    assert.deepEqual(told?.items, ['a memory access, median of each round: 110.0, 250.0 ns']);
    assert.equal(
      caveats(figures(readBundle(dir))).find((each) => each.title === title),
      undefined,
    );
  });
});

const DROPPED = JSON.stringify(validRollup({ pointsDropped: 9 }));

describe('a scenario that was measured in cells alone', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench cells '));
  before(() => makeBundle(dir, { scenarios: ['read'], healthy: true }));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('has indicative ratios, and where one says nothing the reason stands beside it', () => {
    const result = figures(readBundle(dir));
    const because = /** @type {const} */ ('little CPU');
    const isIncomparable = (/** @type {{metric: string, target: string}} */ { metric, target }) =>
      metric === 'cpu' && target !== 'webflux-jdbc';
    const notComparable = {
      ...result,
      comparisons: result.comparisons.map((each) => (isIncomparable(each) ? { ...each, because } : each)),
    };
    const [, cpu] = paragraph(notComparable, 'read').split(' CPU per request: ');
    assert.match(
      cpu,
      /^indicative only \(1 round, no verdict; hardly any CPU was used\): MVC-VT ×[\d.]+ and WebFlux\+R2DBC ×[\d.]+; indicative only \(1 round, no verdict\): WebFlux\+JDBC ×[\d.]+\. /,
    );
    const row = decisionTable(judgedAgain(notComparable)).rows[0].map(({ note = '' }) => note);
    assert.match(row[2], /CPU per request: indicative ×\d\.\d\d \(hardly any CPU was used\)$/);
  });
});

describe('a cell that is void', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench void '));
  before(() => makeBundle(dir, { scenarios: ['read'], healthy: true }));
  after(() => rmSync(dir, { recursive: true, force: true }));

  /** @param {string} target */
  const spoil = (target) => writeFileSync(join(dir, 'cells', 'read', target, '1', 'rollup.json'), DROPPED);

  it('decides nothing, and is shown as void, with its reason everywhere', () => {
    spoil('mvc-vt');
    const result = figures(readBundle(dir));
    assert.ok(!result.comparisons.some(({ target }) => target === 'mvc-vt'));
    const told = caveats(result).find(({ title }) => title === '1 cell is void.');
    assert.deepEqual(told?.items, ['read · MVC-VT · round 1: the rollup output dropped 9 points']);
    assert.match(paragraph(result, 'read'), /1 cell of this scenario is void and decided nothing\./);
    writeReport(dir);
    const rows = rowsOf(dir).filter((row) => row.void !== '');
    assert.deepEqual([...new Set(rows.map(({ target }) => target))], ['mvc-vt']);
    assert.match(readFileSync(join(dir, 'report.md'), 'utf8'), /\| void \|.*the rollup output dropped 9 points \|/);
    const group = result.groups.find(({ target }) => target === 'mvc-vt');
    assert.equal(group?.isVoid, true);
    assert.ok(Number(group?.stages[2].rps) > 5000, 'they are shown');
    assert.equal(decisionTable(result).rows[0][2].text, 'void');
  });

  it('leaves nothing to compare with where it is the baseline', () => {
    spoil('mvc');
    const result = figures(readBundle(dir));
    assert.deepEqual(result.comparisons, []);
    assert.match(paragraph(result, 'read'), /^At 300 VUs nothing can be compared with MVC\./);
  });
});

describe('the calibration', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench calibration '));
  const most = /** @type {Record<string, number>} */ ({ mvc: 6000, 'mvc-vt': 6000, 'webflux-jdbc': 5400, 'webflux-r2dbc': 4000 });
  const capacity = (/** @type {string} */ _, /** @type {string} */ target) => most[target];
  before(() => makeBundle(dir, { rounds: ROUNDS, blocks: 4, scenarios: ['read'], healthy: true, capacity }));
  after(() => rmSync(dir, { recursive: true, force: true }));

  /** @param {object} change @returns {import('../../../analyse/types.js').Figures} */
  function calibrated(change) {
    const bundle = readBundle(dir);
    const { machine, versions, limits } = bundle.run;
    const noise = { read: { throughput: 1.25 ** Math.sqrt(ROUNDS), cpu: 1.02 ** Math.sqrt(ROUNDS) } };
    const load = { stages: loadText(bundle.run), settings: 'none', databaseRttMs: 0 };
    const found = { runId: '20261121-080000-calibrate', at: '2026-11-21T08:00:00.000Z', noise };
    const calibration = validCalibration({ ...found, machine, versions, limits, load, ...change });
    return figures({ ...bundle, run: { ...bundle.run, calibration } });
  }

  /** @param {import('../../../analyse/types.js').Figures} result of the two targets that are slower */
  const kinds = ({ comparisons }) =>
    comparisons
      .filter(({ target, metric }) => target.startsWith('webflux') && metric === 'throughput')
      .map(({ target, kind, because }) => [target, kind, because]);

  it('keeps differences inside its noise floor from being called differences', () => {
    const result = calibrated({});
    assert.deepEqual(kinds(result), [
      ['webflux-jdbc', 'same', 'noise floor'],
      ['webflux-r2dbc', 'slower', null],
    ]);
    assert.match(paragraph(result, 'read'), /WebFlux\+JDBC ~ \(×0\.\d\d \[0\.\d\d, 0\.\d\d\], inside the noise floor\)/);
    const said = `Noise floor of this machine at ${ROUNDS} rounds: requests/s ×1.25, CPU per request ×1.02.`;
    assert.ok(paragraph(result, 'read').endsWith(said), paragraph(result, 'read'));
  });

  it('has the floor of the comparison with the fewest rounds, in the text as in the chart', () => {
    const result = calibrated({});
    const comparisons = result.comparisons.map((each) => (each.target === 'webflux-jdbc' ? { ...each, rounds: ROUNDS - 1 } : each));
    const fewer = { ...result, comparisons };
    assert.match(paragraph(fewer, 'read'), new RegExp(`Noise floor of this machine at ${ROUNDS - 1} rounds`));
    const [low, high] = ratioPerStage(fewer, 'read')?.panels[0].floor ?? [];
    assert.ok(Math.abs(Number(high) - 1.25 ** Math.sqrt(ROUNDS / (ROUNDS - 1))) < 1e-9);
    assert.equal(low, 1 / Number(high));
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
    assert.doesNotMatch(paragraph(result, 'read'), /noise floor/);
  });

  it('that was never made is missed', () => {
    const result = figures(readBundle(dir));
    assert.ok(caveats(result).some(({ title }) => title === 'No calibration.'));
    assert.match(paragraph(result, 'read'), /its noise floor is not known\.$/);
  });
});
