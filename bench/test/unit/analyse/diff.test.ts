import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { diff } from '../../../analyse/comparison/diff.ts';
import { figures, readBundle } from '../../../analyse/index.ts';
import { diffMarkdown } from '../../../report/tables/diff.ts';
import { makeBundle, type Options } from '../../fixtures/make-bundle.ts';
import { validCalibration } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Figures } from '../../../analyse/types.ts';

describe('two runs', () => {
  const results = temporaryFolder();
  const usual = { rounds: 6, blocks: 2, targets: ['mvc', 'mvc-vt'], scenarios: ['read', 'block'], healthy: true };
  let made = 0;
  function run(options: Partial<Options> = {}) {
    const dir = join(results, `run-${++made}`);
    makeBundle(dir, { ...usual, ...options });
    return figures(readBundle(dir));
  }

  const one = run();
  const faster = run({ capacity: (scenario, target) => (scenario === 'block' ? 300 : target === 'mvc' ? 7200 : 6000) });

  it('are compared by the pooled slices of their rounds; one slice each decides nothing', () => {
    const { comparisons, omissions } = diff(one, faster);
    assert.deepEqual(
      comparisons.map(({ scenario, target, metric, kind, rounds, blocks, vus }) => [scenario, target, metric, kind, rounds, blocks, vus]),
      [
        ['read', 'mvc', 'throughput', 'faster', 6, 12, 300],
        ['read', 'mvc-vt', 'throughput', 'same', 6, 12, 300],
        ['block', 'mvc', 'throughput', 'indicative', 1, 1, 300],
        ['block', 'mvc-vt', 'throughput', 'indicative', 1, 1, 300],
        ['read', 'mvc', 'cpu', 'less CPU', 6, 12, 300],
        ['read', 'mvc-vt', 'cpu', 'same', 6, 12, 300],
        ['block', 'mvc', 'cpu', 'indicative', 1, 1, 300],
        ['block', 'mvc-vt', 'cpu', 'indicative', 1, 1, 300],
      ],
    );
    assert.ok(Math.abs(comparisons[0].ratio - 7200 / 5900) < 0.02);
    assert.deepEqual(omissions, []);
  });

  it('are no different inside of what one target differs from itself at two times', () => {
    const unpairedNoise = { read: { throughput: 1.4, cpu: 1.1 } };
    const calibration = validCalibration({ runId: 'floor', at: '2026-11-20T08:00:00.000Z', machine: one.run.machine, unpairedNoise });
    const other = { ...faster, run: { ...faster.run, calibration }, unpairedNoise };
    const kinds = (first: Figures) =>
      diff(first, other)
        .comparisons.filter(({ scenario, target }) => scenario === 'read' && target === 'mvc')
        .map(({ metric, kind, because }) => [metric, kind, because]);
    const inside = [['throughput', 'same', 'noise floor'], ['cpu', 'less CPU', null]]; // prettier-ignore
    assert.deepEqual(kinds(one), inside, '×1.4 however many rounds there are');
    const elsewhere = { ...one, run: { ...one.run, machine: { ...one.run.machine, cores: 64 } } };
    assert.deepEqual(kinds(elsewhere)[0], ['throughput', 'faster', null], 'another machine has another floor');
    const said = /\*\*No noise floor\.\*\* A was measured on another machine than the calibration floor\./;
    assert.match(diffMarkdown(diff(elsewhere, other)), said);
  });

  it('that ended after other times do not differ in their environment', () => {
    const other = run({ run: { budgetSeconds: 1500, halfWidth: 0.05, spentSeconds: { blocks: 60 } } });
    assert.deepEqual(diff(one, other).environment, []);
  });

  it('are compared at the last number of users, where both have the same', () => {
    const { comparisons, omissions } = diff(one, run({ levels: [50, 150] }));
    assert.deepEqual([comparisons, omissions], [[], [{ kind: 'in one run only', what: 'users', names: [300, 150] }]]);
    assert.deepEqual(diff(one, run({ levels: [300] })).omissions, []);
  });

  it('name discarded slices and parts that failed', () => {
    const disturbed = run({ healthy: false, failed: 'simple', scenarios: ['read', 'simple'], rounds: 3 });
    const { omissions } = diff(disturbed, disturbed);
    const found = omissions.flatMap((each) => (each.kind === 'found' ? [each] : []));
    const [slices] = found.flatMap((each) => (each.found.kind === 'discarded' && each.found.scope === 'target' ? [each.found] : []));
    assert.deepEqual(
      [slices.scenario, slices.target, slices.slices, slices.of, slices.reasons.map(({ reason }) => reason.kind)],
      ['read', 'mvc', 1, 7, ['other processes']],
    );
    const [failed] = found.filter((each) => each.found.kind === 'failed' && each.found.scope === 'part');
    const of = { scope: 'part', scenario: 'simple', round: 3, number: 1 };
    assert.deepEqual(failed, {
      ...{ kind: 'found', runId: disturbed.run.id },
      found: { ...of, kind: 'failed', reason: 'the target died (exit code 137)' },
    });
  });
});
