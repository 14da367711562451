import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { plannedPart } from '../../fixtures/records.ts';
import { Progress } from '../../../measure/progress.ts';
import { estimateSeconds, targetsOf, warmUpSeconds } from '../../../run/costs.ts';

const BLOCKS = [
  { vus: 50, targets: ['mvc', 'mvc-vt'] },
  { vus: 300, targets: ['mvc-vt', 'mvc'] },
];

const alone = (scenario: string, target: string) => plannedPart({ scenario, blocks: [{ vus: 300, targets: [target] }] });

const inBlocks = (scenario: string, round: number, attempt = 1) => plannedPart({ scenario, round, attempt, blocks: BLOCKS });

describe('a run is estimated', () => {
  const load = { catalogue: readCatalogue(), levels: [50, 300], settings: null, warmupMaxSeconds: 10, sliceSeconds: 5 };

  it('from its slices, its warm-ups, its JVMs and what surrounds them', () => {
    // Four slices of 5 s, a gap of 1 s after each, 4 s beside them. Before: 2 JVMs of 7 s, 5 slices of 2 s of each target and 4 s beside them.
    assert.deepEqual(estimateSeconds(load, [inBlocks('read', 1)]), [28 + 14 + 24]);
    assert.deepEqual(estimateSeconds(load, [inBlocks('read', 1), inBlocks('read', 1, 2)]), [28 + 14 + 24, 28], 'one warm-up serves both');
    const block = ['mvc', 'mvc-vt'].map((target) => alone('block', target));
    assert.deepEqual(estimateSeconds({ ...load, warmupMaxSeconds: 0 }, block), [10 + 14, 10 + 1.5]);
  });

  it('with new JVMs in each round, and a warm-up of each scenario in each', () => {
    const parts = [1, 2].flatMap((round) => ['read', 'simple'].map((scenario) => inBlocks(scenario, round)));
    assert.deepEqual(estimateSeconds(load, parts), [28 + 24 + 14, 28 + 24, 28 + 24 + 14, 28 + 24]);
  });

  it('without warm-ups where it has none', () => {
    assert.deepEqual(estimateSeconds({ ...load, warmupMaxSeconds: 0 }, [inBlocks('read', 2), inBlocks('simple', 2)]), [42, 28]);
    const seconds = [0, 1].map((warmupMaxSeconds) => warmUpSeconds({ warmupMaxSeconds }, 4));
    assert.deepEqual(seconds, [0, 12], 'one slice at least');
  });

  it('without any warm-up where the targets are warm', () => {
    assert.deepEqual(estimateSeconds(load, [alone('read', 'mvc')], { areWarm: true }), [10 + 7]);
  });

  it('with the time that several k6 wait for each other', () => {
    const [seconds] = estimateSeconds({ ...load, generators: 2 }, [inBlocks('read', 1)]);
    assert.equal(seconds, 28 + 24 + 14 + 2 * 3, 'once in the warm-up, once in the part');
  });

  it('with the time that a backlog takes', () => {
    // 300 users who each wait 1 s are through 200 threads in 1.5 s, and through 4 event loops in 75 s; for one thread k6 waits 120 s and no more.
    const piledUp = (scenario: string, target: string) => {
      const [seconds] = estimateSeconds({ ...load, warmupMaxSeconds: 0 }, [alone(scenario, target)]);
      return seconds - 17;
    };
    assert.deepEqual([piledUp('block', 'mvc'), piledUp('block', 'webflux-jdbc'), piledUp('simple', 'webflux-jdbc')], [1.5, 75, 0]);
    assert.deepEqual([piledUp('block-offloaded', 'webflux-jdbc'), piledUp('block-offloaded', 'mvc-1')], [30, 120]);
    assert.deepEqual(
      [piledUp('remote-slow', 'mvc-1'), piledUp('remote-slow', 'mvc-1-async'), piledUp('remote-slow', 'webflux-r2dbc')],
      [120, 0, 0],
    );
  });
});

test('the targets of parts are each named once', () => {
  assert.deepEqual(targetsOf([alone('read', 'mvc'), inBlocks('read', 1), alone('read', 'c')]), ['mvc', 'mvc-vt', 'c']);
});

describe('the progress', () => {
  function written(estimates: number[], budget = {}) {
    const lines: string[] = [];
    const stream = { isTTY: false, write: (text: string) => lines.push(text) } as any;
    return { lines, progress: new Progress({ estimates, stream, ...budget }) };
  }

  it('has a line per part where it is no terminal; a repeated part says so', () => {
    const { lines, progress } = written([1, 1]);
    progress.start();
    progress.update(alone('read', 'mvc'), 'block 1 of 1');
    progress.finish(alone('read', 'mvc'), 'ok');
    progress.finish(inBlocks('read', 2), 'ok, 2 blocks');
    progress.add([1]);
    progress.finish(inBlocks('read', 2, 2), 'failed: why');
    progress.stop();
    const [first, ...others] = lines;
    assert.match(first, /^\[1\/2\] read\/mvc: ok \(about \d+ s left\)\n$/);
    assert.deepEqual(others, ['[2/2] read, blocks of round 2: ok, 2 blocks\n', '[3/3] read, blocks of round 2 again (2): failed: why\n']);
  });

  it('is of the whole run: of its budget, or of what is planned where that is longer', () => {
    const told = (estimates: number[], budget: object) => {
      const { lines, progress } = written(estimates, budget);
      progress.finish(alone('read', 'mvc'), 'ok');
      return lines.at(-1);
    };
    assert.equal(told([1, 1], { budgetSeconds: 1500 }), '[1/2] read/mvc: ok (about 25 min left)\n');
    assert.equal(told([1, 1], { budgetSeconds: 1500, mayEndEarlier: true }), '[1/2] read/mvc: ok (at most about 25 min left)\n');
    assert.equal(told([1], { budgetSeconds: 1500 }), '[1/1] read/mvc: ok (about 25 min left)\n', 'further rounds follow');
    assert.match(String(told([1, 1], { budgetSeconds: -60 })), /\(about \d+ s left\)/);
  });

  it('says at once what must be seen at once', () => {
    const { lines, progress } = written([1]);
    progress.say('a slice is discarded');
    assert.deepEqual(lines, ['a slice is discarded\n']);
  });
});
