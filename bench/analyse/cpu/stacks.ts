/** Reads stacks as `jfr-converter` writes them: a line for each, its frames from the root on, and how often it was seen. */
import { sum } from '../../util/math.ts';
import { partOf } from './libraries.ts';
import type { CpuProfile } from '../../record/cpu-profile.ts';

type Counted = ReturnType<typeof partOf> & { samples: number };

const MOST_METHODS = 5;
/** What follows the name of a frame that is no native method. Source: FRAME_SUFFIX of async-profiler's FlameGraph.java */
const SUFFIX = /_\[[0-9a-z]\]$/;

/** @param text collapsed stacks @returns the most frequent first */
export function partsIn(text: string): CpuProfile['parts'] {
  return counted([...Map.groupBy(text.split('\n').flatMap(stackIn), ({ part }) => part)]).map(({ name, samples, own }) => {
    const methods = counted([...Map.groupBy(own, ({ method }) => method)]);
    return { name, samples, methods: methods.slice(0, MOST_METHODS).map((each) => ({ name: each.name, samples: each.samples })) };
  });
}

/** @returns none of a line that is no stack */
function stackIn(line: string): Counted[] {
  const [, frames, samples] = /^(.+) (\d+)$/.exec(line) ?? [];
  if (frames === undefined) return [];
  const stack = frames.split(';').map((frame) => ({ method: frame.replace(SUFFIX, ''), isNative: !SUFFIX.test(frame) }));
  return [{ ...partOf(stack), samples: Number(samples) }];
}

/** @returns the most frequent first */
function counted(groups: [name: string, own: Counted[]][]): { name: string; samples: number; own: Counted[] }[] {
  const all = groups.map(([name, own]) => ({ name, samples: sum(own.map(({ samples }) => samples)), own }));
  return all.sort((one, other) => other.samples - one.samples);
}
