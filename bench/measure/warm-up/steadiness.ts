import { isCompiling } from '../../../k6/lib/compilers.js';
import { hasStoppedRising } from '../../analyse/slice/steady.ts';
import { sum } from '../../util/math.ts';
import type { Usage } from './usage.ts';

/** what a target had used before and after a slice; null where it did not say */
export type Used = { before: Usage | null; after: Usage | null };

/** what a target took until its compilers were quiet */
export interface UntilWarm {
  /** under load */
  seconds: number;
  requests: number;
  /** of its process, compilers included; null where the target does not report it */
  cpuSeconds: number | null;
}

/**
 * Whether a target has become warm, judged after each slice or burst of load. It is warm when its compilers were quiet in enough slices in a row under the
 * CPU limit. What the limit makes hot is compiled under it; what is left to compile takes less time without it. So the limit is applied after a quiet slice,
 * and lifted after another.
 */
export class Steadiness {
  limitInTurn;
  needed;
  #slices: { perSecond: number[]; limited: boolean; seconds: number }[] = [];
  #inARow = 0;
  #isSteady = false;
  #lastWasQuiet = false;
  /** Has it ever said what its compilers took? */
  #tells = false;
  /** before the first slice */
  #start: Usage | null = null;
  /** after the last slice in which the compilers were at work */
  #untilQuiet: UntilWarm = { seconds: 0, requests: 0, cpuSeconds: 0 };
  /** of the last slice's time that the compilers took; null where it is unknown */
  compilingShare: number | null = null;

  /** @param options can the limit be applied? So many slices in a row must be quiet */
  constructor({ limitInTurn, steadyBursts = 1 }: { limitInTurn: boolean; steadyBursts?: number }) {
    this.limitInTurn = limitInTurn;
    this.needed = steadyBursts;
  }

  /** From here on so many slices are asked for, whatever there was before. */
  askAgain({ limitInTurn, steadyBursts }: { limitInTurn: boolean; steadyBursts: number }) {
    this.limitInTurn = limitInTurn;
    this.needed = steadyBursts;
    this.#inARow = 0;
    this.#isSteady = false;
  }

  /** Is the next slice under the CPU limit? */
  get limited() {
    return this.limitInTurn && this.#lastWasQuiet;
  }

  get bursts() {
    return this.#slices.length;
  }

  get perSecond() {
    return this.#slices.flatMap(({ perSecond }) => perSecond);
  }

  /** It stays so: what is compiled while other targets are still warmed up shows in the slices that are measured. */
  get isSteady() {
    return this.#isSteady;
  }

  /** @returns null where it is not warm */
  get untilWarm(): UntilWarm | null {
    return this.isSteady ? this.#untilQuiet : null;
  }

  /** @param perSecond successes in each second of the slice @param used `seconds`: length of the slice */
  add(perSecond: number[], { before, after, seconds }: Used & { seconds: number }) {
    const { limited } = this;
    this.#start ??= before;
    this.#slices.push({ perSecond, limited, seconds });
    this.compilingShare = compilingShare(before, after, seconds);
    this.#tells ||= this.compilingShare !== null;
    const isQuiet = this.#isQuiet(limited);
    this.#lastWasQuiet = isQuiet;
    if (!isQuiet) this.#inARow = 0;
    else if (limited === this.limitInTurn) this.#inARow++;
    if (!isQuiet && !this.#isSteady) this.#untilQuiet = this.#soFar(after);
    this.#isSteady ||= this.#inARow >= this.needed;
  }

  /** Where the compilers never tell, throughput does: the best second of many is often the last one, so that this takes longer. */
  #isQuiet(limited: boolean) {
    if (this.#tells) return this.compilingShare !== null && !isCompiling(this.compilingShare);
    return hasStoppedRising(this.#slices.filter((slice) => slice.limited === limited).map(({ perSecond }) => perSecond));
  }

  #soFar(now: Usage | null): UntilWarm {
    const cpuMs = now && this.#start && now.cpuMs !== null && this.#start.cpuMs !== null ? now.cpuMs - this.#start.cpuMs : null;
    return {
      seconds: sum(this.#slices.map(({ seconds }) => seconds)),
      requests: sum(this.perSecond),
      cpuSeconds: cpuMs === null ? null : Math.round(cpuMs) / 1000,
    };
  }
}

/** @returns may be over 1: there are several compilers */
function compilingShare(before: Usage | null, after: Usage | null, seconds: number): number | null {
  if (before === null || after === null || before.compilerMs === null || after.compilerMs === null) return null;
  return (after.compilerMs - before.compilerMs) / 1000 / seconds;
}
