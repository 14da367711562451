import { TODAY_ON_ONE_MACHINE } from './S0.ts';
import { atOnce } from './load.ts';
import type { Study } from './types.ts';

export const S0_YIELD: Study = {
  id: 'S0-yield',
  title: 'Primes with a Thread.yield() at each of them',
  source:
    "'Spring MVC Rest VS WEB Flux Rest' (README of a repository, in Korean). " +
    'The CPU endpoint of S0, with and without a Thread.yield() at every prime found: a computation that gives up its CPU thousands of times. ' +
    'With yields, platform threads were reported to fall to the last place, and WebFlux to lead.',
  adapted: ['500 users alone replace the staircase; PROFILE=seed has all ten levels.', ...TODAY_ON_ONE_MACHINE],
  runs: [
    {
      name: 'main',
      title: 'The same computation without and with yields',
      targets: ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc'],
      scenarios: ['heavy', 'heavy-yield'],
      load: atOnce(500),
      ownProfile: 'seed',
    },
  ],
  figures: [],
  conclusions: [
    {
      text: 'Without yields platform threads are level or ahead.',
      claims: [
        { scenario: 'heavy', faster: 'mvc', than: 'mvc-vt', orLevel: true },
        { scenario: 'heavy', faster: 'mvc', than: 'webflux-r2dbc', orLevel: true },
      ],
    },
    {
      text: 'With yields platform threads fall to the last place.',
      claims: [
        { scenario: 'heavy-yield', faster: 'mvc-vt', than: 'mvc' },
        { scenario: 'heavy-yield', faster: 'webflux-jdbc', than: 'mvc' },
        { scenario: 'heavy-yield', faster: 'webflux-r2dbc', than: 'mvc' },
      ],
    },
    {
      text: 'With yields WebFlux leads.',
      claims: [
        { scenario: 'heavy-yield', faster: 'webflux-jdbc', than: 'mvc-vt' },
        { scenario: 'heavy-yield', faster: 'webflux-r2dbc', than: 'mvc-vt' },
      ],
    },
  ],
};
