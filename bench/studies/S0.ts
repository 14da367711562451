/** Three studies of the same source. */
import { atOnce, faster, type Study } from './terms.ts';

const SOURCE = "'Spring MVC Rest VS WEB Flux Rest' (README of a repository, in Korean). ";
const FOUR = ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc'];
const TODAY_ON_ONE_MACHINE = [
  'One machine instead of three: the target has a CPU quota instead of a core, and the CPU use of the other processes is recorded.',
  'Java 25, Spring Boot 4 and today’s MariaDB: the question is whether the conclusions hold now.',
];

export const S0: Study = {
  id: 'S0',
  title: 'MVC, virtual threads and WebFlux at five endpoints',
  source:
    SOURCE +
    'Four applications with default settings (Java 21, Spring Boot 3, MariaDB 10.5): Tomcat with platform threads and JDBC, the same with virtual threads, ' +
    'WebFlux with JDBC, WebFlux with R2DBC. Five endpoints: a row read, a row written, almost no work, CPU (counting primes), a sleep of 1 s. ' +
    'The load was a staircase without think time: 50 users, 50 more every 10 s, ten stages. Load generator, target and database each had a machine of ' +
    'one core and 2 GB.',
  adapted: [
    'Three levels of users up to the same 500 replace the staircase; PROFILE=seed has all ten. Targets are compared at 500, in slices of 5 s that they take in turn.',
    ...TODAY_ON_ONE_MACHINE,
  ],
  runs: [
    {
      name: 'main',
      title: 'Five endpoints up to 500 users',
      targets: FOUR,
      scenarios: ['read', 'create', 'simple', 'heavy', 'block'],
      load: { VUS_START: '100', VUS_STEP: '200', STAGES: '3', SLICE_SECONDS: '5' },
      ownProfile: 'seed',
    },
  ],
  figures: [],
  conclusions: {
    'Read: virtual threads and WebFlux+JDBC lead.': faster('read', ['mvc-vt', 'webflux-jdbc'], ['mvc', 'webflux-r2dbc']),
    'Write: virtual threads and WebFlux+R2DBC lead.': faster('create', ['mvc-vt', 'webflux-r2dbc'], ['mvc', 'webflux-jdbc']),
    'Simple: WebFlux leads, then virtual threads.': [
      ...faster('simple', ['webflux-jdbc', 'webflux-r2dbc'], 'mvc-vt'),
      ...faster('simple', 'mvc-vt', 'mvc'),
    ],
    'Heavy: all alike, platform threads ahead late in the ramp.': [
      ...faster('heavy', 'mvc', ['mvc-vt', 'webflux-jdbc', 'webflux-r2dbc'], { orLevel: true }),
      { scenario: 'heavy', says: 'alike', targets: ['mvc-vt', 'webflux-r2dbc'] },
    ],
    'Block: virtual threads by far.': faster('block', 'mvc-vt', ['mvc', 'webflux-jdbc', 'webflux-r2dbc']),
    'Block: the others are ranked by how many requests they can hold at once (200 Tomcat threads, 4 event loops).': faster('block', 'mvc', [
      'webflux-jdbc',
      'webflux-r2dbc',
    ]),
  },
};

export const S0_YIELD: Study = {
  id: 'S0-yield',
  title: 'Primes with a Thread.yield() at each of them',
  source:
    SOURCE +
    'The CPU endpoint of S0, with and without a Thread.yield() at every prime found: a computation that gives up its CPU thousands of times. ' +
    'With yields, platform threads were reported to fall to the last place, and WebFlux to lead.',
  adapted: ['500 users alone replace the staircase; PROFILE=seed has all ten levels.', ...TODAY_ON_ONE_MACHINE],
  runs: [
    {
      name: 'main',
      title: 'The same computation without and with yields',
      targets: FOUR,
      scenarios: ['heavy', 'heavy-yield'],
      load: atOnce(500),
      ownProfile: 'seed',
    },
  ],
  figures: [],
  conclusions: {
    'Without yields platform threads are level or ahead.': faster('heavy', 'mvc', ['mvc-vt', 'webflux-r2dbc'], { orLevel: true }),
    'With yields platform threads fall to the last place.': faster('heavy-yield', ['mvc-vt', 'webflux-jdbc', 'webflux-r2dbc'], 'mvc'),
    'With yields WebFlux leads.': faster('heavy-yield', ['webflux-jdbc', 'webflux-r2dbc'], 'mvc-vt'),
  },
};

const [JDBC, R2DBC] = ['mvc', 'webflux-r2dbc'];
const READ_AND_WRITE = ['read', 'create'];
const NEAR_OR_FAR = { targets: [JDBC, R2DBC], scenarios: READ_AND_WRITE };
const FAR_MS = 170;
const FAR_AHEAD = 2;

export const S0_FAR: Study = {
  id: 'S0-far',
  title: 'A near and a far database: JDBC against R2DBC',
  source:
    SOURCE +
    'Read and write of S0 with the database near (0.3 ms ping) and far (170 ms ping). JDBC was reported to be level or ahead near, and R2DBC far ahead far away.',
  adapted: [
    'A proxy delays both directions, for both drivers alike, and each part records the ping it measured. The near database has no proxy.',
    'Both drivers have a pool of 10 connections, because a difference between pools is not a difference between drivers.',
    'A third run gives both a pool of 100, because with 10 connections and 170 ms the pool decides: 10 ÷ 0.17 s = 59 statements/s, whatever the driver.',
    '500 users at once replace the staircase; far away with 10 connections 50 do, because 500 would wait 8 s each.',
    `'Far ahead' is taken to be at least ${FAR_AHEAD} times as many.`,
  ],
  runs: [
    { ...NEAR_OR_FAR, name: 'near', title: 'Near: no delay, 10 connections', load: atOnce(500) },
    { ...NEAR_OR_FAR, name: 'far', title: 'Far: 170 ms, 10 connections', load: atOnce(50), databaseRttMs: FAR_MS },
    {
      ...NEAR_OR_FAR,
      name: 'far-pool',
      title: 'Far: 170 ms, 100 connections',
      load: atOnce(500),
      databaseRttMs: FAR_MS,
      settings: 'pool-100',
    },
  ],
  figures: [],
  conclusions: {
    'Near, JDBC is level or ahead.': faster(READ_AND_WRITE, JDBC, R2DBC, { run: 'near', orLevel: true }),
    'Far, R2DBC is far ahead.': faster(READ_AND_WRITE, R2DBC, JDBC, { run: 'far', times: FAR_AHEAD }),
    'Far, R2DBC is far ahead (with 100 connections each).': faster(READ_AND_WRITE, R2DBC, JDBC, { run: 'far-pool', times: FAR_AHEAD }),
  },
};
