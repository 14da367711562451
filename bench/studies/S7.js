import { atOnce } from './load.js';

const [IN_ONE_GO, WITH_PAUSES] = ['mvc-jpa-warmup-continuous', 'mvc-jpa-warmup-pauses'];

/** @type {import('./types.js').Study} */
export const S7 = {
  id: 'S7',
  title: 'A warm-up with pauses against one in one go',
  source:
    "The performance lab of Quarkus (quarkusio/spring-quarkus-perf-comparison, pull request 681, 'Switch warmup to multi-cycle', and 'Harder, Better, " +
    "Faster, Stronger... Earlier!' on quarkus.io). Spring Boot 4 with JPA and platform threads, JDK 25, four cores, 100 connections. After two minutes " +
    'of load in one go and a pause of 30 s Spring answers about 7,850 requests/s; after ten times 15 s of load with pauses of 15 s about 8,500. Under ' +
    'load the compilers’ threads get too little CPU; in the pauses they have all of it.',
  adapted: [
    'One row is read by its key (read) instead of several with what belongs to them; a target has half of a CPU or one, instead of four cores.',
    'Both warm-ups have 40 s of load: in one go with a pause of 10 s after it, or as four bursts of 10 s with pauses of 10 s. They had 120 s and 150 s.',
    'Each round starts new JVMs, warms up one after the other, and measures one slice of 20 s of each: they measured 30 s of one JVM each. The JVM that is warmed up first rests meanwhile, which one that is changes from round to round.',
    'Neither is the warm-up of this project, which lifts the CPU limit and goes on until the compilers rest: make sweep OVER=warmup has all three.',
  ],
  runs: [
    {
      name: 'main',
      title: '100 users, after a warm-up in one go and after one with pauses',
      targets: ['mvc-jpa'],
      sweep: { over: 'warmup', values: ['continuous', 'pauses'] },
      scenarios: ['read'],
      load: atOnce(100),
    },
  ],
  figures: [
    { label: 'Warm-up in one go', scenario: 'read', target: IN_ONE_GO, theirs: { rps: '7850' } },
    { label: 'Warm-up with pauses', scenario: 'read', target: WITH_PAUSES, theirs: { rps: '8500' } },
  ],
  conclusions: [
    {
      text: 'After a warm-up with pauses Spring answers more than after one in one go.',
      claims: [{ scenario: 'read', faster: WITH_PAUSES, than: IN_ONE_GO }],
    },
  ],
};
