/** What arithmetic predicts, each figure worked out by hand in the name of its test. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { predictions } from '../../../analyse/prediction/prediction.ts';
import { readCatalogue, type Scenario, type Target } from '../../../record/catalogue.ts';
import { namesOf } from '../../../report/words/names.ts';
import { predictionText } from '../../../report/words/findings/scenarios.ts';
import { validRun } from '../../fixtures/records.ts';
import type { Run } from '../../../record/run.ts';

const catalogue = readCatalogue();
const { mvc } = catalogue.targets;
const TARGETS: Record<string, Target> = {
  mvc,
  flux: { ...mvc, label: 'Flux', server: 'netty', database: 'r2dbc' },
  loop: { ...mvc, label: 'Loop', server: 'netty', environment: { JDBC_SCHEDULER: 'none' } },
  scope: { ...mvc, label: 'Scope', environment: { FAN_OUT: 'scope' } },
  async: { ...mvc, label: 'Async', environment: { REMOTE_CLIENT: 'async' } },
};

interface Seen {
  target?: string;
  vus: number;
  rps: number;
  /** of Tomcat */
  threads?: number | 'unbounded' | null;
  /** measured, one for each slice */
  rtts?: number[];
}

type Traits = Partial<Scenario>;

function expected(
  name: string,
  traits: Traits,
  { target = 'mvc', vus, rps, threads = 200, rtts = [0.3] }: Seen,
  changed: Partial<Run> = {},
) {
  const read = { ...catalogue.scenarios.read, database: false, statements: {} };
  const run = validRun({ catalogue: { ...catalogue, targets: TARGETS, scenarios: { [name]: { ...read, ...traits } } }, ...changed });
  const good = rtts.map((databaseRttMs) => ({ requestThreads: threads, databaseRttMs }));
  return predictions(run, [{ scenario: name, target, good, stage: { vus, rps } }]).map((predicted) => {
    const sentence = predictionText(predicted, namesOf(run));
    assert.equal(predicted.isOff, sentence.endsWith('Treat this as a measurement error until it is explained.'));
    return sentence;
  });
}

const delay: Traits = { waitMs: 1000, waits: 'timer' };
const offloaded: Traits = { waitMs: 1000, waits: 'offloaded' };
const call: Traits = { calls: { mode: 'sequential', delaysMs: [1000] }, needs: ['downstream'] };
const two: Traits = { calls: { mode: 'concurrent', delaysMs: [10, 10] } };
const inTurn: Traits = { calls: { mode: 'sequential', delaysMs: [10, 10] } };
const sleep: Traits = { database: true, statementMs: 10, statements: { select: 1 } };
const read: Traits = { database: true, statements: { select: 1 } };
const far = { databaseRttMs: 170 };
const verified = { at: '2026-11-21T09:30:20.000Z', seconds: 21, targets: ['flux'], scenarios: ['read'], roundTrips: { read: { flux: 3 } } };
const given = (variables: Record<string, string>) => ({ settings: { name: 's', title: 's', targets: { flux: variables } } });

type Case = [name: string, of: Parameters<typeof expected>, sentence: string | RegExp | null];

