import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, test } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { changeText } from '../../../report/words/names.ts';
import { calibrationFits, keepCalibration, loadOf, newestCalibration } from '../../../record/results/calibration.ts';
import { calibrationOptions, doubled } from '../../../plan/calibration.ts';
import { newRun } from '../../../plan/run.ts';
import { floorTable } from '../../../report/noise-floors.ts';
import { validCalibration, validCircumstances, validRun } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Comparison } from '../../../analyse/types.ts';

const catalogue = readCatalogue();

test('a target is doubled: the same program, another name, free ports, told apart in charts', () => {
  const ports = Object.values(catalogue.targets).flatMap(({ port, managementPort }) => [port, managementPort]);
  for (const name of Object.keys(catalogue.targets)) {
    const { names, catalogue: both } = doubled(catalogue, name);
    const [first, again] = names.map((each) => both.targets[each]);
    assert.deepEqual(Object.keys(both.targets), names);
    assert.deepEqual([again.module, again.environment], [first.module, first.environment]);
    assert.ok(![...ports, 23_306, 28_086, 29_090, 33_000].some((port) => port === again.port || port === again.managementPort));
    for (const field of ['label', 'colour', 'symbol', 'line'] as const) assert.notDeepEqual(again[field], first[field]);
  }
});

test('a calibration compares a target with itself in blocks, for 20 minutes', () => {
  const { options, target } = calibrationOptions({ SCENARIOS: 'read' }, catalogue);
  assert.deepEqual([target, options.targets, options.baseline], ['mvc', ['mvc', 'mvc-again'], 'mvc']);
  assert.deepEqual([options.profile, options.rounds, options.budgetSeconds, options.halfWidth], ['quick', 1, 1200, null]);
  assert.deepEqual([options.warmupMaxSeconds, options.steadyBursts, options.blocks], [60, 2, 1]);
  assert.equal(calibrationOptions({ WARMUP_MAX: '7' }, catalogue).options.warmupMaxSeconds, 7);
  assert.equal(calibrationOptions({ TARGET: 'mvc-vt' }, catalogue).options.targets.join(), 'mvc-vt,mvc-vt-again');
  assert.throws(() => calibrationOptions({ PROFILE: 'nope' }, catalogue), /^Error: PROFILE=nope is unknown; accepted: smoke, /);
  for (const ENGINE of ['docker', 'kubernetes']) {
    const message = new RegExp(`^Error: ENGINE=${ENGINE}: a target has one container there`);
    assert.throws(() => calibrationOptions({ ENGINE }, catalogue), message);
  }
  assert.throws(() => calibrationOptions({ TARGET: 'nope' }, catalogue), { message: /^TARGET=nope is unknown; accepted: mvc, / });
});

test('a calibration that is told when to end does so', () => {
  const endOf = (knobs: Record<string, string>) => {
    const { rounds, budgetSeconds, halfWidth } = calibrationOptions(knobs, catalogue).options;
    return [rounds, budgetSeconds, halfWidth];
  };
  assert.deepEqual(endOf({ BUDGET: '7' }), [1, 420, null]);
  assert.deepEqual(endOf({ ROUNDS: '2' }), [2, null, null]);
  assert.deepEqual(endOf({ HALF_WIDTH: '0.04' }), [1, 180 * 60, 0.04]);
  assert.deepEqual(endOf({ PROFILE: 'smoke' }), [1, null, null]);
  assert.deepEqual(endOf({ PROFILE: 'rigorous', TARGET: 'mvc-vt' }), [1, 180 * 60, 0.05]);
  assert.deepEqual(endOf({ SCENARIOS: 'block' }), [1, null, null], 'it has no blocks that a budget could add');
  assert.throws(() => endOf({ ROUNDS: '2', BUDGET: '7' }), /^Error: ROUNDS=2: a run ends by its rounds or by BUDGET/);
});

test('the newest calibration is kept for later runs; what cannot be read is none, and that is said in a line', () => {
  const results = temporaryFolder();
  const file = path.join(results, 'calibration.json');
  const warned: string[] = [];
  const newest = () => newestCalibration(results, (line) => warned.push(line));
  assert.equal(newest(), null, 'there is none');
  const calibration = validCalibration();
  keepCalibration(results, calibration);
  assert.deepEqual(newest(), calibration);
  assert.equal(warned.length, 0);
  for (const [content, why] of [
    [JSON.stringify({ runId: 'r', at: '2026-01-01T00:00:00Z' }), 'it is of an older schema'],
    ['{', 'not JSON'],
  ]) {
    writeFileSync(file, content);
    assert.equal(newest(), null);
    assert.ok(warned.pop()?.endsWith(`calibration.json is not used: ${why}. make calibrate writes a new one`), why);
  }
});

const both = (throughput: number | null) => ({ throughput, cpu: null });

/** @param runId a digit, the day on which it ended @param floors by scenario */
function calibrated(runId: string, floors: Record<string, number | null>, changed: Parameters<typeof validCalibration>[0] = {}) {
  const noise = Object.fromEntries(Object.entries(floors).map(([scenario, floor]) => [scenario, both(floor)]));
  return validCalibration({ runId, at: `2026-01-0${runId}T00:00:00Z`, noise, unpairedNoise: noise, ...changed });
}

