import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limiter, limiterOfRounds, limitersOfRounds } from '../../../analyse/bottleneck/limiter.js';
import { observations, targetShare } from '../../../analyse/bottleneck/observations.js';
import { validCircumstances } from '../../fixtures/records.js';

/** @typedef {import('../../../analyse/bottleneck/observations.js').Observations} Observations */

/** 300 users on a target with half a core, nothing of it used up, nothing recorded of its neighbouring stage. @type {Observations} */
const IDLE = {
  label: 'MVC',
  vus: 300,
  rps: 100,
  cpu: { used: 0.1, share: 0.5 },
  throttledShare: 0,
  requestCores: null,
  compilingShare: 0,
  generator: { used: 0.2, share: 1.5 },
  database: null,
  requestThreads: null,
  pool: null,
  poolRps: null,
  eventLoops: null,
  offloadThreads: null,
  neighbour: null,
  inFlight: 300,
  perUser: null,
};

/** @param {Partial<Observations>} seen @param {import('../../../analyse/bottleneck/limiter.js').Kind} kind @param {string} sentence */
function assertHeld(seen, kind, sentence) {
  assert.deepEqual(limiter({ ...IDLE, ...seen }), { kind, sentence });
}

describe('what a target may use of the CPU', () => {
  it('is its quota, or whole cores where it is pinned to them or has no limit', () => {
    const { limits: recorded } = validCircumstances();
    const limits = { ...recorded, targetCpus: 0.5, activeProcessorCount: 1 };
    assert.equal(targetShare({ ...limits, enforced: 'quota' }), 0.5);
    assert.equal(targetShare({ ...limits, enforced: 'affinity' }), 1);
    assert.equal(targetShare({ ...limits, activeProcessorCount: 2, enforced: 'none' }), 2);
  });
});

