import { atOnce } from './load.ts';
import type { Study } from './types.ts';

const TARGETS = ['mvc', 'webflux-r2dbc'];
const SCENARIOS = ['read', 'create'];
const LOAD = atOnce(500);
const FAR_MS = 170;
const FAR_AHEAD = 2;

export const S0_FAR: Study = {
  id: 'S0-far',
  title: 'A near and a far database: JDBC against R2DBC',
  source:
    "'Spring MVC Rest VS WEB Flux Rest' (README of a repository, in Korean). " +
    'Read and write of S0 with the database near (0.3 ms ping) and far (170 ms ping). JDBC was reported to be level or ahead near, and R2DBC far ahead far away.',
  adapted: [
    'A proxy delays both directions, for both drivers alike, and each part records the ping it measured. The near database has no proxy.',
    'Both drivers have a pool of 10 connections, because a difference between pools is not a difference between drivers.',
    'A third run gives both a pool of 100, because with 10 connections and 170 ms the pool decides: 10 ÷ 0.17 s = 59 statements/s, whatever the driver.',
    '500 users at once replace the staircase; far away with 10 connections 50 do, because 500 would wait 8 s each.',
    `'Far ahead' is taken to be at least ${FAR_AHEAD} times as many.`,
  ],
  runs: [
    { name: 'near', title: 'Near: no delay, 10 connections', targets: TARGETS, scenarios: SCENARIOS, load: LOAD },
    {
      name: 'far',
      title: 'Far: 170 ms, 10 connections',
      targets: TARGETS,
      scenarios: SCENARIOS,
      load: atOnce(50),
      databaseRttMs: FAR_MS,
    },
    {
      name: 'far-pool',
      title: 'Far: 170 ms, 100 connections',
      targets: TARGETS,
      scenarios: SCENARIOS,
      load: LOAD,
      databaseRttMs: FAR_MS,
      settings: 'pool-100',
    },
  ],
  figures: [],
  conclusions: [
    {
      text: 'Near, JDBC is level or ahead.',
      claims: [
        { run: 'near', scenario: 'read', faster: 'mvc', than: 'webflux-r2dbc', orLevel: true },
        { run: 'near', scenario: 'create', faster: 'mvc', than: 'webflux-r2dbc', orLevel: true },
      ],
    },
    {
      text: 'Far, R2DBC is far ahead.',
      claims: [
        { run: 'far', scenario: 'read', faster: 'webflux-r2dbc', than: 'mvc', times: FAR_AHEAD },
        { run: 'far', scenario: 'create', faster: 'webflux-r2dbc', than: 'mvc', times: FAR_AHEAD },
      ],
    },
    {
      text: 'Far, R2DBC is far ahead (with 100 connections each).',
      claims: [
        { run: 'far-pool', scenario: 'read', faster: 'webflux-r2dbc', than: 'mvc', times: FAR_AHEAD },
        { run: 'far-pool', scenario: 'create', faster: 'webflux-r2dbc', than: 'mvc', times: FAR_AHEAD },
      ],
    },
  ],
};
