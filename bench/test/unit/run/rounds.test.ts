import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { compareOptions } from '../../../plan/knobs.ts';
import { newRun } from '../../../plan/run.ts';
import { UNKNOWN_COSTS, withTimeForVerdicts } from '../../../run/costs.ts';
import { roundToAdd } from '../../../run/rounds.ts';
import { validCircumstances } from '../../fixtures/records.ts';
import type { Run } from '../../../record/run.ts';
import type { Comparison } from '../../../analyse/types.ts';

type Measured = Parameters<typeof roundToAdd>[0];

const catalogue = readCatalogue();
const HOUR = 3600;

/** @param rounds measured so far */
function runOf(knobs: Record<string, string> = {}, rounds = 3): Run {
  const given = { PROFILE: 'rigorous', SCENARIOS: 'read', TARGETS: 'mvc,mvc-vt', SEED: '1', HALF_WIDTH: '0.05', ...knobs };
  return { ...newRun({ ...compareOptions(given, catalogue), rounds }, catalogue, 'rigorous'), ...validCircumstances() };
}

/** Two blocks in each round, whose ratios are that many per cent above and below the truth. */
function measured(run: Run, changed: Partial<Measured> = {}): Measured {
  const { rounds, scenarios, targets } = run;
  const slice = (target: string, round: number, block: number) => {
    const noise = target === targets[0] ? 1 : 1 + 0.05 * (-1) ** block + 0.02 * (-1) ** round;
    return { target, round, block, discardedFor: [], cpuCounts: true, stage: { rps: 1000 * noise, cpuPer1000: 0.4 } };
  };
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
  const groups = scenarios.flatMap((scenario) =>
    targets.map((target) => ({ scenario, target, slices: numbers.flatMap((round) => [slice(target, round, 1), slice(target, round, 2)]) })),
  );
  return { run, groups, comparisons: [], ...changed } as unknown as Measured;
}

const comparison = (low: number | null, high: number | null, changed: object = {}) =>
  ({ scenario: 'read', target: 'mvc-vt', vus: 300, metric: 'throughput', blocks: 6, low, high, ...changed }) as unknown as Comparison;

const added = (of: Measured, remainingSeconds = HOUR, costs = UNKNOWN_COSTS) => roundToAdd(of, costs, remainingSeconds);

const addedAfter = (run: Run, comparisons: Comparison[], remainingSeconds?: number) =>
  added(measured(run, { comparisons }), remainingSeconds);

describe('a round is added', () => {
  it('as long as one interval is wide, also where the difference is plain', () => {
    const run = runOf({ TARGETS: 'mvc,mvc-vt,webflux-jdbc' });
    const { parts, note } = addedAfter(run, [comparison(0.99, 1.01), comparison(1.4, 1.6, { target: 'webflux-jdbc' })]);
    const [{ blocks, ...part }, ...others] = parts;
    const order = run.parts.length + 1;
    assert.deepEqual(part, { scenario: 'read', round: 4, number: 1, attempt: 1, order, state: 'pending', reason: null });
    assert.deepEqual([blocks[0].targets.toSorted(), others], [['mvc', 'mvc-vt', 'webflux-jdbc'], []]);
    assert.equal(note.kind, 'round-planned');
  });

  it('while there are too few rounds for an interval', () => {
    assert.equal(addedAfter(runOf(), [comparison(null, null)]).parts.length, 1);
    assert.equal(addedAfter(runOf(), []).parts.length, 1);
    assert.equal(addedAfter(runOf({}, 2), [comparison(0.99, 1.01)]).parts.length, 1, 'two rounds decide nothing');
  });

  it('of what the verdicts lack: what other processes disturbed does not count', () => {
    const run = runOf({ SCENARIOS: 'read,simple' });
    const of = measured(run, { comparisons: [comparison(0.8, 1.2, { scenario: 'simple' })] });
    const disturbed = of.groups.find(({ scenario, target }) => scenario === 'read' && target === 'mvc')?.slices ?? [];
    for (const slice of disturbed.filter(({ round }) => round > 1)) Object.assign(slice, { discardedFor: [{ kind: 'other processes' }] });
    const costs = { jvmSeconds: 10, roundSeconds: 60, blockSeconds: 12 };
    const planned = (seconds: number) => added(of, seconds, costs).parts.map(({ scenario }) => scenario);
    assert.deepEqual(planned(300).toSorted(), ['read', 'simple'], '10 + 2 × 72 for the one, as much for the round after it');
    assert.deepEqual(planned(150), ['simple'], 'read lacks two rounds, and they do not fit');
  });

  it('but none for a target that is too fast for its generator in all slices', () => {
    const run = runOf();
    const of = measured(run);
    const slices = of.groups.find(({ target }) => target === 'mvc-vt')?.slices ?? [];
    for (const slice of slices) Object.assign(slice, { discardedFor: [{ kind: 'generator overused' }] });
    const { parts, note } = added(of);
    assert.deepEqual([slices.length, parts, note.kind === 'rounds-ended' && note.by], [6, [], 'no interval'], 'its budget is not over');
  });

  it('of the scenarios alone whose intervals are still wide', () => {
    const run = runOf({ SCENARIOS: 'read,simple,heavy' });
    const narrow = ['simple', 'heavy'].map((scenario) => comparison(0.98, 1.02, { scenario }));
    const { parts } = addedAfter(run, [comparison(0.8, 1.2), ...narrow]);
    assert.equal(parts.map(({ scenario }) => scenario).join(), 'read');
  });

  it('and says how the noise divides, from which its number of blocks comes', () => {
    const run = runOf();
    const { parts, note } = addedAfter(run, [comparison(0.8, 1.2)]);
    assert.ok(note.kind === 'round-planned');
    const [{ scenario, blocks, blockVariance, roundVariance }] = note.scenarios;
    assert.deepEqual([note.round, scenario, blocks], [4, 'read', parts[0].blocks.length]);
    // Logs of 0.97 and 1.07 in odd rounds, of 0.93 and 1.03 in even ones: (log a - log b)² ÷ 2 = 0.0048 and 0.0052.
    assert.ok(blockVariance !== null && Math.abs(blockVariance - 0.005) < 0.0003, String(blockVariance));
    assert.equal(roundVariance, 0, 'rounds differ by less than their blocks explain');
  });

  it('at the costs that this run has shown', () => {
    const run = runOf();
    const blocksAt = (roundSeconds: number, blockSeconds: number, remainingSeconds = HOUR) => {
      const costs = { jvmSeconds: 10, roundSeconds, blockSeconds };
      return added(measured(run, { comparisons: [comparison(0.8, 1.2)] }), remainingSeconds, costs).parts[0]?.blocks.length ?? 0;
    };
    assert.equal(blocksAt(60, 12), 10);
    assert.deepEqual([blocksAt(60, 12, 130), blocksAt(60, 12, 81)], [5, 0], '130 - 10 - 60 = 5 × 12; 81 s are not even one block');
  });
});

