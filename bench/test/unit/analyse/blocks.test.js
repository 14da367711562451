import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { blockGroup } from '../../../analyse/blocks/group.js';
import { whyBlocksNotCompared } from '../../../analyse/blocks/comparability.js';
import { jvmChange } from '../../../analyse/blocks/jvm-change.js';
import { comparisons } from '../../../analyse/comparison/comparison.js';
import { roundNoise, unpairedNoise } from '../../../analyse/comparison/noise-floor.js';
import { figures, readBundle } from '../../../analyse/index.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { judgedAgain } from '../../support/findings.js';
import { DISTURBED, TOO_FAST, validSlice } from '../../fixtures/slices.js';

/** @typedef {import('../../../analyse/types.js').SliceFigures} SliceFigures */
/** @typedef {import('../../../analyse/types.js').BlockGroup} BlockGroup */
/** @typedef {Parameters<typeof validSlice>[0]} Made */

/**
 * @param {string} target
 * @param {number[][]} rounds requests/s of the slices of each
 * @param {(round: number, block: number) => Made} [change] of single slices
 * @returns {BlockGroup} a request takes 0.4 ms of CPU ÷ (requests/s ÷ 1000): half a core is used up
 */
function group(target, rounds, change = () => ({})) {
  const slices = rounds.flatMap((blocks, index) =>
    blocks.map((rps, at) => {
      const [round, block] = [index + 1, at + 1];
      return validSlice({ target, round, block, slice: block, rps, cpuPer1000: 500 / rps, jvmStartedMs: round, ...change(round, block) });
    }),
  );
  return blockGroup('read', target, slices, 100);
}

const STAGES = [
  { vus: 50, durationMs: 4000 },
  { vus: 100, durationMs: 4000 },
  { vus: 200, durationMs: 4000 },
];

/** @param {BlockGroup[]} blocks @param {import('../../../record/calibration/record.js').Noise | null} [noise] */
function compare(blocks, noise = null) {
  const targets = [...new Set(blocks.map(({ target }) => target))];
  const scenarios = [...new Set(blocks.map(({ scenario }) => scenario))];
  const run = /** @type {any} */ ({ seed: 1, scenarios, targets, stages: STAGES, blockVus: 100 });
  return comparisons({ run, groups: [], blocks }, targets[0], noise);
}

/** Three rounds of three blocks, all alike. @param {number} rps */
const alike = (rps) => [1, 2, 3].map(() => [rps, rps, rps]);

describe('slices of one target', () => {
  it('are pooled as sums over sums, with ranges over the rounds', () => {
    const { stage, rounds } = group('mvc', [[1000, 2000], [3000]]);
    assert.deepEqual([stage.rps, stage.rpsRange, stage.rounds], [2000, [1500, 3000], 2]);
    assert.deepEqual(stage.rpsByRound, [1500, 3000]);
    assert.ok(Math.abs(Number(stage.cpuPer1000) - 0.25) < 1e-12, 'half a core for 2000 requests/s');
    assert.deepEqual(
      rounds.map(({ round, slices, rps }) => [round, slices, rps]),
      [
        [1, 2, 1500],
        [2, 1, 3000],
      ],
    );
    assert.deepEqual(stage.bottlenecks, [{ kind: 'target CPU', slices: 3 }]);
    assert.equal(stage.littlesLaw?.slices, 3);
  });

  it('that are void are in no figure; CPU per request counts of those that only other processes disturbed', () => {
    const { stage, voided, good, rounds } = group('mvc', [[1000, 500]], (_, block) => (block === 2 ? DISTURBED : {}));
    assert.deepEqual([stage.rps, good.length, voided.length], [1000, 1, 1]);
    assert.ok(Math.abs(Number(stage.cpuPer1000) - (0.5 + 0.5) / 1.5) < 1e-12);
    assert.equal(rounds[0].slices, 1);
    assert.ok(Math.abs(Number(rounds[0].cpuPer1000) - 1 / 1.5) < 1e-12);
  });

  it('that are all void show their figures as void', () => {
    const all = group('mvc', [[1000, 500]], () => DISTURBED);
    assert.deepEqual([all.isVoid, all.stage.rps, all.good.length, all.rounds[0].rps], [true, 750, 2, null]);
  });

  it('tell of each JVM whether its throughput was still rising', () => {
    const rising = [1000, 1050, 1100, 1150, 1200];
    const { stage } = group('mvc', [rising, [1000, 1010, 1000, 990, 1000], [1000, 2000]]);
    assert.deepEqual(stage.rise, { rising: 1, rounds: 2 }, 'two slices tell nothing');
  });
});

