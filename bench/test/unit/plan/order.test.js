import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.js';
import { byRound, comparedTogether, planRound, planRounds } from '../../../plan/order.js';
import { traitsOf } from '../../../plan/run.js';
import { seededRandom, shuffled } from '../../../util/random.js';

/**
 * @typedef {import('../../../plan/order.js').OrderPlan & { rounds: number }} Given
 * @typedef {import('../../../plan/order.js').PlannedRound} PlannedRound
 * @typedef {{ costly?: string[], unfit?: string[], withoutBlocks?: string[], backlogs?: Record<string, number> }} Special scenarios, and pairs such as `y b`
 */

/** @param {Special} [special] @returns {import('../../../plan/order.js').Traits} */
const traits = ({ costly = [], unfit = [], withoutBlocks = [], backlogs = {} } = {}) => ({
  costsJvm: (scenario) => costly.includes(scenario),
  hasBlocks: (scenario) => !withoutBlocks.includes(scenario),
  fits: (scenario, target) => !unfit.includes(`${scenario} ${target}`),
  backlogSeconds: (scenario, target) => backlogs[`${scenario} ${target}`] ?? 0,
});

const PLAN = { targets: ['a', 'b', 'c'], scenarios: ['x', 'y', 'z'], rounds: 2, blocks: 2, seed: 7 };

/** @param {Partial<Given>} given @param {Special} [special] */
const plan = (given, special) => planRounds({ ...PLAN, ...given }, traits(special));

/** @param {PlannedRound} planned */
const inOrder = ({ cells, sequences }) => [...cells, ...sequences].sort((one, other) => one.order - other.order);

/** @param {PlannedRound} planned @returns {string[]} scenario and round, in the order of the run */
const namesInOrder = (planned) => inOrder(planned).map(({ scenario, round }) => `${scenario} ${round}`);

