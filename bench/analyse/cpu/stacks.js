/** Reads stacks as `jfr-converter` writes them: a line for each, its frames from the root on, and how often it was seen. */
import { groupBy } from '../../util/group.js';
import { sum } from '../../util/math.js';
import { partOf } from './libraries.js';

/**
 * @typedef {import('../../record/cpu-profile.js').CpuProfile} CpuProfile
 * @typedef {ReturnType<typeof partOf> & { samples: number }} Counted
 */

const MOST_METHODS = 5;
/** What follows the name of a frame that is no native method. Source: FRAME_SUFFIX of async-profiler's FlameGraph.java */
const SUFFIX = /_\[[0-9a-z]\]$/;

/** @param {string} text collapsed stacks @returns {CpuProfile['parts']} the most frequent first */
export function partsIn(text) {
  return counted([...groupBy(text.split('\n').flatMap(stackIn), ({ part }) => part)]).map(({ name, samples, own }) => {
    const methods = counted([...groupBy(own, ({ method }) => method)]);
    return { name, samples, methods: methods.slice(0, MOST_METHODS).map((each) => ({ name: each.name, samples: each.samples })) };
  });
}

/** @param {string} line @returns {Counted[]} none of a line that is no stack */
function stackIn(line) {
  const [, frames, samples] = /^(.+) (\d+)$/.exec(line) ?? [];
  if (frames === undefined) return [];
  const stack = frames.split(';').map((frame) => ({ method: frame.replace(SUFFIX, ''), isNative: !SUFFIX.test(frame) }));
  return [{ ...partOf(stack), samples: Number(samples) }];
}

/** @param {[name: string, own: Counted[]][]} groups @returns {{ name: string, samples: number, own: Counted[] }[]} the most frequent first */
function counted(groups) {
  const all = groups.map(([name, own]) => ({ name, samples: sum(own.map(({ samples }) => samples)), own }));
  return all.sort((one, other) => other.samples - one.samples);
}
