import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { partFigures } from '../../../analyse/slice/index.ts';
import { readBundle, type Bundle, type RawPart } from '../../../record/bundle-reader.ts';
import { lacksBlocks, partToRepeat, withPartners } from '../../../run/repeats.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { recordedInstance } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { MeasuredPart } from '../../../record/part.ts';
import type { PlannedPart } from '../../../record/run.ts';

const dir = path.join(temporaryFolder(), '20261121-093000-quick');

describe('blocks are measured once more', () => {
  /** In round 2 other programs disturbed a block, which is repeated in part 2. In round 1 each part begins with blocks of fewer users. */
  let bundle: Bundle;
  before(() => {
    makeBundle(dir, { rounds: 2, blocks: 3, scenarios: ['read', 'block'], levels: [50, 300], targets: ['mvc', 'mvc-vt'] });
    bundle = readBundle(dir);
  });

  const planned = (round: number, number: number, scenario = 'read') => {
    const isMeant = (each: PlannedPart) => each.scenario === scenario && each.round === round && each.number === number;
    return bundle.run.parts.find(isMeant) ?? assert.fail();
  };

  /** @returns the bundle in which one part has other fields */
  const withPart = (of: Bundle, part: PlannedPart, fields: Partial<PlannedPart>): Bundle => {
    const parts = bundle.run.parts.map((each) => (each === part ? { ...each, ...fields } : each));
    return { ...of, run: { ...bundle.run, parts } };
  };

  /** @returns blocks that have a discarded slice, from 0 */
  const discardedBlocks = (part: ReturnType<typeof planned>): number[] => {
    const { slices } = partFigures(bundle.readPart(part), bundle.run);
    const first = slices[0].block;
    return [...new Set(slices.filter(({ discardedFor }) => discardedFor.length > 0).map(({ block }) => block - first))];
  };

  const changed = (change: (raw: RawPart, part: MeasuredPart) => RawPart): Bundle => ({
    ...bundle,
    readPart(each) {
      const raw = bundle.readPart(each);
      return change(raw, raw.part ?? assert.fail());
    },
  });

  /** The k6 that shared the load did not begin together: all slices are discarded. */
  const apart = () =>
    changed((raw, part) => {
      const generators = [0, 1001].map((late) => recordedInstance({ startMs: part.startMs + late }));
      return { ...raw, part: { ...part, generators } };
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

  it('and not if nothing did, or if the part failed', () => {
    for (const part of [planned(1, 1), planned(2, 2)]) {
      assert.deepEqual(discardedBlocks(part), []);
      assert.equal(partToRepeat(bundle, part), null);
    }
    assert.equal(partToRepeat(withPart(bundle, planned(2, 1), { state: 'failed', reason: 'x' }), planned(2, 1)), null);
  });

  it('if the k6 that shared the load did not begin together: all of them that targets are compared in', () => {
    const again = partToRepeat(apart(), planned(1, 1));
    assert.deepEqual(again?.blocks, planned(1, 1).blocks.slice(1));
    assert.equal(again.blocks.map(({ vus }) => vus).join(), '300,300,300');
  });

  it('whatever the budget, where a target has none that is valid in that round', () => {
    assert.deepEqual([lacksBlocks(bundle, planned(1, 1)), lacksBlocks(apart(), planned(1, 1))], [false, true]);
  });

  it('if a slice began while the one before was still served', () => {
    const overlapping = changed((raw, { slices }) => {
      const log = raw.requests?.get(3) ?? assert.fail();
      const [histogram] = log.ok.values();
      log.ok.set(slices[3].startMs / 1000 + 1, histogram);
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
    const attempted = (attempt: number) => partToRepeat(withPart(bundle, planned(2, 1), { attempt }), planned(2, 1));
    assert.deepEqual([attempted(3)?.attempt, attempted(4)], [4, null]);
  });

  it('once where a target is measured alone, as a part of its own', () => {
    const own = planned(1, 2, 'block');
    const again = partToRepeat(apart(), own);
    assert.deepEqual([again?.number, again?.attempt, again?.blocks], [3, 2, own.blocks]);
    assert.equal(partToRepeat(withPart(apart(), own, { attempt: 2 }), own), null);
  });
});
