import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BLOCK_CASES, simulateTables } from '../../simulated/tables-of-blocks.ts';

const TABLES = 400;
/** Three standard errors of a share, of as many independent events. */
const threeErrors = (share: number, events: number) => 3 * Math.sqrt((share * (1 - share)) / events);

describe('simulated tables of blocks without a true difference', () => {
  for (const name of [
    '3 × 2, 4, both',
    '3 × 5, 4, blocks',
    '3 × 5, 4, rounds; a tenth of the slices disturbed',
    '5 × 5, 4, both; a tenth of the slices disturbed',
    '3 × 5, 4, both; a fifth of the slices discarded',
    '3 × 5, 2, both',
  ]) {
    it(`have intervals that hold the truth and no verdict: ${name}`, () => {
      const { covered, falseTables } = simulateTables({ tables: TABLES, noise: BLOCK_CASES[name], seed: 11 });
      // Comparisons of one scenario share their baseline: a scenario of a table is one independent event.
      const tolerance = threeErrors(0.95, 4 * TABLES);
      assert.ok(covered >= 0.93 - tolerance && covered <= 0.97 + tolerance, `${covered} hold the truth`);
      assert.ok(falseTables <= 0.05 + threeErrors(0.05, TABLES), `${falseTables} of tables have a verdict`);
    });
  }

  it('seldom miss the truth of a target twice as noisy as the others', () => {
    const { leastCovered } = simulateTables({ tables: TABLES, noise: BLOCK_CASES['3 × 5, 4, both; one target twice as noisy'], seed: 11 });
    assert.ok(leastCovered >= 0.91 - threeErrors(0.91, 4 * TABLES), `${leastCovered} hold the truth`);
  });
});
