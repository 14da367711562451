/** Every target against the baseline, paired within blocks; and the noise floors that a difference must exceed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whyNotCompared } from '../../../analyse/comparison/comparability.ts';
import { comparisons, precision } from '../../../analyse/comparison/comparison.ts';
import { noiseFloor, roundNoise, unpairedNoise } from '../../../analyse/comparison/noise-floor.ts';
import { groupOf } from '../../../analyse/group/group.ts';
import { validRun } from '../../fixtures/records.ts';
import { DISTURBED, TOO_FAST, groupOfRounds as group, validSlice } from '../../fixtures/slices.ts';
import type { Group } from '../../../analyse/types.ts';

type Made = Parameters<typeof validSlice>[0];

/** @param groups the baseline first */
function compare(groups: Group[]) {
  const targets = [...new Set(groups.map(({ target }) => target))];
  const scenarios = [...new Set(groups.map(({ scenario }) => scenario))];
  return comparisons({ run: validRun({ targets, scenarios, levels: [100] }), groups }, targets[0], null);
}

/** Three rounds of three blocks, all alike. */
const alike = (rps: number) => [1, 2, 3].map(() => [rps, rps, rps]);

describe('targets against the baseline', () => {
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
    for (const ratio of throughput.roundRatios) assert.ok(Math.abs(ratio - 1.1) < 1e-9);
    assert.deepEqual([cpu.metric, cpu.kind], ['cpu', 'less CPU']);
    assert.ok(Math.abs(cpu.ratio - 1 / 1.1) < 1e-9);
  });

  it('have no verdict with fewer than three rounds', () => {
    const two = (rps: number) => alike(rps).slice(1);
    const [throughput] = compare([group('mvc', two(1000)), group('other', two(2000))]);
    assert.deepEqual([throughput.kind, throughput.rounds, throughput.low], ['indicative', 2, null]);
    assert.ok(Math.abs(throughput.ratio - 2) < 1e-9);
  });

  it('leave out the blocks in which a slice is discarded, but not of CPU where other processes alone disturbed it', () => {
    const disturbed = group('other', alike(1100), (round, block) => (round === 1 && block === 2 ? { ...DISTURBED, rps: 500 } : {}));
    const [throughput, cpu] = compare([group('mvc', alike(1000)), disturbed]);
    assert.deepEqual([throughput.blocks, cpu.blocks], [8, 9]);
    assert.ok(Math.abs(throughput.ratio - 1.1) < 1e-9);
  });

  it('are compared by a block that was measured again in the place of a discarded one', () => {
    const again = (target: string, rps: number) =>
      group(target, [[rps, rps]], (_, attempt) => ({ block: 1, ...(attempt === 1 ? DISTURBED : {}) }));
    const [throughput] = compare([again('mvc', 200), again('other', 300)]);
    assert.deepEqual([throughput.blocks, throughput.ratio.toFixed(2)], [1, '1.50']);
  });

  it('are not compared without a block in common, where one was silent, or was too fast in more than a twentieth of its slices', () => {
    const base = group('mvc', [Array(20).fill(1000)]);
    const other = (change: (block: number) => Made) => group('other', [Array(20).fill(1100)], (_, block) => change(block));
    const first = (blocks: number, made: Made) => other((block) => (block <= blocks ? made : {}));
    const why = (group2: Group) => whyNotCompared(group2, base, 'throughput');
    assert.equal(why(other(() => ({}))), null);
    assert.deepEqual(why(first(20, DISTURBED)), { kind: 'no block in common' });
    assert.equal(whyNotCompared(first(20, DISTURBED), base, 'cpu'), null);
    assert.deepEqual(why(first(1, { rps: 0, cpuPer1000: null })), { kind: 'silent', seen: { slices: 1, of: 40 } });
    assert.equal(why(first(1, TOO_FAST)), null);
    const tooFast = { kind: 'too fast', limit: 'generator', seen: { slices: 2, of: 20 }, isBaseline: false };
    assert.deepEqual(why(first(2, TOO_FAST)), tooFast);
    assert.deepEqual(whyNotCompared(base, first(2, TOO_FAST), 'throughput'), { ...tooFast, isBaseline: true });
    assert.deepEqual(compare([base, first(2, TOO_FAST)]), []);
  });

  it('have no winner where neither reached a limit, but may differ in CPU', () => {
    const kinds = (one: string, two: string) => {
      const both = [group('mvc', alike(1000), () => ({ kind: one })), group('other', alike(1100), () => ({ kind: two }))];
      return compare(both).map(({ kind, because }) => [kind, because]);
    };
    assert.deepEqual(kinds('users waiting', 'users waiting'), [['same', 'users waiting'], ['less CPU', null]]); // prettier-ignore
    assert.deepEqual(kinds('unknown', 'unknown')[0], ['same', 'bottleneck unknown'], 'no slices with other users show it');
    for (const one of ['target CPU', 'unknown']) assert.deepEqual(kinds(one, 'users waiting')[0], ['faster', null]);
    assert.deepEqual(kinds('unknown', 'target CPU')[0], ['faster', null]);
  });

  it('have one though their bottleneck is unknown where slices with other users show that their own were not waiting', () => {
    const withFewer = (target: string, rps: number, fewer: Made) => {
      const { slices } = group(target, alike(rps), () => ({ kind: 'unknown' }));
      return groupOf({ scenario: 'read', target }, [...slices, validSlice({ target, vus: 50, ...fewer })], [50, 100]);
    };
    const because = (fewer: Made) => compare([withFewer('mvc', 1000, fewer), withFewer('other', 1100, fewer)])[0].because;
    assert.equal(because({}), null);
    assert.equal(because(DISTURBED), 'bottleneck unknown', 'discarded ones show nothing');
  });

  it('say nothing of the CPU of a request where hardly any was used', () => {
    const ofCpu = (cores: number) => {
      const idle = group('other', alike(1000), () => ({ rps: 1000, cpuPer1000: cores }));
      return compare([group('mvc', alike(1000)), idle]).find(({ metric }) => metric === 'cpu')?.because;
    };
    assert.deepEqual([ofCpu(0.099), ofCpu(0.101)], ['little CPU', null]);
  });

  it('are corrected together over all scenarios of a table', () => {
    const ofScenario = (scenario: string, ratio: number) => {
      const other = [-1, 0, 1].map((step) => [1000 * ratio * Math.exp(0.038 * step)]);
      return [group('mvc', alike(1000)), group('other', other)].map((each) => ({ ...each, scenario }));
    };
    const [alone] = compare(ofScenario('read', 1.1));
    const [beside] = compare([...ofScenario('read', 1.1), ...ofScenario('create', 1)]);
    assert.deepEqual([alone.kind, beside.kind, beside.because], ['faster', 'same', 'several comparisons']);
  });

  it('have an exactness to stop at', () => {
    assert.ok(Math.abs(Number(precision({ low: 1 / 1.03, high: 1.03 })) - 0.03) < 1e-12);
    assert.equal(precision({ low: null, high: null }), null);
  });
});

