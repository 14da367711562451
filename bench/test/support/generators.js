/** Load generators of fake engines. */
import { followNothing, namesOfGenerators } from '../../engines/generators.js';

/** @param {string[]} words prefix of its command @returns {import('../../engines/engine.js').Generator} that runs here, as the only one */
export function localGenerator(words) {
  return localGenerators(1, words)[0];
}

/**
 * @param {number} count
 * @param {string[]} words prefix of their commands
 * @returns {import('../../engines/engine.js').Generator[]} that run here
 */
export function localGenerators(count, words) {
  return namesOfGenerators(count).map((names) => ({
    ...names,
    cpus: null,
    node: null,
    command: (own, environment) => ({ words: [...words, ...own], environment }),
    follow: followNothing,
  }));
}
