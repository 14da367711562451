import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkText } from '../../../report/tables/facts.ts';
import { noteText, otherUseText } from '../../../report/words/notes.ts';
import type { CapacityNote } from '../../../record/json/notes.ts';

const ENDED = { kind: 'rounds-ended', rounds: 3 } as const;
const BUSY = { kind: 'busy-machine', share: 0.31 } as const;

const NOTES: CapacityNote[] = [
  { kind: 'stand-in', service: 'mongo', version: 'mongo-java-server 1.2.3' },
  { kind: 'live-data-lost', during: { scenario: 'simple', target: 'mvc', round: 2 } },
  { kind: 'live-data-lost', during: null },
  { kind: 'changed-while-resumed', at: '2026-11-21T09:30:00Z', changes: [{ name: 'commit', a: 'abc', b: 'def' }] },
  { ...BUSY, processes: [{ name: 'chrome', cores: 0.72 }, { name: 'idea', cores: 0.48 }] }, // prettier-ignore
  { ...BUSY, processes: [] },
  { kind: 'other-speed', measure: 'loop', ratio: 3.8 },
  {
    ...{ kind: 'round-planned', round: 3 },
    scenarios: [
      { scenario: 'read', blocks: 5, blockVariance: 0.0081, roundVariance: 0.0025 },
      { scenario: 'simple', blocks: 1, blockVariance: 0.0001, roundVariance: 0.0225 },
    ],
  },
  { kind: 'blocks-repeated', scenario: 'read', round: 2, blocks: 3 },
  { kind: 'blocks-repeated', scenario: 'read', round: 2, blocks: 1 },
  { ...ENDED, by: 'budget', widest: { scenario: 'simple', target: 'mvc-vt', halfWidth: 0.081 } },
  { ...ENDED, rounds: 1, by: 'half width', widest: null },
  { ...ENDED, by: 'no interval', widest: null },
  { kind: 'unseen-overload', trialSeconds: 12, sloP99Ms: 2000, share: 0.25 },
];

const TEXTS = `mongo-java-server 1.2.3 in place of MongoDB, in-memory stand-in: measures the stacks, not MongoDB
InfluxDB ended during simple/mvc/2: the live data are missing from there on; no figure of this report needs them
InfluxDB ended during the run: the live data are missing from there on; no figure of this report needs them
resumed at 2026-11-21T09:30:00Z in a changed environment: commit was abc, is def
other processes used 31 % of the machine before anything was started (chrome 18 %, idea 12 %)
other processes used 31 % of the machine before anything was started
the same computation took ×3.80 the time that it took in earlier runs on this machine
round 3, planned from the noise so far: 5 blocks of read (noise within a round 9 %, between rounds 5 %); 1 block of simple (noise within a round 1 %, between rounds 15 %)
3 blocks of read in round 2 were discarded and measured again
1 block of read in round 2 was discarded and measured again
ended after 3 rounds: a further round would exceed the budget; the widest interval is ±8.1 % (mvc-vt in simple)
ended after 1 round: every interval is narrow enough
ended after 3 rounds: no further round would narrow an interval
with RATE_SECONDS=12 a rate up to 25 % above the capacity may seem to hold: its queue has no time to grow to the 2000 ms of the SLO`;

test('notes are said in words', () => assert.deepEqual(NOTES.map((note) => noteText(note, { cores: 4 })), TEXTS.split('\n'))); // prettier-ignore

test('other processes are named while a run goes on, and a user whose own service needs them is told what to do', () => {
  const use = { share: 0.12, processes: [{ name: 'mariadbd', cores: 0.4 }] };
  const said = 'other processes use 12 % of the machine (mariadbd 10 %); what they disturb is discarded';
  assert.deepEqual([otherUseText(use, { cores: 4 }, false), otherUseText(null, { cores: 4 }, true)], [said, 'the machine is quiet again']);
  assert.equal(otherUseText(use, { cores: 4 }, true), `${said}. If your service needs them, name them: backends`);
});

test('what lies between the nodes of a cluster is a line: round trips, clocks, interrupts', () => {
  const instance = { name: 'k6', exitCode: 0, startMs: 1, requests: { k6: 1, hlog: 1 } };
  const part = (rttMs: number, clockOffsetMs: number, interrupts: number) =>
    ({
      part: {
        generators: [{ ...instance, link: { rttMs, clockOffsetMs, clockErrorMs: 2, retransmits: 3 } }],
        databaseRtt: { setMs: null, measuredMs: 0.5 },
      },
      slices: [{ stage: { processCores: { interrupts } } }],
    }) as any;
  assert.equal(
    networkText([part(0.2, -7, 0.1), part(0.3, 2, 0.4)], { cores: 4 }),
    'generator to target 0.30 ms there and back; target to database 0.50 ms; clocks of generators up to 7 ms off; ' +
      'generators sent 6 TCP segments again; interrupts took up to 10 % of the machine under the targets',
  );
  assert.equal(networkText([], { cores: 4 }), '');
});
