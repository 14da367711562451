/** What the generators of all engines have in common. */

/**
 * @param {number} count of them
 * @returns {Pick<import('./engine.js').Generator, 'name' | 'process'>[]} for people and logs, and in processes.csv
 */
export function namesOfGenerators(count) {
  if (count === 1) return [{ name: 'k6', process: 'generator' }];
  return Array.from({ length: count }, (_, index) => ({ name: `k6-${index + 1}`, process: `generator ${index + 1}` }));
}

/** Where the generator and the runner see the same folder. @type {import('./engine.js').Generator['follow']} */
export async function followNothing() {
  return { stop: async () => {} };
}
