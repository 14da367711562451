import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { budgetLeft, endingOf } from '../../../record/ending.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { UsageError } from '../../../util/errors.ts';
import { compareOptions, refuseKnobsWithResume, resumedRun } from '../../../plan/knobs.ts';
import { defaultBaseline } from '../../../plan/baseline.ts';
import { limitsOf } from '../../../record/json/limits.ts';
import { newRun } from '../../../plan/run.ts';
import { withRunIds } from '../../../plan/named-runs.ts';
import { chooseNames } from '../../../plan/pairs.ts';
import { plannedPart, validRun } from '../../fixtures/records.ts';

const catalogue = readCatalogue();

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

for (const value of ['until', 'until:', 'until:0', 'until:3', 'until:0.6', 'until:0.0001', 'until:0.03x', 'until:0.05']) {
  test(`ROUNDS=${value} is refused`, () => {
    assert.throws(() => compareOptions({ ROUNDS: value }, catalogue), {
      message: `ROUNDS=${value}: accepted is a whole number from 1 to 1000`,
    });
  });
}

for (const value of ['0', '-1', '1.5', 'two', '1e3', ' 1', '10001', 'NaN']) {
  test(`BUDGET=${value} is refused`, () => {
    assert.throws(() => compareOptions({ BUDGET: value }, catalogue), {
      message: `BUDGET=${value}: accepted is a whole number from 1 to 10000`,
    });
  });
}

for (const value of ['0', '3', '0.6', '0.0001', '0.03x', '5%', '-0.05', '1e-2', ' 0.05', '0,05', 'NaN']) {
  test(`HALF_WIDTH=${value} is refused`, () => {
    assert.throws(() => compareOptions({ HALF_WIDTH: value }, catalogue), {
      message: `HALF_WIDTH=${value}: accepted is a share from 0.001 to 0.5, such as 0.05`,
    });
  });
}

const endOf = (knobs: Record<string, string>) => {
  const { rounds, budgetSeconds, halfWidth } = compareOptions(knobs, catalogue);
  return [rounds, budgetSeconds, halfWidth];
};

test('a run begins with one round and ends with its budget, or as soon as its ratios are known as exactly as requested', () => {
  assert.deepEqual(endOf({}), [1, 40 * 60, 0.1], 'quick');
  assert.deepEqual(endOf({ PROFILE: 'rigorous' }), [1, 180 * 60, 0.05]);
  assert.deepEqual(endOf({ BUDGET: '50' }), [1, 3000, null], 'what is given takes the place of both endings of the profile');
  assert.deepEqual(endOf({ PROFILE: 'rigorous', BUDGET: '40' }), [1, 2400, null]);
  assert.deepEqual(endOf({ HALF_WIDTH: '0.03' }), [1, 180 * 60, 0.03], 'the 40 minutes of quick would end most of them');
  assert.deepEqual(endOf({ HALF_WIDTH: '.03', BUDGET: '60' }), [1, 3600, 0.03]);
  assert.deepEqual(endOf({ HALF_WIDTH: '0.001' }), [1, 180 * 60, 0.001]);
  assert.deepEqual(endOf({ HALF_WIDTH: '0.5' }), [1, 180 * 60, 0.5]);
  assert.deepEqual(endOf({ PROFILE: 'smoke', BUDGET: '5' }), [1, 300, null]);
});

test('or it has exactly so many rounds, and neither a budget nor a half-width', () => {
  assert.deepEqual(endOf({ ROUNDS: '4' }), [4, null, null]);
  assert.deepEqual(endOf({ PROFILE: 'rigorous', ROUNDS: '2' }), [2, null, null]);
  assert.deepEqual(endOf({ PROFILE: 'smoke' }), [1, null, null]);
  assert.deepEqual(endOf({ PROFILE: 'seed' }), [3, null, null]);
  for (const [name, value] of Object.entries({ BUDGET: '5', HALF_WIDTH: '0.05' })) {
    assert.throws(() => compareOptions({ ROUNDS: '3', [name]: value }, catalogue), {
      message: `ROUNDS=3: a run ends by its rounds or by ${name}, not by both`,
    });
  }
});