describe('the order of a run', () => {
  it('has every cell once, in the first round alone, and a sequence of every scenario in every round', () => {
    const { cells, sequences } = plan({ scenarios: ['x', 'y'], rounds: 3 });
    const pairs = ['x a 1', 'x b 1', 'x c 1', 'y a 1', 'y b 1', 'y c 1'];
    assert.deepEqual(cells.map(({ scenario, target, round }) => `${scenario} ${target} ${round}`).toSorted(), pairs);
    const all = ['x 1 1', 'x 2 1', 'x 3 1', 'y 1 1', 'y 2 1', 'y 3 1'];
    assert.deepEqual(sequences.map(({ scenario, round, part }) => `${scenario} ${round} ${part}`).toSorted(), all);
    assert.deepEqual(
      [...cells, ...sequences].map(({ state, reason }) => `${state} ${reason}`),
      Array(12).fill('pending null'),
    );
  });

  it('completes a round before the next begins, and numbers all without a gap', () => {
    const parts = inOrder(plan({ rounds: 3 }));
    assert.deepEqual(
      parts.map(({ order }) => order),
      Array.from({ length: parts.length }, (_, index) => index + 1),
    );
    const rounds = parts.map(({ round }) => round);
    assert.deepEqual(rounds, rounds.toSorted());
  });

  it('has the staircases of a scenario right before its blocks, in the order of the first block', () => {
    const { cells, sequences } = plan({ rounds: 1 });
    for (const { scenario, order, blocks } of sequences) {
      const own = cells.filter((cell) => cell.scenario === scenario);
      assert.deepEqual(
        own.map((cell) => cell.order),
        [order - 3, order - 2, order - 1],
      );
      assert.deepEqual(
        own.map(({ target }) => target),
        blocks[0],
      );
    }
  });

  it('mirrors every second block: over two blocks each target is as early as it is late', () => {
    for (const { blocks } of plan({ rounds: 3, blocks: 5 }).sequences) {
      assert.equal(blocks.length, 5);
      assert.deepEqual(blocks[1], blocks[0].toReversed());
      assert.deepEqual(blocks[3], blocks[2].toReversed());
      for (const block of blocks) assert.deepEqual(block.toSorted(), ['a', 'b', 'c']);
    }
  });

  it('draws each two blocks by themselves', () => {
    const firsts = Array.from({ length: 200 }, (_, seed) => {
      const [{ blocks }] = plan({ targets: ['a', 'b'], scenarios: ['x'], rounds: 1, blocks: 5, seed }).sequences;
      return blocks
        .filter((_block, index) => index % 2 === 0)
        .map(([first]) => first)
        .join('');
    });
    assert.deepEqual([...new Set(firsts)].toSorted(), ['aaa', 'aab', 'aba', 'abb', 'baa', 'bab', 'bba', 'bbb']);
  });

  it('draws each round by itself: scenarios and targets', () => {
    const drawn = (/** @type {Partial<Given>} */ given, /** @type {(sequence: PlannedRound['sequences'][number]) => string} */ what) =>
      Array.from({ length: 200 }, (_, seed) => {
        const { sequences } = plan({ targets: ['a', 'b'], scenarios: ['x', 'y'], seed, rounds: 3, ...given });
        return [1, 2, 3].map((round) => what(sequences.filter((each) => each.round === round)[0])).join('');
      });
    const scenarios = drawn({}, ({ scenario }) => scenario);
    assert.deepEqual([...new Set(scenarios)].toSorted(), ['xxx', 'xxy', 'xyx', 'xyy', 'yxx', 'yxy', 'yyx', 'yyy']);
    const targets = drawn({ scenarios: ['x'] }, ({ blocks }) => blocks[0][0]);
    assert.deepEqual([...new Set(targets)].toSorted(), ['aaa', 'aab', 'aba', 'abb', 'baa', 'bab', 'bba', 'bbb']);
  });

  it('has what costs a target its JVM last in each round', () => {
    const planned = plan({ targets: ['a'], rounds: 2 }, { costly: ['y'] });
    const last = (/** @type {number} */ round) =>
      inOrder(planned)
        .filter((part) => part.round === round)
        .at(-1)?.scenario;
    assert.deepEqual([last(1), last(2)], ['y', 'y']);
    assert.deepEqual(namesInOrder(planned).slice(4, 6), ['y 1', 'y 1']);
    for (let seed = 0; seed < 50; seed++) {
      const named = namesInOrder(plan({ rounds: 1, seed }, { costly: ['y'], withoutBlocks: ['y'] }));
      assert.deepEqual(named.slice(-3), ['y 1', 'y 1', 'y 1'], `seed ${seed}`);
    }
  });

  it('has no blocks of a scenario without any, and none at all where the plan has none', () => {
    const { cells, sequences } = plan({}, { withoutBlocks: ['y'] });
    assert.deepEqual([...new Set(sequences.map(({ scenario }) => scenario))].toSorted(), ['x', 'z']);
    assert.equal(cells.filter(({ scenario }) => scenario === 'y').length, 3);
    assert.deepEqual(plan({ blocks: 0 }).sequences, []);
  });

  it('leaves a pair out that is not measured, and the others keep their order', () => {
    const all = plan({});
    const without = plan({}, { unfit: ['y b'] });
    const cellNames = (/** @type {PlannedRound} */ { cells }) =>
      cells.map(({ scenario, target, round }) => `${scenario} ${target} ${round}`);
    assert.deepEqual(
      cellNames(without),
      cellNames(all).filter((name) => !name.startsWith('y b ')),
    );
    assert.equal(without.cells.length, 8);
    for (const [index, { scenario, blocks }] of without.sequences.entries()) {
      const left = all.sequences[index].blocks.map((targets) => targets.filter((target) => scenario !== 'y' || target !== 'b'));
      if (scenario !== 'y') assert.deepEqual(blocks, left);
      else for (const block of blocks) assert.deepEqual(block.toSorted(), ['a', 'c']);
    }
    const orders = inOrder(without).map(({ order }) => order);
    assert.deepEqual([orders[0], orders.at(-1), orders.length], [1, 14, 14]);
  });

  it('has no sequence of a scenario that fits no target', () => {
    const { cells, sequences } = plan({ targets: ['a'] }, { unfit: ['y a'] });
    assert.equal(cells.some(({ scenario }) => scenario === 'y') || sequences.some(({ scenario }) => scenario === 'y'), false);
  });

  it('is the same for the same seed, and another for another one', () => {
    assert.deepEqual(plan({ seed: 42 }), plan({ seed: 42 }));
    assert.notDeepEqual(plan({ seed: 42 }), plan({ seed: 43 }));
  });
});

