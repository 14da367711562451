import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.js';
import { UsageError } from '../../../util/errors.js';
import { compareOptions, refuseKnobsWithResume } from '../../../plan/knobs.js';
import { defaultBaseline } from '../../../plan/baseline.js';
import { limitsOf } from '../../../plan/limits.js';
import { withRunIds } from '../../../plan/named-runs.js';
import { comparedTogether, planCells, planRound } from '../../../plan/order.js';
import { seededRandom, shuffled } from '../../../util/random.js';
import { chooseNames } from '../../../plan/pairs.js';

const catalogue = readCatalogue();

/** @param {string[]} [costly] scenarios @param {string[]} [unfit] pairs @returns {import('../../../plan/order.js').Traits} */
const traits = (costly = [], unfit = []) => ({
  costsJvm: (scenario) => costly.includes(scenario),
  fits: (scenario, target) => !unfit.includes(`${scenario} ${target}`),
});

/** @param {Partial<import('../../../plan/order.js').OrderPlan>} given @param {string[]} [costly] @param {string[]} [unfit] */
const plan = (given, costly, unfit) =>
  planCells(
    { targets: ['a', 'b', 'c'], scenarios: ['x', 'y', 'z'], rounds: 2, seed: 7, freshJvms: false, ...given },
    traits(costly, unfit),
  );

/** @param {import('../../../record/run.js').PlannedCell[]} cells */
const roundsIn = (cells) => cells.map(({ round }) => round);

