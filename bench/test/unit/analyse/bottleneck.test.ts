import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bottleneck, bottleneckOfSlices, bottlenecksOfSlices, type Kind } from '../../../analyse/bottleneck/bottleneck.ts';
import { observations, targetShare, withOtherLevels, type Observations } from '../../../analyse/bottleneck/observations.ts';
import { bottleneckText } from '../../../report/words/bottleneck.ts';
import { readCatalogue, type Scenario } from '../../../record/catalogue.ts';
import { recordedSlice, validCircumstances, validPart, validRun } from '../../fixtures/records.ts';
import { NOTHING_OBSERVED, validSlice } from '../../fixtures/slices.ts';
import type { StageFigures } from '../../../analyse/types.ts';
import type { MeasuredPart } from '../../../record/part.ts';

/** 300 users on a target with half a core, nothing of it used up; with fewer users, each was served more often. */
const IDLE: Observations = {
  ...NOTHING_OBSERVED,
  ...{ vus: 300, rps: 100, cpu: { used: 0.1, share: 0.5 }, throttledShare: 0, compilingShare: 0 },
  ...{ generator: { used: 0.2, share: 1.5 }, inFlight: 300, perUser: { own: 1 / 3, other: 1, otherVus: 150 } },
};

describe('what a target may use of the CPU', () => {
  it('is its quota, or whole cores where it is pinned to them or has no limit', () => {
    const { limits: recorded } = validCircumstances();
    const limits = { ...recorded, targetCpus: 0.5, activeProcessorCount: 1 };
    assert.equal(targetShare({ ...limits, enforced: 'quota' }), 0.5);
    assert.equal(targetShare({ ...limits, enforced: 'affinity' }), 1);
    assert.equal(targetShare({ ...limits, activeProcessorCount: 2, enforced: 'none' }), 2);
  });
});

const THREADS = { server: 'tomcat' as const, busy: 200, max: 200 };
const USED_UP = { used: 0.5, share: 0.5 };
/** Of the CPU, 90 % of the limit. */
const AT_LIMIT = { cpu: { used: 0.45, share: 0.5 }, throttledShare: 0.4 };
const BUSY = { used: 0.25, share: 0.5 };
const fullPool = (max: number, pending: number) => ({ active: max, max, pending });
/** Compilers have used up the CPU, and the pool is full. */
const BOTH = { cpu: { used: 0.46, share: 0.5 }, requestCores: 0.18, throttledShare: 0.7, pool: fullPool(2, 298) };
const FAR = { rps: 56, cpu: { used: 0.41, share: 0.5 }, throttledShare: 0.57, pool: fullPool(10, 490) };
const LOOPS = { eventLoops: 4, inFlight: 4, rps: 4, cpu: { used: 0.01, share: 0.5 } };
const ACCEPTED = { vus: 9_000, accepted: { current: 8_192, max: 8_192 } };
const ALONE = { perUser: null, isAlone: true };
const SERVICE = { cpu: { used: 0.8, share: 1 }, meanMs: 11, requestedMs: 10, isLate: false };

/** By what decides. */
const SEEN: Record<string, Partial<Observations>> = {
  'the generator above 80 % of its share, whatever else is used up': { generator: { used: 1.21, share: 1.5 }, cpu: USED_UP },
  'CPU from 90 % of its limit on, whatever queues': { ...AT_LIMIT, requestThreads: THREADS, pool: fullPool(10, 140) },
  'CPU where the kernel stops it in every other period': { cpu: { used: 0.35, share: 0.5 }, throttledShare: 0.5 },
  'CPU without a quota': { cpu: { used: 1, share: 1 }, throttledShare: null },
  'either the pool or the compilers': { ...BOTH, compilingShare: 0.667 },
  'the database, before the pool': { database: { used: 1.08, share: 1.2 }, pool: fullPool(10, 50) },
  'the pool, before the threads that wait for it': { pool: fullPool(10, 190), requestThreads: THREADS, inFlight: 200 },
  'the pool, with the queue before the scheduler that asks it': { pool: fullPool(10, 0), inFlight: 290, eventLoops: 4 },
  'the pool, one of ten connections between two requests': {
    database: { used: 0.1, share: 1.2 },
    pool: { active: 9, max: 10, pending: 140 },
  },
  'the pool that carries no more, though it computed beside that': { ...FAR, poolRps: 58 },
  'request threads, all busy, and more users': { requestThreads: THREADS, pool: { active: 0, max: 10, pending: 0 }, inFlight: 200 },
  'event loops with one request in hand each, and next to no CPU': LOOPS,
  'the connections that Tomcat accepts, and more users': ACCEPTED,
  'nothing: each user is served as often as with fewer': { rps: 288, perUser: { own: 0.96, other: 1, otherVus: 150 } },
  'the service that it calls, its CPU': { downstream: { ...SERVICE, cpu: { used: 0.81, share: 1 } }, requestThreads: THREADS },
  'the service that it calls, late by what matters': { downstream: { ...SERVICE, meanMs: 14.04, isLate: true } },
  'the bounded scheduler, and next to no CPU': { offloadThreads: 10, eventLoops: 4 },
  'not known rather than guessed': {},
  'not known, not even the CPU': { cpu: null, generator: null, inFlight: null },
};