describe('a round that is added', () => {
  it('is the one that a longer plan of the same seed has', () => {
    const longer = plan({ rounds: 3, seed: 3 });
    const after = inOrder(plan({ rounds: 2, seed: 3 })).length;
    const added = planRound({ ...PLAN, seed: 3 }, 3, traits(), { after });
    assert.deepEqual(added.sequences, longer.sequences.slice(6));
    assert.deepEqual(added.cells, []);
  });

  it('has as many blocks of each scenario as it is given, and begins as the plan’s would', () => {
    const { cells, sequences } = planRound(PLAN, 2, traits(), { after: 12, blocks: { x: 1, z: 4 } });
    assert.deepEqual(Object.fromEntries(sequences.map(({ scenario, blocks }) => [scenario, blocks.length])), { x: 1, z: 4 });
    assert.deepEqual([cells, sequences.map(({ order }) => order)], [[], [13, 14]]);
    for (const { scenario, blocks } of sequences) {
      const usual = planRound(PLAN, 2, traits()).sequences.find((each) => each.scenario === scenario);
      assert.deepEqual(blocks.slice(0, 2), usual?.blocks.slice(0, blocks.length));
    }
  });
});

describe('the staircases of a scenario', () => {
  it('begin with those that leave the longest backlog; the others keep the drawn order', () => {
    const drawn = plan({})
      .cells.filter(({ scenario }) => scenario === 'x')
      .map(({ target }) => target);
    const last = drawn[2];
    const { cells, sequences } = plan({}, { backlogs: { [`x ${last}`]: 75 } });
    const ofScenario = cells.filter(({ scenario }) => scenario === 'x').sort((one, other) => one.order - other.order);
    assert.deepEqual(
      ofScenario.map(({ target }) => target),
      [last, ...drawn.slice(0, 2)],
    );
    assert.deepEqual(sequences, plan({}).sequences, 'blocks are drawn as before');
  });
});

describe('of the catalogue’s scenarios', () => {
  it('those that leave a backlog or wait beyond the gap have no blocks', () => {
    const catalogue = readCatalogue();
    const { costsJvm, hasBlocks, fits, backlogSeconds } = traitsOf(catalogue, { stages: [{ vus: 300, durationMs: 4000 }], settings: null });
    assert.deepEqual(
      Object.keys(catalogue.scenarios).filter((scenario) => !hasBlocks(scenario)),
      ['block', 'remote-slow', 'block-offloaded', 'delay'],
    );
    assert.deepEqual([costsJvm('block'), costsJvm('delay'), costsJvm('lock'), costsJvm('read')], [true, false, false, false]);
    assert.deepEqual([fits('documents', 'mvc-r2dbc'), fits('read', 'mvc')], [false, true]);
    assert.deepEqual(
      [backlogSeconds('block', 'webflux-jdbc'), backlogSeconds('block', 'mvc'), backlogSeconds('read', 'mvc')],
      [75, 1.5, 0],
    );
  });
});

describe('what is compared', () => {
  it('is next to each other, in one group per scenario and round', () => {
    const part = (/** @type {string} */ scenario, /** @type {number} */ round) => ({ scenario, round });
    const [a, b, c, d, e] = [part('read', 1), part('read', 1), part('simple', 1), part('simple', 2), part('simple', 2)];
    assert.deepEqual(comparedTogether([a, b, c, d, e]), [[a, b], [c], [d, e]]);
    assert.deepEqual(byRound([a, b, c, d, e]), [
      [a, b, c],
      [d, e],
    ]);
    assert.deepEqual(comparedTogether([]), []);
  });

  it('is cells and blocks of a scenario together, so that one warm-up serves all', () => {
    const groups = comparedTogether(inOrder(plan({ rounds: 3, seed: 1 }, { costly: ['z'] })));
    assert.deepEqual(
      groups.map((group) => group.length),
      [4, 4, 4, 1, 1, 1, 1, 1, 1],
    );
    for (const group of groups) assert.equal(new Set(group.map(({ scenario, round }) => `${scenario} ${round}`)).size, 1);
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
    /** @type {Map<string, number>} */
    const seen = new Map();
    for (let draw = 0; draw < 6000; draw++) {
      const order = shuffled(['a', 'b', 'c'], random).join('');
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    assert.equal(seen.size, 6);
    for (const count of seen.values()) assert.ok(count > 850 && count < 1150, `1000 expected, ${count} seen`);
  });
});
