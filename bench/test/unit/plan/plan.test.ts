import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { budgetLeft, endingOf } from '../../../record/ending.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { compareOptions, refuseKnobsWithResume, resumedRun } from '../../../plan/knobs.ts';
import { limitsOf } from '../../../record/json/limits.ts';
import { newRun } from '../../../plan/run.ts';
import { plannedPart, validRun } from '../../fixtures/records.ts';

const catalogue = readCatalogue();
const refuses = (knobs: Record<string, string | undefined>, message: string) =>
  assert.throws(() => compareOptions(knobs, catalogue), { message, exitCode: 2 });

test('the baseline is mvc, the first target without it, or a target of the run that is asked for', () => {
  assert.equal(compareOptions({}, catalogue).baseline, 'mvc');
  assert.equal(compareOptions({ TARGETS: 'webflux-r2dbc,mvc-vt' }, catalogue).baseline, 'mvc-vt');
  assert.equal(compareOptions({ BASELINE: 'webflux-jdbc' }, catalogue).baseline, 'webflux-jdbc');
  refuses({ TARGETS: 'mvc,mvc-vt', BASELINE: 'webflux-jdbc' }, 'BASELINE=webflux-jdbc: not in this run; accepted: mvc, mvc-vt');
});

const NO_NUMBERS = ['-1', '1.5', 'two', '1e3', ' 1', 'NaN'];
const NO_CPUS = ['0', '0.05', '65', '-1', 'one', '.5', '1,5'];
const REFUSED: Record<string, [accepted: string, values: string[]]> = {
  ROUNDS: ['a whole number from 1 to 1000', ['0', '1001', 'until', 'until:0.05', ...NO_NUMBERS]],
  BUDGET: ['a whole number from 1 to 10000', ['0', '10001', ...NO_NUMBERS]],
  HALF_WIDTH: [
    'a share from 0.001 to 0.5, such as 0.05',
    ['0', '3', '0.6', '0.0001', '0.03x', '5%', '-0.05', '1e-2', ' 0.05', '0,05', 'NaN'],
  ],
  SLICE_SECONDS: ['a whole number from 3 to 3600', ['2', '3601', '3.5', 'long']],
  WARMUP_MAX: ['a whole number from 0 to 3600', ['-1', '3601']],
  DB_RTT_MS: ['a whole number from 1 to 10000', ['0', '-1', '0.3', '10001', 'far']],
  TARGET_POOL_SIZE: ['a whole number from 1 to 10000', ['0', '10001']],
  GENERATORS: ['a whole number from 1 to 100', ['0', '101', 'two', '1.5']],
  TARGET_CPUS: ['a number of CPUs from 0.1 to 64, such as 0.5', NO_CPUS],
  GENERATOR_CPUS: ['a number of CPUs from 0.1 to 64, such as 0.5', NO_CPUS],
};
for (const [name, [accepted, values]] of Object.entries(REFUSED)) {
  test(`${name} is ${accepted}, and whatever else is refused`, () => {
    for (const value of values) {
      refuses({ [name]: value }, `${name}=${value}: accepted is ${accepted}`);
    }
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
    refuses({ ROUNDS: '3', [name]: value }, `ROUNDS=3: a run ends by its rounds or by ${name}, not by both`);
  }
});

test('where nothing is compared in blocks, more time narrows no interval: such a run has rounds', () => {
  assert.deepEqual(endOf({ TARGETS: 'mvc' }), [3, null, null], 'of one target three, for a comparison of two runs');
  assert.deepEqual(endOf({ PROFILE: 'rigorous', TARGETS: 'mvc' }), [3, null, null]);
  assert.deepEqual(endOf({ SCENARIOS: 'block,remote-slow' }), [1, null, null], 'predicted by arithmetic');
  for (const [name, value] of Object.entries({ BUDGET: '5', HALF_WIDTH: '0.05' })) {
    for (const chosen of [{ TARGETS: 'mvc' }, { SCENARIOS: 'block' }]) {
      refuses({ ...chosen, [name]: value }, `${name}=${value}: nothing here is compared in blocks; take ROUNDS`);
    }
  }
});

test('the levels of users, the length of a slice and the longest warm-up are the profile’s, or what is given', () => {
  const loadOf = (knobs: Record<string, string>) => {
    const { levels, blocks, sliceSeconds, warmupMaxSeconds } = compareOptions(knobs, catalogue);
    return [levels, blocks, sliceSeconds, warmupMaxSeconds];
  };
  assert.deepEqual(loadOf({ PROFILE: 'smoke', SLICE_SECONDS: '4', WARMUP_MAX: '0' }), [[10, 20], 1, 4, 0]);
  assert.deepEqual(loadOf({ PROFILE: 'rigorous', STAGES: '1', VUS_START: '70', WARMUP_MAX: '5' }), [[70], 4, 5, 5]);
  assert.deepEqual(loadOf({ VUS_START: '5', VUS_STEP: '0' }), [[5], 1, 5, 60], 'each once');
});

