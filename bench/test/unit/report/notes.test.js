import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteText } from '../../../report/words/notes.js';

/** @type {[import('../../../record/json/notes.js').CapacityNote, string][]} */
const NOTES = [
  [
    { kind: 'stand-in', service: 'mongo', version: 'mongo-java-server 1.2.3' },
    'mongo-java-server 1.2.3 in place of MongoDB, in-memory stand-in: measures the stacks, not MongoDB',
  ],
  [{ kind: 'live-dashboard' }, "k6's web dashboard was on (LIVE=k6): it takes CPU from the load generator"],
  [
    { kind: 'live-data-lost', during: { scenario: 'simple', target: 'mvc', round: 2 } },
    'InfluxDB ended during simple/mvc/2: the live data are missing from there on; no figure of this report needs them',
  ],
  [
    { kind: 'live-data-lost', during: null },
    'InfluxDB ended during the run: the live data are missing from there on; no figure of this report needs them',
  ],
  [
    { kind: 'changed-while-resumed', at: '2026-11-21T09:30:00Z', changes: [{ name: 'commit', a: 'abc', b: 'def' }] },
    'resumed at 2026-11-21T09:30:00Z in a changed environment: commit was abc, is def',
  ],
  [
    { kind: 'round-added', round: 7, scenarios: ['read', 'heavy'], needed: 5 },
    'round 7 was added for read, heavy: void cells had left fewer than 5 rounds that count',
  ],
  [{ kind: 'precise', rounds: 10, halfWidth: 0.03, unpaired: [] }, '10 rounds: every interval is narrower than ±3.0 %'],
  [
    {
      kind: 'no-interval',
      rounds: 10,
      unpaired: [{ target: 'mvc', scenario: 'read', vus: 50, why: { kind: 'silent', rounds: 1, of: 5 } }],
    },
    '10 rounds: no pair has an interval; without one: mvc in read at 50 VUs (nothing was answered on the plateau in 1 of 5 rounds)',
  ],
  [
    {
      ...{ kind: 'not-precise', maxRounds: 12, halfWidth: 0.03, unpaired: [] },
      widest: { metric: 'cpu', target: 'mvc-vt', scenario: 'read', vus: 300, halfWidth: 0.1 },
    },
    'stopped at ROUNDS_MAX=12, before every interval was narrower than ±3.0 %: cpu of mvc-vt in read at 300 VUs is known to ±10.0 % only',
  ],
  [
    { kind: 'not-precise', maxRounds: 12, halfWidth: 0.03, unpaired: [], widest: null },
    'stopped at ROUNDS_MAX=12, before every interval was narrower than ±3.0 %: nothing could be compared',
  ],
  [
    { kind: 'unseen-overload', trialSeconds: 12, sloP99Ms: 2000, share: 0.25 },
    'with RATE_SECONDS=12 a rate up to 25 % above the capacity may seem to hold: its queue has no time to grow to the 2000 ms of the SLO',
  ],
];

for (const [note, text] of NOTES) test(`a note in words: ${note.kind}`, () => assert.equal(noteText(note), text));
