import { plural } from '../../util/text.ts';
import { samplesText } from '../tables/block-facts.ts';
import { loadText } from '../tables/facts.ts';
import type { Figures } from '../../analyse/types.ts';

/** @returns such as 'Run 20261121-093000-S0-far, profile quick, 2 rounds: 50, 150 users; slices of 5 s; block: 2 rounds × 5 blocks' */
export function runTitle(figures: Figures): string {
  const { id, profile, rounds } = figures.run;
  return `Run ${id}, profile ${profile}, ${plural(rounds, 'round')}: ${loadText(figures.run)}; ${samplesText(figures)}`;
}
