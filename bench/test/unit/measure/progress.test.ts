import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { plannedPart } from '../../fixtures/records.ts';
import { Progress } from '../../../measure/progress.ts';
import { estimateSeconds, warmUpSeconds } from '../../../run/costs.ts';

const BLOCKS = [
  { vus: 50, targets: ['mvc', 'mvc-vt'] },
  { vus: 300, targets: ['mvc-vt', 'mvc'] },
];

const alone = (scenario: string, target: string) => plannedPart({ scenario, blocks: [{ vus: 300, targets: [target] }] });

const inBlocks = (scenario: string, round: number, attempt = 1) => plannedPart({ scenario, round, attempt, blocks: BLOCKS });

describe('a run is estimated', () => {
  const load = { catalogue: readCatalogue(), levels: [50, 300], settings: null, warmupMaxSeconds: 10, sliceSeconds: 5 };
  const cold = { ...load, warmupMaxSeconds: 0 };

  it('from its slices, its warm-ups, the JVMs of each round and what surrounds them', () => {
    // Four slices of 5 s, a gap of 1 s after each, 4 s beside them. Before: 5 slices of 2 s of each target and 4 s beside them; 2 JVMs of 7 s.
    const [part, warm, first] = [28, 28 + 24, 28 + 24 + 14];
    const read = inBlocks('read', 1);
    assert.deepEqual(estimateSeconds(load, [read]), [first]);
    assert.deepEqual(estimateSeconds(load, [read, inBlocks('read', 1, 2)]), [first, part], 'one warm-up serves both');
    const rounds = [1, 2].flatMap((round) => ['read', 'simple'].map((scenario) => inBlocks(scenario, round)));
    assert.deepEqual(estimateSeconds(load, rounds), [first, warm, first, warm]);
    assert.deepEqual(estimateSeconds(cold, rounds), [part + 14, part, part + 14, part]);
    assert.deepEqual(estimateSeconds(load, [alone('read', 'mvc')], { areWarm: true }), [10 + 7]);
    assert.deepEqual(estimateSeconds({ ...load, generators: 2 }, [read]), [first + 2 * 3], 'several k6 wait for each other twice');
    const warmUps = [0, 1].map((warmupMaxSeconds) => warmUpSeconds({ warmupMaxSeconds }, 4));
    assert.deepEqual(warmUps, [0, 12], 'one slice at least');
  });

  it('with the time that a backlog takes', () => {
    // 300 users who each wait 1 s are through 200 threads in 1.5 s, and through 4 event loops in 75 s; for one thread k6 waits 120 s and no more.
    const piledUp = (scenario: string, target: string) => estimateSeconds(cold, [alone(scenario, target)])[0] - 17;
    assert.deepEqual([piledUp('block', 'mvc'), piledUp('block', 'webflux-jdbc'), piledUp('simple', 'webflux-jdbc')], [1.5, 75, 0]);
    assert.deepEqual([piledUp('block-offloaded', 'webflux-jdbc'), piledUp('block-offloaded', 'mvc-1')], [30, 120]);
    const remote = ['mvc-1', 'mvc-1-async', 'webflux-r2dbc'].map((target) => piledUp('remote-slow', target));
    assert.deepEqual(remote, [120, 0, 0]);
    const both = ['mvc', 'mvc-vt'].map((target) => alone('block', target));
    assert.deepEqual(estimateSeconds(cold, both), [10 + 14, 10 + 1.5], 'it lasts on while the next part is measured');
  });
});

describe('the progress', () => {
  function written(estimates: number[], budget = {}) {
    const lines: string[] = [];
    const stream = { isTTY: false, write: (text: string) => lines.push(text) } as any;
    return { lines, progress: new Progress({ estimates, stream, ...budget }) };
  }

  it('has a line per part where it is no terminal, a repeated part says so, and a line that must be seen is written at once', () => {
    const { lines, progress } = written([1, 1]);
    progress.start();
    progress.say('a slice is discarded');
    progress.update(alone('read', 'mvc'), 'block 1 of 1');
    progress.finish(alone('read', 'mvc'), 'ok');
    progress.finish(inBlocks('read', 2), 'ok, 2 blocks');
    progress.add([1]);
    progress.finish(inBlocks('read', 2, 2), 'failed: why');
    progress.stop();
    const [said, first, ...others] = lines;
    assert.equal(said, 'a slice is discarded\n');
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
});
