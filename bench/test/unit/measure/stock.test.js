/** The places of `lock` after a cell: k6's count, the rows and what is left must say the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricValues } from '../../../../k6/lib/summary.js';
import { soldOutFault, stockFault } from '../../../measure/stock.js';

test('100 accepted, 100 rows and none left are right, however many were refused', () => {
  assert.equal(stockFault({ places: 100, accepted: 100, rows: 100, left: 0 }, 100), null);
  assert.equal(stockFault({ places: 100, accepted: 100, rows: 100, left: 0 }, 25_000), null);
});

test('a load of fewer requests than there are places takes as many as it asked for', () => {
  assert.equal(stockFault({ places: 100, accepted: 40, rows: 40, left: 60 }, 40), null);
  assert.match(
    String(stockFault({ places: 100, accepted: 39, rows: 39, left: 61 }, 40)),
    /^not sold exactly: .*; 40, 40 and 60 are right$/,
  );
});

test('of requests that k6 gave up waiting for, each may have taken a place, or not; rows and what is left agree in any case', () => {
  assert.equal(stockFault({ places: 100, accepted: 34, rows: 36, left: 64 }, 34, 2), null);
  assert.equal(stockFault({ places: 100, accepted: 34, rows: 34, left: 66 }, 34, 2), null);
  assert.equal(stockFault({ places: 100, accepted: 98, rows: 100, left: 0 }, 500, 2), null, 'two of the places went to them');
  const said = (/** @type {Parameters<typeof stockFault>[0]} */ stock, /** @type {number} */ answers) =>
    String(stockFault(stock, answers, 2));
  assert.match(
    said({ places: 100, accepted: 34, rows: 37, left: 63 }, 34),
    /^not sold exactly: .*; up to 2 requests without an answer may/,
  );
  assert.match(said({ places: 100, accepted: 34, rows: 36, left: 65 }, 34), /^not sold exactly/);
  assert.match(said({ places: 100, accepted: 97, rows: 99, left: 1 }, 500), /^not sold exactly/);
  assert.match(said({ places: 100, accepted: 99, rows: 101, left: -1 }, 500), /^oversold/);
});

test('more rows than places are called what they are', () => {
  assert.equal(
    stockFault({ places: 100, accepted: 101, rows: 101, left: 0 }, 5000),
    'oversold: 101 answered 200, 101 rows in place, places_left 0, of 100 places',
  );
});

for (const [what, wrong] of Object.entries({
  'accepted more often than stored': { accepted: 101, rows: 100, left: 0 },
  'stored and not answered': { accepted: 99, rows: 100, left: 0 },
  'not all sold though asked for': { accepted: 99, rows: 99, left: 1 },
  'left below nothing': { accepted: 100, rows: 100, left: -1 },
})) {
  test(`places that were ${what} are a fault`, () => {
    assert.match(String(stockFault({ places: 100, ...wrong }, 5000)), /^not sold exactly: .*; 100, 100 and 0 are right$/);
  });
}

test('the counters are read from summaries of both versions of k6', () => {
  const first = { metrics: { answers_409: { values: { count: 7 } } } };
  const second = { results: { metrics: [{ name: 'answers_409', values: { count: 7 } }] } };
  for (const summary of [first, second]) assert.equal(metricValues(summary, 'answers_409').count, 7);
});

test('a load that begins sold out sells nothing', () => {
  assert.equal(soldOutFault({ rows: 0, left: 0 }), null);
  assert.equal(soldOutFault({ rows: 2, left: 0 }), 'oversold: no place was left before the load; after it 2 rows in place, places_left 0');
  assert.match(String(soldOutFault({ rows: 0, left: -1 })), /^oversold: /);
});
