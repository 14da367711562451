/** What test/injected/ makes and says: its measurement takes most of an hour, these parts do not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareOptions } from '../../../plan/knobs.ts';
import { newRun } from '../../../plan/run.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { limitsOfTarget } from '../../../record/variant.ts';
import { withSmallerQuotas } from '../../injected/catalogue.ts';
import { truthLines } from '../../injected/truth.ts';
import { validCircumstances } from '../../fixtures/records.ts';

test('one run has the target under three quotas in each block, on ports of their own', () => {
  const catalogue = withSmallerQuotas(readCatalogue(), 'mvc', [0, 0.1], 0.5);
  const names = ['mvc', 'mvc-less-0', 'mvc-less-10'];
  const options = compareOptions({ SCENARIOS: 'heavy', SEED: '1', BUDGET: '45', TARGETS: names.join(), BASELINE: 'mvc' }, catalogue);
  const { parts, targets, baseline, budgetSeconds } = newRun(options, catalogue, 'injected');
  assert.deepEqual([targets, baseline, budgetSeconds], [names, 'mvc', 2700]);
  for (const block of parts.flatMap(({ blocks }) => blocks)) assert.deepEqual(block.targets.toSorted(), names);
  const chosen = names.map((name) => catalogue.targets[name]);
  assert.equal(new Set(chosen.flatMap(({ port, managementPort }) => [port, managementPort])).size, 6);
  const { limits } = validCircumstances();
  assert.equal(names.map((name) => limitsOfTarget({ catalogue, limits }, name).targetCpus).join(), '0.5,0.5,0.45');
});

test('each ratio from blocks is held against the truth', () => {
  const comparison = { scenario: 'heavy', vus: 300, rounds: 3, blocks: 15, because: null, roundRatios: [] };
  const ten = { ...comparison, target: 'mvc-less-10', metric: 'throughput', kind: 'slower', ratio: 0.913, low: 0.891, high: 0.935 };
  const cpu = { ...comparison, target: 'mvc-less-10', metric: 'cpu', kind: 'more CPU', ratio: 1.15, low: 1.12, high: 1.18 };
  const none = { ...comparison, target: 'mvc-less-0', metric: 'throughput', kind: 'same', ratio: 1.004, low: 0.981, high: 1.027 };
  const early = { ...none, rounds: 1, blocks: 2, kind: 'indicative', low: null, high: null };
  const [ofTen, ofCpu, ofNone, ofEarly] = truthLines([ten, cpu, none, early] as any);
  assert.match(
    ofTen,
    /^heavy throughput at 300 VUs, mvc-less-10: ratio 0\.913, 95 % interval 0\.891 to 0\.935 \(3 rounds × 5 blocks\), verdict slower ×0\.91.*; truth 0\.900, contained$/,
  );
  assert.match(ofCpu, /verdict more CPU .*; truth 1\.000, NOT contained$/);
  assert.match(ofNone, /mvc-less-0: ratio 1\.004, .* verdict ~ .*; truth 1\.000, contained$/);
  assert.match(ofEarly, /no interval \(1 round × 2 blocks\), verdict indicative ×1\.00; truth 1\.000, NOT contained$/);
});
