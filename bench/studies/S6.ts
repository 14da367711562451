import { atOnce, type Study } from './terms.ts';

const BOTH = ['mvc', 'mvc-64'];

export const S6: Study = {
  id: 'S6',
  title: 'A pool of 10 connections against one of 64',
  source:
    "HttpArena (MDA2AV/HttpArena; issue 20, 'Spring Boot (Tomcat) vs Quarkus: A 6x Gap That Should Terrify Every Java Shop Still on Spring'). 512 connections " +
    'on a large server. The gap is put down to the framework and its engine. In the profile with a database, too, Spring answers 1/6.9 as many as Quarkus; ' +
    'but its pool has Hikari’s default of 10 connections, that of Quarkus 64, and CPU per request differs by × 2.0 only.',
  adapted: [
    'One stack with both pools, instead of two frameworks with one each: what changes is the pool’s.',
    'slow waits 10 ms in the database, so that the pool decides: 10 ÷ 10 ms = 1,000/s. read waits for nothing.',
    '300 users on one machine replace 512 connections from another.',
  ],
  runs: [{ name: 'main', title: '300 users, 10 connections against 64', targets: BOTH, scenarios: ['read', 'slow'], load: atOnce(300) }],
  figures: [],
  conclusions: {
    'The gap is the framework’s: where the database takes time, more connections make no difference.': [
      { scenario: 'slow', says: 'alike', targets: BOTH },
    ],
    'The gap is the framework’s: where it takes none, they make none either.': [{ scenario: 'read', says: 'alike', targets: BOTH }],
  },
};
