import { alsoWithJdbcClient, atOnce, faster, type Study } from './terms.ts';

const TARGETS = ['mvc', 'webflux-r2dbc'];
const WITH_JPA = ['mvc-jpa', ...TARGETS];

export const S4: Study = {
  id: 'S4',
  title: 'Tomcat and Netty in a container of one core',
  source:
    "'Tomcat-Vs-Netty' (README of a repository). Tomcat used JPA, Netty Spring Data R2DBC. " +
    'Four endpoints: a constant (ping), a loop of 10⁹ additions (calculator), a pessimistic row lock over 100 places (lock), one row (get). JMeter groups of ' +
    '100, 1,000 and 10,000 users, 10 or 100 loops each, three repetitions. The calculator’s 661/s on Netty are discarded: a publisher was built ' +
    'and never subscribed to, so no work was done.',
  adapted: [
    'simple is the ping and read the get. Tomcat uses Spring Data JPA where there is SQL, as in the study; the same with JdbcClient is measured beside it. DatabaseClient replaces Spring Data R2DBC. The calculator counts primes, tens of milliseconds of CPU, and answers the count, so that a compiler cannot remove the work.',
    '500 users without think time replace 10,000 JMeter threads, which would have measured the generator. Ten users of the calculator already wait a second each on half a core.',
    'The unsubscribed publisher is measured as a target of its own: the verification must refuse it by name, and its figure decides nothing.',
  ],
  runs: [
    { name: 'main', title: 'Ping and get, 500 users', targets: WITH_JPA, scenarios: ['simple', 'read'], load: atOnce(500) },
    { name: 'lock', title: '500 users race for 100 places', targets: WITH_JPA, scenarios: ['lock'], load: atOnce(500) },
    {
      name: 'flaw',
      title: 'The calculator, and the one that nobody subscribes to beside the honest ones',
      targets: [...TARGETS, 'webflux-unsubscribed'],
      scenarios: ['calculator'],
      load: atOnce(10),
    },
  ],
  figures: [
    { label: 'ping, Tomcat', scenario: 'simple', target: 'mvc', theirs: { rps: '3065/s' } },
    { label: 'ping, Netty', scenario: 'simple', target: 'webflux-r2dbc', theirs: { rps: '3948/s' } },
    { label: 'get, Tomcat', scenario: 'read', target: 'mvc-jpa', theirs: { rps: '1017/s' } },
    { label: 'get, Netty', scenario: 'read', target: 'webflux-r2dbc', theirs: { rps: '1503/s' } },
    { label: 'lock, Tomcat', scenario: 'lock', target: 'mvc-jpa', theirs: { rps: '425/s' } },
    { label: 'lock, Netty', scenario: 'lock', target: 'webflux-r2dbc', theirs: { rps: '779/s' } },
    { label: 'calculator, Tomcat', scenario: 'calculator', target: 'mvc', theirs: { rps: '4.06/s' } },
    { label: 'calculator, Netty, honest', scenario: 'calculator', target: 'webflux-r2dbc', theirs: {} },
    {
      label: 'calculator, Netty, never subscribed',
      scenario: 'calculator',
      target: 'webflux-unsubscribed',
      theirs: { rps: '661/s' },
      flaw: 'no work was done',
    },
  ],
  conclusions: alsoWithJdbcClient({
    'Ping: Netty answers more.': faster('simple', 'webflux-r2dbc', 'mvc'),
    'Get: Netty answers more.': faster('read', 'webflux-r2dbc', 'mvc-jpa'),
    'Lock: Netty answers more.': faster('lock', 'webflux-r2dbc', 'mvc-jpa'),
    'Calculator: Netty answers 163 times as many.': faster('calculator', 'webflux-r2dbc', 'mvc', { times: 10 }),
  }),
};