describe('what held a target', () => {
  it('is the generator above 80 % of its share, whatever else is used up', () => {
    const sentence = 'The load generator held MVC: it used 1.21 of its 1.5 cores (81 %).';
    assertHeld({ generator: { used: 1.21, share: 1.5 }, cpu: { used: 0.5, share: 0.5 } }, 'generator', sentence);
    assert.notEqual(limiter({ ...IDLE, generator: { used: 1.2, share: 1.5 } }).kind, 'generator', '80 % are allowed');
  });

  it('is its CPU from 90 % of its limit on, though requests queue for threads and connections', () => {
    assertHeld(
      {
        cpu: { used: 0.45, share: 0.5 },
        throttledShare: 0.96,
        requestThreads: { busy: 200, max: 200 },
        pool: { active: 10, max: 10, pending: 140 },
      },
      'target CPU',
      'MVC is held by its CPU: 0.45 of 0.5 cores, stopped by its quota in 96 % of the periods.',
    );
  });

  it('is its CPU where the kernel stops it in every other period, whatever the mean', () => {
    assertHeld(
      { cpu: { used: 0.35, share: 0.5 }, throttledShare: 0.5 },
      'target CPU',
      'MVC is held by its CPU: 0.35 of 0.5 cores, stopped by its quota in 50 % of the periods.',
    );
    assertHeld({ cpu: { used: 1, share: 1 }, throttledShare: null }, 'target CPU', 'MVC is held by its CPU: 1 of 1 cores.');
  });

  it('is not known where the pool is full and compilers have used up the CPU', () => {
    const both = { cpu: { used: 0.46, share: 0.5 }, requestCores: 0.18, throttledShare: 0.7, pool: { active: 2, max: 2, pending: 298 } };
    const sentence =
      'What held MVC is not known: its pool of 2 connections was in use, and its CPU was used up while compilers were at work for 67 % of the time.';
    assertHeld({ ...both, compilingShare: 0.667 }, 'unknown', sentence);
    const kind = (/** @type {Partial<Observations>} */ seen) => limiter({ ...IDLE, ...both, ...seen }).kind;
    assert.equal(kind({ compilingShare: 0.25 }), 'target CPU', 'for no more than 25 % of the time');
    assert.equal(kind({ compilingShare: null }), 'target CPU', 'not recorded');
    assert.equal(kind({ compilingShare: 0.667, requestCores: 0.25 }), 'target CPU', 'the requests need half of it');
    assert.equal(kind({ compilingShare: 0.667, requestCores: null }), 'target CPU', 'nothing is known of what they need');
    assert.equal(kind({ compilingShare: 0.667, pool: null }), 'target CPU', 'without a pool');
    assert.equal(kind({ compilingShare: 0.667, cpu: { used: 0.2, share: 0.5 }, throttledShare: 0 }), 'connection pool', 'CPU is left');
  });

  it('is the database that has used up what the others left it', () => {
    assertHeld(
      { database: { used: 1.08, share: 1.2 }, pool: { active: 10, max: 10, pending: 50 } },
      'database',
      'MVC is held by the database: it used 1.08 of its 1.2 cores; CPU 20 %.',
    );
  });

  it('is its pool when all connections are in use and requests wait, though all threads are busy with that', () => {
    assertHeld(
      {
        database: { used: 0.1, share: 1.2 },
        pool: { active: 10, max: 10, pending: 190 },
        requestThreads: { busy: 200, max: 200 },
        inFlight: 200,
      },
      'connection pool',
      'MVC is held by its pool of 10 connections: 10 in use, 190 requests waiting, CPU 20 %.',
    );
  });

  it('is its pool too where the queue stands before the scheduler that asks it', () => {
    assertHeld(
      { pool: { active: 10, max: 10, pending: 0 }, inFlight: 290, eventLoops: 4 },
      'connection pool',
      'MVC is held by its pool of 10 connections: 10 in use, 280 requests waiting, CPU 20 %.',
    );
  });

  it('is its pool though a scrape saw one of ten connections between two requests', () => {
    assertHeld(
      { pool: { active: 9, max: 10, pending: 140 } },
      'connection pool',
      'MVC is held by its pool of 10 connections: 9 in use, 290 requests waiting, CPU 20 %.',
    );
    assert.equal(limiter({ ...IDLE, pool: { active: 8, max: 10, pending: 140 } }).kind, 'unknown');
  });

  it('is its pool where the connections carry no more, though it computed beside that', () => {
    const far = { rps: 56, cpu: { used: 0.41, share: 0.5 }, throttledShare: 0.57, pool: { active: 10, max: 10, pending: 490 } };
    const sentence = 'MVC is held by its pool of 10 connections: 10 in use, 490 requests waiting, CPU 82 %.';
    assertHeld({ ...far, poolRps: 58 }, 'connection pool', sentence);
    assert.equal(limiter({ ...IDLE, ...far, poolRps: 63 }).kind, 'target CPU', '56 are less than 90 % of 63');
    assert.equal(limiter({ ...IDLE, ...far, poolRps: null }).kind, 'target CPU', 'how long each takes a connection is not known');
  });

  it('is not a pool whose connections are all in use while nobody waits', () => {
    assert.equal(limiter({ ...IDLE, vus: 10, pool: { active: 10, max: 10, pending: 0 }, inFlight: 10 }).kind, 'unknown');
  });

  it('is its request threads when all are busy and there are more users than threads', () => {
    assertHeld(
      {
        cpu: { used: 0.045, share: 0.5 },
        requestThreads: { busy: 200, max: 200 },
        pool: { active: 0, max: 10, pending: 0 },
        inFlight: 200,
      },
      'request threads',
      'MVC is held by its 200 Tomcat threads: 200 busy, 100 waiting, CPU 9 %.',
    );
  });

  it('is its event loops when each has one request in hand and next to no CPU is used', () => {
    assertHeld(
      { label: 'WebFlux', eventLoops: 4, inFlight: 4, rps: 4, cpu: { used: 0.01, share: 0.5 } },
      'event loop',
      'WebFlux is held by its 4 event loops: each is blocked by one request for 1.00 s, 296 waiting, CPU 2 %.',
    );
    assert.equal(
      limiter({ ...IDLE, eventLoops: 4, inFlight: 4, rps: 4, cpu: { used: 0.3, share: 0.5 } }).kind,
      'unknown',
      'they may compute',
    );
  });

  it('is nothing where each user is served as often as with fewer users', () => {
    const sentence = 'Nothing held MVC: its 300 users were waiting for their own answers, and more users would get more; CPU 20 %.';
    assertHeld({ rps: 288, perUser: { own: 0.96, other: 1, otherVus: 150 } }, 'users waiting', sentence);
    assert.equal(limiter({ ...IDLE, perUser: { own: 0.94, other: 1, otherVus: 150 } }).kind, 'unknown');
    assert.equal(
      limiter({ ...IDLE, vus: 50, perUser: { own: 1, other: 0.94, otherVus: 150 } }).kind,
      'unknown',
      'the first stage asks the next',
    );
  });

  it('is the service that it calls, where that has used up its CPU or was late by what matters', () => {
    const fit = { cpu: { used: 0.8, share: 1 }, meanMs: 11, askedMs: 10, isLate: false };
    assertHeld(
      { neighbour: { ...fit, cpu: { used: 0.81, share: 1 } }, requestThreads: { busy: 200, max: 200 } },
      'neighbour',
      'MVC is held by the service that it calls: it used 0.81 of the 1 cores that the others left.',
    );
    assertHeld(
      { neighbour: { ...fit, meanMs: 14.04, isLate: true } },
      'neighbour',
      'MVC is held by the service that it calls: it took 14.0 ms where 10 ms were asked for.',
    );
    assert.notEqual(limiter({ ...IDLE, neighbour: fit }).kind, 'neighbour');
  });

  it('is its bounded scheduler where more requests are in flight than it has threads, and next to no CPU is used', () => {
    assertHeld(
      { offloadThreads: 10, eventLoops: 4 },
      'offload scheduler',
      'MVC is held by the 10 threads of its bounded scheduler: 290 calls waiting for one, CPU 20 %.',
    );
    for (const other of [{ inFlight: 10 }, { cpu: { used: 0.25, share: 0.5 } }]) {
      assert.notEqual(limiter({ ...IDLE, offloadThreads: 10, ...other }).kind, 'offload scheduler');
    }
  });

  it('is unknown rather than guessed', () => {
    assertHeld({}, 'unknown', 'What held MVC is not known: CPU 20 %, and nothing that was recorded was used up.');
    assertHeld(
      { cpu: null, generator: null, inFlight: null },
      'unknown',
      'What held MVC is not known: CPU not recorded, and nothing that was recorded was used up.',
    );
  });
});