describe('targets against the baseline, by blocks', () => {
  it('are compared within blocks: what both share is in no ratio', () => {
    const machine = [
      [1000, 2000, 1000],
      [3000, 500, 700],
      [1000, 1000, 4000],
    ];
    const faster = machine.map((blocks) => blocks.map((rps) => rps * 1.1));
    const found = compare([group('mvc', machine), group('other', faster)]);
    assert.equal(found.length, 2);
    const [throughput, cpu] = found;
    assert.deepEqual([throughput.metric, throughput.kind, throughput.rounds, throughput.blocks], ['throughput', 'faster', 3, 9]);
    assert.ok(Math.abs(throughput.ratio - 1.1) < 1e-9);
    assert.deepEqual(
      throughput.roundRatios.map((ratio) => ratio.toFixed(3)),
      ['1.100', '1.100', '1.100'],
    );
    assert.deepEqual([cpu.metric, cpu.kind], ['cpu', 'less CPU']);
    assert.ok(Math.abs(cpu.ratio - 1 / 1.1) < 1e-9);
  });

  it('name the level, and the stage that has as many users', () => {
    const [{ vus, stage }] = compare([group('mvc', alike(1000)), group('other', alike(1000))]);
    assert.deepEqual([vus, stage], [100, 1]);
  });

  it('have no verdict with fewer than three rounds', () => {
    const two = [
      [1000, 1000],
      [1000, 1000],
    ];
    const [throughput] = compare([
      group('mvc', two),
      group(
        'other',
        two.map((blocks) => blocks.map((rps) => rps * 2)),
      ),
    ]);
    assert.deepEqual([throughput.kind, throughput.rounds, throughput.low, throughput.pValue], ['indicative', 2, null, null]);
    assert.ok(Math.abs(throughput.ratio - 2) < 1e-9);
  });

  it('leave out the blocks in which a slice is void, but not of CPU where other processes alone disturbed it', () => {
    const disturbed = group('other', alike(1100), (round, block) => (round === 1 && block === 2 ? { ...DISTURBED, rps: 500 } : {}));
    const [throughput, cpu] = compare([group('mvc', alike(1000)), disturbed]);
    assert.deepEqual([throughput.blocks, cpu.blocks], [8, 9]);
    assert.ok(Math.abs(throughput.ratio - 1.1) < 1e-9);
  });

  it('are not compared without a block in common, where one was silent, or was too fast in more than a twentieth of its slices', () => {
    const base = group('mvc', [Array(20).fill(1000)]);
    const other = (/** @type {(block: number) => Made} */ change) => group('other', [Array(20).fill(1100)], (_, block) => change(block));
    const first = (/** @type {number} */ blocks, /** @type {Made} */ made) => other((block) => (block <= blocks ? made : {}));
    const why = (/** @type {BlockGroup} */ group2) => whyBlocksNotCompared(group2, base, 'throughput');
    assert.equal(why(other(() => ({}))), null);
    assert.deepEqual(why(first(20, DISTURBED)), { kind: 'no block in common' });
    assert.equal(whyBlocksNotCompared(first(20, DISTURBED), base, 'cpu'), null);
    assert.deepEqual(why(first(1, { rps: 0, cpuPer1000: null })), { kind: 'silent', seen: { slices: 1, of: 40 } });
    assert.equal(why(first(1, TOO_FAST)), null);
    const tooFast = { kind: 'too fast', limit: 'generator', seen: { slices: 2, of: 20 }, isBaseline: false };
    assert.deepEqual(why(first(2, TOO_FAST)), tooFast);
    assert.deepEqual(whyBlocksNotCompared(base, first(2, TOO_FAST), 'throughput'), { ...tooFast, isBaseline: true });
    assert.deepEqual(compare([base, first(2, TOO_FAST)]), []);
  });

  it('have no winner where neither reached a limit', () => {
    const waiting = (/** @type {string} */ target, /** @type {number} */ rps) =>
      group(target, alike(rps), () => ({ kind: 'users waiting' }));
    const [throughput] = compare([waiting('mvc', 1000), waiting('other', 1001)]);
    assert.deepEqual([throughput.kind, throughput.because], ['same', 'users waiting']);
    const unknown = (/** @type {string} */ target, /** @type {number} */ rps) => group(target, alike(rps), () => ({ kind: 'unknown' }));
    assert.equal(
      compare([unknown('mvc', 1000), unknown('other', 1100)])[0].because,
      'bottleneck unknown',
      'no staircase shows another level',
    );
  });

  it('are corrected together over all scenarios of a table', () => {
    const ofScenario = (/** @type {string} */ scenario) =>
      [group('mvc', alike(1000)), group('other', alike(1100))].map((each) => ({ ...each, scenario }));
    assert.deepEqual(
      compare([...ofScenario('read'), ...ofScenario('create')]).map(({ family }) => family),
      [2, 2, 2, 2],
    );
  });
});