const CASES: Record<string, Case[]> = {
  'a wait': [
    [
      'of a timer holds no thread: 300 users, one second each',
      ['delay', delay, { vus: 300, rps: 297, threads: 1 }],
      'MVC: 297/s at 300 users; predicted 300/s: 300 users, no thread waits ÷ 1 s (deviation −1.0 %).',
    ],
    [
      'on the bounded scheduler: 10 threads for the one processor, 10 ÷ 1 s',
      ['block-offloaded', offloaded, { target: 'flux', vus: 300, rps: 10.1 }],
      'Flux: 10.1/s at 300 users; predicted 10.0/s: min(300 users, 10 offload threads) ÷ 1 s (deviation +1.0 %).',
    ],
    [
      'on the bounded scheduler: as many threads as the settings give it, 40 ÷ 1 s',
      ['block-offloaded', offloaded, { target: 'flux', vus: 20, rps: 19 }, given({ OFFLOAD_THREADS: '40' })],
      'Flux: 19.0/s at 20 users; predicted 20.0/s: min(20 users, 40 offload threads) ÷ 1 s (deviation −5.0 %). Treat this as a measurement error until it is explained.',
    ],
    [
      'that is offloaded stays where it is on Tomcat: min(300, 200) ÷ 1 s',
      ['block-offloaded', offloaded, { vus: 300, rps: 200 }],
      'MVC: 200/s at 300 users; predicted 200/s: min(300 users, 200 Tomcat threads) ÷ 1 s (deviation 0.0 %).',
    ],
  ],
  'calls to the downstream service': [
    [
      'of 1 s hold one thread: 1 ÷ 1 s',
      ['remote-slow', call, { vus: 100, rps: 0.98, threads: 1 }],
      'MVC: 0.980/s at 100 users; upper bound 1.00/s: min(100 users, 1 Tomcat thread) ÷ 1 s (deviation −2.0 %).',
    ],
    [
      'of 1 s hold none with a client that does not block: 100 ÷ 1 s, up to 500 connections',
      ['remote-slow', call, { target: 'async', vus: 100, rps: 99, threads: 1 }],
      'Async: 99.0/s at 100 users; upper bound 100/s: min(100 users, 500 requests on its connections) ÷ 1 s (deviation −1.0 %).',
    ],
    ['of 10 ms, two at once on WebFlux', ['remote', two, { target: 'flux', vus: 100, rps: 4000 }], /; upper bound 10,000\/s: .* ÷ 0\.01 s/],
    [
      'of 10 ms, two in turn on MVC',
      ['remote', two, { vus: 100, rps: 4000 }],
      /; upper bound 5,000\/s: min\(100 users, 200 Tomcat threads\) ÷ 0\.02 s/,
    ],
    [
      'of 10 ms, two in turn on WebFlux where the scenario says so',
      ['remote-sequential', inTurn, { target: 'flux', vus: 100, rps: 4000 }],
      /; upper bound 5,000\/s: .* ÷ 0\.02 s/,
    ],
    [
      'of 10 ms, two at once where MVC fans out, each request on one thread',
      ['remote', two, { target: 'scope', vus: 300, rps: 15_000 }],
      /; upper bound 20,000\/s: min\(300 users, 200 Tomcat threads\) ÷ 0\.01 s/,
    ],
    [
      'of 10 ms, two at once where MVC fans out, with two of the 500 connections each',
      ['remote', two, { target: 'scope', vus: 300, rps: 15_000, threads: 'unbounded' }],
      /; upper bound 25,000\/s: min\(300 users, 250 requests on its connections\) ÷ 0\.01 s/,
    ],
    [
      'of 10 ms, two in turn where MVC fans out, but the scenario says so',
      ['remote-sequential', inTurn, { target: 'scope', vus: 100, rps: 4000 }],
      /; upper bound 5,000\/s: .* ÷ 0\.02 s/,
    ],
  ],
  'a query that sleeps 10 ms': [
    [
      'is answered 10 ÷ 0.01 s times at most by a pool of 10, and falls short of it without doubt',
      ['slow', sleep, { vus: 300, rps: 800 }],
      'MVC: 800/s at 300 users; upper bound 1,000/s: 10 connections ÷ 0.01 s (deviation −20.0 %).',
    ],
    [
      'cannot be answered more often',
      ['slow', sleep, { vus: 300, rps: 1031 }],
      /\(deviation \+3\.1 %\)\. Treat this as a measurement error/,
    ],
    [
      'on the event loop: 4 ÷ 0.01 s',
      ['slow', sleep, { target: 'loop', vus: 300, rps: 390 }],
      /; upper bound 400\/s: 4 event-loop threads ÷ /,
    ],
    ['with one thread: 1 ÷ 0.01 s', ['slow', sleep, { vus: 300, rps: 90, threads: 1 }], /; upper bound 100\/s: 1 Tomcat thread ÷ 0\.01 s/],
    ['says nothing of a bound that is far away: 190 of 1,000', ['slow', sleep, { vus: 300, rps: 190 }], null],
    ['is not bound by a pool that has a connection for every user', ['slow', sleep, { vus: 9, rps: 100 }], null],
    [
      'is bound by the pool of the settings: 150 ÷ 0.01 s',
      ['slow', sleep, { target: 'flux', vus: 600, rps: 3000 }, given({ DB_POOL_SIZE: '150' })],
      /; upper bound 15,000\/s: 150 connections/,
    ],
  ],
  'a far database': [
    [
      'of 170 ms and a pool of 10: 10 ÷ 0.17 s = 58.8/s, and 588/s with 100 connections',
      ['read', read, { vus: 300, rps: 58, rtts: [170, 169.9, 171] }, far],
      'MVC: 58.0/s at 300 users; upper bound 58.8/s: 10 connections ÷ (1 round trip × 0.170 s) (deviation −1.4 %); 100 connections would allow 588/s.',
    ],
    [
      'is crossed as often as the verification counted: 10 ÷ (3 × 0.17 s)',
      ['read', read, { target: 'flux', vus: 300, rps: 19, rtts: [170] }, { ...far, verified }],
      /; upper bound 19\.6\/s: 10 connections ÷ \(3 round trips × 0\.170 s\)/,
    ],
    ['is reckoned with what was measured: 10 ÷ 0.2 s', ['read', read, { vus: 300, rps: 49, rtts: [200] }, far], /; upper bound 50\.0\/s: /],
    [
      'is not reckoned with what was requested',
      ['read', read, { vus: 300, rps: 49, rtts: [] }, far],
      'MVC: 49.0/s at 300 users; no prediction: how many requests it can hold at once is not known.',
    ],
    ['concerns no scenario without a database', ['simple', {}, { vus: 300, rps: 49 }, far], null],
    ['concerns no run without a distance', ['read', read, { vus: 300, rps: 49 }], null],
  ],
};

for (const [title, cases] of Object.entries(CASES)) {
  describe(title, () => {
    for (const [name, of, sentence] of cases) {
      it(name, () => {
        const said = expected(...of);
        if (sentence instanceof RegExp) assert.match(said[0], sentence);
        else assert.deepEqual(said, sentence === null ? [] : [sentence]);
      });
    }
  });
}
