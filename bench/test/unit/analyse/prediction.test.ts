/** What arithmetic predicts, each figure worked out by hand in the name of its test. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { predictions } from '../../../analyse/prediction/prediction.ts';
import { namesOf } from '../../../report/words/names.ts';
import { predictionText } from '../../../report/words/prediction.ts';

const TARGETS = {
  mvc: { label: 'MVC', server: 'tomcat', database: 'jdbc', environment: {} },
  flux: { label: 'Flux', server: 'netty', database: 'r2dbc', environment: {} },
  loop: { label: 'Loop', server: 'netty', database: 'jdbc', environment: { JDBC_SCHEDULER: 'none' } },
  scope: { label: 'Scope', server: 'tomcat', database: 'jdbc', environment: { FAN_OUT: 'scope' } },
  async: { label: 'Async', server: 'tomcat', database: 'jdbc', environment: { REMOTE_CLIENT: 'async' } },
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

function expected(name: string, scenario: object, { target = 'mvc', vus, rps, threads = 200, rtts = [0.3] }: Seen, run: object = {}) {
  const record = {
    limits: { activeProcessorCount: 1, poolSize: 10 },
    catalogue: { targets: TARGETS, scenarios: { [name]: { database: false, statements: {}, ...scenario } } },
    ...run,
  };
  const good = rtts.map((measuredMs) => ({ requestThreads: threads, databaseRttMs: measuredMs }));
  const group = { scenario: name, target, good, stage: { vus, rps } };
  return predictions(record as any, [group] as any).map((predicted) => {
    const sentence = predictionText(predicted, namesOf(record as any));
    assert.equal(predicted.isOff, sentence.endsWith('Treat this as a measurement error until it is explained.'));
    return sentence;
  });
}

const delay = { waitMs: 1000, waits: 'timer' };
const offloaded = { waitMs: 1000, waits: 'offloaded' };

describe('a wait', () => {
  it('of a timer holds no thread: 300 users, one second each', () => {
    assert.deepEqual(expected('delay', delay, { vus: 300, rps: 297, threads: 1 }), [
      'MVC: 297/s at 300 users; predicted 300/s: 300 users, no thread waits ÷ 1 s (deviation −1.0 %).',
    ]);
  });

  it('on the bounded scheduler: 10 threads for the one processor, 10 ÷ 1 s', () => {
    assert.deepEqual(expected('block-offloaded', offloaded, { target: 'flux', vus: 300, rps: 10.1 }), [
      'Flux: 10.1/s at 300 users; predicted 10.0/s: min(300 users, 10 offload threads) ÷ 1 s (deviation +1.0 %).',
    ]);
  });

  it('on the bounded scheduler: as many threads as the settings give it, 40 ÷ 1 s', () => {
    const settings = { name: 's', title: 's', targets: { flux: { OFFLOAD_THREADS: '40' } } };
    assert.deepEqual(expected('block-offloaded', offloaded, { target: 'flux', vus: 20, rps: 19 }, { settings }), [
      'Flux: 19.0/s at 20 users; predicted 20.0/s: min(20 users, 40 offload threads) ÷ 1 s (deviation −5.0 %). Treat this as a measurement error until it is explained.',
    ]);
  });

  it('that is offloaded stays where it is on Tomcat: min(300, 200) ÷ 1 s', () => {
    assert.deepEqual(expected('block-offloaded', offloaded, { vus: 300, rps: 200 }), [
      'MVC: 200/s at 300 users; predicted 200/s: min(300 users, 200 Tomcat threads) ÷ 1 s (deviation 0.0 %).',
    ]);
  });
});

describe('calls to the downstream service', () => {
  const slow = { calls: { mode: 'sequential', delaysMs: [1000] }, needs: ['downstream'] };

  it('of 1 s hold one thread: 1 ÷ 1 s', () => {
    assert.deepEqual(expected('remote-slow', slow, { vus: 100, rps: 0.98, threads: 1 }), [
      'MVC: 0.980/s at 100 users; upper bound 1.00/s: min(100 users, 1 Tomcat thread) ÷ 1 s (deviation −2.0 %).',
    ]);
  });

  it('of 1 s hold none with a client that does not block: 100 ÷ 1 s, up to 500 connections', () => {
    assert.deepEqual(expected('remote-slow', slow, { target: 'async', vus: 100, rps: 99, threads: 1 }), [
      'Async: 99.0/s at 100 users; upper bound 100/s: min(100 users, 500 requests on its connections) ÷ 1 s (deviation −1.0 %).',
    ]);
  });

  it('two of 10 ms: at once in 10 ms on WebFlux, 20 ms in turn on MVC or everywhere', () => {
    const two = { calls: { mode: 'concurrent', delaysMs: [10, 10] } };
    const inTurn = { calls: { mode: 'sequential', delaysMs: [10, 10] } };
    assert.match(expected('remote', two, { target: 'flux', vus: 100, rps: 4000 })[0], /; upper bound 10,000\/s: .* ÷ 0\.01 s/);
    assert.match(
      expected('remote', two, { vus: 100, rps: 4000 })[0],
      /; upper bound 5,000\/s: min\(100 users, 200 Tomcat threads\) ÷ 0\.02 s/,
    );
    assert.match(expected('remote-sequential', inTurn, { target: 'flux', vus: 100, rps: 4000 })[0], /; upper bound 5,000\/s: .* ÷ 0\.02 s/);
  });

  it('two of 10 ms at once where MVC fans out: each request on one thread and two of the 500 connections', () => {
    const two = { calls: { mode: 'concurrent', delaysMs: [10, 10] } };
    const inTurn = { calls: { mode: 'sequential', delaysMs: [10, 10] } };
    assert.match(
      expected('remote', two, { target: 'scope', vus: 300, rps: 15_000 })[0],
      /; upper bound 20,000\/s: min\(300 users, 200 Tomcat threads\) ÷ 0\.01 s/,
    );
    assert.match(
      expected('remote', two, { target: 'scope', vus: 300, rps: 15_000, threads: 'unbounded' })[0],
      /; upper bound 25,000\/s: min\(300 users, 250 requests on its connections\) ÷ 0\.01 s/,
    );
    assert.match(
      expected('remote-sequential', inTurn, { target: 'scope', vus: 100, rps: 4000 })[0],
      /; upper bound 5,000\/s: .* ÷ 0\.02 s/,
    );
  });
});

describe('a query that sleeps 10 ms', () => {
  const slow = { database: true, statementMs: 10, statements: { select: 1 } };

  it('is answered 10 ÷ 0.01 s times at most by a pool of 10, and falls short of it without doubt', () => {
    assert.deepEqual(expected('slow', slow, { vus: 300, rps: 800 }), [
      'MVC: 800/s at 300 users; upper bound 1,000/s: 10 connections ÷ 0.01 s (deviation −20.0 %).',
    ]);
  });

  it('cannot be answered more often', () => {
    assert.match(expected('slow', slow, { vus: 300, rps: 1031 })[0], /\(deviation \+3\.1 %\)\. Treat this as a measurement error/);
  });

  it('on the event loop: 4 ÷ 0.01 s; with one thread: 1 ÷ 0.01 s', () => {
    assert.match(expected('slow', slow, { target: 'loop', vus: 300, rps: 390 })[0], /; upper bound 400\/s: 4 event-loop threads ÷ 0\.01 s/);
    assert.match(expected('slow', slow, { vus: 300, rps: 90, threads: 1 })[0], /; upper bound 100\/s: 1 Tomcat thread ÷ 0\.01 s/);
  });

  it('says nothing of a bound that is far away: 190 of 1,000', () => {
    assert.deepEqual(expected('slow', slow, { vus: 300, rps: 190 }), []);
  });

  it('is not bound by a pool that has a connection for every user', () => {
    assert.deepEqual(expected('slow', slow, { vus: 9, rps: 100 }), []);
  });

  it('is bound by the pool of the settings: 150 ÷ 0.01 s', () => {
    const settings = { name: 'S1', title: 'S1', targets: { flux: { DB_POOL_SIZE: '150' } } };
    assert.match(
      expected('slow', slow, { target: 'flux', vus: 600, rps: 3000 }, { settings })[0],
      /; upper bound 15,000\/s: 150 connections/,
    );
  });
});

describe('a far database', () => {
  const read = { database: true, statements: { select: 1 } };
  const far = { databaseRttMs: 170 };

  it('of 170 ms and a pool of 10: 10 ÷ 0.17 s = 58.8/s, and 588/s with 100 connections', () => {
    assert.deepEqual(expected('read', read, { vus: 300, rps: 58, rtts: [170, 169.9, 171] }, far), [
      'MVC: 58.0/s at 300 users; upper bound 58.8/s: 10 connections ÷ (1 round trip × 0.170 s) (deviation −1.4 %); 100 connections would allow 588/s.',
    ]);
  });

  it('is crossed as often as the verification counted: 10 ÷ (3 × 0.17 s)', () => {
    const verified = { roundTrips: { read: { flux: 3 } } };
    assert.match(
      expected('read', read, { target: 'flux', vus: 300, rps: 19, rtts: [170] }, { ...far, verified })[0],
      /; upper bound 19\.6\/s: 10 connections ÷ \(3 round trips × 0\.170 s\)/,
    );
  });

  it('is reckoned with what was measured, not with what was requested: 10 ÷ 0.2 s', () => {
    assert.match(expected('read', read, { vus: 300, rps: 49, rtts: [200] }, far)[0], /; upper bound 50\.0\/s: /);
    assert.deepEqual(expected('read', read, { vus: 300, rps: 49, rtts: [] }, far), [
      'MVC: 49.0/s at 300 users; no prediction: how many requests it can hold at once is not known.',
    ]);
  });

  it('concerns no scenario without a database, and no run without a distance', () => {
    assert.deepEqual(expected('simple', {}, { vus: 300, rps: 49 }, far), []);
    assert.deepEqual(expected('read', read, { vus: 300, rps: 49 }), []);
  });
});
