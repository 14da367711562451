import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue } from '../catalogue.js';
import { UsageError } from '../errors.js';
import { chooseNames, compareOptions, refuseUnknownKnobs, resumedOptions, targetCpus } from '../plan/knobs.js';
import { planCells, seededRandom, shuffled } from '../plan/order.js';

const catalogue = readCatalogue();

test('every cell is planned once a round, and a round is complete before the next begins', () => {
  const cells = planCells({ targets: ['a', 'b', 'c'], scenarios: ['x', 'y'], rounds: 2, seed: 7 });
  assert.equal(cells.length, 12);
  assert.deepEqual(
    cells.map(({ round }) => round),
    [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2],
  );
  assert.equal(new Set(cells.map(({ scenario, target, round }) => `${scenario} ${target} ${round}`)).size, 12);
  assert.deepEqual(
    cells.map(({ order }) => order),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  );
});

test('the targets of one scenario are neighbours, so that drift falls on all of them', () => {
  const cells = planCells({ targets: ['a', 'b', 'c'], scenarios: ['x', 'y', 'z'], rounds: 3, seed: 1 });
  for (let first = 0; first < cells.length; first += 3) {
    assert.equal(new Set(cells.slice(first, first + 3).map(({ scenario }) => scenario)).size, 1);
  }
});

test('the same seed gives the same order, another seed another one', () => {
  const plan = (/** @type {number} */ seed) =>
    JSON.stringify(planCells({ targets: ['a', 'b', 'c', 'd'], scenarios: ['x', 'y', 'z'], rounds: 3, seed }));
  assert.equal(plan(42), plan(42));
  assert.notEqual(plan(42), plan(43));
});

test('mulberry32 agrees with its published first values for seed 1', () => {
  const random = seededRandom(1);
  assert.deepEqual(
    [random(), random(), random()].map((value) => Math.round(value * 2 ** 32)),
    [2693262067, 11749833, 2265367787],
  );
});

test('each of the six orders of three comes up about equally often', () => {
  const random = seededRandom(5);
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (let draw = 0; draw < 6000; draw++) {
    const order = shuffled(['a', 'b', 'c'], random).join('');
    seen.set(order, (seen.get(order) ?? 0) + 1);
  }
  assert.equal(seen.size, 6);
  for (const count of seen.values()) assert.ok(count > 850 && count < 1150, `1000 expected, ${count} seen`);
});

test('names are chosen in the order of the catalogue, each once', () => {
  assert.deepEqual(chooseNames('TARGETS', 'c, a,a', ['a', 'b', 'c']), ['a', 'c']);
  assert.deepEqual(chooseNames('TARGETS', undefined, ['a', 'b']), ['a', 'b']);
});

test('an unknown name is refused with what is accepted', () => {
  assert.throws(() => chooseNames('TARGETS', 'mvc,nope', ['mvc', 'mvc-vt']), {
    name: 'Error',
    message: "TARGETS=mvc,nope: 'nope' is unknown; accepted: mvc, mvc-vt",
  });
});

test('the baseline is mvc, the first target without it, or a target of the run that is asked for', () => {
  assert.equal(compareOptions({}, catalogue).baseline, 'mvc');
  assert.equal(compareOptions({ TARGETS: 'webflux-r2dbc,mvc-vt' }, catalogue).baseline, 'mvc-vt');
  assert.equal(compareOptions({ BASELINE: 'webflux-jdbc' }, catalogue).baseline, 'webflux-jdbc');
  assert.throws(() => compareOptions({ TARGETS: 'mvc,mvc-vt', BASELINE: 'webflux-jdbc' }, catalogue), {
    message: 'BASELINE=webflux-jdbc: not in this run; accepted: mvc, mvc-vt',
  });
});

for (const value of ['0', '-1', '1.5', 'two', '1e3', ' 1', '1001', 'NaN']) {
  test(`ROUNDS=${value} is refused`, () => {
    assert.throws(() => compareOptions({ ROUNDS: value }, catalogue), UsageError);
  });
}

for (const value of ['0', '0.05', '65', '-1', 'one', '.5', '1,5']) {
  test(`TARGET_CPUS=${value} is refused`, () => {
    assert.throws(() => targetCpus(value), UsageError);
  });
}

test('without knobs the quick profile, all targets and all scenarios are taken', () => {
  const options = compareOptions({}, catalogue);
  assert.equal(options.profile, 'quick');
  assert.equal(options.rounds, 2);
  assert.deepEqual(options.targets, ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc']);
  assert.deepEqual(options.scenarios, ['read', 'create', 'simple', 'heavy', 'block']);
  assert.deepEqual(options.stages, [
    { vus: 50, durationMs: 4000 },
    { vus: 150, durationMs: 4000 },
    { vus: 300, durationMs: 4000 },
  ]);
  assert.equal(options.targetCpus, null);
});

test('k6 is told to make the staircase that the bounds are computed from', () => {
  const options = compareOptions({ PROFILE: 'smoke', STAGES: '4', VUS_START: '5', VUS_STEP: '5', STAGE_SECONDS: '2' }, catalogue);
  assert.deepEqual(options.loadVariables, { PROFILE: 'smoke', VUS_START: '5', VUS_STEP: '5', STAGES: '4', STAGE_SECONDS: '2' });
  assert.deepEqual(
    options.stages.map(({ vus, durationMs }) => [vus, durationMs]),
    [
      [5, 2000],
      [10, 2000],
      [15, 2000],
      [20, 2000],
    ],
  );
});

test('an empty knob is one that was not given', () => {
  assert.equal(compareOptions({ ROUNDS: '', PROFILE: '', STAGES: '', TARGETS: '' }, catalogue).rounds, 2);
});

test('a bad knob of the load is a usage error of one line', () => {
  assert.throws(
    () => compareOptions({ PROFILE: 'nope' }, catalogue),
    (error) => error instanceof UsageError && /PROFILE.*nope.*smoke, quick, seed/.test(error.message) && !error.message.includes('\n'),
  );
});

test('a knob that make was given and the command does not know is refused', () => {
  const knobs = ['PROFILE', 'TARGETS'];
  assert.throws(() => refuseUnknownKnobs('compare', knobs, { MAKEFLAGS: 's -- PROFILE=smoke TARGET=mvc' }), {
    message: 'TARGET: unknown; make compare takes PROFILE, TARGETS',
  });
  refuseUnknownKnobs('compare', knobs, { MAKEFLAGS: ' -- TARGETS=mvc,\\ x=y PROFILE=smoke', TARGET: 'of the shell' });
  refuseUnknownKnobs('compare', knobs, {});
});

test('a resumed run takes no other knob', () => {
  assert.throws(() => resumedOptions({ RESUME: 'r1', ROUNDS: '3' }, { id: 'r1' }), /ROUNDS=3: RESUME goes on with the plan of r1/);
});
