/** The slices of one target in one scenario together, by their number of users. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupOf } from '../../../analyse/group/group.ts';
import { jvmChange } from '../../../analyse/findings/jvms.ts';
import { DISTURBED, TOO_FAST, groupOfRounds as group, validSlice } from '../../fixtures/slices.ts';

describe('slices of one target', () => {
  it('are pooled as sums over sums, with ranges over the rounds', () => {
    const { stage, rounds } = group('mvc', [[1000, 2000], [3000]]);
    assert.deepEqual([stage.rps, stage.rpsRange, stage.rounds, stage.rpsByRound], [2000, [1500, 3000], 2, [1500, 3000]]);
    assert.ok(Math.abs(Number(stage.cpuPer1000) - 0.25) < 1e-12, 'half a core for 2000 requests/s');
    const ofRounds = rounds.map(({ round, slices, throughput }) => ({ round, slices, rps: throughput?.rps }));
    assert.deepEqual(ofRounds, [{ round: 1, slices: 2, rps: 1500 }, { round: 2, slices: 1, rps: 3000 }]); // prettier-ignore
    assert.deepEqual(stage.bottlenecks, [{ kind: 'target CPU', slices: 3 }]);
  });

  it('that are discarded are in no figure; CPU per request counts of those that only other processes disturbed', () => {
    const { stage, discarded, good, rounds } = group('mvc', [[1000, 500]], (_, block) => (block === 2 ? DISTURBED : {}));
    assert.deepEqual([stage.rps, good.length, discarded.length], [1000, 1, 1]);
    assert.ok(Math.abs(Number(stage.cpuPer1000) - (0.5 + 0.5) / 1.5) < 1e-12);
    assert.equal(rounds[0].slices, 1);
    assert.ok(Math.abs(Number(rounds[0].cpu?.cpuPer1000) - 1 / 1.5) < 1e-12);
  });

  it('that are all discarded show their figures as discarded', () => {
    const all = group('mvc', [[1000, 500]], () => DISTURBED);
    assert.deepEqual([all.isDiscarded, all.stage.rps, all.good.length, all.rounds[0].throughput], [true, 750, 2, null]);
  });
});

describe('the levels of a target', () => {
  const PAIR = { scenario: 'read', target: 'mvc' };
  const slice = (made: Parameters<typeof validSlice>[0]) => validSlice({ ...PAIR, ...made });

  it('have a group each, fewest users first; targets are compared at the last', () => {
    const slices = [
      slice({ vus: 300, block: 3, rps: 3000 }),
      slice({ vus: 50, block: 1, rps: 1000 }),
      slice({ vus: 300, round: 2, block: 1, rps: 5000 }),
    ];
    const { levels, ...compared } = groupOf(PAIR, slices, [50, 150, 300]);
    assert.deepEqual(
      levels.map(({ vus, stage, rounds }) => [vus, stage.vus, stage.rps, rounds.length]),
      [
        [50, 50, 1000, 1],
        [300, 300, 4000, 2],
      ],
      'nobody measured 150',
    );
    assert.deepEqual(compared, { ...PAIR, ...levels[1] });
  });

  it('are discarded one by one', () => {
    const slices = [slice({ vus: 50, ...DISTURBED }), slice({ vus: 150, ...TOO_FAST }), slice({ vus: 300 })];
    const { levels, isDiscarded, discarded } = groupOf(PAIR, slices, [50, 150, 300]);
    assert.deepEqual([levels.map((level) => level.isDiscarded), isDiscarded, discarded], [[true, true, false], false, []]);
  });

  it('are the last alone where nothing was measured', () => {
    const { levels, slices, isDiscarded, stage } = groupOf(PAIR, [], [50, 300]);
    assert.deepEqual([levels.map(({ vus }) => vus), slices, isDiscarded, stage.rps, stage.rounds], [[300], [], false, null, 0]);
  });
});

describe('a JVM that changes for good', () => {
  /** @param costs CPU per 1,000 requests of each slice */
  const change = (costs: number[]) => {
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