test('where nothing is compared in blocks, more time narrows no interval: such a run has rounds', () => {
  assert.deepEqual(endOf({ TARGETS: 'mvc' }), [3, null, null], 'of one target three, for a comparison of two runs');
  assert.deepEqual(endOf({ PROFILE: 'rigorous', TARGETS: 'mvc' }), [3, null, null]);
  assert.deepEqual(endOf({ SCENARIOS: 'block,remote-slow' }), [1, null, null], 'predicted by arithmetic');
  for (const [name, value] of Object.entries({ BUDGET: '5', HALF_WIDTH: '0.05' })) {
    for (const chosen of [{ TARGETS: 'mvc' }, { SCENARIOS: 'block' }]) {
      assert.throws(() => compareOptions({ ...chosen, [name]: value }, catalogue), {
        message: `${name}=${value}: nothing here is compared in blocks; take ROUNDS`,
      });
    }
  }
});

test('the levels of users and the length of a slice are the profile’s, or what is given', () => {
  const loadOf = (knobs: Record<string, string>) => {
    const { levels, blocks, sliceSeconds } = compareOptions(knobs, catalogue);
    return [levels, blocks, sliceSeconds];
  };
  assert.deepEqual(loadOf({}), [[50, 150, 300], 1, 5]);
  assert.deepEqual(loadOf({ PROFILE: 'smoke', SLICE_SECONDS: '4' }), [[10, 20], 1, 4]);
  assert.deepEqual(loadOf({ PROFILE: 'rigorous', STAGES: '1', VUS_START: '70' }), [[70], 4, 5]);
  assert.deepEqual(loadOf({ STAGES: '4', VUS_START: '5', VUS_STEP: '5' }), [[5, 10, 15, 20], 1, 5]);
  assert.deepEqual(loadOf({ VUS_START: '5', VUS_STEP: '0' }), [[5], 1, 5], 'each once');
  for (const value of ['2', '3601', '3.5', 'long'])
    assert.throws(() => compareOptions({ SLICE_SECONDS: value }, catalogue), {
      message: `SLICE_SECONDS=${value}: accepted is a whole number from 3 to 3600`,
    });
});

test('the longest warm-up is the profile’s, or what is given', () => {
  assert.equal(compareOptions({}, catalogue).warmupMaxSeconds, 60);
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
  assert.deepEqual(limitsOf({ TARGET_CPUS: '' }), {
    targetCpus: null,
    poolSize: null,
    gc: null,
    jvmArgs: [],
    generatorCpus: null,
    generators: 1,
  });
  const given = {
    TARGET_CPUS: '2',
    TARGET_POOL_SIZE: '40',
    TARGET_GC: 'zgc',
    TARGET_JVM_ARGS: '-XX:TieredStopAtLevel=1  -Xss512k',
    GENERATOR_CPUS: '0.5',
    GENERATORS: '2',
  };
  const limits = {
    targetCpus: 2,
    poolSize: 40,
    gc: 'zgc',
    jvmArgs: ['-XX:TieredStopAtLevel=1', '-Xss512k'],
    generatorCpus: 0.5,
    generators: 2,
  };
  assert.deepEqual(limitsOf(given), limits);
  const { targetCpus, poolSize, gc, jvmArgs, generatorCpus, generators } = compareOptions(given, catalogue);
  assert.deepEqual({ targetCpus, poolSize, gc, jvmArgs, generatorCpus, generators }, limits);
  assert.throws(() => compareOptions({ TARGET_POOL_SIZE: '0' }, catalogue), /TARGET_POOL_SIZE=0: accepted is a whole number from 1/);
  assert.throws(() => limitsOf({ TARGET_JVM_ARGS: '-Xss1m TieredStopAtLevel=1' }), /TARGET_JVM_ARGS=.*'TieredStopAtLevel=1' is no option/);
});

test('more load generators than users of the lowest level are refused', () => {
  assert.equal(compareOptions({ PROFILE: 'smoke', GENERATORS: '10' }, catalogue).generators, 10);
  assert.throws(() => compareOptions({ PROFILE: 'smoke', GENERATORS: '11' }, catalogue), {
    message: 'GENERATORS=11: the load has 10 users at first; accepted is a whole number from 1 to 10',
  });
  for (const value of ['0', '101', 'two', '1.5'])
    assert.throws(() => compareOptions({ GENERATORS: value }, catalogue), /GENERATORS=.*: accepted is a whole number from 1 to 100/);
});

