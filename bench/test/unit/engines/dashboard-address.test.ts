/** Addresses of the live dashboard: what the page shows there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboardAddress } from '../../../engines/dashboard.ts';

test('the page of an ended run offers all its scenarios, that of a run in progress the one that runs', () => {
  const of = (what: Parameters<typeof dashboardAddress>[1]) => new URL(dashboardAddress('http://localhost:1', what)).searchParams;
  assert.equal(of({ run: 'r', fromMs: 1, toMs: 2 }).get('var-scenarios'), '0');
  assert.equal(of({}).get('var-scenarios'), null);
});