test('a calibration of some scenarios keeps what an earlier one of the same machine found of the others, and says whose it is', () => {
  const results = temporaryFolder();
  const made = (runId: string, floors: Record<string, number>, cores = 2) =>
    calibrated(runId, floors, { machine: { ...validCircumstances().machine, cores } });
  keepCalibration(results, made('1', { read: 1.1, heavy: 1.2, block: 1 }));
  keepCalibration(results, made('2', { heavy: 1.3 }));
  keepCalibration(results, made('3', { block: 1.4 }));
  const third = newestCalibration(results);
  assert.deepEqual(third?.noise, { read: both(1.1), heavy: both(1.3), block: both(1.4) });
  assert.deepEqual(third?.unpairedNoise, third?.noise);
  assert.deepEqual(third?.earlier, { read: { runId: '1', at: '2026-01-01T00:00:00Z' }, heavy: { runId: '2', at: '2026-01-02T00:00:00Z' } });
  keepCalibration(results, made('4', { simple: 1.5 }, 8));
  assert.deepEqual(newestCalibration(results)?.noise, { simple: both(1.5) });
});

test('a calibration in which nothing was compared takes nothing away, and an older one is not made the newest', () => {
  const results = temporaryFolder();
  const floors = () =>
    Object.entries(newestCalibration(results)?.noise ?? {}).map(([scenario, { throughput }]) => `${scenario} ${throughput}`);
  keepCalibration(results, calibrated('2', { read: 1.1, heavy: 1.2 }));
  keepCalibration(results, calibrated('3', { read: null }));
  assert.deepEqual(floors(), ['read 1.1', 'heavy 1.2'], 'all slices of the third were discarded');
  keepCalibration(results, calibrated('4', { read: null, heavy: 1.3 }));
  assert.deepEqual(floors(), ['read 1.1', 'heavy 1.3']);
  keepCalibration(results, calibrated('1', { read: 1.4, block: 1.5 }));
  assert.deepEqual(floors(), ['read 1.1', 'heavy 1.3', 'block 1.5']);
  assert.equal(newestCalibration(results)?.runId, '4');
  assert.deepEqual(newestCalibration(results)?.earlier, {
    read: { runId: '2', at: '2026-01-02T00:00:00Z' },
    block: { runId: '1', at: '2026-01-01T00:00:00Z' },
  });
});

test('a calibration of another load is used, and it is said', () => {
  const own = validRun({ levels: [50, 300], blocks: 4 });
  const run = { ...own, calibration: validCalibration({ load: { ...loadOf(own), stages: '4 blocks, 50, 300 VUs × 5 s' } }) };
  assert.deepEqual(calibrationFits(run), { usable: true, changed: [] });
  const changed = { levels: [300], blocks: 1, sliceSeconds: 3, settings: { name: 'S1', title: '', targets: {} }, databaseRttMs: 170 };
  assert.deepEqual(calibrationFits({ ...run, ...changed }), {
    usable: true,
    changed: [
      { name: 'stages', before: '4 blocks, 50, 300 VUs × 5 s', now: '1 block, 300 VUs × 3 s' },
      { name: 'settings', before: 'none', now: 'S1' },
      { name: 'databaseRttMs', before: '0', now: '170' },
    ],
  });
});

test('a search for capacities has no levels that could be others', () => {
  const { levels, blocks, sliceSeconds, ...search } = validRun({ calibration: validCalibration() });
  assert.equal(loadOf(search).stages, null);
  assert.deepEqual(calibrationFits(search).changed, []);
  assert.deepEqual(calibrationFits({ ...search, levels, blocks, sliceSeconds }).changed.length, 1);
});

test('a limit that a calibration did not have is none', () => {
  const { limits } = validCircumstances();
  const load = loadOf(validRun());
  const calibration = validCalibration({ limits, load: { ...load, stages: String(load.stages) } });
  const run = validRun({ calibration, limits: { ...limits, jvmArgs: ['-Xms1g'], generatorCpus: 0.5 } });
  assert.deepEqual(calibrationFits(run).changed.map(changeText), [
    `jvmArgs was ${limits.jvmArgs.join(' ')}, is -Xms1g`,
    'generatorCpus was none, is 0.5',
  ]);
  const changed = (generators: number) => calibrationFits(validRun({ calibration, limits: { ...limits, generators } })).changed;
  assert.deepEqual([changed(1), changed(2).map(changeText)], [[], ['generators was 1, is 2']]);
});

describe('the table of a calibration', () => {
  const { options, catalogue: doubledCatalogue } = calibrationOptions({ SCENARIOS: 'read', SEED: '1' }, catalogue);
  const run = newRun(options, doubledCatalogue, 'calibration');
  const noises = { noise: { read: both(1.44) }, unpairedNoise: { read: both(1.5) } };
  const tableOf = (changed: Partial<Comparison>, floors: Parameters<typeof floorTable>[2] = noises) => {
    const pair = { scenario: 'read', target: 'mvc-again', vus: 300, metric: 'throughput' as const, rounds: 1, blocks: 2, roundRatios: [] };
    return floorTable(run, [{ ...pair, kind: 'indicative', because: null, ratio: 1.004, low: null, high: null, ...changed }], floors);
  };

  it('says floor, ratio, interval and verdict', () => {
    assert.match(
      tableOf({ rounds: 3, blocks: 14, kind: 'same', ratio: 0.99, low: 0.98, high: 1.03 }),
      /^mvc against mvc-again at 300 users\n {2}read +throughput noise floor ±\S+ % \(14 blocks in 3 rounds; of 10 .*, ratio 0\.990, 95 %/,
    );
    assert.match(
      tableOf({}),
      /\(.*; of 10 ±12\.2 %, of one ±44\.0 %\), unpaired ±50\.0 %, ratio 1\.004, no interval \(.*\), verdict indicative ×1\.00\n {2}read +cpu +not compared\nunpaired: /,
    );
  });

  it('says a floor above a factor of two as such, not in per cent', () => {
    const [, line] = tableOf({ ratio: 2.032 }, { noise: { read: both(8193.55) }, unpairedNoise: {} }).split('\n');
    assert.match(line, /noise floor over ×2 \(.*; of 10 over ×2, of one over ×2\), unpaired unknown, ratio 2\.032/);
  });
});
