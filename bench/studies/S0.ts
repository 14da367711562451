/** Also what other studies of the same source do otherwise. */
import type { Study } from './types.ts';

export const TODAY_ON_ONE_MACHINE = [
  'One machine instead of three: the target has a CPU quota instead of a core, and the CPU use of the other processes is recorded.',
  'Java 25, Spring Boot 4 and today’s MariaDB: the question is whether the conclusions hold now.',
];

export const S0: Study = {
  id: 'S0',
  title: 'MVC, virtual threads and WebFlux at five endpoints',
  source:
    "'Spring MVC Rest VS WEB Flux Rest' (README of a repository, in Korean). " +
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
      targets: ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc'],
      scenarios: ['read', 'create', 'simple', 'heavy', 'block'],
      load: { VUS_START: '100', VUS_STEP: '200', STAGES: '3', SLICE_SECONDS: '5' },
      ownProfile: 'seed',
    },
  ],
  figures: [],
  conclusions: [
    {
      text: 'Read: virtual threads and WebFlux+JDBC lead.',
      claims: [
        { scenario: 'read', faster: 'mvc-vt', than: 'mvc' },
        { scenario: 'read', faster: 'mvc-vt', than: 'webflux-r2dbc' },
        { scenario: 'read', faster: 'webflux-jdbc', than: 'mvc' },
        { scenario: 'read', faster: 'webflux-jdbc', than: 'webflux-r2dbc' },
      ],
    },
    {
      text: 'Write: virtual threads and WebFlux+R2DBC lead.',
      claims: [
        { scenario: 'create', faster: 'mvc-vt', than: 'mvc' },
        { scenario: 'create', faster: 'mvc-vt', than: 'webflux-jdbc' },
        { scenario: 'create', faster: 'webflux-r2dbc', than: 'mvc' },
        { scenario: 'create', faster: 'webflux-r2dbc', than: 'webflux-jdbc' },
      ],
    },
    {
      text: 'Simple: WebFlux leads, then virtual threads.',
      claims: [
        { scenario: 'simple', faster: 'webflux-jdbc', than: 'mvc-vt' },
        { scenario: 'simple', faster: 'webflux-r2dbc', than: 'mvc-vt' },
        { scenario: 'simple', faster: 'mvc-vt', than: 'mvc' },
      ],
    },
    {
      text: 'Heavy: all alike, platform threads ahead late in the ramp.',
      claims: [
        { scenario: 'heavy', faster: 'mvc', than: 'mvc-vt', orLevel: true },
        { scenario: 'heavy', faster: 'mvc', than: 'webflux-jdbc', orLevel: true },
        { scenario: 'heavy', faster: 'mvc', than: 'webflux-r2dbc', orLevel: true },
        { scenario: 'heavy', alike: ['mvc-vt', 'webflux-r2dbc'] },
      ],
    },
    {
      text: 'Block: virtual threads by far.',
      claims: [
        { scenario: 'block', faster: 'mvc-vt', than: 'mvc' },
        { scenario: 'block', faster: 'mvc-vt', than: 'webflux-jdbc' },
        { scenario: 'block', faster: 'mvc-vt', than: 'webflux-r2dbc' },
      ],
    },
    {
      text: 'Block: the others are ranked by how many requests they can hold at once (200 Tomcat threads, 4 event loops).',
      claims: [
        { scenario: 'block', faster: 'mvc', than: 'webflux-jdbc' },
        { scenario: 'block', faster: 'mvc', than: 'webflux-r2dbc' },
      ],
    },
  ],
};
