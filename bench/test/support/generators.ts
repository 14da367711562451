/** Load generators of fake engines. */
import { namesOfGenerators, type Generator } from '../../engines/engine.ts';

/** @param words prefix of its command @returns that runs here, as the only one */
export function localGenerator(words: string[]): Generator {
  return localGenerators(1, words)[0];
}

/** @param words prefix of their commands @returns that run here */
export function localGenerators(count: number, words: string[]): Generator[] {
  return namesOfGenerators(count).map((names) => ({
    ...names,
    cpus: null,
    node: null,
    command: (own, environment) => ({ words: [...words, ...own], environment }),
  }));
}
