import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { byRound, comparedTogether, planRound, planRounds, type Traits } from '../../../plan/order.ts';
import { traitsOf } from '../../../plan/run.ts';
import { seededRandom, shuffled } from '../../../util/random.ts';
import type { PlannedPart } from '../../../record/run.ts';

type Given = Parameters<typeof planRounds>[0];

/** scenarios, and pairs such as `y b` */
type Special = { unfit?: string[]; alone?: string[]; backlogs?: Record<string, number>; levels?: number[] };

const traits = ({ unfit = [], alone = [], backlogs = {}, levels = [10, 20, 50] }: Special = {}): Traits => ({
  levels: () => levels,
  hasBlocks: (scenario) => !alone.includes(scenario),
  fits: (scenario, target) => !unfit.includes(`${scenario} ${target}`),
  backlogSeconds: (scenario, target) => backlogs[`${scenario} ${target}`] ?? 0,
});

const PLAN = { targets: ['a', 'b', 'c'], scenarios: ['x', 'y', 'z'], rounds: 2, blocks: 2, seed: 7 };

const plan = (given: Partial<Given>, special?: Special) => planRounds({ ...PLAN, ...given }, traits(special));

const names = (parts: PlannedPart[]): string[] =>
  parts.map(({ scenario, round, number, blocks }) => `${scenario} ${round}-${number} ${blocks[0].targets.toSorted().join('')}`);

const targetsOfBlocks = ({ blocks }: PlannedPart) => blocks.map(({ targets }) => targets);

