/** The load generators as processes of this machine. */
import { followNothing, namesOfGenerators } from '../generators.js';
import { limitGenerator } from './limiter.js';

/** @typedef {import('../engine.js').Generator & { release: () => void }} NativeGenerator `release`: once it has ended for good */

/** @param {number} count of them @param {number | null} cpus that each is limited to; null: no limit @returns {NativeGenerator[]} */
export function createGenerators(count, cpus) {
  return namesOfGenerators(count).map((names, index) => {
    const limit = cpus === null ? { cpus, words: [], release() {} } : limitGenerator(cpus, { name: names.name, index });
    return {
      ...names,
      cpus: limit.cpus,
      node: null,
      command: (words, environment) => ({ words: [...limit.words, ...words], environment }),
      follow: followNothing,
      release: limit.release,
    };
  });
}
