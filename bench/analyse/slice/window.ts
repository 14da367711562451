/** Arithmetic over the samples of a window, both ends included. */
import { largest } from '../../util/math.ts';
import type { Slice } from '../../record/part.ts';
import type { Sample } from '../../record/samples.ts';

export type Window = { fromMs: number; toMs: number };

/** why a figure could not be had: its file is missing or broken, there are too few samples on the plateau, or its counter fell, because the process was
 * restarted */
export type Absence = { kind: 'file'; file: string } | { kind: 'samples'; samples: number; needed: number } | { kind: 'restarted' };

/** Thrown where a figure cannot be had. */
export class NotMeasured extends Error {
  absence;

  constructor(absence: Absence) {
    super(absence.kind);
    this.absence = absence;
  }
}

/** @param absent gets the reason, by the name of the figure @returns null where it cannot be had */
export function orAbsent<T>(absent: Record<string, Absence>, name: string, figure: () => T): T | null {
  try {
    return figure();
  } catch (error) {
    if (!(error instanceof NotMeasured)) throw error;
    absent[name] = error.absence;
    return null;
  }
}

export function plateauOf({ plateauStartMs, plateauEndMs }: Pick<Slice, 'plateauStartMs' | 'plateauEndMs'>): Window {
  return { fromMs: plateauStartMs, toMs: plateauEndMs };
}

export function within<S extends Sample>(samples: S[], { fromMs, toMs }: Window) {
  return samples.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
}

/** What a cumulative counter rose by between its first and last sample in the window.
 * @param samples in order of time
 * @returns and the seconds between these two samples
 * @throws {NotMeasured} where there are fewer than two samples of different times, or the counter fell */
export function counterDelta(samples: Sample[], window: Window): { delta: number; seconds: number } {
  const inside = within(samples, window);
  if (inside.length < 2) throw new NotMeasured({ kind: 'samples', samples: inside.length, needed: 2 });
  if (inside.some(({ value }, index) => index > 0 && value < inside[index - 1].value)) throw new NotMeasured({ kind: 'restarted' });
  const [first, last] = [inside[0], inside[inside.length - 1]];
  if (first.timeMs === last.timeMs) throw new NotMeasured({ kind: 'samples', samples: 1, needed: 2 });
  return { delta: last.value - first.value, seconds: (last.timeMs - first.timeMs) / 1000 };
}

/** @param samples of a gauge @throws {NotMeasured} where there are no samples */
export function highestIn(samples: Sample[], window: Window): number {
  const values = within(samples, window).map(({ value }) => value);
  if (values.length === 0) throw new NotMeasured({ kind: 'samples', samples: 0, needed: 1 });
  return largest(values);
}