test('every cell is planned once a round, and a round is complete before the next begins', () => {
  const cells = plan({ scenarios: ['x', 'y'] });
  assert.equal(cells.length, 12);
  assert.deepEqual(roundsIn(cells), [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
  assert.equal(new Set(cells.map(({ scenario, target, round }) => `${scenario} ${target} ${round}`)).size, 12);
  assert.deepEqual(
    cells.map(({ order }) => order),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  );
});

test('what costs a target its JVM comes last: in the run, or in each round where JVMs last for a round', () => {
  const scenariosIn = (/** @type {import('../../../record/run.js').PlannedCell[]} */ cells) => cells.map(({ scenario }) => scenario);
  const kept = plan({ targets: ['a'], rounds: 2 }, ['y']);
  assert.deepEqual(roundsIn(kept), [1, 1, 2, 2, 1, 2]);
  assert.deepEqual(scenariosIn(kept).slice(4), ['y', 'y']);
  const fresh = plan({ targets: ['a'], rounds: 2, freshJvms: true }, ['y']);
  assert.deepEqual(roundsIn(fresh), [1, 1, 1, 2, 2, 2]);
  assert.deepEqual([scenariosIn(fresh)[2], scenariosIn(fresh)[5]], ['y', 'y']);
});

test('a round that is added is the one that a longer plan of the same seed has', () => {
  const fresh = { targets: ['a', 'b', 'c'], scenarios: ['x', 'y'], seed: 3, freshJvms: true };
  const added = planRound({ ...fresh, rounds: 3 }, traits());
  assert.deepEqual(added, plan({ ...fresh, rounds: 3 }).slice(12));
});

test('a pair that is not measured is left out, and the others keep their order', () => {
  const all = plan({});
  const without = plan({}, [], ['y b']);
  assert.equal(without.length, 16);
  const named = (/** @type {import('../../../record/run.js').PlannedCell[]} */ cells) =>
    cells.map(({ scenario, target, round }) => `${scenario} ${target} ${round}`);
  assert.deepEqual(
    named(without),
    named(all).filter((name) => !name.startsWith('y b ')),
  );
  assert.deepEqual([without[0].order, without[15].order], [1, 16]);
});

test('the targets of one scenario are neighbours, so that drift falls on all of them', () => {
  const cells = plan({ rounds: 3, seed: 1 }, ['z']);
  for (let first = 0; first < cells.length; first += 3) {
    assert.equal(new Set(cells.slice(first, first + 3).map(({ scenario }) => scenario)).size, 1);
  }
});

test('over each two rounds all targets of a scenario are as early as they are late', () => {
  const cells = plan({ rounds: 5, seed: 4 }, ['z']);
  for (const scenario of ['x', 'y', 'z']) {
    const [first, second, third, fourth, fifth] = [1, 2, 3, 4, 5].map((round) =>
      cells.filter((cell) => cell.scenario === scenario && cell.round === round).map(({ target }) => target),
    );
    assert.deepEqual(second, first.toReversed());
    assert.deepEqual(fourth, third.toReversed());
    assert.deepEqual(fifth.toSorted(), ['a', 'b', 'c']);
  }
});

test('the first of each two rounds is drawn by itself', () => {
  const firsts = Array.from({ length: 200 }, (_, seed) =>
    plan({ targets: ['a', 'b'], scenarios: ['x'], rounds: 5, seed })
      .filter((_cell, index) => index % 4 === 0)
      .map(({ target }) => target)
      .join(''),
  );
  assert.deepEqual([...new Set(firsts)].toSorted(), ['aaa', 'aab', 'aba', 'abb', 'baa', 'bab', 'bba', 'bbb']);
});

test('what is compared is next to each other, in one group per scenario and round', () => {
  const cell = (/** @type {string} */ scenario, /** @type {string} */ target, /** @type {number} */ round) => ({ scenario, target, round });
  const [a, b, c, d, e] = [
    cell('read', 'x', 1),
    cell('read', 'y', 1),
    cell('simple', 'y', 1),
    cell('simple', 'y', 2),
    cell('simple', 'x', 2),
  ];
  assert.deepEqual(comparedTogether([a, b, c, d, e]), [[a, b], [c], [d, e]]);
  assert.deepEqual(comparedTogether([]), []);
});

test('the same seed gives the same order, another seed another one', () => {
  assert.deepEqual(plan({ seed: 42 }), plan({ seed: 42 }));
  assert.notDeepEqual(plan({ seed: 42 }), plan({ seed: 43 }));
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

for (const value of ['until', 'until:', 'until:0', 'until:3', 'until:0.6', 'until:0.0001', 'until:0.03x']) {
  test(`ROUNDS=${value} is refused`, () => {
    assert.throws(() => compareOptions({ ROUNDS: value }, catalogue), {
      message: `ROUNDS=${value}: accepted is a whole number, or until:<share> with a share from 0.001 to 0.5, such as until:0.03`,
    });
  });
}

test('rounds until intervals are narrow begin with enough for a verdict, and end at a limit', () => {
  const options = compareOptions({ ROUNDS: 'until:0.03' }, catalogue);
  assert.deepEqual([options.rounds, options.until], [5, { halfWidth: 0.03, maxRounds: 30 }]);
  const rigorous = compareOptions({ PROFILE: 'rigorous', ROUNDS: 'until:0.1', ROUNDS_MAX: '12' }, catalogue);
  assert.deepEqual([rigorous.rounds, rigorous.until], [10, { halfWidth: 0.1, maxRounds: 12 }]);
  assert.throws(
    () => compareOptions({ ROUNDS: 'until:0.03', ROUNDS_MAX: '4' }, catalogue),
    /ROUNDS_MAX=4: accepted is a whole number from 5/,
  );
  assert.throws(() => compareOptions({ ROUNDS_MAX: '12' }, catalogue), /ROUNDS_MAX=12: goes with ROUNDS=until/);
  assert.throws(
    () => compareOptions({ ROUNDS: 'until:0.03', TARGETS: 'mvc' }, catalogue),
    /ROUNDS=until:0.03: one target has nothing to be compared with/,
  );
});

test('the longest warm-up is the profile’s, or what is given', () => {
  assert.equal(compareOptions({}, catalogue).warmupMaxSeconds, 40);
  assert.equal(compareOptions({ ENGINE: 'docker' }, catalogue).warmupMaxSeconds, 84, 'under the CPU limit the compilers take longer');
  assert.equal(compareOptions({ ENGINE: 'docker', WARMUP_MAX: '5' }, catalogue).warmupMaxSeconds, 5);
  assert.equal(compareOptions({ WARMUP_MAX: '0' }, catalogue).warmupMaxSeconds, 0);
  assert.throws(() => compareOptions({ WARMUP_MAX: '-1' }, catalogue), /WARMUP_MAX=-1: accepted is a whole number from 0 to 3600/);
});

for (const value of ['0', '0.05', '65', '-1', 'one', '.5', '1,5']) {
  for (const name of ['TARGET_CPUS', 'GENERATOR_CPUS']) {
    test(`${name}=${value} is refused`, () => {
      assert.throws(() => limitsOf({ [name]: value }), UsageError);
    });
  }
}

test('what targets and load generator are given', () => {
  assert.deepEqual(limitsOf({ TARGET_CPUS: '' }), { targetCpus: null, poolSize: null, jvmArgs: [], generatorCpus: null });
  const given = { TARGET_CPUS: '2', TARGET_POOL_SIZE: '40', TARGET_JVM_ARGS: '-XX:TieredStopAtLevel=1  -Xss512k', GENERATOR_CPUS: '0.5' };
  const limits = { targetCpus: 2, poolSize: 40, jvmArgs: ['-XX:TieredStopAtLevel=1', '-Xss512k'], generatorCpus: 0.5 };
  assert.deepEqual(limitsOf(given), limits);
  const { targetCpus, poolSize, jvmArgs, generatorCpus } = compareOptions(given, catalogue);
  assert.deepEqual({ targetCpus, poolSize, jvmArgs, generatorCpus }, limits);
  assert.throws(() => compareOptions({ TARGET_POOL_SIZE: '0' }, catalogue), /TARGET_POOL_SIZE=0: accepted is a whole number from 1/);
  assert.throws(() => limitsOf({ TARGET_JVM_ARGS: '-Xss1m TieredStopAtLevel=1' }), /TARGET_JVM_ARGS=.*'TieredStopAtLevel=1' is no option/);
});

test('without knobs the quick profile and the core are taken, near and as they are', () => {
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
  assert.deepEqual([options.settings, options.databaseRttMs], [null, null]);
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
    (error) =>
      error instanceof UsageError && /PROFILE.*nope.*smoke, quick, rigorous, seed/.test(error.message) && !error.message.includes('\n'),
  );
});

test('rounds enough for a verdict have JVMs of their own, whatever the profile', () => {
  const fresh = (/** @type {Record<string, string>} */ knobs) => compareOptions(knobs, catalogue).freshJvms;
  assert.deepEqual(
    [fresh({}), fresh({ ROUNDS: '4' }), fresh({ ROUNDS: '5' }), fresh({ ROUNDS: 'until:0.05' })],
    [false, false, true, true],
  );
  assert.equal(fresh({ PROFILE: 'rigorous', ROUNDS: '2' }), true);
});

test('a stage without a plateau is refused', () => {
  assert.throws(() => compareOptions({ STAGE_SECONDS: '1' }, catalogue), {
    message: "STAGE_SECONDS=1: accepted are 2 and more: a stage's first second is in no figure",
  });
});

test('options of a JVM may begin with two hyphens', () => {
  assert.deepEqual(limitsOf({ TARGET_JVM_ARGS: '--enable-preview --add-opens=a/b=c -Xss1m' }).jvmArgs, [
    '--enable-preview',
    '--add-opens=a/b=c',
    '-Xss1m',
  ]);
});

test('a resumed run takes no other knob', () => {
  for (const [name, value] of Object.entries({ ROUNDS: '3', SETTINGS: 'S1', DB_RTT_MS: '170', TARGET: 'mvc' })) {
    assert.throws(() => refuseKnobsWithResume({ RESUME: 'r1', [name]: value }, { id: 'r1' }, ['TARGET']), {
      message: `${name}=${value}: RESUME keeps the plan of r1 and takes no other knob`,
    });
  }
});

test('the baseline is mvc, else the first target', () => {
  assert.equal(defaultBaseline(['mvc-vt', 'mvc']), 'mvc');
  assert.equal(defaultBaseline(['b', 'a']), 'b');
});

test('a run is named by its id or by its folder below results/', () => {
  const named = (/** @type {string} */ run) => withRunIds({ RESUME: run, A: run, SEED: '1' }, '/with blank', '/with blank/results');
  for (const run of ['r1', 'results/r1', './results/r1/', '/with blank/results/r1']) {
    assert.deepEqual(named(run), { RESUME: 'r1', A: 'r1', SEED: '1' }, run);
  }
  for (const run of ['other/r1', 'results/r1/cells', 'results', '']) assert.equal(named(run).RESUME, run);
});
