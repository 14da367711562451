import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { capacityOptions, unseenOverload } from '../../../plan/capacity.ts';
import { latencyOverRate, points, rankingTexts, outsideBottleneck } from '../../../report/capacity/searches.ts';
import { capacityTable } from '../../../report/capacity/index.ts';
import { options } from '../../../report/charts/options.ts';
import { lateness, reasons, trialFigures } from '../../../measure/capacity/trial.ts';
import { noteText } from '../../../report/words/notes.ts';
import { hlogText } from '../../fixtures/bundle-files.ts';
import { found, held, record, trial } from '../../fixtures/capacity-record.ts';
import { validCalibration, validCircumstances } from '../../fixtures/records.ts';
import type { Plot } from '../../../report/charts/plot.ts';
import type { Trial } from '../../../record/capacity.ts';

const catalogue = readCatalogue();

test('a trial is judged by what ended after its first two seconds and before its end, failures among it', () => {
  const log = hlogText([
    { second: 99, tag: 'setup.ok', counts: [[900_000, 1]] },
    { second: 101, tag: 'read.ok', counts: [[500_000, 1]] },
    { second: 102, tag: 'read.ok', counts: [10_000, 20_000, 30_000].map((micros) => [micros, 1]) },
    { second: 103, tag: 'read.failed', counts: [[60_000, 1]] },
    { second: 104, tag: 'read.ok', counts: [[700_000, 1]] },
  ]);
  const { rps, p50Ms, p99Ms, requests, failures } = trialFigures(log, 100, 4);
  assert.deepEqual([rps, requests, failures], [1.5, 4, 1]);
  assert.ok(Math.abs(Number(p50Ms) - 20) < 0.1 && Math.abs(Number(p99Ms) - 60) < 0.1, `${p50Ms} ${p99Ms}`);
});

test('a rate holds with p99 at the limit, 9 failures in 10,000 and nothing dropped; each beyond that is named', () => {
  const good = { p99Ms: 100, requests: 10_000, failures: 9, unanswered: 0, dropped: 0, behindMs: 0 };
  assert.deepEqual(reasons(good, 100), []);
  assert.deepEqual(reasons({ ...good, p99Ms: 100.6 }, 100), ['p99 101 ms']);
  assert.deepEqual(reasons({ ...good, failures: 10 }, 100), ['10 of 10000 requests failed']);
  assert.deepEqual(reasons({ ...good, unanswered: 2 }, 100), ['11 of 10002 requests failed, 2 of them without an answer']);
  assert.deepEqual(reasons({ ...good, dropped: 1 }, 100), ['1 requests found no user free']);
  assert.deepEqual(reasons({ ...good, p99Ms: null, requests: 0 }, 100), ['no request was answered']);
});

test('requests that were due and never begun are k6 being late, which no percentile of the others shows', () => {
  // 5,600/s for 10 s with a ramp of 2 s are 50,400 requests; the last may fall on the very end.
  const begun = (count: number) => lateness({ rate: 5600, seconds: 10, begun: count, instances: 1 });
  assert.deepEqual([begun(50_400), begun(50_399), begun(50_398 - 560), begun(60_000)], [0, 0, 100, 0]);
  const good = { p99Ms: 60, requests: 10_000, failures: 0, unanswered: 0, dropped: 0, behindMs: 40 };
  assert.deepEqual(reasons(good, 100), []);
  assert.deepEqual(reasons({ ...good, behindMs: 41 }, 100), ['p99 60 ms of requests that began up to 41 ms late']);
  assert.deepEqual(reasons({ ...good, p99Ms: 120, behindMs: 41 }, 100), ['p99 120 ms'], 'the target alone is too slow');
});

test('the knobs of capacity', () => {
  const { sloP99Ms, trialSeconds, warmupMaxSeconds, steadyBursts, targets } = capacityOptions({ TARGETS: 'mvc' }, catalogue);
  assert.deepEqual([sloP99Ms, trialSeconds, warmupMaxSeconds, steadyBursts, targets], [100, 10, 150, 4, ['mvc']]);
  const refuses = (env: Record<string, string>, message: string) => assert.throws(() => capacityOptions(env, catalogue), { message });
  refuses({ SLO_P99_MS: '0' }, 'SLO_P99_MS=0: accepted is a whole number from 1 to 60000');
  refuses({ RATE_SECONDS: '3' }, 'RATE_SECONDS=3: accepted is a whole number from 4 to 3600');
});

