import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { sequenceFigures } from '../../../analyse/blocks/sequence.js';
import { readBundle } from '../../../record/bundle-reader.js';
import { partToRepeat, withPartners } from '../../../run/repeats.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { temporaryFolder } from '../../support/temporary.js';

/** @typedef {import('../../../record/raw-cell.js').Bundle} Bundle */

const dir = path.join(temporaryFolder(), '20261121-093000-quick');

describe('blocks are measured once more', () => {
  /** In round 2 other programs disturbed a block, which is repeated in part 2. @type {Bundle} */
  let bundle;
  before(() => {
    makeBundle(dir, { rounds: 2, blocks: 3, scenarios: ['read'], targets: ['mvc', 'mvc-vt'] });
    bundle = readBundle(dir);
  });

  /** @param {number} round @param {number} part */
  const planned = (round, part) => {
    const found = bundle.run.sequences.find((each) => each.round === round && each.part === part);
    assert.ok(found);
    return found;
  };

  /** @param {number} round @param {number} part @returns {number[]} blocks that have a void slice, from 0 */
  const voidBlocks = (round, part) => {
    const { slices } = sequenceFigures(bundle.readSequence(planned(round, part)), bundle.run);
    const first = slices[0].block;
    return [...new Set(slices.filter(({ voids }) => voids.length > 0).map(({ block }) => block - first))];
  };

  it('if other processes disturbed a slice: those blocks alone, with their orders, as the next part', () => {
    const disturbed = voidBlocks(2, 1);
    assert.ok(disturbed.length > 0 && disturbed.length < 3);
    const { cells, sequences } = bundle.run;
    assert.deepEqual(partToRepeat(bundle, planned(2, 1)), {
      ...{ scenario: 'read', round: 2, part: 2, order: cells.length + sequences.length + 1, state: 'pending', reason: null },
      blocks: disturbed.map((block) => planned(2, 1).blocks[block]),
    });
  });

  it('with what a void slice is compared with: the baseline, or for that all others', () => {
    const block = ['vt', 'mvc', 'jdbc', 'r2dbc'];
    assert.deepEqual(withPartners(block, ['r2dbc'], 'mvc'), ['mvc', 'r2dbc']);
    assert.deepEqual(withPartners(block, ['r2dbc', 'vt'], 'mvc'), ['vt', 'mvc', 'r2dbc']);
    assert.deepEqual(withPartners(block, ['mvc'], 'mvc'), block);
  });

  it('and not if nothing did', () => {
    for (const { round, part } of [planned(1, 1), planned(2, 2)]) {
      assert.deepEqual(voidBlocks(round, part), []);
      assert.equal(partToRepeat(bundle, planned(round, part)), null);
    }
  });

  it('if the k6 that shared the load did not begin together: all of them', () => {
    /** @type {Bundle} */
    const apart = {
      ...bundle,
      readSequence: (sequence) => {
        const raw = bundle.readSequence(sequence);
        assert.ok(raw.sequence);
        const { startMs } = raw.sequence;
        const generators = [0, 1001].map((late, index) => {
          return { name: `k6-${index + 1}`, exitCode: 0, startMs: startMs + late, requests: { k6: 1, hlog: 1 } };
        });
        return { ...raw, sequence: { ...raw.sequence, generators } };
      },
    };
    assert.deepEqual(partToRepeat(apart, planned(1, 1))?.blocks, planned(1, 1).blocks);
  });

  it('if a slice began while the one before was still served', () => {
    /** @type {Bundle} */
    const overlapping = {
      ...bundle,
      readSequence: (sequence) => {
        const raw = bundle.readSequence(sequence);
        const log = raw.requests?.get(3);
        assert.ok(raw.sequence && log);
        const startSecond = raw.sequence.slices[3].startMs / 1000;
        const [histogram] = log.ok.values();
        log.ok.set(startSecond + 1, histogram);
        return raw;
      },
    };
    const again = partToRepeat(overlapping, planned(1, 1));
    assert.deepEqual([again?.part, again?.blocks], [2, [planned(1, 1).blocks[1]]], 'the fourth slice is the second of block 2');
  });

  it('but not if the verification refuses the target: no repetition heals that', () => {
    const refused = { ...bundle, run: { ...bundle.run, refused: { mvc: 'subscribes to nothing' } } };
    assert.equal(partToRepeat(refused, planned(1, 1)), null);
    assert.deepEqual(partToRepeat(refused, planned(2, 1))?.blocks, partToRepeat(bundle, planned(2, 1))?.blocks, 'mvc-vt was disturbed too');
  });

  it('at most three times: a machine that stays busy would make them void without end', () => {
    const parted = (/** @type {number} */ part) => {
      const run = { ...bundle.run, sequences: bundle.run.sequences.map((each) => (each === planned(2, 1) ? { ...each, part } : each)) };
      return { ...bundle, run, readSequence: () => bundle.readSequence(planned(2, 1)) };
    };
    const key = { ...planned(2, 1), scenario: 'read', round: 2 };
    assert.equal(partToRepeat(parted(3), { ...key, part: 3 })?.part ?? null, 4);
    assert.equal(partToRepeat(parted(4), { ...key, part: 4 }), null);
  });

  it('but not those of a sequence that failed', () => {
    const failed = bundle.run.sequences.map((each) =>
      each.round === 2 ? { ...each, state: /** @type {const} */ ('failed'), reason: 'x' } : each,
    );
    assert.equal(partToRepeat({ ...bundle, run: { ...bundle.run, sequences: failed } }, planned(2, 1)), null);
  });
});