const SAID = `the generator above 80 % of its share, whatever else is used up → The load generator was the bottleneck of MVC: it used 1.21 of its 1.5 cores (81 %).
CPU from 90 % of its limit on, whatever queues → The bottleneck of MVC is its CPU: 0.45 of 0.5 cores, throttled by its quota in 40 % of the periods.
CPU where the kernel stops it in every other period → The bottleneck of MVC is its CPU: 0.35 of 0.5 cores, throttled by its quota in 50 % of the periods.
CPU without a quota → The bottleneck of MVC is its CPU: 1 of 1 cores.
either the pool or the compilers → The bottleneck of MVC is not known: its pool of 2 connections was in use, and its CPU was used up while compilers were at work for 67 % of the time.
the database, before the pool → The bottleneck of MVC is the database: it used 1.08 of its 1.2 cores; CPU 20 %.
the pool, before the threads that wait for it → The bottleneck of MVC is its pool of 10 connections: 10 in use, 190 requests waiting, CPU 20 %.
the pool, with the queue before the scheduler that asks it → The bottleneck of MVC is its pool of 10 connections: 10 in use, 280 requests waiting, CPU 20 %.
the pool, one of ten connections between two requests → The bottleneck of MVC is its pool of 10 connections: 9 in use, 290 requests waiting, CPU 20 %.
the pool that carries no more, though it computed beside that → The bottleneck of MVC is its pool of 10 connections: 10 in use, 490 requests waiting, CPU 82 %.
request threads, all busy, and more users → The bottleneck of MVC is its 200 Tomcat threads: 200 busy, 100 waiting, CPU 20 %.
event loops with one request in hand each, and next to no CPU → The bottleneck of MVC is its 4 event loops: one request blocks each of them for 1.00 s, 296 waiting, CPU 2 %.
the connections that Tomcat accepts, and more users → The bottleneck of MVC is the 8192 connections that its Tomcat accepts: 808 users waiting, CPU 20 %.
nothing: each user is served as often as with fewer → MVC reached no limit: its 300 users were waiting for their own answers, and more users would get more; CPU 20 %.
the service that it calls, its CPU → The bottleneck of MVC is the downstream service: it used 0.81 of the 1 cores available to it.
the service that it calls, late by what matters → The bottleneck of MVC is the downstream service: it took 14.0 ms where 10 ms were requested.
the bounded scheduler, and next to no CPU → The bottleneck of MVC is its bounded scheduler of 10 threads: 290 calls waiting for one, CPU 20 %.
not known rather than guessed → The bottleneck of MVC is not known: CPU 20 %, and nothing that was recorded was saturated.
not known, not even the CPU → The bottleneck of MVC is not known: CPU not recorded, and nothing that was recorded was saturated.`;