describe('what the database may use of the CPU', () => {
  const stage = { vus: 50, rps: 20, cpuCores: null, throttledShare: null, processCores: { database: 0.95, machine: 2.5 } };
  const raw = { planned: { scenario: 'read', target: 'mvc' }, server: null, cell: null };
  const catalogue = { targets: { mvc: { label: 'MVC' } }, scenarios: { read: { database: true } } };
  // @ts-expect-error only what is looked at
  const use = (/** @type {object} */ limits) => observations(raw, [stage], 0, { catalogue, machine: { cores: 4 }, limits }).database;

  it('is what the others leave it, and no more than its container has', () => {
    assert.deepEqual(use({}), { used: 0.95, share: 4 - (2.5 - 0.95) });
    assert.deepEqual(use({ containers: [{ service: 'mariadb', cpus: 1 }] }), { used: 0.95, share: 1 });
    assert.deepEqual(use({ containers: [{ service: 'mariadb', cpus: null }] })?.share, 4 - (2.5 - 0.95), 'no limit');
  });
});

describe('what held a target in its rounds', () => {
  /** @param {import('../../../analyse/bottleneck/limiter.js').Kind[]} kinds of the rounds */
  const rounds = (...kinds) => kinds.map((kind, round) => ({ limiters: [null, { kind, sentence: `${kind} in round ${round + 1}.` }] }));

  it('is what did so in more than half of them, with the figures of the first of these', () => {
    assert.deepEqual(limiterOfRounds(rounds('unknown', 'target CPU', 'target CPU'), 1), {
      kind: 'target CPU',
      sentence: 'target CPU in round 2.',
      rounds: 2,
      of: 3,
    });
    assert.equal(limiterOfRounds(rounds('target CPU'), 0), null, 'a stage that was not judged');
  });

  it('is not known where nothing did: the split is said', () => {
    const split = rounds('event loop', 'target CPU', 'target CPU', 'unknown');
    assert.deepEqual(limiterOfRounds(split, 1, 'MVC'), {
      kind: 'unknown',
      sentence: 'What held MVC was not the same in all rounds: target CPU in 2, event loop in 1, unknown in 1 of 4.',
      rounds: 4,
      of: 4,
    });
    assert.deepEqual(
      limitersOfRounds(split, 1).map(({ kind, rounds: count }) => [kind, count]),
      [
        ['target CPU', 2],
        ['event loop', 1],
        ['unknown', 1],
      ],
    );
  });
});

