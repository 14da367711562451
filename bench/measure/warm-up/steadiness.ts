import { isCompiling } from '../../../k6/lib/compilers.js';
import { hasStoppedRising } from '../../analyse/slice/steady.ts';
import { sum } from '../../util/math.ts';
import type { RecordedWarmUp } from '../../record/part.ts';

/** so far; null where the target does not report it. `cpuMs`: of its process; `compilerMs`: of the compilers' threads, on a CPU or waiting for one */
export type Usage = { cpuMs: number | null; compilerMs: number | null };

/** what a target had used before and after a slice; null where it did not say */
export type Used = { before: Usage | null; after: Usage | null };

type UntilWarm = NonNullable<RecordedWarmUp['untilWarm']>;

/** `limitInTurn`: can the limit be applied? So many slices in a row must be quiet */
type Aim = { limitInTurn: boolean; steadyBursts?: number };

/**
 * Whether a target has become warm, judged after each slice or burst of load. It is warm when its compilers were quiet in enough slices in a row under the
 * CPU limit. What the limit makes hot is compiled under it; what is left to compile takes less time without it. So the limit is applied after a quiet slice,
 * and lifted after another.
 */
export class Steadiness {
  #aim;
  #slices: { perSecond: number[]; limited: boolean; seconds: number }[] = [];
  #inARow = 0;
  /** It stays so: what is compiled while other targets are still warmed up shows in the slices that are measured. */
  isSteady = false;
  #lastWasQuiet = false;
  /** Has it ever said what its compilers took? */
  #tells = false;
  /** before the first slice */
  #start: Usage | null = null;
  /** after the last slice in which the compilers were at work */
  #untilQuiet: UntilWarm = { seconds: 0, requests: 0, cpuSeconds: 0 };
  /** of the last slice's time that the compilers took, over 1 where several work; null where it is unknown */
  compilingShare: number | null = null;

  constructor(aim: Aim) {
    this.#aim = aim;
  }

  /** From here on so many slices are asked for, whatever there was before. */
  askAgain(aim: Aim) {
    this.#aim = aim;
    this.#inARow = 0;
    this.isSteady = false;
  }

  /** Is the next slice under the CPU limit? */
  get limited() {
    return this.#aim.limitInTurn && this.#lastWasQuiet;
  }

  get bursts() {
    return this.#slices.length;
  }

  get perSecond() {
    return this.#slices.flatMap(({ perSecond }) => perSecond);
  }

  get found(): Pick<RecordedWarmUp, 'perSecond' | 'compilingShare' | 'steady' | 'untilWarm'> {
    const { perSecond, compilingShare: share, isSteady: steady } = this;
    return { perSecond, compilingShare: share, steady, untilWarm: steady ? this.#untilQuiet : null };
  }

  /** @param perSecond successes in each second of the slice @param used `seconds`: length of the slice */
  add(perSecond: number[], { before, after, seconds }: Used & { seconds: number }) {
    const { limited } = this;
    this.#start ??= before;
    this.#slices.push({ perSecond, limited, seconds });
    const compilerMs = difference(before?.compilerMs, after?.compilerMs);
    this.compilingShare = compilerMs === null ? null : compilerMs / 1000 / seconds;
    this.#tells ||= this.compilingShare !== null;
    const isQuiet = this.#isQuiet(limited);
    this.#lastWasQuiet = isQuiet;
    if (!isQuiet) this.#inARow = 0;
    else if (limited === this.#aim.limitInTurn) this.#inARow++;
    if (!isQuiet && !this.isSteady) this.#untilQuiet = this.#soFar(after);
    this.isSteady ||= this.#inARow >= (this.#aim.steadyBursts ?? 1);
  }

  /** Where the compilers never tell, throughput does: the best second of many is often the last one, so that this takes longer. */
  #isQuiet(limited: boolean) {
    if (this.#tells) return this.compilingShare !== null && !isCompiling(this.compilingShare);
    return hasStoppedRising(this.#slices.filter((slice) => slice.limited === limited).map(({ perSecond }) => perSecond));
  }

  #soFar(now: Usage | null): UntilWarm {
    const cpuMs = difference(this.#start?.cpuMs, now?.cpuMs);
    return {
      seconds: sum(this.#slices.map(({ seconds }) => seconds)),
      requests: sum(this.perSecond),
      cpuSeconds: cpuMs === null ? null : Math.round(cpuMs) / 1000,
    };
  }
}

function difference(before: number | null = null, after: number | null = null): number | null {
  return before === null || after === null ? null : after - before;
}