/** On the other side of a limit. */
const KINDS: Record<string, [seen: Partial<Observations>, kind: Kind]> = {
  '80 % of the generator are allowed': [{ generator: { used: 1.2, share: 1.5 } }, 'unknown'],
  'compilers for no more than 10 % of the time': [{ ...BOTH, compilingShare: 0.1 }, 'target CPU'],
  'compilers not recorded': [{ ...BOTH, compilingShare: null }, 'target CPU'],
  'the requests need half of the CPU': [{ ...BOTH, compilingShare: 0.667, requestCores: 0.25 }, 'target CPU'],
  'nothing is known of what requests need': [{ ...BOTH, compilingShare: 0.667, requestCores: null }, 'target CPU'],
  'compilers without a pool': [{ ...BOTH, compilingShare: 0.667, pool: null }, 'target CPU'],
  'CPU is left': [{ ...BOTH, compilingShare: 0.667, cpu: { used: 0.2, share: 0.5 }, throttledShare: 0 }, 'connection pool'],
  'two of ten connections are free': [{ pool: { active: 8, max: 10, pending: 140 } }, 'unknown'],
  '56 are less than 90 % of 63': [{ ...FAR, poolRps: 63 }, 'target CPU'],
  'how long each takes a connection is not known': [{ ...FAR, poolRps: null }, 'target CPU'],
  'all connections are in use while nobody waits': [
    { vus: 10, perUser: { own: 10, other: 1, otherVus: 150 }, pool: { active: 10, max: 10, pending: 0 }, inFlight: 10 },
    'unknown',
  ],
  'event loops may compute': [{ ...LOOPS, cpu: { used: 0.3, share: 0.5 } }, 'unknown'],
  'each user has a connection': [{ ...ACCEPTED, vus: 8_192 }, 'unknown'],
  'fewer are connected': [{ ...ACCEPTED, accepted: { current: 7_000, max: 8_192 } }, 'unknown'],
  'connections not recorded': [{ ...ACCEPTED, accepted: null }, 'unknown'],
  'those accepted wait as well': [{ ...ACCEPTED, requestThreads: THREADS }, 'request threads'],
  'a queue before a target without CPU is a consequence': [{ ...ACCEPTED, cpu: USED_UP }, 'target CPU'],
  'each user is served less often than with fewer': [{ perUser: { own: 0.94, other: 1, otherVus: 150 } }, 'unknown'],
  'the fewest users are held against more': [{ vus: 50, perUser: { own: 1, other: 0.96, otherVus: 150 } }, 'users waiting'],
  'the fewest users are served more often than more': [{ vus: 50, perUser: { own: 1, other: 0.94, otherVus: 150 } }, 'unknown'],
  'measured alone, 95 % of the users are being served at once': [{ ...ALONE, inFlight: 285 }, 'users waiting'],
  'measured alone, fewer are': [{ ...ALONE, inFlight: 284 }, 'unknown'],
  'measured alone, nobody knows how many are': [{ ...ALONE, inFlight: null }, 'unknown'],
  'measured alone, it may compute': [{ ...ALONE, cpu: BUSY }, 'unknown'],
  'measured alone, its CPU is not known': [{ ...ALONE, cpu: null }, 'unknown'],
  'not alone, a hidden limit, perhaps': [{ ...ALONE, isAlone: false }, 'unknown'],
  'fewer users tell more': [{ ...ALONE, perUser: { own: 0.9, other: 1, otherVus: 150 } }, 'unknown'],
  'the service had CPU left and was in time': [{ downstream: SERVICE }, 'unknown'],
  'the scheduler has a thread for each request': [{ offloadThreads: 10, inFlight: 10 }, 'unknown'],
  'half of the CPU is used beside the scheduler': [{ offloadThreads: 10, cpu: BUSY }, 'unknown'],
};

describe('the bottleneck of a target', () => {
  it('is said with the figures that show it', () => {
    const said = Object.entries(SEEN).map(([name, seen]) => `${name} → ${bottleneckText(bottleneck({ ...IDLE, ...seen }), 'MVC')}`);
    assert.equal(said.join('\n'), SAID);
  });
  for (const [name, [seen, kind]] of Object.entries(KINDS)) {
    it(`is ${kind} where ${name}`, () => assert.equal(bottleneck({ ...IDLE, ...seen }).kind, kind));
  }
});

const catalogue = readCatalogue();
const VERIFIED = { at: '2026-11-21T09:30:20.000Z', seconds: 21, targets: ['mvc'], scenarios: ['read'] };

/** `gauges`: by metric; `rttMs`: to the database; `trips`: to it and back in each request, as counted */
type Made = { scenario?: Partial<Scenario>; gauges?: Record<string, number>; rttMs?: number; trips?: number };

/** @returns of MVC */
function observed({ scenario = {}, gauges = {}, rttMs, trips }: Made): Observations {
  const samples = Object.entries(gauges).map(([metric, value]) => [metric, { timeMs: 2000, labels: 'name=http', value }] as const);
  const read = { ...catalogue.scenarios.read, database: false, statements: {}, ...scenario };
  const verified = trips === undefined ? null : { ...VERIFIED, roundTrips: { read: { mvc: trips } } };
  const part = validPart({ databaseRtt: rttMs === undefined ? null : { setMs: null, measuredMs: rttMs } }) as MeasuredPart;
  const view = {
    ...{ scenario: 'read', target: 'mvc', part, slice: recordedSlice({ plateauStartMs: 1000, plateauEndMs: 3000 }) },
    server: new Map(samples.map(([metric, sample]) => [metric, [sample]])),
    ...{ requests: null, downstream: null, processes: null, rollup: null },
  };
  return observations(view, validSlice().stage, validRun({ catalogue: { ...catalogue, scenarios: { read } }, verified }));
}

