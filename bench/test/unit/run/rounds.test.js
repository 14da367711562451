import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.js';
import { compareOptions } from '../../../plan/knobs.js';
import { newRun } from '../../../plan/run.js';
import { noteText } from '../../../report/words/notes.js';
import { roundToAdd } from '../../../run/rounds.js';

const catalogue = readCatalogue();
const knobs = { PROFILE: 'rigorous', SCENARIOS: 'read', TARGETS: 'mvc,mvc-vt', SEED: '1', ROUNDS: 'until:0.03', ROUNDS_MAX: '12' };

/** @param {Parameters<typeof roundToAdd>} what @returns {{ cells: import('../../../record/run.js').PlannedCell[], note: string | null }} */
const added = (...what) => {
  const { cells, note } = roundToAdd(...what);
  return { cells, note: note && noteText(note) };
};

/** @param {number} rounds */
const runOf = (rounds) => ({ ...newRun({ ...compareOptions(knobs, catalogue), rounds }, catalogue, 'rigorous') });

/** @param {number | null} low @param {number | null} high */
const comparison = (low, high) =>
  /** @type {import('../../../analyse/types.js').Comparison} */ (
    /** @type {unknown} */ ({ scenario: 'read', target: 'mvc-vt', vus: 300, metric: 'cpu', low, high })
  );

test('a round is added as long as one interval is wide, also where the difference is plain', () => {
  const run = runOf(10);
  const { cells, note } = added(run, { comparisons: [comparison(0.99, 1.01), comparison(1.4, 1.6)], groups: [] });
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
  assert.equal(added(runOf(10), { comparisons: [comparison(null, null)], groups: [] }).cells.length, 2);
  assert.equal(added(runOf(10), { comparisons: [], groups: [] }).cells.length, 2);
});

test('narrow intervals end the run, also where they hold 1', () => {
  // From 0.98 to 1.03 is ±2.5 % on the log scale.
  assert.deepEqual(added(runOf(10), { comparisons: [comparison(0.98, 1.03)], groups: [] }), {
    cells: [],
    note: '10 rounds: every interval is narrower than ±3.0 %',
  });
});

test('the limit ends it too, and the run says what is not known', () => {
  const { cells, note } = added(runOf(12), { comparisons: [comparison(0.98, 1.03), comparison(0.9, 1.089)], groups: [] });
  assert.deepEqual(cells, []);
  assert.equal(
    note,
    'stopped at ROUNDS_MAX=12, before every interval was narrower than ±3.0 %: cpu of mvc-vt in read at 300 VUs is known to ±10.0 % only',
  );
});

test('a pair that no round can give an interval does not go on for ever, and is named', () => {
  const own = (/** @type {string} */ target, /** @type {number} */ answered) => {
    const stages = [{ plateauSuccesses: answered }, { plateauSuccesses: 9 }, { plateauSuccesses: 9 }];
    return /** @type {any} */ ({ scenario: 'read', target, isVoid: false, good: [{ planned: { round: 1 }, stages }], voided: [], stages });
  };
  const groups = [own('mvc', 9), own('mvc-vt', 0)];
  const pair = 'mvc-vt in read at 50 VUs (nothing was answered on the plateau in 1 of 1 rounds)';
  assert.deepEqual(added(runOf(10), { comparisons: [], groups }), {
    cells: [],
    note: `10 rounds: no pair has an interval; without one: ${pair}`,
  });
  assert.equal(
    added(runOf(10), { comparisons: [comparison(0.99, 1.01)], groups }).note,
    `10 rounds: every interval is narrower than ±3.0 %; without one: ${pair}`,
  );
});

/**
 * @param {string} target
 * @param {number[]} good rounds that count
 * @param {number[]} voided rounds that do not
 * @param {string | null} [tooFastFor]
 */
const group = (target, good, voided, tooFastFor = null) => {
  const cells = (/** @type {number[]} */ rounds) => rounds.map((round) => ({ planned: { round }, tooFastFor: [tooFastFor] }));
  const isVoid = good.length === 0;
  const own = { scenario: 'read', target, isVoid, good: cells(isVoid ? voided : good), voided: cells(voided), stages: [{}] };
  return /** @type {import('../../../analyse/types.js').Group} */ (/** @type {unknown} */ (own));
};