describe('what arithmetic predicts of two targets', () => {
  /** One slice each, of 300 users whose requests wait a second. */
  function verdicts(scenario: string, mvc: Made, vt: Made) {
    const alone = (target: string, made: Made) =>
      groupOf({ scenario, target }, [validSlice({ scenario, target, vus: 300, cpuPer1000: 1, ...made })], [300]);
    return compare([alone('mvc', mvc), alone('mvc-vt', vt)]).map(({ kind, because, ratio, low }) => [kind, because, ratio.toFixed(2), low]);
  }
  const threads = { requestThreads: 200, rps: 200 };
  const unbounded = { requestThreads: 'unbounded' as const, rps: 300, kind: 'users waiting' };

  it('decides of a scenario that each is measured alone in, where both did it; of CPU nothing is predicted', () => {
    const ofCpu = ['indicative', null, '1.00', null];
    assert.deepEqual(verdicts('block', threads, unbounded), [['faster', 'arithmetic', '1.50', null], ofCpu]);
    assert.deepEqual(verdicts('block', unbounded, unbounded), [['same', 'arithmetic', '1.00', null], ofCpu]);
    assert.deepEqual(verdicts('block', threads, { ...unbounded, rps: 280 })[0], ['indicative', null, '1.40', null], 'one did not');
  });

  it('decides nothing where there are blocks: these measure it', () => {
    assert.deepEqual(verdicts('delay', unbounded, unbounded)[0], ['indicative', 'users waiting', '1.00', null]);
  });
});

describe('the noise floor', () => {
  const groups = [group('mvc', [[1000], [1000]]), group('again', [[1100], [1210]])];
  const run = validRun({ scenarios: ['read', 'block'] });

  it('is Student’s interval around no difference, with as many degrees of freedom as rounds', () => {
    const noise = roundNoise({ run, comparisons: compare(groups) });
    // ln 1.1 and ln 1.21: the mean of the squares is 2.5 (ln 1.1)²; t of 2 degrees of freedom at 97.5 % is 4.303.
    assert.ok(Math.abs(Math.log(Number(noise.read.throughput)) - 4.303 * Math.sqrt(2.5) * Math.log(1.1)) < 1e-4);
    assert.deepEqual(noise.block, { throughput: null, cpu: null });
  });

  it('of what is not paired comes from the pooled rates of their rounds', () => {
    const several = [group('mvc', [[50, 150], [200], [400, 400]])];
    const noise = unpairedNoise({ run, groups: several });
    // Logarithms -ln 2, 0, ln 2: s = ln 2, of a difference √2 · ln 2; Student's t with 2 degrees is 4.303.
    assert.ok(Math.abs(Math.log(Number(noise.read.throughput)) - 4.303 * Math.SQRT2 * Math.LN2) < 1e-3);
  });

  it('falls with the square root of the rounds', () => {
    const noise = { read: { throughput: 1.44, cpu: null } };
    assert.equal(noiseFloor(noise, 'read', 'throughput', 1), 1.44);
    assert.ok(Math.abs(Number(noiseFloor(noise, 'read', 'throughput', 4)) - 1.2) < 1e-12);
    assert.equal(noiseFloor(noise, 'read', 'cpu', 4), null);
    assert.equal(noiseFloor(noise, 'create', 'throughput', 4), null);
    assert.equal(noiseFloor(null, 'read', 'throughput', 4), null);
  });
});
