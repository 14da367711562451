import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { diff } from '../../../analyse/comparison/diff.js';
import { figures, readBundle } from '../../../analyse/index.js';
import { diffMarkdown } from '../../../report/tables/diff.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { validCalibration } from '../../fixtures/records.js';

/** @typedef {import('../../fixtures/make-bundle.js').Options} Options */
/** @typedef {import('../../../analyse/types.js').Figures} Figures */

describe('two runs with blocks', () => {
  const results = mkdtempSync(join(tmpdir(), 'stackbench diff '));
  after(() => rmSync(results, { recursive: true, force: true }));

  const usual = { rounds: 6, blocks: 2, targets: ['mvc', 'mvc-vt'], scenarios: ['read', 'block'], healthy: true };
  let made = 0;
  /** @param {Partial<Options>} [options] */
  function run(options = {}) {
    const dir = join(results, `run-${++made}`);
    makeBundle(dir, { ...usual, ...options });
    return figures(readBundle(dir));
  }

  const one = run();
  const faster = run({ capacity: (scenario, target) => (scenario === 'block' ? 300 : target === 'mvc' ? 7200 : 6000) });

  it('are compared by the pooled slices of their rounds, and at each stage where there are cells alone', () => {
    const { comparisons, omissions } = diff(one, faster);
    const read = comparisons.filter(({ scenario }) => scenario === 'read');
    assert.deepEqual(
      read.map(({ target, metric, kind, rounds, blocks, vus, stage }) => [target, metric, kind, rounds, blocks, vus, stage]),
      [
        ['mvc', 'throughput', 'faster', 6, 12, 300, 2],
        ['mvc-vt', 'throughput', 'same', 6, 12, 300, 2],
        ['mvc', 'cpu', 'less CPU', 6, 12, 300, 2],
        ['mvc-vt', 'cpu', 'same', 6, 12, 300, 2],
      ],
    );
    assert.ok(Math.abs(read[0].ratio - 7200 / 5900) < 0.02);
    assert.equal(
      comparisons.filter(({ scenario, blocks }) => scenario === 'block' && blocks === null).length,
      2 * 2 * 3,
      'targets, metrics, stages',
    );
    assert.deepEqual(omissions, []);
  });

  it('are no different inside of what one target differs from itself at two times', () => {
    const unpairedNoise = { read: { throughput: 1.4, cpu: 1.1 } };
    const calibration = validCalibration({ runId: 'floor', at: '2026-11-20T08:00:00.000Z', machine: one.run.machine, unpairedNoise });
    const other = { ...faster, run: { ...faster.run, calibration }, unpairedNoise };
    const kinds = (/** @type {Figures} */ first) =>
      diff(first, other)
        .comparisons.filter(({ scenario, target }) => scenario === 'read' && target === 'mvc')
        .map(({ metric, kind, because }) => [metric, kind, because]);
    assert.deepEqual(
      kinds(one),
      [
        ['throughput', 'same', 'noise floor'],
        ['cpu', 'less CPU', null],
      ],
      '×1.4 however many rounds there are',
    );
    const elsewhere = { ...one, run: { ...one.run, machine: { ...one.run.machine, cores: 64 } } };
    assert.deepEqual(kinds(elsewhere)[0], ['throughput', 'faster', null], 'another machine has another floor');
    assert.match(
      diffMarkdown(diff(elsewhere, other)),
      /\*\*No noise floor\.\*\* A was measured on another machine than the calibration floor\./,
    );
  });

  it('that ended after other times do not differ in their environment', () => {
    const other = run({ run: { budgetSeconds: 1500, halfWidth: 0.05, spentSeconds: { blocks: 60 } } });
    assert.deepEqual(diff(one, other).environment, []);
  });

  it('are compared by cells where one has no blocks, or slices of other users', () => {
    const cells = run({ blocks: 0 });
    assert.ok(diff(one, cells).comparisons.every(({ blocks }) => blocks === null));
    const inOne = { kind: 'in one run only', what: 'blocks', names: ['read'] };
    assert.deepEqual(
      diff(one, cells).omissions.filter(({ kind }) => kind === 'in one run only'),
      [inOne],
    );
    const stages = [50, 150].map((vus) => ({ vus, durationMs: 4000 }));
    const fewerUsers = diff(one, run({ stages }));
    assert.ok(fewerUsers.comparisons.every(({ blocks }) => blocks === null));
    assert.deepEqual(
      fewerUsers.omissions.filter(({ kind }) => kind === 'in one run only'),
      [{ kind: 'in one run only', what: 'stages', names: [300] }, inOne],
    );
  });

  it('name void slices and sequences that failed', () => {
    const disturbed = run({ healthy: false, scenarios: ['read', 'simple'], rounds: 3 });
    const { omissions } = diff(disturbed, disturbed);
    const found = omissions.flatMap((each) => (each.kind === 'found' ? [each] : []));
    const [slices] = found.flatMap((each) => (each.found.kind === 'void' && each.found.scope === 'target' ? [each.found] : []));
    assert.deepEqual(
      [slices.scenario, slices.target, slices.slices, slices.of, slices.reasons.map(({ reason }) => reason.kind)],
      ['read', 'mvc', 1, 7, ['other processes']],
    );
    const [failed] = found.filter((each) => each.found.kind === 'failed' && each.found.scope === 'sequence');
    const of = { scope: 'sequence', scenario: 'simple', round: 3, part: 1 };
    assert.deepEqual(failed, {
      ...{ kind: 'found', runId: disturbed.run.id },
      found: { ...of, kind: 'failed', reason: 'k6 ended with exit code 107' },
    });
  });
});
