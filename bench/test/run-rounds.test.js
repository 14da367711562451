import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue } from '../catalogue.js';
import { compareOptions } from '../plan/knobs.js';
import { newRun } from '../plan/run.js';
import { roundToAdd } from '../run/rounds.js';

const catalogue = readCatalogue();
const knobs = { PROFILE: 'rigorous', SCENARIOS: 'read', TARGETS: 'mvc,mvc-vt', SEED: '1', ROUNDS: 'until:0.03', ROUNDS_MAX: '12' };

/** @param {number} rounds */
const runOf = (rounds) => ({ ...newRun({ ...compareOptions(knobs, catalogue), rounds }, catalogue, 'rigorous') });

/** @param {number | null} low @param {number | null} high */
const comparison = (low, high) =>
  /** @type {import('../analyse/types.js').Comparison} */ (
    /** @type {unknown} */ ({ scenario: 'read', target: 'mvc-vt', vus: 300, metric: 'cpu', low, high })
  );

test('a round is added as long as one interval is wide, also where the difference is plain', () => {
  const run = runOf(10);
  const { cells, note } = roundToAdd(run, [comparison(0.99, 1.01), comparison(1.4, 1.6)]);
  assert.equal(note, null);
  assert.deepEqual(
    cells.map(({ round, order, state }) => [round, order, state]),
    [
      [11, 21, 'pending'],
      [11, 22, 'pending'],
    ],
  );
});

test('a comparison with too few rounds has no interval yet', () => {
  assert.equal(roundToAdd(runOf(10), [comparison(null, null)]).cells.length, 2);
  assert.equal(roundToAdd(runOf(10), []).cells.length, 2);
});

test('narrow intervals end the run, also where they hold 1', () => {
  // From 0.98 to 1.03 is ±2.5 % on the log scale.
  assert.deepEqual(roundToAdd(runOf(10), [comparison(0.98, 1.03)]), {
    cells: [],
    note: '10 rounds: every interval is narrower than ±3.0 %',
  });
});

test('the limit ends it too, and the run says what is not known', () => {
  const { cells, note } = roundToAdd(runOf(12), [comparison(0.98, 1.03), comparison(0.9, 1.089)]);
  assert.deepEqual(cells, []);
  assert.equal(
    note,
    'stopped at ROUNDS_MAX=12, before every interval was narrower than ±3.0 %: cpu of mvc-vt in read at 300 VUs is known to ±10.0 % only',
  );
});