describe('a run has enough rounds', () => {
  /** @returns parts that are added, why it has ended, and its widest interval */
  const ended = (...given: Parameters<typeof addedAfter>) => {
    const { parts, note } = addedAfter(...given);
    return note.kind === 'rounds-ended' && [parts, note.by, note.widest?.halfWidth.toFixed(3)];
  };

  it('where all intervals are narrow, also where they hold 1', () => {
    // From 0.96 to 1.05 is ±4.6 % on the log scale.
    assert.deepEqual(ended(runOf(), [comparison(0.96, 1.05)]), [[], 'half width', '0.046']);
  });

  it('where its budget is over, and it says what is known least', () => {
    assert.deepEqual(ended(runOf(), [comparison(0.96, 1.05), comparison(0.9, 1.089)], 20), [[], 'budget', '0.100']);
    assert.deepEqual(ended(runOf(), [], 20), [[], 'budget', undefined]);
  });

  it('never where a difference is found: without a half-width, its time alone ends it', () => {
    const run = { ...runOf(), halfWidth: null };
    assert.equal(addedAfter(run, [comparison(1.99, 2.01)]).parts.length, 1);
    assert.equal(addedAfter(run, [comparison(0.999, 1.001)]).parts.length, 1);
    assert.deepEqual(addedAfter(run, [comparison(1.99, 2.01)], 20).parts, []);
  });

  it('by throughput: CPU does not ask for more', () => {
    const comparisons = [comparison(0.98, 1.02), comparison(0.5, 2, { metric: 'cpu' })];
    assert.deepEqual(ended(runOf(), comparisons), [[], 'half width', '0.020']);
  });

  it('where nothing is compared in blocks', () => {
    const run = { ...runOf(), halfWidth: null };
    const { groups } = measured(run);
    assert.deepEqual(added(measured(run, { groups: [] })).parts, []);
    assert.deepEqual(added(measured(run, { groups: groups.slice(0, 1) })).parts, [], 'one target has no partner');
    const alone = { ...runOf({ SCENARIOS: 'block', HALF_WIDTH: '' }), budgetSeconds: HOUR };
    assert.deepEqual(added(measured(alone)).parts, [], 'arithmetic says what it shows');
  });
});

it('a round of which no block counts is left out, so that another takes its place', () => {
  const run = { ...runOf(), halfWidth: 0.5 };
  /** @param blocks of round 3 whose slices are discarded @returns parts that are added */
  const without = (...blocks: number[]) => {
    const of = measured(run, { comparisons: [comparison(0.98, 1.02)] });
    const slices = of.groups.flatMap((group) => group.slices).filter(({ round, block }) => round === 3 && blocks.includes(block));
    for (const slice of slices) Object.assign(slice, { discardedFor: [{ kind: 'other processes' }] });
    return added(of).parts.length;
  };
  assert.deepEqual([without(), without(2), without(1, 2)], [0, 0, 1], 'two rounds are left');
});

it('a run of many variants has the minutes that three rounds of all of them take; a small one those of its profile, one with rounds none', () => {
  const minutesOf = (knobs: Record<string, string>): number | null => {
    const planned = newRun(compareOptions({ SCENARIOS: 'read', SEED: '1', ...knobs }, catalogue), catalogue, 'sweep-pool');
    const { budgetSeconds } = withTimeForVerdicts(planned);
    return budgetSeconds && budgetSeconds / 60;
  };
  const fit = Object.keys(catalogue.targets).filter((name) => !catalogue.targets[name].flawed && !catalogue.targets[name].unfit?.read);
  const TARGETS = fit.slice(0, 12).join();
  assert.equal(minutesOf({ TARGETS: 'mvc,mvc-vt' }), 40);
  const minutes = Number(minutesOf({ TARGETS, BUDGET: '20' }));
  assert.ok(Number.isInteger(minutes) && minutes > 20 && minutes < 35, `${minutes}`);
  assert.equal(minutesOf({ TARGETS, ROUNDS: '3' }), null);
});
