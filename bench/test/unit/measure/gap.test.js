import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { cellFigures } from '../../../analyse/cell/figures.js';
import { withGap } from '../../../measure/sequence/gap.js';
import { readBundle } from '../../../record/bundle-reader.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { temporaryFolder } from '../../support/temporary.js';

/** @typedef {import('../../../record/raw-cell.js').Bundle} Bundle */

const dir = path.join(temporaryFolder(), '20261121-093000-quick');

describe('the gap after each slice', () => {
  /** @type {Bundle} */
  let bundle;
  before(() => {
    makeBundle(dir, { rounds: 1, blocks: 1, scenarios: ['read', 'simple'], targets: ['mvc', 'mvc-vt'] });
    bundle = readBundle(dir);
  });

  /** @param {number} blockVus @param {Partial<Bundle['run']>} [changes] @param {Partial<Bundle>} [reading] */
  const gapOf = (blockVus, changes = {}, reading = {}) => {
    const [planned] = bundle.run.sequences.filter(({ scenario }) => scenario === 'read');
    return withGap({ ...bundle, ...reading, run: { ...bundle.run, blockVus, ...changes } }, planned).gapSeconds;
  };
  /** @returns {number} requests/s of the slowest target at the end of its staircase */
  const slowest = () => {
    const cells = bundle.run.cells.filter(({ scenario }) => scenario === 'read');
    return Math.min(...cells.map((cell) => cellFigures(bundle.readCell(cell)).stages.at(-1)?.rps ?? NaN));
  };

  it('is a second where requests last less', () => {
    assert.equal(gapOf(1), 1);
    assert.equal(gapOf(Math.floor(0.79 * slowest())), 1);
  });

  it('is as long as the users of the slowest target wait, with a reserve', () => {
    assert.equal(gapOf(Math.ceil(0.81 * slowest())), 2);
    assert.equal(gapOf(Math.round(4 * slowest())), 5);
  });

  it('is no longer because answers are failures', () => {
    const readCell = (/** @type {Bundle['run']['cells'][number]} */ planned) => {
      const raw = bundle.readCell(planned);
      assert.ok(raw.requests);
      return { ...raw, requests: { ...raw.requests, ok: raw.requests.failed, failed: raw.requests.ok } };
    };
    assert.equal(gapOf(Math.round(4 * slowest()), {}, { readCell }), 5);
  });

  it('is ten seconds at most', () => {
    assert.equal(gapOf(Math.round(100 * slowest())), 10);
  });

  it('is a second where no staircase was measured', () => {
    const failed = bundle.run.cells.map((cell) => ({ ...cell, state: /** @type {const} */ ('failed'), reason: 'made up' }));
    assert.equal(gapOf(Math.round(4 * slowest()), { cells: failed }), 1);
    assert.equal(gapOf(Math.round(4 * slowest()), { cells: [] }), 1);
  });
});