describe('the noise floor of blocks', () => {
  const blocks = [group('mvc', [[1000], [1000]]), group('again', [[1100], [1210]])];
  const run = /** @type {any} */ ({ scenarios: ['read'], stages: STAGES });

  it('comes from the ratios of their rounds', () => {
    const noise = roundNoise(/** @type {any} */ ({ run, comparisons: compare(blocks) }));
    // ln 1.1 and ln 1.21: the mean of the squares is 2.5 (ln 1.1)²; t of 2 degrees of freedom at 97.5 % is 4.303.
    assert.ok(Math.abs(Math.log(Number(noise.read.throughput)) - 4.303 * Math.sqrt(2.5) * Math.log(1.1)) < 1e-4);
  });

  it('of what is not paired comes from the pooled rates of their rounds', () => {
    const several = [group('mvc', [[50, 150], [200], [400, 400]])];
    const noise = unpairedNoise(/** @type {any} */ ({ run, blocks: several }));
    // Logarithms -ln 2, 0, ln 2: s = ln 2, of a difference √2 · ln 2; Student's t with 2 degrees is 4.303.
    assert.ok(Math.abs(Math.log(Number(noise.read.throughput)) - 4.303 * Math.SQRT2 * Math.LN2) < 1e-3);
  });

  it('is not exceeded by a difference inside it', () => {
    const found = compare([group('mvc', alike(1000)), group('other', alike(1100))], { read: { throughput: 1.5, cpu: null } });
    assert.deepEqual(
      found.map(({ kind, because }) => [kind, because]),
      [
        ['same', 'noise floor'],
        ['less CPU', null],
      ],
    );
  });
});

describe('a JVM that changes for good', () => {
  /** @param {number[]} costs CPU per 1,000 requests of each slice */
  const change = (costs) => {
    const found = jvmChange(costs.map((cpuPer1000, index) => validSlice({ block: index + 1, cpuPer1000 })));
    return found && { block: found.first.block, factor: Number(found.factor.toFixed(2)), earlier: found.earlier, later: found.later };
  };

  it('is seen where all later slices differ from all earlier ones by more than a quarter, two at least on each side', () => {
    assert.deepEqual(change([0.4, 0.42, 0.4, 0.6, 0.61]), { block: 4, factor: 1.51, earlier: 3, later: 2 });
    assert.deepEqual(change([0.6, 0.6, 0.4, 0.4]), { block: 3, factor: 0.67, earlier: 2, later: 2 });
    assert.equal(change([0.4, 0.4, 0.4, 0.6]), null, 'one slice may be an outlier');
    assert.equal(change([0.4, 0.4, 0.6, 0.41, 0.6]), null, 'it came back');
    assert.equal(change([0.4, 0.4, 0.49, 0.49]), null);
    assert.equal(change([]), null);
  });

  it('is not seen in slices whose CPU does not count', () => {
    const costs = [0.4, 0.4, 0.6, 0.6];
    assert.equal(jvmChange(costs.map((cpuPer1000, index) => validSlice({ cpuPer1000, cpuCounts: index !== 3 }))), null);
  });
});

