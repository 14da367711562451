/** The load generators as processes of this machine. */
import { followNothing, namesOfGenerators } from '../generators.ts';
import { limitGenerator } from './limiter.ts';
import type { Generator } from '../engine.ts';

/** `release`: once it has ended for good */
export type NativeGenerator = Generator & { release: () => void };

/** @param count of them @param cpus that each is limited to; null: no limit */
export function createGenerators(count: number, cpus: number | null): NativeGenerator[] {
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