/** @param {import('../../../analyse/types.js').Group[]} groups @param {Record<string, string>} [given] */
const addedFor = (groups, given = {}) => {
  const options = compareOptions(
    { PROFILE: 'rigorous', TARGETS: 'mvc,mvc-vt', SCENARIOS: 'read,simple', SEED: '1', ROUNDS: '6', ...given },
    catalogue,
  );
  return added(newRun(options, catalogue, 'rigorous'), { comparisons: [], groups });
};

test('a round is added for the scenarios that void cells have left with too few rounds', () => {
  const { cells, note } = addedFor([group('mvc', [1, 2, 3, 4, 5], [6]), group('mvc-vt', [2, 3, 4, 5, 6], [1])]);
  assert.deepEqual(
    cells.map(({ scenario, round, order, state }) => [scenario, round, order, state]),
    [
      ['read', 7, 25, 'pending'],
      ['read', 7, 26, 'pending'],
    ],
    '2 to 5 are the rounds in which both count',
  );
  assert.equal(note, 'round 7 was added for read: void cells had left fewer than 5 rounds that count');
  assert.equal(addedFor([group('mvc', [1, 2, 3, 4, 5, 6], []), group('mvc-vt', [], [1, 2, 3, 4, 5, 6])]).cells.length, 2);
});

test('the sixth round is the mirror of the fifth, also where it is of one scenario alone', () => {
  for (const SEED of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    const options = compareOptions(
      { PROFILE: 'rigorous', TARGETS: 'mvc,mvc-vt,webflux-jdbc', SCENARIOS: 'read,simple,heavy', SEED, ROUNDS: '5' },
      catalogue,
    );
    const run = newRun(options, catalogue, 'rigorous');
    const { cells } = added(run, { comparisons: [], groups: [group('mvc', [1, 2, 3, 4], [5]), group('mvc-vt', [1, 2, 3, 4, 5], [])] });
    const fifth = run.cells.filter(({ scenario, round }) => scenario === 'read' && round === 5);
    assert.deepEqual(
      cells.map(({ scenario, target, round, order }) => [scenario, target, round, order]),
      fifth.toReversed().map(({ target }, index) => ['read', target, 6, 46 + index]),
    );
  }
});

test('a target that is too fast for its generator asks for no more rounds: they would be chosen by what they came to', () => {
  const base = group('mvc', [1, 2, 3, 4, 5, 6], []);
  assert.equal(addedFor([base, group('mvc-vt', [1, 2, 3, 4], [5, 6])]).cells.length, 2);
  assert.equal(addedFor([base, group('mvc-vt', [1, 2, 3, 4], [5, 6], 'the load generator')]).cells.length, 0);
  assert.equal(addedFor([base, group('mvc-vt', [], [1, 2, 3, 4, 5, 6], 'the load generator')]).cells.length, 0);
});

test('a target that the verification refuses asks for no more rounds', () => {
  const run = { ...newRun(compareOptions({ ...knobs, ROUNDS: '6', ROUNDS_MAX: '' }, catalogue), catalogue, 'rigorous') };
  const groups = [group('mvc', [1, 2, 3, 4, 5, 6], []), group('mvc-vt', [], [1, 2, 3, 4, 5, 6])];
  assert.equal(added(run, { comparisons: [], groups }).cells.length, 2);
  assert.deepEqual(added({ ...run, refused: { 'mvc-vt': 'subscribes to nothing' } }, { comparisons: [], groups }).cells, []);
});

test('none is added where enough rounds count, where cells failed without being void, or where the plan has too few rounds anyway', () => {
  const none = { cells: [], note: null };
  assert.deepEqual(addedFor([group('mvc', [1, 2, 3, 4, 5], [6]), group('mvc-vt', [1, 2, 3, 4, 5, 6], [])]), none);
  assert.deepEqual(addedFor([group('mvc', [1, 2, 3, 4, 5, 6], []), group('mvc-vt', [1, 2], [])]), none);
  assert.deepEqual(addedFor([group('mvc', [1, 2, 3], [4]), group('mvc-vt', [1, 2, 3, 4], [])], { ROUNDS: '4' }), none);
});