test('trials are long enough for the queue of a rate that is 3 % too high to grow beyond the SLO; shorter ones say what they may miss', () => {
  // 100 ms are 3 % of 3.3 s, 600 ms of 20 s; the ramp comes before.
  const secondsAt = (SLO_P99_MS: string) => capacityOptions({ SLO_P99_MS }, catalogue).trialSeconds;
  assert.deepEqual([secondsAt('100'), secondsAt('600')], [10, 22]);
  const overload = (plan: Parameters<typeof unseenOverload>[0]) => {
    const note = unseenOverload(plan);
    return note ? noteText(note, { cores: 4 }) : '';
  };
  assert.equal(unseenOverload({ sloP99Ms: 600, trialSeconds: 22 }), null);
  // 2 s of 10 s: what comes in at 1.25 of the capacity has 2 s of it in the queue at the end.
  assert.match(overload({ sloP99Ms: 2000, trialSeconds: 12 }), /^with RATE_SECONDS=12 a rate up to 25 % above the capacity may seem/);
  assert.match(overload({ sloP99Ms: 5000, trialSeconds: 6 }), / a rate however far above the capacity/);
});

test('the table has a capacity, the reason for none, and says where k6 was the bottleneck', () => {
  assert.equal(
    capacityTable(record),
    'highest rate with p99 ≤ 100 ms, failures < 0.1 %, nothing dropped (resolved to ±3 %)\n' +
      '                 mvc      mvc-vt\n' +
      'read         1,200/s  900/s (k6)\n' +
      'block  no rate holds           –\n' +
      '(k6): the load generator was the bottleneck; the target may carry more\n' +
      'No calibration shows how much two searches of read differ on this machine, so no difference is shown (~ for all targets).',
  );
  for (const [index, each] of found.entries()) assert.equal(outsideBottleneck(each, record), [null, 'k6', null][index]);
});

test('the generator was the limit if it was at the lowest rate that did not hold, whatever higher ones came to', () => {
  const of = (...trials: ReturnType<typeof trial>[]) => outsideBottleneck({ ...held, capacity: 900, trials }, record);
  const [ramp, far] = [trial(900, 20, true), trial(1800, 900, false)];
  assert.equal(of(ramp, far, far, trial(1270, 300, false, false), trial(1270, 280, false, false)), 'k6');
  assert.equal(of(ramp, far, far, trial(1270, 300, false, false), trial(1270, 280, false)), null);
  assert.equal(of(ramp, trial(1800, 900, false, false), trial(1270, 300, false)), null);
  assert.equal(outsideBottleneck({ ...held, capacity: null, failure: 'mvc ended', trials: [trial(1, 300, false, false)] }, record), null);
});

describe('where something else than the target was the limit of a trial', () => {
  // 1.9 of 2 cores were used, 1.8 of them by the run: 5 % by others. The database: 0.92 of the 2 - (1.9 - 0.92) = 1.02 that were left.
  const cores = { machine: 1.9, target: 0.4, generator: 0.4, database: 0.92, runner: 0.08 };
  const { limits } = validCircumstances();
  function of(processCores: Record<string, number>, scenario = 'read') {
    const trials = [trial(900, 20, true), { ...trial(1270, 300, false), processCores }];
    return outsideBottleneck({ ...held, scenario, capacity: 900, trials }, { ...record, limits });
  }

  it('is the database or the service that is called, where the scenario asks it, or who used the machine beside the run', () => {
    assert.deepEqual([of(cores), of(cores, 'simple')], ['database', null]);
    assert.equal(of({ ...cores, database: 0.88, runner: 0.12 }), null, '0.88 of 0.98');
    assert.equal(of({ ...cores, target: 0.46, runner: 0.02 }), null, '0.46 of 0.5: the target');
    // 0.9 of the 2 - (1.9 - 0.9) = 1 that the others left.
    const called = { machine: 1.9, target: 0.4, generator: 0.4, downstream: 0.9, runner: 0.1 };
    assert.deepEqual([of(called, 'remote'), of(called, 'simple')], ['downstream service', null]);
    assert.equal(of({ ...called, downstream: 0.3, runner: 0.7 }, 'remote'), null, '0.3 of 0.4');
    assert.equal(of({ ...cores, database: 0.3, runner: 0.5 }), 'other processes', '1.9 - 1.6 of 2: 15 %');
    assert.equal(of({ ...cores, database: 0.3, runner: 0.62 }), null, '1.9 - 1.72 of 2: 9 %');
    assert.equal(of({}), null, 'not recorded');
  });

  it('stands beside the capacity where each trial of that rate has such a limit', () => {
    const slow = (seen: Partial<Trial>) => ({ ...trial(1270, 300, false), ...seen });
    const table = (...trials: Trial[]) => {
      const results = [{ ...held, capacity: 900, trials: [trial(900, 20, true), ...trials] }];
      return capacityTable({ ...record, limits, targets: ['mvc'], scenarios: ['read'], results });
    };
    const both = table(slow({ processCores: cores }), slow({ generator: { name: 'generator', ok: false, detail: '' } }));
    assert.match(both, /900\/s \(database\)\n\(database\): the database was the bottleneck; the target may carry more/);
    assert.doesNotMatch(table(slow({ processCores: cores }), slow({})), /database/);
  });
});

