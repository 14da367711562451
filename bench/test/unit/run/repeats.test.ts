import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { partFigures } from '../../../analyse/slice/index.ts';
import { readBundle } from '../../../record/bundle-reader.ts';
import { lacksBlocks, partToRepeat, withPartners } from '../../../run/repeats.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Bundle } from '../../../record/raw-part.ts';
import type { MeasuredPart } from '../../../record/part.ts';

const dir = path.join(temporaryFolder(), '20261121-093000-quick');

describe('blocks are measured once more', () => {
  /** In round 2 other programs disturbed a block, which is repeated in part 2. In round 1 each part begins with blocks of fewer users. */
  let bundle: Bundle;
  before(() => {
    makeBundle(dir, { rounds: 2, blocks: 3, scenarios: ['read', 'block'], levels: [50, 300], targets: ['mvc', 'mvc-vt'] });
    bundle = readBundle(dir);
  });

  const planned = (round: number, number: number, scenario = 'read') => {
    const found = bundle.run.parts.find((each) => each.scenario === scenario && each.round === round && each.number === number);
    assert.ok(found);
    return found;
  };

  /** @returns blocks that have a discarded slice, from 0 */
  const discardedBlocks = (part: ReturnType<typeof planned>): number[] => {
    const { slices } = partFigures(bundle.readPart(part), bundle.run);
    const first = slices[0].block;
    return [...new Set(slices.filter(({ discardedFor }) => discardedFor.length > 0).map(({ block }) => block - first))];
  };

  const changed = (change: (raw: ReturnType<Bundle['readPart']> & { part: MeasuredPart }) => ReturnType<Bundle['readPart']>): Bundle => ({
    ...bundle,
    readPart(part) {
      const raw = bundle.readPart(part);
      assert.ok(raw.part);
      return change({ ...raw, part: raw.part });
    },
  });

  /** The k6 that shared the load did not begin together: all slices are discarded. */
  const apart = () =>
    changed((raw) => {
      const generators = [0, 1001].map((late, index) => {
        return { name: `k6-${index + 1}`, exitCode: 0, startMs: raw.part.startMs + late, requests: { k6: 1, hlog: 1 } };
      });
      return { ...raw, part: { ...raw.part, generators } };
    });

  it('if other processes disturbed a slice: those blocks alone, with their orders and users, as the next part', () => {
    const disturbed = discardedBlocks(planned(2, 1));
    assert.ok(disturbed.length > 0 && disturbed.length < 3);
    const { parts } = bundle.run;
    const number = parts.filter(({ scenario, round }) => scenario === 'read' && round === 2).length + 1;
    assert.deepEqual(partToRepeat(bundle, planned(2, 1)), {
      ...{ scenario: 'read', round: 2, number, attempt: 2, order: parts.length + 1, state: 'pending', reason: null },
      blocks: disturbed.map((block) => planned(2, 1).blocks[block]),
    });
  });

  it('with what a discarded slice is compared with: the baseline, or for that all others', () => {
    const block = ['vt', 'mvc', 'jdbc', 'r2dbc'];
    assert.deepEqual(withPartners(block, ['r2dbc'], 'mvc'), ['mvc', 'r2dbc']);
    assert.deepEqual(withPartners(block, ['r2dbc', 'vt'], 'mvc'), ['vt', 'mvc', 'r2dbc']);
    assert.deepEqual(withPartners(block, ['mvc'], 'mvc'), block);
  });

  it('and not if nothing did', () => {
    for (const part of [planned(1, 1), planned(2, 2)]) {
      assert.deepEqual(discardedBlocks(part), []);
      assert.equal(partToRepeat(bundle, part), null);
    }
  });

  it('if the k6 that shared the load did not begin together: all of them that targets are compared in', () => {
    const again = partToRepeat(apart(), planned(1, 1));
    assert.deepEqual(again?.blocks, planned(1, 1).blocks.slice(1));
    assert.deepEqual(
      again.blocks.map(({ vus }) => vus),
      [300, 300, 300],
    );
  });

  it('whatever the budget, where a target has none that is valid in that round', () => {
    assert.deepEqual([lacksBlocks(bundle, planned(1, 1)), lacksBlocks(apart(), planned(1, 1))], [false, true]);
  });

  it('if a slice began while the one before was still served', () => {
    const overlapping = changed((raw) => {
      const log = raw.requests?.get(3);
      assert.ok(log);
      const [histogram] = log.ok.values();
      log.ok.set(raw.part.slices[3].startMs / 1000 + 1, histogram);
      return raw;
    });
    const again = partToRepeat(overlapping, planned(1, 1));
    assert.deepEqual([again?.attempt, again?.blocks], [2, [planned(1, 1).blocks[1]]], 'the fourth slice is the second of block 2');
  });

  it('but not if the verification refuses the target: no repetition heals that', () => {
    const refused = { ...bundle, run: { ...bundle.run, refused: { mvc: 'subscribes to nothing' } } };
    assert.equal(partToRepeat(refused, planned(1, 1)), null);
    assert.deepEqual(partToRepeat(refused, planned(2, 1))?.blocks, partToRepeat(bundle, planned(2, 1))?.blocks, 'mvc-vt was disturbed too');
  });

  it('at most three times: a machine that stays busy would disturb them without end', () => {
    const attempted = (attempt: number) => {
      const run = { ...bundle.run, parts: bundle.run.parts.map((each) => (each === planned(2, 1) ? { ...each, attempt } : each)) };
      return partToRepeat({ ...bundle, run }, planned(2, 1));
    };
    assert.deepEqual([attempted(3)?.attempt, attempted(4)], [4, null]);
  });

  it('once where a target is measured alone, as a part of its own', () => {
    const own = planned(1, 2, 'block');
    const again = partToRepeat(apart(), own);
    assert.deepEqual([again?.number, again?.attempt, again?.blocks], [3, 2, own.blocks]);
    const run = { ...bundle.run, parts: bundle.run.parts.map((each) => (each === own ? { ...each, attempt: 2 } : each)) };
    assert.equal(partToRepeat({ ...apart(), run }, own), null);
  });

  it('but not those of a part that failed', () => {
    const failed = bundle.run.parts.map((each) => (each.round === 2 ? { ...each, state: 'failed' as const, reason: 'x' } : each));
    assert.equal(partToRepeat({ ...bundle, run: { ...bundle.run, parts: failed } }, planned(2, 1)), null);
  });
});
