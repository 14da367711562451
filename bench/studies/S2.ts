import { alsoWithJdbcClient, atOnce, faster, fewerThreads, type Study } from './terms.ts';

const [MVC, JPA, FLUX, FLUX_JPA] = ['mvc', 'mvc-jpa', 'webflux-r2dbc', 'webflux-jpa'];

export const S2: Study = {
  id: 'S2',
  title: 'MVC and WebFlux by kind of I/O',
  source:
    'A blog post in a category Development > WebFlux (in Korean, title not recorded). ' +
    'Three kinds of I/O, each combined from several calls: two HTTP calls of 10 ms (RestTemplate one after the other, WebClient with zip; 100 users), six ' +
    'MongoDB documents by id (100 users), four rows by id (JDBC one after the other, JDBC on boundedElastic with mergeSequential, R2DBC; 200 users). 30 s each. ' +
    'Reported: the largest CPU, heap and number of threads, and throughput.',
  adapted: [
    'Each kind of I/O also runs with its calls one after the other on every target, because in the study only one side made them in parallel.',
    'Rows are read by Spring Data JPA, as in the study; the same with JdbcClient is measured beside it. DatabaseClient replaces the R2DBC repository.',
    'RestClient with a connection pool replaces RestTemplate, which Spring no longer develops.',
    'Without mongod, an in-memory stand-in answers; the page then says that it measures the stacks and not MongoDB.',
  ],
  runs: [
    {
      name: 'calls',
      title: 'Remote calls and documents, 100 users',
      targets: [MVC, FLUX],
      scenarios: ['remote', 'remote-sequential', 'documents', 'documents-sequential'],
      load: atOnce(100),
    },
    {
      name: 'rows',
      title: 'Four rows, 200 users',
      targets: [JPA, FLUX_JPA, FLUX, MVC, 'webflux-jdbc'],
      scenarios: ['aggregate', 'aggregate-sequential'],
      load: atOnce(200),
    },
  ],
  figures: [
    { label: 'Remote, MVC', scenario: 'remote', target: MVC, theirs: { rps: '2110/s', threads: '132' } },
    { label: 'Remote, WebFlux', scenario: 'remote', target: FLUX, theirs: { rps: '3126/s', threads: '38' } },
    { label: 'Documents, MVC', scenario: 'documents', target: MVC, theirs: { rps: '342.6/s', threads: '120' } },
    { label: 'Documents, WebFlux', scenario: 'documents', target: FLUX, theirs: { rps: '364.4/s', threads: '26' } },
    { label: 'Rows, JDBC', scenario: 'aggregate', target: JPA, theirs: { rps: '478.8/s', threads: '214' } },
    { label: 'Rows, JDBC on a scheduler', scenario: 'aggregate', target: FLUX_JPA, theirs: { rps: '489.9/s', threads: '148' } },
    { label: 'Rows, R2DBC', scenario: 'aggregate', target: FLUX, theirs: { rps: '657.3/s', threads: '41' } },
  ],
  conclusions: alsoWithJdbcClient({
    'Remote calls: WebFlux answers more (parallel calls against calls one after the other).': faster('remote', FLUX, MVC),
    'Remote calls: the stack is the reason, so that WebFlux answers more one after the other too.': faster('remote-sequential', FLUX, MVC),
    'Documents: WebFlux answers a little more.': faster('documents', FLUX, MVC),
    'Documents: the stack is the reason, so that WebFlux answers more one after the other too.': faster('documents-sequential', FLUX, MVC),
    'Rows: R2DBC answers more than JDBC, on a scheduler or not.': faster('aggregate', FLUX, [JPA, FLUX_JPA]),
    'Rows: JDBC on a scheduler is level with JDBC on request threads, or ahead.': faster('aggregate', FLUX_JPA, JPA, { orLevel: true }),
    'Rows: the stack is the reason, so that R2DBC answers more one after the other too.': faster('aggregate-sequential', FLUX, JPA),
    'WebFlux takes fewer threads.': [
      fewerThreads('remote', FLUX, MVC),
      fewerThreads('documents', FLUX, MVC),
      fewerThreads('aggregate', FLUX, JPA),
    ],
  }),
};
