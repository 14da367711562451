import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byRound, comparedTogether, planRound, planRounds } from '../../../plan/run.ts';
import { seededRandom, shuffled } from '../../../util/random.ts';
import type { Catalogue } from '../../../record/catalogue.ts';
import type { PlannedPart } from '../../../record/run.ts';

type Given = Parameters<typeof planRounds>[0];

/** pairs such as `y b`, scenarios, and targets of one thread that have a backlog of 50 s where requests pile up, the others one of 1 s */
type Special = { unfit?: string[]; alone?: string[]; slow?: string[]; levels?: number[] };

/** @returns with the targets a, b, c and the scenarios x, y, z */
function withTraits({ unfit = [], alone = [], slow = [], levels = [10, 20, 50] }: Special = {}) {
  const targets = ['a', 'b', 'c'].map((target) => {
    const reasons = ['x', 'y', 'z'].filter((scenario) => unfit.includes(`${scenario} ${target}`)).map((scenario) => [scenario, 'no']);
    const environment = { SERVER_TOMCAT_THREADS_MAX: slow.includes(target) ? '1' : '50' };
    return [target, { server: 'tomcat', environment, unfit: Object.fromEntries(reasons) }];
  });
  const scenarios = ['x', 'y', 'z'].map((scenario) => [scenario, alone.includes(scenario) ? { leavesBacklog: true, waitMs: 1000 } : {}]);
  const catalogue = { targets: Object.fromEntries(targets), scenarios: Object.fromEntries(scenarios) } as Catalogue;
  return { catalogue, levels, settings: null };
}

const PLAN = { targets: ['a', 'b', 'c'], scenarios: ['x', 'y', 'z'], rounds: 2, blocks: 2, seed: 7 };

const plan = (given: Partial<Given>, special?: Special) => planRounds({ ...PLAN, ...withTraits(special), ...given });

const names = (parts: PlannedPart[]): string[] =>
  parts.map(({ scenario, round, number, blocks }) => `${scenario} ${round}-${number} ${blocks[0].targets.toSorted().join('')}`);

const targetsOfBlocks = ({ blocks }: PlannedPart) => blocks.map(({ targets }) => targets);

describe('the order of a run', () => {
  it('has a part of every scenario in every round, completes a round before the next, and numbers all without a gap', () => {
    const parts = plan({ scenarios: ['x', 'y'], rounds: 3 });
    assert.deepEqual(names(parts).toSorted(), ['x 1-1 abc', 'x 2-1 abc', 'x 3-1 abc', 'y 1-1 abc', 'y 2-1 abc', 'y 3-1 abc']);
    const all = plan({ rounds: 3 }, { alone: ['y'] });
    for (const [index, { state, reason, attempt, order }] of all.entries()) {
      assert.deepEqual([state, reason, attempt, order], ['pending', null, 1, index + 1]);
    }
    const rounds = all.map(({ round }) => round);
    assert.deepEqual(rounds, rounds.toSorted());
  });

  it('begins with a block at each lower level; later rounds have blocks at the last one alone', () => {
    const usersOf = ({ blocks }: PlannedPart) => blocks.map(({ vus }) => vus).join();
    assert.deepEqual(plan({ scenarios: ['x'] }).map(usersOf), ['10,20,50,50', '50,50']);
    assert.deepEqual(plan({}, { levels: [50] }).map(usersOf), Array(6).fill('50,50'));
  });

  it('mirrors every second block: over two blocks each target is as early as it is late', () => {
    for (const part of plan({ rounds: 3, blocks: 5 })) {
      const blocks = targetsOfBlocks(part);
      assert.equal(blocks.length, part.round === 1 ? 7 : 5);
      assert.deepEqual(blocks[1], blocks[0].toReversed());
      assert.deepEqual(blocks[3], blocks[2].toReversed());
      for (const block of blocks) assert.deepEqual(block.toSorted(), ['a', 'b', 'c']);
    }
  });

  it('draws each two blocks, and each round, by themselves: scenarios and targets', () => {
    /** @param first what comes first, three times, in a plan of two targets and these scenarios */
    const drawn = (scenarios: string[], first: (parts: PlannedPart[]) => string[]) => {
      const given = { targets: ['a', 'b'], scenarios, rounds: 3, blocks: 5 };
      const all = Array.from({ length: 200 }, (_, seed) => first(plan({ ...given, seed }, { levels: [50] })).join(''));
      return [...new Set(all)].toSorted().join(' ');
    };
    const ofBlocks = ([{ blocks }]: PlannedPart[]) => [0, 2, 4].map((block) => blocks[block].targets[0]);
    const firstOf = (parts: PlannedPart[]) => [1, 2, 3].flatMap((round) => parts.find((part) => part.round === round) ?? []);
    const ofRounds = (parts: PlannedPart[]) => firstOf(parts).map(({ blocks }) => blocks[0].targets[0]);
    assert.equal(drawn(['x'], ofBlocks), 'aaa aab aba abb baa bab bba bbb');
    assert.equal(drawn(['x'], ofRounds), 'aaa aab aba abb baa bab bba bbb');
    const ofScenarios = drawn(['x', 'y'], (parts) => firstOf(parts).map(({ scenario }) => scenario));
    assert.equal(ofScenarios, 'xxx xxy xyx xyy yxx yxy yyx yyy');
  });

  it('leaves a pair out that is not measured, and the others keep their order', () => {
    const all = plan({});
    const without = plan({}, { unfit: ['y b'] });
    assert.equal(without.length, all.length);
    for (const [index, part] of without.entries()) {
      const [first, ...others] = targetsOfBlocks(part);
      const [usual] = targetsOfBlocks(all[index]);
      assert.deepEqual(first, part.scenario === 'y' ? usual.filter((target) => target !== 'b') : usual);
      if (part.scenario === 'y') for (const block of others) assert.deepEqual(block.toSorted(), ['a', 'c']);
    }
  });

  it('has no part of a scenario that fits no target', () => {
    assert.deepEqual([...new Set(plan({ targets: ['a'] }, { unfit: ['y a'] }).map(({ scenario }) => scenario))].toSorted(), ['x', 'z']);
    assert.deepEqual(plan({ targets: ['a'], scenarios: ['y'] }, { unfit: ['y a'], alone: ['y'] }), []);
  });
});

