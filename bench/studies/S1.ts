import { alsoWithJdbcClient, atOnce, faster, fewerThreads, type Figure, type Study } from './terms.ts';

export const S1: Study = {
  id: 'S1',
  title: 'JDBC and R2DBC under Spring Web and WebFlux',
  source:
    "'[Spring 실습] Spring Data R2DBC 성능 테스트' (blog, window_for_sun). " +
    'Five cases: Spring Web with JDBC and with R2DBC, WebFlux with JDBC on a scheduler, with JDBC on the event loop, and with R2DBC. JDBC was Spring Data JPA ' +
    'with a native query, R2DBC a ReactiveCrudRepository. Server threads 250 to 600 ' +
    'for Web and 4 for WebFlux, pools of 250 to 600 connections for JDBC and 100 to 150 for R2DBC, a container of two CPUs. The query sleeps 1 ms per row ' +
    'and returns a random row. 600 users for 60 s; each case ran twice, and the second run counted.',
  adapted: [
    'JDBC is Spring Data JPA with a native query, as in the study; the same with JdbcClient is measured beside it. On the event loop it is JdbcClient only. DatabaseClient replaces the ReactiveCrudRepository.',
    'The table has exactly 10 rows, so that every request sleeps 10 ms in the database; the number of rows in the study is not known.',
    'The CPU limit is that of the run (TARGET_CPUS), not two CPUs; TARGET_CPUS=2 needs a machine with enough cores for the database and the generator.',
    'A warm-up until throughput has stopped rising replaces the first run that did not count.',
    'Memory is the largest heap in use: every target has the same fixed heap, so the size of the whole process says little.',
  ],
  runs: [
    {
      name: 'main',
      title: 'The query that sleeps, 600 users, S1 settings',
      targets: ['webflux-r2dbc', 'webflux-jpa', 'mvc-r2dbc', 'mvc-jpa', 'webflux-jdbc-loop', 'webflux-jdbc', 'mvc'],
      scenarios: ['slow'],
      load: atOnce(600),
      settings: 'S1',
    },
  ],
  figures: [
    figure('WebFlux, R2DBC', 'webflux-r2dbc', ['100 %', '1.4 GB', '23', '3221/s', '184 ms']),
    figure('WebFlux, JDBC on a scheduler', 'webflux-jpa', ['60 %', '1.2 GB', '40', '2787/s', '212 ms']),
    figure('Web, R2DBC', 'mvc-r2dbc', ['100 %', '2.0 GB', '625', '2270/s', '261 ms']),
    figure('Web, JDBC', 'mvc-jpa', ['90 %', '1.5 GB', '622', '1496/s', '349 ms']),
    figure('WebFlux, JDBC on the event loop', 'webflux-jdbc-loop', ['10 %', '1.0 GB', '21', '548/s', '1073 ms']),
  ],
  conclusions: alsoWithJdbcClient({
    'WebFlux with R2DBC has the highest throughput.': faster('slow', 'webflux-r2dbc', ['webflux-jpa', 'mvc-r2dbc', 'mvc-jpa']),
    'Under Spring Web, too, R2DBC answers more than JDBC.': faster('slow', 'mvc-r2dbc', 'mvc-jpa'),
    'WebFlux with JDBC on a scheduler answers more than Spring Web with JDBC.': faster('slow', 'webflux-jpa', 'mvc-jpa'),
    'JDBC on the event loop is the slowest by far.': faster('slow', ['webflux-jpa', 'mvc-jpa'], 'webflux-jdbc-loop'),
    'WebFlux takes a fraction of the threads of Spring Web.': [
      fewerThreads('slow', 'webflux-r2dbc', 'mvc-jpa'),
      fewerThreads('slow', 'webflux-r2dbc', 'mvc-r2dbc'),
    ],
  }),
};

/** @param published CPU, memory, threads, requests/s, latency */
function figure(label: string, target: string, [cpu, memory, threads, rps, latency]: [string, string, string, string, string]): Figure {
  return { label, scenario: 'slow', target, theirs: { rps, latency, threads, cpu, memory } };
}
