/** What arithmetic predicts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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

/** By what each shows; every figure is worked out by hand. */
const CASES: Record<string, Parameters<typeof expected>> = {
  'a timer holds no thread: 300 users, one second each': ['delay', delay, { vus: 300, rps: 297, threads: 1 }],
  '10 threads of the bounded scheduler for the one processor': ['wait', offloaded, { target: 'flux', vus: 300, rps: 10.1 }],
  'as many threads of it as the settings give': ['wait', offloaded, { target: 'flux', vus: 20, rps: 19 }, given({ OFFLOAD_THREADS: '40' })],
  'a wait that is offloaded stays where it is on Tomcat': ['wait', offloaded, { vus: 300, rps: 200 }],
  'calls of 1 s hold one thread': ['remote-slow', call, { vus: 100, rps: 0.98, threads: 1 }],
  'and none with a client that does not block': ['remote-slow', call, { target: 'async', vus: 100, rps: 99, threads: 1 }],
  'calls of 10 ms, two at once on WebFlux': ['remote', two, { target: 'flux', vus: 100, rps: 4000 }],
  'two in turn on MVC': ['remote', two, { vus: 100, rps: 4000 }],
  'two in turn on WebFlux where the scenario says so': ['remote-sequential', inTurn, { target: 'flux', vus: 100, rps: 4000 }],
  'two at once where MVC fans out, each request on one thread': ['remote', two, { target: 'scope', vus: 300, rps: 15_000 }],
  'and with two of the connections each': ['remote', two, { target: 'scope', vus: 300, rps: 15_000, threads: 'unbounded' }],
  'two in turn where MVC fans out, but the scenario says so': ['remote-sequential', inTurn, { target: 'scope', vus: 100, rps: 4000 }],
  'a query of 10 ms and a pool of 10: less is no error': ['slow', sleep, { vus: 300, rps: 800 }],
  'more is one': ['slow', sleep, { vus: 300, rps: 1031 }],
  'on the event loop': ['slow', sleep, { target: 'loop', vus: 300, rps: 390 }],
  'with one thread': ['slow', sleep, { vus: 300, rps: 90, threads: 1 }],
  'a bound that is far away says nothing: 190 of 1,000': ['slow', sleep, { vus: 300, rps: 190 }],
  'a pool with a connection for every user is no bound': ['slow', sleep, { vus: 9, rps: 100 }],
  'the pool of the settings': ['slow', sleep, { target: 'flux', vus: 600, rps: 3000 }, given({ DB_POOL_SIZE: '150' })],
  'a database 170 ms away, by the median of what was measured': ['read', read, { vus: 300, rps: 58, rtts: [170, 169.9, 171] }, far],
  'crossed as often as counted': ['read', read, { target: 'flux', vus: 300, rps: 19, rtts: [170] }, { ...far, verified }],
  'measured, not requested': ['read', read, { vus: 300, rps: 49, rtts: [200] }, far],
  'not measured': ['read', read, { vus: 300, rps: 49, rtts: [] }, far],
  'a scenario without a database': ['simple', {}, { vus: 300, rps: 49 }, far],
  'a run without a distance': ['read', read, { vus: 300, rps: 49 }],
};

/** Of all that is predicted. */
const SAID = `a timer holds no thread: 300 users, one second each → MVC: 297/s at 300 users; predicted 300/s: 300 users, no thread waits ÷ 1 s (deviation −1.0 %).
10 threads of the bounded scheduler for the one processor → Flux: 10.1/s at 300 users; predicted 10.0/s: min(300 users, 10 offload threads) ÷ 1 s (deviation +1.0 %).
as many threads of it as the settings give → Flux: 19.0/s at 20 users; predicted 20.0/s: min(20 users, 40 offload threads) ÷ 1 s (deviation −5.0 %). Treat this as a measurement error until it is explained.
a wait that is offloaded stays where it is on Tomcat → MVC: 200/s at 300 users; predicted 200/s: min(300 users, 200 Tomcat threads) ÷ 1 s (deviation 0.0 %).
calls of 1 s hold one thread → MVC: 0.980/s at 100 users; upper bound 1.00/s: min(100 users, 1 Tomcat thread) ÷ 1 s (deviation −2.0 %).
and none with a client that does not block → Async: 99.0/s at 100 users; upper bound 100/s: min(100 users, 500 requests on its connections) ÷ 1 s (deviation −1.0 %).
calls of 10 ms, two at once on WebFlux → Flux: 4,000/s at 100 users; upper bound 10,000/s: min(100 users, 250 requests on its connections) ÷ 0.01 s (deviation −60.0 %).
two in turn on MVC → MVC: 4,000/s at 100 users; upper bound 5,000/s: min(100 users, 200 Tomcat threads) ÷ 0.02 s (deviation −20.0 %).
two in turn on WebFlux where the scenario says so → Flux: 4,000/s at 100 users; upper bound 5,000/s: min(100 users, 500 requests on its connections) ÷ 0.02 s (deviation −20.0 %).
two at once where MVC fans out, each request on one thread → Scope: 15,000/s at 300 users; upper bound 20,000/s: min(300 users, 200 Tomcat threads) ÷ 0.01 s (deviation −25.0 %).
and with two of the connections each → Scope: 15,000/s at 300 users; upper bound 25,000/s: min(300 users, 250 requests on its connections) ÷ 0.01 s (deviation −40.0 %).
two in turn where MVC fans out, but the scenario says so → Scope: 4,000/s at 100 users; upper bound 5,000/s: min(100 users, 200 Tomcat threads) ÷ 0.02 s (deviation −20.0 %).
a query of 10 ms and a pool of 10: less is no error → MVC: 800/s at 300 users; upper bound 1,000/s: 10 connections ÷ 0.01 s (deviation −20.0 %).
more is one → MVC: 1,031/s at 300 users; upper bound 1,000/s: 10 connections ÷ 0.01 s (deviation +3.1 %). Treat this as a measurement error until it is explained.
on the event loop → Loop: 390/s at 300 users; upper bound 400/s: 4 event-loop threads ÷ 0.01 s (deviation −2.5 %).
with one thread → MVC: 90.0/s at 300 users; upper bound 100/s: 1 Tomcat thread ÷ 0.01 s (deviation −10.0 %).
the pool of the settings → Flux: 3,000/s at 600 users; upper bound 15,000/s: 150 connections ÷ 0.01 s (deviation −80.0 %).
a database 170 ms away, by the median of what was measured → MVC: 58.0/s at 300 users; upper bound 58.8/s: 10 connections ÷ (1 round trip × 0.170 s) (deviation −1.4 %); 100 connections would allow 588/s.
crossed as often as counted → Flux: 19.0/s at 300 users; upper bound 19.6/s: 10 connections ÷ (3 round trips × 0.170 s) (deviation −3.1 %); 100 connections would allow 196/s.
measured, not requested → MVC: 49.0/s at 300 users; upper bound 50.0/s: 10 connections ÷ (1 round trip × 0.200 s) (deviation −2.0 %); 100 connections would allow 500/s.
not measured → MVC: 49.0/s at 300 users; no prediction: how many requests it can hold at once is not known.`;

test('what arithmetic predicts of a target, in words', () => {
  const said = Object.entries(CASES).flatMap(([name, of]) => expected(...of).map((sentence) => `${name} → ${sentence}`));
  assert.equal(said.join('\n'), SAID);
});