describe('a run with blocks', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench blocks '));
  after(() => rmSync(dir, { recursive: true, force: true }));
  makeBundle(dir, { rounds: 3, blocks: 5, targets: ['mvc', 'mvc-vt'], scenarios: ['read', 'create', 'simple', 'block'] });
  const made = figures(readBundle(dir));
  /** @param {string} kind @returns {any[]} */
  const found = (kind) => made.findings.filter((finding) => finding.kind === kind);

  it('has block groups of the scenarios that have sequences', () => {
    assert.deepEqual([...new Set(made.blocks.map(({ scenario }) => scenario))], ['read', 'create', 'simple']);
    assert.equal(made.groups.length, 8);
    assert.ok(
      made.groups.every(({ cell }) => cell?.planned.round === 1),
      'the staircase of the first round',
    );
  });

  it('compares by blocks, and by cells what has none', () => {
    const of = (/** @type {string} */ scenario) =>
      made.comparisons.filter((each) => each.scenario === scenario && each.metric === 'throughput');
    assert.deepEqual(
      of('read').map(({ rounds, blocks, stage, kind }) => [rounds, blocks, stage, kind]),
      [[3, 15, 2, 'faster']],
      'the block that was disturbed was measured again',
    );
    assert.deepEqual(
      of('simple').map(({ rounds, kind }) => [rounds, kind]),
      [[2, 'indicative']],
      'one sequence failed',
    );
    assert.equal(of('block').length, 3, 'of each stage');
  });

  it('lets arithmetic decide what it predicted rightly, at the last stage', () => {
    const decisions = made.comparisons.filter(({ scenario, metric }) => scenario === 'block' && metric === 'throughput');
    assert.deepEqual(
      decisions.map(({ kind, because, low, ratio }) => [kind, because, low, ratio]),
      [
        ['indicative', 'users waiting', null, 1],
        ['indicative', 'users waiting', null, 1],
        ['faster', 'arithmetic', null, 1.5],
      ],
    );
  });

  it('says which slices are void, and who disturbed them', () => {
    const [{ target, slices, of, cpuCounts, reasons, others }] = found('void');
    assert.deepEqual([target, slices, of, cpuCounts], ['mvc', 1, 16, 1]);
    assert.deepEqual(
      reasons.map((/** @type {any} */ each) => [each.reason.kind, each.slices]),
      [['other processes', 1]],
    );
    assert.deepEqual(others, [
      { name: 'chrome', cores: 0.36 },
      { name: 'idea', cores: 0.24 },
    ]);
  });

  it('says which sequence failed', () => {
    assert.deepEqual(found('failed'), [
      { scope: 'sequence', scenario: 'simple', round: 3, part: 1, kind: 'failed', reason: 'k6 ended with exit code 107' },
    ]);
  });

  it('names the JVM that changed', () => {
    const [{ scenario, target, round, block, factor, earlier, later }] = found('jvm-changed');
    assert.deepEqual([scenario, target, round, block, earlier, later], ['create', 'mvc-vt', 1, 3, 2, 3]);
    assert.ok(Math.abs(factor - 1.5) < 0.1);
  });

  it('holds slices against Little’s law beside the staircase, and counts their scrapes and checks', () => {
    const [law] = found('littles-law');
    assert.deepEqual([law.plateaus, law.valid], [2 * (3 + 15), 2 * (3 + 15)]);
    const [scrapes] = found('scrapes');
    assert.equal(scrapes.expected, 2 * (12 + 15 * 5));
    assert.equal(found('checks')[0].checks, 2 * 2 + 4);
  });

  it('tells the bottleneck from slices, or from the staircase', () => {
    assert.deepEqual(
      found('bottleneck')
        .map(({ scenario, seen }) => [scenario, seen])
        .filter((_, index) => index % 2 === 0),
      [
        ['read', { slices: 15, of: 15 }],
        ['create', { slices: 15, of: 15 }],
        ['simple', { slices: 10, of: 10 }],
        ['block', null],
      ],
    );
  });

  it('says of rounds only what concerns blocks: cells have one by design', () => {
    assert.deepEqual(found('few-rounds'), [{ scope: 'run', kind: 'few-rounds', least: 2, most: 3, isSingle: false, needed: 3 }]);
    assert.deepEqual(found('not-compared'), []);
  });

  it('says why targets are not compared by blocks', () => {
    const blocks = made.blocks.map(({ scenario, target, slices }) => {
      const own = slices.map((slice) => (target === 'mvc-vt' ? { ...slice, ...TOO_FAST } : slice));
      return blockGroup(scenario, target, own, 300);
    });
    const changed = { ...made, blocks };
    const judged = { ...changed, comparisons: comparisons(changed, 'mvc', null) };
    assert.deepEqual([...new Set(judged.comparisons.map(({ scenario }) => scenario))], ['block']);
    const why = judgedAgain(judged).findings.filter(({ kind }) => kind === 'not-compared');
    assert.equal(why.length, 3 * 2, 'scenarios, metrics');
    assert.deepEqual(why[0], {
      ...{ scope: 'target', scenario: 'read', target: 'mvc-vt', kind: 'not-compared', stage: 2, metric: 'throughput' },
      why: { kind: 'no block in common' },
    });
  });
});
