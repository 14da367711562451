/** The CPU time of a request, divided among the parts of a service; and what makes the difference between two services. */
import { sum } from '../../util/math.ts';
import { PARTS } from './stacks.ts';
import type { CpuProfile } from '../../record/cpu-profile.ts';

/** `method`: the one of it that the most CPU time is counted for, which may be little: `share` of the part's */
type PartOfRequest = { part: string; ms: number; method: { name: string; share: number } | null };

export interface RequestCpu {
  /** CPU time of a request under sampling, of all threads */
  ms: number;
  /** the same before sampling began */
  unsampledMs: number;
  /** which add up to `ms`, in the order of `ALL_PARTS` */
  parts: PartOfRequest[];
  /** share of the Java threads' CPU time that there is a sample for */
  covered: number;
}

/** Threads of a JVM that run no Java code. */
const OTHER_THREADS = [
  ['garbage collector', 'collector'],
  ['JIT compilers', 'compilers'],
  ['JVM', 'machine'],
] as const;

/** In the order in which a picture shows them. */
export const ALL_PARTS = [...PARTS, ...OTHER_THREADS.map(([part]) => part)];

export function requestCpu({ parts, periodMs, sampled, unsampled }: CpuProfile): RequestCpu {
  const { requests, cpuMs } = sampled;
  const samples = sum(parts.map((part) => part.samples));
  const ofJava = parts.map((part) => {
    const first = part.methods.at(0);
    const method = first ? { name: first.name, share: first.samples / part.samples } : null;
    return { part: part.name, ms: (cpuMs.java / requests) * (part.samples / samples), method };
  });
  const ofOthers = OTHER_THREADS.map(([part, kind]) => ({ part, ms: cpuMs[kind] / requests, method: null }));
  const inOrder = [...ofJava, ...ofOthers].sort((one, other) => ALL_PARTS.indexOf(one.part) - ALL_PARTS.indexOf(other.part));
  return { ms: perRequest(sampled), unsampledMs: perRequest(unsampled), parts: inOrder, covered: (samples * periodMs) / cpuMs.java };
}

function perRequest({ requests, cpuMs }: CpuProfile['sampled']): number {
  return sum(Object.values(cpuMs)) / requests;
}

/** @returns CPU ms; 0 where it has none */
export function msOf({ parts }: RequestCpu, part: string): number {
  return parts.find((each) => each.part === part)?.ms ?? 0;
}

/** @returns by what each part takes more (or, below 0, less) than in the baseline; `share` of the whole difference, what makes it first */
export function differenceFrom(one: RequestCpu, baseline: RequestCpu): (PartOfRequest & { share: number })[] {
  const whole = one.ms - baseline.ms;
  const parts = ALL_PARTS.map((part) => {
    const ms = msOf(one, part) - msOf(baseline, part);
    const larger = ms > 0 ? one : baseline;
    return { part, ms, share: ms / whole, method: larger.parts.find((each) => each.part === part)?.method ?? null };
  });
  return parts.filter(({ ms }) => ms !== 0).sort((a, b) => b.share - a.share);
}
