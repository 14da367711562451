/** A whole run, from its bundle to its findings. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { FindingOf, Kind } from '../../../analyse/findings/types.ts';

describe('a run', () => {
  const dir = temporaryFolder();
  makeBundle(dir, {
    ...{ rounds: 3, blocks: 5, failed: 'simple', targets: ['mvc', 'mvc-vt'], scenarios: ['read', 'create', 'simple', 'block'] },
  });
  const made = figures(readBundle(dir));
  const found = <K extends Kind>(kind: K) => made.findings.filter((finding): finding is FindingOf<K> => finding.kind === kind);

  it('has of each target in each scenario its levels, one alone where requests pile up', () => {
    assert.deepEqual(
      made.groups
        .filter(({ target }) => target === 'mvc')
        .map(({ scenario, levels }) => [scenario, levels.map(({ vus, slices }) => [vus, slices.length])]),
      [
        ['read', [[50, 1], [150, 1], [300, 16]]],
        ['create', [[50, 1], [150, 1], [300, 15]]],
        ['simple', [[50, 1], [150, 1], [300, 10]]],
        ['block', [[300, 1]]],
      ],
    ); // prettier-ignore
  });

  it('knows of slices that repeat others whether the warm-up of their JVM became steady', () => {
    const [repeat] = made.parts.filter(({ planned }) => planned.attempt === 2);
    const known = repeat.slices.map(({ round, block, steady }) => [round, block, steady]);
    assert.deepEqual(known, [[2, 6, true], [2, 6, true]]); // prettier-ignore
  });

  it('compares by blocks, those that were measured alone as well', () => {
    assert.deepEqual(
      made.comparisons
        .filter(({ metric }) => metric === 'throughput')
        .map(({ scenario, rounds, blocks, vus, kind, because }) => [scenario, rounds, blocks, vus, kind, because]),
      [
        ['read', 3, 15, 300, 'faster', null],
        ['create', 3, 15, 300, 'same', null],
        ['simple', 2, 10, 300, 'indicative', null],
        ['block', 1, 1, 300, 'faster', 'arithmetic'],
      ],
      'a block that was disturbed was measured again, a part failed',
    );
  });

  it('names the JVM that changed, by its slices with as many users', () => {
    const [{ scenario, target, round, block, factor, earlier, later }] = found('jvm-changed');
    assert.deepEqual([scenario, target, round, block, earlier, later], ['create', 'mvc-vt', 1, 5, 2, 3], 'two blocks are of other levels');
    assert.ok(Math.abs(factor - 1.5) < 0.1);
  });

  it('holds slices against Little’s law, and counts their scrapes and checks', () => {
    const [law] = found('littles-law');
    assert.deepEqual([law.plateaus, law.valid], [2 * 15, 2 * 15]);
    assert.equal(found('scrapes')[0].expected, 2 * 15 * 5);
    assert.equal(found('checks')[0].checks, 4);
  });

  it('says of rounds only what concerns blocks: who is measured alone has one by design', () => {
    assert.deepEqual(found('few-rounds'), [{ scope: 'run', kind: 'few-rounds', least: 2, most: 3, isSingle: false, needed: 3 }]);
    assert.deepEqual(found('not-compared'), []);
  });
});