describe('the bottleneck of a target in its slices', () => {
  /** @param kinds of the slices */
  const slices = (...kinds: Kind[]) => kinds.map((kind, index) => ({ bottleneck: { kind, used: index + 1 } as any }));

  it('is that of more than half of them, with the figures of the first of these', () => {
    assert.deepEqual(bottleneckOfSlices(slices('unknown', 'target CPU', 'target CPU')), {
      bottleneck: { kind: 'target CPU', used: 2 },
      slices: 2,
      of: 3,
    });
    assert.equal(bottleneckOfSlices([]), null, 'no slices');
  });

  it('is not known where it is that of no majority: the split is said', () => {
    const split = slices('event loop', 'target CPU', 'target CPU', 'unknown');
    const answer = bottleneckOfSlices(split);
    assert.deepEqual([answer?.bottleneck.kind, answer?.slices, answer?.of], ['unknown', 4, 4]);
    assert.equal(
      answer && bottleneckText(answer.bottleneck, 'MVC'),
      'The bottleneck of MVC was not the same in all slices: target CPU in 2, event loop in 1, unknown in 1 of 4.',
    );
    assert.deepEqual(
      bottlenecksOfSlices(split).map(({ bottleneck: { kind }, slices: count }) => `${kind} ${count}`),
      ['target CPU 2', 'event loop 1', 'unknown 1'],
    );
  });
});

describe('what other numbers of users show', () => {
  const stage = (vus: number, rps: number | null, cpuPer1000: number | null = null) => ({ ...validSlice().stage, vus, rps, cpuPer1000 });

  it('is how often each user was served there, by the nearest of which that is known', () => {
    const perUser = (...others: StageFigures[]) => withOtherLevels(IDLE, stage(300, 600), others).perUser;
    assert.deepEqual(perUser(stage(150, null), stage(50, 100)), { own: 2, other: 2, otherVus: 50 });
    assert.equal(perUser(), null);
    assert.equal(withOtherLevels(IDLE, stage(300, null), [stage(50, 100)]).perUser, null);
  });

  it('is what requests need of the CPU at most: their number × what one needed where that was least', () => {
    const needed = ([own, ...others]: StageFigures[]) => withOtherLevels(IDLE, own, others).requestCores;
    assert.equal(needed([stage(300, 120, 3.8), stage(50, 130, 1.5)]), 0.18, '120 × 1.5 ms');
    assert.equal(needed([stage(300, null), stage(50, 130, 1.5)]), null, 'nothing was answered');
    assert.equal(needed([stage(300, 120)]), null, 'not recorded');
  });
});

describe('the gauges of a scrape', () => {
  it('have the request threads of Jetty, which are a bottleneck by its own name where all are busy; virtual threads have none', () => {
    const { requestThreads } = observed({ gauges: { jetty_threads_busy: 200, jetty_threads_config_max: 200 } });
    assert.deepEqual(requestThreads, { server: 'jetty', busy: 200, max: 200 });
    const found = bottleneck({ ...IDLE, vus: 300, rps: 200, requestThreads });
    assert.match(bottleneckText(found, 'B'), /^The bottleneck of B is its 200 Jetty threads: 200 busy, 100 waiting/);
    assert.equal(observed({ gauges: { jetty_connections_current_connections: 300 } }).requestThreads, null);
  });

  it('have the connections that Tomcat accepts; Netty has none, and -1 is no limit', () => {
    const accepted = (gauges: Record<string, number>) => observed({ gauges }).accepted;
    const both = { tomcat_connections_current_connections: 50, tomcat_connections_config_max_connections: 65_535 };
    assert.deepEqual(accepted(both), { current: 50, max: 65_535 });
    assert.equal(accepted({ ...both, tomcat_connections_config_max_connections: -1 }), null);
    assert.equal(accepted({ reactor_netty_http_server_connections: 50 }), null);
  });

  it('have a pool, which carries its connections ÷ what a request spends on the way and its statement sleeps', () => {
    const gauges = { hikaricp_connections_active: 10, hikaricp_connections_max: 10 };
    /** Of a request of two statements. */
    const carried = (made: Made, traits: Partial<Scenario> = {}) =>
      observed({ ...made, gauges, scenario: { statements: { insert: 1, select: 1 }, ...traits } }).poolRps;
    assert.equal(carried({ rttMs: 200 }), 25, '10 ÷ (2 × 0.2 s)');
    assert.equal(carried({ rttMs: 200, trips: 5 }), 10, 'as counted: 10 ÷ (5 × 0.2 s)');
    assert.equal(carried({}, { statementMs: 10 }), 1000, '10 ÷ 0.01 s');
    assert.equal(carried({ rttMs: 20 }, { statementMs: 10 }), 200, '10 ÷ (2 × 0.02 s + 0.01 s)');
    assert.equal(carried({}), null, 'nothing is known of how long a request takes a connection');
  });
});
