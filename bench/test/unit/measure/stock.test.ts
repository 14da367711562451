/** The places of `lock` after a part: none was left to sell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soldOutFault } from '../../../measure/stock.ts';

test('a load that begins sold out sells nothing', () => {
  assert.equal(soldOutFault({ rows: 0, left: 0 }), null);
  assert.equal(soldOutFault({ rows: 2, left: 0 }), 'oversold: no place was left before the load; after it 2 rows in place, places_left 0');
  assert.match(String(soldOutFault({ rows: 0, left: -1 })), /^oversold: /);
});