describe('a scenario whose targets are measured alone', () => {
  it('is last in the first round, a part of each target with one slice at the last level, and in no other round', () => {
    for (let seed = 0; seed < 50; seed++) {
      const parts = plan({ seed }, { alone: ['y'] });
      const own = parts.slice(2, 5);
      for (const [index, { scenario, round, number, blocks }] of own.entries()) {
        const [{ vus, targets }] = blocks;
        assert.deepEqual([scenario, round, number, blocks.length, vus, targets.length], ['y', 1, index + 1, 1, 50, 1], `seed ${seed}`);
      }
      assert.deepEqual(own.flatMap(({ blocks }) => blocks[0].targets).toSorted(), ['a', 'b', 'c']);
      assert.ok(parts.slice(5).every(({ scenario }) => scenario !== 'y'));
    }
  });

  it('begins with the targets that leave the longest backlog; the others keep the drawn order', () => {
    const orderOf = (special: Special) => plan({}, special).flatMap(({ scenario, blocks }) => (scenario === 'x' ? blocks[0].targets : []));
    const drawn = orderOf({ alone: ['x'] });
    const last = drawn[2];
    assert.deepEqual(orderOf({ alone: ['x'], slow: [last] }), [last, ...drawn.slice(0, 2)]);
  });
});

describe('a round that is added', () => {
  it('is the one that a longer plan of the same seed has', () => {
    const longer = plan({ rounds: 3, seed: 3 }, { alone: ['y'] });
    const after = plan({ rounds: 2, seed: 3 }, { alone: ['y'] }).length;
    const added = planRound({ ...PLAN, ...withTraits({ alone: ['y'] }), seed: 3 }, 3, { after });
    assert.deepEqual(added, longer.slice(after));
    assert.equal(added.length, 2);
  });

  it('has as many blocks of each scenario as it is given, and begins as the plan’s would', () => {
    const whole = { ...PLAN, ...withTraits() };
    const parts = planRound(whole, 2, { after: 12, blocks: { x: 1, z: 4 } });
    assert.deepEqual(Object.fromEntries(parts.map(({ scenario, blocks }) => [scenario, blocks.length])), { x: 1, z: 4 });
    assert.equal(parts.map(({ order }) => order).join(), '13,14');
    for (const { scenario, blocks } of parts) {
      const usual = planRound(whole, 2).find((each) => each.scenario === scenario);
      assert.deepEqual(blocks.slice(0, 2), usual?.blocks.slice(0, blocks.length));
    }
  });
});

it('what is compared is next to each other, in one group per scenario and round', () => {
  const parts = ['read 1', 'read 1', 'simple 1', 'simple 2', 'simple 2'].map((text) => {
    const [scenario, round] = text.split(' ');
    return { scenario, round: Number(round) };
  });
  const sizesOf = (groups: object[][]) => groups.map(({ length }) => length).join();
  assert.equal(sizesOf(comparedTogether(parts)), '2,1,2');
  assert.equal(sizesOf(byRound(parts)), '3,2');
  assert.deepEqual(comparedTogether(parts).flat(), parts);
  assert.deepEqual(comparedTogether([]), []);
  const alone = plan({ rounds: 2 }, { alone: ['z'] });
  assert.equal(sizesOf(comparedTogether(alone)), '1,1,3,1,1', 'of targets that are measured alone, so that one warm-up serves all');
});

describe('chance', () => {
  it('is mulberry32, which agrees with its published first values for seed 1', () => {
    const random = seededRandom(1);
    for (const value of [2693262067, 11749833, 2265367787]) assert.equal(Math.round(random() * 2 ** 32), value);
  });

  it('brings each of the six orders of three up about equally often', () => {
    const random = seededRandom(5);
    const seen = new Map<string, number>();
    for (let draw = 0; draw < 6000; draw++) {
      const order = shuffled(['a', 'b', 'c'], random).join('');
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    assert.equal(seen.size, 6);
    for (const count of seen.values()) assert.ok(count > 850 && count < 1150, `1000 expected, ${count} seen`);
  });
});