test('options with which no target runs, or not where the runner looks for it, are refused', () => {
  for (const arg of [
    '--help',
    '-version',
    '--version',
    '-jar',
    '-cp',
    '@file',
    '-X',
    '-Xlog:help',
    '-Xshare:dump',
    '--list-modules',
    '--add-opens',
  ]) {
    assert.throws(
      () => limitsOf({ TARGET_JVM_ARGS: arg }),
      new RegExp(`^Error: TARGET_JVM_ARGS=${arg}: '${arg}' is no option of a JVM that runs a target; `),
    );
  }
  for (const arg of [
    '-Dserver.port=9999',
    '-DSERVER_PORT=9999',
    '-Dspring.threads.virtual.enabled=true',
    '-DDB_HOST=x',
    '-Dmanagement.server.port=1',
  ]) {
    assert.throws(
      () => limitsOf({ TARGET_JVM_ARGS: `-Xss1m ${arg}` }),
      /^Error: TARGET_JVM_ARGS=-Xss1m .*: '-D.*' configures the target, which the runner does; /,
    );
  }
  const good =
    '-XX:+UseStringDeduplication -Xss1m -Xlog:gc* -Djdk.virtualThreadScheduler.parallelism=1 -Dreactor.netty.ioWorkerCount=2 -javaagent:a.jar -ea';
  assert.deepEqual(limitsOf({ TARGET_JVM_ARGS: good }).jvmArgs, good.split(' '));
});

test('a collector is chosen by TARGET_GC, and by nothing else', () => {
  assert.throws(() => compareOptions({ TARGET_GC: 'cms' }, catalogue), {
    message: 'TARGET_GC=cms is unknown; accepted: serial, g1, parallel, zgc, shenandoah',
  });
  for (const arg of ['-XX:+UseZGC', '-XX:-UseSerialGC', '-XX:+UseEpsilonGC']) {
    assert.throws(() => limitsOf({ TARGET_GC: 'g1', TARGET_JVM_ARGS: `-Xss1m ${arg}` }), {
      message: new RegExp(
        `^TARGET_JVM_ARGS=-Xss1m ${arg.replaceAll('+', '\\+')}: '.*' chooses a collector, which TARGET_GC=serial\\|g1\\|.* does; `,
      ),
    });
  }
});

test('a run that would take weeks is refused', () => {
  const options = compareOptions({ STAGES: '100', VUS_STEP: '1', SLICE_SECONDS: '3600', SCENARIOS: 'read' }, catalogue);
  assert.throws(
    () => newRun(options, catalogue, 'quick'),
    /^Error: the load of this run would take \d+ days, accepted are up to 10: take fewer ROUNDS, /,
  );
});