describe('what requests need of the CPU at most', () => {
  /** @param {{ rps: number | null, cpuPer1000: number | null }[]} stages @param {number} index */
  function needed(stages, index) {
    const whole = stages.map((stage) => ({ vus: 50, cpuCores: null, throttledShare: null, processCores: {}, ...stage }));
    const raw = { planned: { scenario: 'read', target: 'mvc' }, server: new Map(), cell: null };
    const catalogue = { targets: { mvc: { label: 'MVC' } }, scenarios: { read: { statements: {} } } };
    // @ts-expect-error only what is looked at
    return observations(raw, whole, index, { catalogue }).requestCores;
  }

  it('is their number × what one needed at the stage where that was least', () => {
    const stages = [
      { rps: 130, cpuPer1000: 1.5 },
      { rps: 120, cpuPer1000: 3.8 },
      { rps: null, cpuPer1000: null },
    ];
    assert.equal(needed(stages, 1), 0.18, '120 × 1.5 ms');
    assert.equal(needed(stages, 2), null, 'nothing was answered');
    assert.equal(needed([{ rps: 120, cpuPer1000: null }], 0), null, 'not recorded');
  });
});

describe('what a pool carries at most', () => {
  /** @param {object} cell @param {object} [verified] @param {object} [traits] @returns {number | null} with 10 connections, for a request of two statements */
  function carried(cell, verified, traits) {
    const bounds = { vus: 50, startMs: 0, plateauStartMs: 1000, plateauEndMs: 3000, endMs: 3000 };
    const at = (/** @type {number} */ value) => [{ timeMs: 2000, labels: '', value }];
    const server = new Map(Object.entries({ hikaricp_connections_active: at(10), hikaricp_connections_max: at(10) }));
    const raw = { planned: { scenario: 'create', target: 'mvc' }, server, cell: { stages: [bounds], ...cell } };
    const stage = { vus: 50, rps: 20, cpuCores: null, throttledShare: null, processCores: {} };
    const catalogue = { targets: { mvc: { label: 'MVC' } }, scenarios: { create: { statements: { insert: 1, select: 1 }, ...traits } } };
    // @ts-expect-error only what is looked at
    return observations(raw, [stage], 0, { catalogue, verified }).poolRps;
  }

  it('is its connections ÷ what a request spends on the way', () => {
    assert.equal(carried({ databaseRtt: { measuredMs: 200 } }), 25, '10 ÷ (2 × 0.2 s)');
    const roundTrips = { create: { mvc: 5 } };
    assert.equal(carried({ databaseRtt: { measuredMs: 200 } }, { roundTrips }), 10, 'as counted: 10 ÷ (5 × 0.2 s)');
  });

  it('is its connections ÷ the sleep of its statement, and the way comes on top', () => {
    assert.equal(carried({}, undefined, { statementMs: 10 }), 1000, '10 ÷ 0.01 s');
    assert.equal(carried({ databaseRtt: { measuredMs: 20 } }, undefined, { statementMs: 10 }), 200, '10 ÷ (2 × 0.02 s + 0.01 s)');
  });

  it('is not known where nothing is known of how long a request takes a connection', () => {
    assert.equal(carried({}), null);
  });
});