test('what targets and load generator are given', () => {
  const nothing = { targetCpus: null, poolSize: null, gc: null, jvmArgs: [], generatorCpus: null, generators: 1 };
  assert.deepEqual(limitsOf({ TARGET_CPUS: '' }), nothing);
  const jvm = { TARGET_GC: 'zgc', TARGET_JVM_ARGS: '-XX:TieredStopAtLevel=1  -Xss512k' };
  const given = { ...jvm, TARGET_CPUS: '2', TARGET_POOL_SIZE: '40', GENERATOR_CPUS: '0.5', GENERATORS: '2' };
  const jvmArgs = ['-XX:TieredStopAtLevel=1', '-Xss512k'];
  const limits = { targetCpus: 2, poolSize: 40, gc: 'zgc', jvmArgs, generatorCpus: 0.5, generators: 2 };
  assert.deepEqual(limitsOf(given), limits);
  const planned = compareOptions(given, catalogue);
  assert.deepEqual({ ...planned, ...limits }, planned);
});

test('more load generators than users of the lowest level are refused', () => {
  assert.equal(compareOptions({ PROFILE: 'smoke', GENERATORS: '10' }, catalogue).generators, 10);
  refuses({ PROFILE: 'smoke', GENERATORS: '11' }, 'GENERATORS=11: accepted is a whole number from 1 to 10, the users of the first level');
});

test('options with which no target runs, or not where the runner looks for it, are refused', () => {
  const noOption =
    '--help -version --version -jar -cp @file -X -Xlog:help -Xshare:dump --list-modules --add-opens TieredStopAtLevel=1'.split(' ');
  const ofTarget = '-Dserver.port=9999 -DSERVER_PORT=9999 -Dspring.threads.virtual.enabled=true -DDB_HOST=x -Dmanagement.server.port=1';
  const refused = [
    ...noOption.map((arg) => [arg, `'${arg}' is no option of a JVM that runs a target; `]),
    ...ofTarget.split(' ').map((arg) => [arg, `'${arg}' configures the target, which the runner does; `]),
    ...['-XX:+UseZGC', '-XX:-UseSerialGC', '-XX:+UseEpsilonGC'].map((arg) => [
      arg,
      `'${arg}' chooses a collector, which TARGET_GC=serial|g1|parallel|zgc|shenandoah does; `,
    ]),
  ];
  for (const [arg, why] of refused) {
    const TARGET_JVM_ARGS = `-Xss1m ${arg}`;
    assert.throws(
      () => limitsOf({ TARGET_GC: 'g1', TARGET_JVM_ARGS }),
      ({ message }: Error) => message.startsWith(`TARGET_JVM_ARGS=${TARGET_JVM_ARGS}: ${why}`),
      arg,
    );
  }
  const good =
    '-XX:+UseStringDeduplication -Xss1m -Xlog:gc* -Djdk.virtualThreadScheduler.parallelism=1 -Dreactor.netty.ioWorkerCount=2 -javaagent:a.jar -ea ' +
    '--enable-preview --add-opens=a/b=c';
  assert.deepEqual(limitsOf({ TARGET_JVM_ARGS: good }).jvmArgs, good.split(' '));
  refuses({ TARGET_GC: 'cms' }, 'TARGET_GC=cms is unknown; accepted: serial, g1, parallel, zgc, shenandoah');
});

test('a run that would take weeks is refused', () => {
  const options = compareOptions({ STAGES: '100', VUS_STEP: '1', SLICE_SECONDS: '3600', SCENARIOS: 'read' }, catalogue);
  const refused = /^Error: the load of this run would take \d+ days, accepted are up to 10: take fewer ROUNDS, /;
  assert.throws(() => newRun(options, catalogue, 'quick'), refused);
});

test('a resumed run takes no other knob', () => {
  const knobs = { ROUNDS: '3', BUDGET: '40', HALF_WIDTH: '0.05', SETTINGS: 'S1', DB_RTT_MS: '170', TARGET: 'mvc' };
  for (const [name, value] of Object.entries(knobs)) {
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
    assert.equal(once.notes.map(({ kind }) => kind).join(), 'blocks-repeated', 'it has not ended as it had');
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
    assert.equal(resumedRun({ RESUME: 'r1' }, ended), ended);
  });

  it('refuses what is no time, other knobs, and rounds of what has no blocks', () => {
    const refusesMore = (env: Record<string, string>, message: RegExp, run = ended) => assert.throws(() => resumedRun(env, run), message);
    refusesMore({ BUDGET: '0' }, /^Error: BUDGET=0.*from 1 to 9994/);
    refusesMore({ BUDGET: '60', HALF_WIDTH: '5' }, /^Error: HALF_WIDTH=5: accepted is a share/);
    refusesMore({ BUDGET: '60', ROUNDS: '3' }, /^Error: ROUNDS=3: RESUME keeps the plan of r1 and takes no other knob$/);
    refusesMore({ BUDGET: '60' }, /^Error: BUDGET=60: nothing of r1 is compared in blocks/, { ...ended, targets: ['mvc'] });
  });
});