describe('the order of a run', () => {
  it('has a part of every scenario in every round', () => {
    const parts = plan({ scenarios: ['x', 'y'], rounds: 3 });
    assert.deepEqual(names(parts).toSorted(), ['x 1-1 abc', 'x 2-1 abc', 'x 3-1 abc', 'y 1-1 abc', 'y 2-1 abc', 'y 3-1 abc']);
    assert.deepEqual(
      parts.map(({ state, reason, attempt }) => `${state} ${reason} ${attempt}`),
      Array(6).fill('pending null 1'),
    );
  });

  it('completes a round before the next begins, and numbers all without a gap', () => {
    const parts = plan({ rounds: 3 }, { alone: ['y'] });
    assert.deepEqual(
      parts.map(({ order }) => order),
      Array.from({ length: parts.length }, (_, index) => index + 1),
    );
    const rounds = parts.map(({ round }) => round);
    assert.deepEqual(rounds, rounds.toSorted());
  });

  it('begins with a block at each lower level; later rounds have blocks at the last one alone', () => {
    const users = plan({ scenarios: ['x'] }).map(({ blocks }) => blocks.map(({ vus }) => vus));
    assert.deepEqual(users, [
      [10, 20, 50, 50],
      [50, 50],
    ]);
    assert.deepEqual(
      plan({}, { levels: [50] }).flatMap(({ blocks }) => blocks.map(({ vus }) => vus)),
      Array(12).fill(50),
    );
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

  it('draws each two blocks by themselves', () => {
    const firsts = Array.from({ length: 200 }, (_, seed) => {
      const [{ blocks }] = plan({ targets: ['a', 'b'], scenarios: ['x'], rounds: 1, blocks: 5, seed }, { levels: [50] });
      return blocks
        .filter((_block, index) => index % 2 === 0)
        .map(({ targets: [first] }) => first)
        .join('');
    });
    assert.deepEqual([...new Set(firsts)].toSorted(), ['aaa', 'aab', 'aba', 'abb', 'baa', 'bab', 'bba', 'bbb']);
  });

  it('draws each round by itself: scenarios and targets', () => {
    const drawn = (given: Partial<Given>, what: (part: PlannedPart) => string) =>
      Array.from({ length: 200 }, (_, seed) => {
        const parts = plan({ targets: ['a', 'b'], scenarios: ['x', 'y'], seed, rounds: 3, ...given });
        return [1, 2, 3].map((round) => what(parts.filter((each) => each.round === round)[0])).join('');
      });
    const scenarios = drawn({}, ({ scenario }) => scenario);
    assert.deepEqual([...new Set(scenarios)].toSorted(), ['xxx', 'xxy', 'xyx', 'xyy', 'yxx', 'yxy', 'yyx', 'yyy']);
    const targets = drawn({ scenarios: ['x'] }, ({ blocks }) => blocks[0].targets[0]);
    assert.deepEqual([...new Set(targets)].toSorted(), ['aaa', 'aab', 'aba', 'abb', 'baa', 'bab', 'bba', 'bbb']);
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

  it('is the same for the same seed, and another for another one', () => {
    assert.deepEqual(plan({ seed: 42 }), plan({ seed: 42 }));
    assert.notDeepEqual(plan({ seed: 42 }), plan({ seed: 43 }));
  });
});

describe('a scenario whose targets are measured alone', () => {
  it('is last in the first round, a part of each target with one slice at the last level, and in no other round', () => {
    for (let seed = 0; seed < 50; seed++) {
      const parts = plan({ seed }, { alone: ['y'] });
      const own = parts.slice(2, 5);
      assert.deepEqual(
        own.map(({ scenario, round, number, blocks }) => [scenario, round, number, blocks.length, blocks[0].vus, blocks[0].targets.length]),
        [1, 2, 3].map((place) => ['y', 1, place, 1, 50, 1]),
        `seed ${seed}`,
      );
      assert.deepEqual(own.flatMap(({ blocks }) => blocks[0].targets).toSorted(), ['a', 'b', 'c']);
      assert.equal(
        parts.slice(5).some(({ scenario }) => scenario === 'y'),
        false,
      );
    }
  });

  it('begins with the targets that leave the longest backlog; the others keep the drawn order', () => {
    const orderOf = (special: Special) => plan({}, special).flatMap(({ scenario, blocks }) => (scenario === 'x' ? blocks[0].targets : []));
    const drawn = orderOf({ alone: ['x'] });
    const last = drawn[2];
    assert.deepEqual(orderOf({ alone: ['x'], backlogs: { [`x ${last}`]: 75 } }), [last, ...drawn.slice(0, 2)]);
  });
});

describe('a round that is added', () => {
  it('is the one that a longer plan of the same seed has', () => {
    const longer = plan({ rounds: 3, seed: 3 }, { alone: ['y'] });
    const after = plan({ rounds: 2, seed: 3 }, { alone: ['y'] }).length;
    const added = planRound({ ...PLAN, seed: 3 }, 3, traits({ alone: ['y'] }), { after });
    assert.deepEqual(added, longer.slice(after));
    assert.equal(added.length, 2);
  });

  it('has as many blocks of each scenario as it is given, and begins as the plan’s would', () => {
    const parts = planRound(PLAN, 2, traits(), { after: 12, blocks: { x: 1, z: 4 } });
    assert.deepEqual(Object.fromEntries(parts.map(({ scenario, blocks }) => [scenario, blocks.length])), { x: 1, z: 4 });
    assert.deepEqual(
      parts.map(({ order }) => order),
      [13, 14],
    );
    for (const { scenario, blocks } of parts) {
      const usual = planRound(PLAN, 2, traits()).find((each) => each.scenario === scenario);
      assert.deepEqual(blocks.slice(0, 2), usual?.blocks.slice(0, blocks.length));
    }
  });
});

describe('of the catalogue’s scenarios', () => {
  it('those that leave a backlog have no blocks', () => {
    const catalogue = readCatalogue();
    const { hasBlocks, fits, backlogSeconds } = traitsOf(catalogue, { levels: [50, 300], settings: null });
    assert.deepEqual(
      Object.keys(catalogue.scenarios).filter((scenario) => !hasBlocks(scenario)),
      ['block', 'remote-slow', 'block-offloaded'],
    );
    assert.deepEqual([fits('documents', 'mvc-r2dbc'), fits('read', 'mvc')], [false, true]);
    assert.deepEqual(
      [backlogSeconds('block', 'webflux-jdbc'), backlogSeconds('block', 'mvc'), backlogSeconds('read', 'mvc')],
      [75, 1.5, 0],
    );
  });
});

describe('what is compared', () => {
  it('is next to each other, in one group per scenario and round', () => {
    const part = (scenario: string, round: number) => ({ scenario, round });
    const [a, b, c, d, e] = [part('read', 1), part('read', 1), part('simple', 1), part('simple', 2), part('simple', 2)];
    assert.deepEqual(comparedTogether([a, b, c, d, e]), [[a, b], [c], [d, e]]);
    assert.deepEqual(byRound([a, b, c, d, e]), [
      [a, b, c],
      [d, e],
    ]);
    assert.deepEqual(comparedTogether([]), []);
  });

  it('is all targets of a scenario that are measured alone, so that one warm-up serves all', () => {
    const groups = comparedTogether(plan({ rounds: 2 }, { alone: ['z'] }));
    assert.deepEqual(
      groups.map((group) => group.length),
      [1, 1, 3, 1, 1],
    );
  });
});

describe('chance', () => {
  it('is mulberry32, which agrees with its published first values for seed 1', () => {
    const random = seededRandom(1);
    assert.deepEqual(
      [random(), random(), random()].map((value) => Math.round(value * 2 ** 32)),
      [2693262067, 11749833, 2265367787],
    );
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