test('capacities are told apart beyond what one target differs from itself at two times, and what the search leaves open', () => {
  const machine = record.machine;
  const calibration = validCalibration({ runId: 'c', machine, unpairedNoise: { read: { throughput: 1.1, cpu: null } } });
  const capacities = { mvc: 1000, 'mvc-vt': 858, 'webflux-jdbc': 856, 'webflux-r2dbc': null };
  const results = Object.entries(capacities).map(([target, capacity]) => ({ ...found[0], target, capacity }));
  const of = (changed: object) => rankingTexts({ ...record, calibration, results, scenarios: ['read'], ...changed }).at(0) ?? null;
  // 1.1 · 1.03² = 1.167: 1000 ÷ 1.167 = 856.9.
  assert.equal(
    of({}),
    'Highest in read: mvc. ~ no difference from it was shown: mvc-vt ×0.86. Below it: webflux-jdbc ×0.86. ' +
      'Two searches of one capacity may differ by up to ×1.17 (calibration c: ×1.10, and ±3 % of each search).',
  );
  const ofVt = (changed: object) => String(of({ results: results.map((each) => ({ ...each, ...(each.target === 'mvc-vt' && changed) })) }));
  const notRanked = 'Not ranked, because something else ended their search: mvc-vt ×0.86 at least.';
  const bounded = ofVt({ reachedHighest: true });
  assert.ok(bounded.startsWith(`Highest measured in read: mvc. Below it: webflux-jdbc ×0.86. ${notRanked}`), bounded);
  const processCores = { machine: 1.9, target: 0.4, generator: 0.4, database: 0.92, runner: 0.08 };
  const ofDatabase = [trial(858, 80, true), { ...trial(1000, 300, false), processCores }];
  assert.ok(ofVt({ trials: ofDatabase }).includes(notRanked));
  assert.match(String(of({ machine: { ...machine, cores: 64 } })), /^No calibration shows/);
  assert.equal(of({ results: results.slice(0, 1) }), null);
});

const LOOK = { width: 800, text: '#111111', faint: '#222222', grid: '#333333', band: '#444444', background: '#555555' };

/** @returns ECharts' series of its targets */
const linesOf = (plot: Plot): any[] => options(plot, LOOK).series.filter(({ name }: any) => name !== undefined);

test('the curve is ordered by rate; of one that was tried twice it has the trial that holds, else the last one', () => {
  const trials = [trial(900, 30, false), trial(700, 150, false), trial(700, 160, false), trial(800, 40, false), trial(800, 60, true)];
  const curve = points({ ...found[0], trials }).map(({ words }) => words);
  assert.deepEqual(curve, [
    '160 ms at 700 requests/s, did not hold',
    '60.0 ms at 800 requests/s',
    '30.0 ms at 900 requests/s, did not hold',
  ]);
});

test('the curves and their legend are in the order of the targets, whatever order the searches ran in, with the SLO', () => {
  const plot = latencyOverRate({ ...record, results: found.toReversed() }, 'read');
  const names = [...linesOf(plot).map(({ name }) => name), ...plot.targets.map(({ label }) => label)];
  assert.deepEqual(names, ['MVC', 'MVC-VT', 'MVC', 'MVC-VT']);
  assert.deepEqual(plot.panels[0].level, { value: 100, name: 'SLO: 100 ms' });
});

test('a rate that did not hold is hollow, also below the SLO and where the symbol of the target is', () => {
  const results = [{ ...found[0], target: 'mvc-r2dbc', trials: [trial(900, 20, true), trial(1350, 30, false)] }];
  const [{ symbol, data }] = linesOf(latencyOverRate({ ...record, targets: ['mvc-r2dbc'], results }, 'read'));
  assert.equal(symbol, 'circle');
  const [good, failed] = data;
  assert.equal(good.itemStyle, undefined);
  assert.deepEqual([failed.itemStyle?.color, failed.itemStyle?.borderColor], [LOOK.background, catalogue.targets['mvc-r2dbc'].colour]);
});