test('without knobs the quick profile and the core are taken, near and as they are', () => {
  const options = compareOptions({}, catalogue);
  assert.equal(options.profile, 'quick');
  assert.deepEqual([options.rounds, options.blocks, options.budgetSeconds, options.halfWidth], [1, 1, 2400, 0.1]);
  assert.deepEqual(options.targets, ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc']);
  assert.deepEqual(options.scenarios, ['read', 'create', 'simple', 'heavy', 'block']);
  assert.deepEqual(options.levels, [50, 150, 300]);
  assert.equal(options.targetCpus, null);
  assert.deepEqual([options.settings, options.databaseRttMs], [null, null]);
});

test('an empty knob is one that was not given', () => {
  const given = { ROUNDS: '', PROFILE: '', STAGES: '', TARGETS: '', BUDGET: '', HALF_WIDTH: '' };
  assert.deepEqual(compareOptions({ ...given, SEED: '1' }, catalogue), compareOptions({ SEED: '1' }, catalogue));
});

test('a bad knob of the load is a usage error of one line', () => {
  assert.throws(
    () => compareOptions({ PROFILE: 'nope' }, catalogue),
    (error) =>
      error instanceof UsageError && /PROFILE.*nope.*smoke, quick, rigorous, seed/.test(error.message) && !error.message.includes('\n'),
  );
});

test('options of a JVM may begin with two hyphens', () => {
  assert.deepEqual(limitsOf({ TARGET_JVM_ARGS: '--enable-preview --add-opens=a/b=c -Xss1m' }).jvmArgs, [
    '--enable-preview',
    '--add-opens=a/b=c',
    '-Xss1m',
  ]);
});

test('a resumed run takes no other knob', () => {
  for (const [name, value] of Object.entries({
    ROUNDS: '3',
    BUDGET: '40',
    HALF_WIDTH: '0.05',
    SETTINGS: 'S1',
    DB_RTT_MS: '170',
    TARGET: 'mvc',
  })) {
    assert.throws(() => refuseKnobsWithResume({ RESUME: 'r1', [name]: value }, { id: 'r1' }, ['TARGET']), {
      message: `${name}=${value}: RESUME keeps the plan of r1 and takes no other knob`,
    });
  }
});

describe('a run that is continued', () => {
  const inRound = (round: number, state: 'ok' | 'pending') =>
    plannedPart({ blocks: [{ vus: 10, targets: ['mvc', 'mvc-vt'] }], round, state });
  const ended = validRun({
    ...{ id: 'r1', targets: ['mvc', 'mvc-vt'], endedAt: '2026-11-21T10:00:00.000Z', spentSeconds: { blocks: 300, gaps: 40 } },
    ...{ rounds: 3, parts: [1, 2, 3].map((round) => inRound(round, 'ok')) },
    notes: [
      { kind: 'rounds-ended', by: 'budget', rounds: 3, widest: null },
      { kind: 'blocks-repeated', scenario: 'read', round: 1, blocks: 1 },
    ],
  });
  const lastOf = ({ continued = [] }: ReturnType<typeof resumedRun>) => ({ ...continued.at(-1), at: null });

  it('has so many minutes more from now, whatever it was planned with, as often as one likes', () => {
    const once = resumedRun({ BUDGET: '60' }, ended);
    assert.deepEqual(lastOf(once), { at: null, budgetSeconds: 3600, halfWidth: null, rounds: 3, spentSeconds: 340 });
    assert.deepEqual([once.endedAt, once.budgetSeconds, budgetLeft(once)], [null, null, 3600]);
    assert.deepEqual(
      once.notes.map(({ kind }) => kind),
      ['blocks-repeated'],
      'it has not ended as it had',
    );
    const again = resumedRun({ BUDGET: '30', HALF_WIDTH: '0.05' }, { ...once, spentSeconds: { blocks: 3600 } });
    assert.equal(again.continued?.length, 2);
    assert.deepEqual([endingOf(again).halfWidth, budgetLeft(again)], [0.05, 1800]);
    assert.equal(budgetLeft(resumedRun({ HALF_WIDTH: '0.05' }, ended)), 180 * 60);
  });

  it('counts the rounds whose result could be seen', () => {
    const repeat = { ...inRound(2, 'pending'), number: 2, attempt: 2 };
    const cut = { ...ended, parts: [inRound(1, 'ok'), inRound(2, 'ok'), repeat, inRound(3, 'pending')] };
    assert.equal(lastOf(resumedRun({ BUDGET: '60' }, cut)).rounds, 1);
    assert.equal(lastOf(resumedRun({ BUDGET: '60' }, { ...cut, parts: [inRound(1, 'pending')] })).rounds, 0);
  });

  it('is as it was without a time', () => {
    assert.equal(resumedRun({ RESUME: 'r1', BUDGET: '' }, ended), ended);
  });

  it('refuses what is no time, other knobs, and rounds of what has no blocks', () => {
    const refuses = (env: Record<string, string>, message: RegExp, run = ended) => assert.throws(() => resumedRun(env, run), message);
    refuses({ BUDGET: '0' }, /^Error: BUDGET=0.*from 1 to 9994/);
    refuses({ BUDGET: '60', HALF_WIDTH: '5' }, /^Error: HALF_WIDTH=5: accepted is a share/);
    refuses({ BUDGET: '60', ROUNDS: '3' }, /^Error: ROUNDS=3: RESUME keeps the plan of r1 and takes no other knob$/);
    refuses({ BUDGET: '60' }, /^Error: BUDGET=60: nothing of r1 is compared in blocks/, { ...ended, targets: ['mvc'] });
  });
});

test('the baseline is mvc, else the first target', () => {
  assert.equal(defaultBaseline(['mvc-vt', 'mvc']), 'mvc');
  assert.equal(defaultBaseline(['b', 'a']), 'b');
});

test('a run is named by its id or by its folder below results/', () => {
  const named = (run: string) => withRunIds({ RESUME: run, A: run, SEED: '1' }, '/with blank', '/with blank/results');
  for (const run of ['r1', 'results/r1', './results/r1/', '/with blank/results/r1']) {
    assert.deepEqual(named(run), { RESUME: 'r1', A: 'r1', SEED: '1' }, run);
  }
  for (const run of ['other/r1', 'results/r1/parts', 'results', '']) assert.equal(named(run).RESUME, run);
});
