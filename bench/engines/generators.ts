/** What the generators of all engines have in common. */
import type { Generator } from './engine.ts';

/** @param count of them @returns for people and logs, and in processes.csv */
export function namesOfGenerators(count: number): Pick<Generator, 'name' | 'process'>[] {
  if (count === 1) return [{ name: 'k6', process: 'generator' }];
  return Array.from({ length: count }, (_, index) => ({ name: `k6-${index + 1}`, process: `generator ${index + 1}` }));
}

/** Where the generator and the runner see the same folder. */
export const followNothing: Generator['follow'] = async () => {
  return { stop: async () => {} };
};
