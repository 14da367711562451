import { atOnce, faster, type Study } from './terms.ts';

const LOAD = atOnce(1000);
const [VT, FLUX, FLUX_VT] = ['mvc-vt', 'webflux-r2dbc', 'webflux-jdbc-vt'];

export const S5: Study = {
  id: 'S5',
  title: 'Virtual threads against WebFlux, on Netty and on Tomcat',
  source:
    "'Benchmark of Java Virtual Threads vs WebFlux' (chrisgleissner/loom-webflux-benchmarks, README at 700bc2e). Spring Boot 3, Java 21, 8 cores. " +
    'An endpoint waits 100 ms, or calls another that does, and answers a time or movies. k6 with up to 60,000 users that pause between requests. ' +
    'Virtual threads on Netty won about 40 % more comparisons than WebFlux on Netty; virtual threads on Tomcat are not recommended for high load: ' +
    'more resources, and time-outs with CPU to spare.',
  adapted: [
    'The wait is one of the database (slow) or of a downstream service (remote-sequential), by the driver or client of each stack. Only the JDBC calls of webflux-jdbc-vt are on virtual threads; Spring has no virtual threads for WebFlux’s handlers.',
    '1,000 users without think time replace 60,000 with one: two cores bear no more. As many connections as that are below the limit of Tomcat (8,192) that their targets had and Netty did not; ours have none.',
    'There is no cache before the database.',
  ],
  runs: [
    {
      name: 'main',
      title: '1,000 users read rows and wait for the database',
      targets: [VT, FLUX_VT, FLUX],
      scenarios: ['read', 'slow'],
      load: LOAD,
    },
    {
      name: 'remote',
      title: '1,000 users wait for a downstream service',
      targets: [VT, FLUX],
      scenarios: ['remote-sequential'],
      load: LOAD,
    },
  ],
  figures: [],
  conclusions: {
    'Virtual threads below Netty are level with WebFlux’s own style, or ahead.': faster(['read', 'slow'], FLUX_VT, FLUX, { orLevel: true }),
    'Tomcat with virtual threads answers less than Netty under many users.': [
      ...faster('read', FLUX_VT, VT),
      ...faster('remote-sequential', FLUX, VT),
    ],
  },
};
