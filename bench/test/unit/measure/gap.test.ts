import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gapSeconds, rateAfter } from '../../../measure/part/gap.ts';
import { plannedPart, validRun } from '../../fixtures/records.ts';

const BLOCKS = [
  { vus: 50, targets: ['mvc', 'mvc-vt'] },
  { vus: 300, targets: ['mvc-vt', 'mvc'] },
];
const READ = plannedPart({ blocks: BLOCKS });

describe('the gap after each slice', () => {
  /** @param rates at the end of the warm-up */
  const gapOf = (rates: Record<string, number>, changed: Partial<typeof READ> = {}) => {
    const planned = { ...READ, ...changed };
    const jvms = Object.entries(rates).map(([target, rate]) => [target, { rates: new Map([[planned.scenario, rate]]) }]);
    return gapSeconds(validRun(), planned, new Map(jvms as any) as any);
  };

  it('is a second where requests last less', () => {
    assert.equal(gapOf({ mvc: 2000, 'mvc-vt': 375 }), 1);
  });

  it('is as long as the users of the slowest target wait, with a reserve', () => {
    assert.equal(gapOf({ mvc: 2000, 'mvc-vt': 374 }), 2);
    assert.equal(gapOf({ mvc: 75, 'mvc-vt': 2000 }), 5);
    assert.equal(gapOf({ mvc: 75 * (50 / 300), 'mvc-vt': 2000 }, { blocks: BLOCKS.slice(0, 1) }), 5, 'that are as many as the part has');
  });

  it('is ten seconds at most', () => {
    assert.equal(gapOf({ mvc: 1, 'mvc-vt': 2000 }), 10);
  });

  it('is three seconds where no warm-up has shown the rate', () => {
    assert.equal(gapOf({}), 3);
    assert.equal(gapOf({ mvc: 0, 'mvc-vt': 2000 }), 3);
  });

  it('is as long as k6 waits for a backlog where a target is measured alone', () => {
    assert.equal(gapOf({ mvc: 2000 }, { scenario: 'block', blocks: [{ vus: 300, targets: ['mvc'] }] }), 120);
  });
});

describe('the rate at the end of a warm-up', () => {
  const warmup = {
    ...{ scenario: 'read', vus: 300, seconds: 8, compilingShare: 0, steady: true, untilWarm: null },
    perSecond: [10, 10, 400, 400, 420, 420],
  };
  const rate = (quotaLifted: boolean, limitInTurn: boolean) => rateAfter({ ...warmup, quotaLifted, limitInTurn }, validRun(), 'mvc');

  it('is that of its last seconds under load', () => {
    assert.equal(rate(false, false), 410);
    assert.equal(rate(true, true), 410, 'the last slices were under the limit');
  });

  it('is less under the limit that was lifted: 0.5 of 2 CPUs', () => {
    assert.equal(rate(true, false), 102.5);
  });

  it('is none without a second', () => {
    assert.equal(rateAfter({ ...warmup, perSecond: [], quotaLifted: false, limitInTurn: false }, validRun(), 'mvc'), 0);
  });
});
