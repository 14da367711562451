/** What a report says of a sweep. */
import { list, number, plural } from '../../../util/text.ts';
import type { Knob, Sweep } from '../../../record/variant.ts';
import type { Optimum } from '../../sweep.ts';

/** `axis`: its name on one with its values */
export const KNOBS: Record<Knob, { name: string; axis: string }> = {
  pool: { name: 'pool size', axis: 'connections in the pool' },
  heap: { name: 'heap size', axis: 'heap, MB' },
  cpus: { name: 'CPU limit', axis: 'CPUs of the target' },
  gc: { name: 'garbage collector', axis: 'garbage collector' },
  jdk: { name: 'JDK', axis: 'JDK' },
  aot: { name: 'start-up cache', axis: 'start-up cache' },
};

/** @returns '6 pool sizes' */
export function valuesText({ over, values }: Pick<Sweep, 'over' | 'values'>): string {
  return plural(values.length, KNOBS[over].name);
}

export const CURVE =
  'line up and down: 95 % interval of the ratio to the default value, dotted: range of the rounds, where they are too few; hollow: no difference from the default value was shown';

/** @param label of a variant @param where the scenario, and the target where there are several */
export function optimumText(
  { best, rps, alike, of, rounds, isIndicative }: Optimum,
  label: (target: string) => string,
  where: string,
): string {
  const most = `${label(best)} (${number(rps)}/s)`;
  if (isIndicative) return `${where}: ~ ${most} has the most requests/s; indicative only (${plural(rounds, 'round')}).`;
  if (alike.length === of) return `${where}: ~ no value is shown to be better than the others; ${most} has the most requests/s.`;
  const others = alike.filter((name) => name !== best).map(label);
  const rest = others.length === 0 ? 'every other value is slower' : `not distinguishable from it: ${list(others)}; the others are slower`;
  return `${where}: optimum ${most}; ${rest}.`;
}

/** @param usual the value of the baseline @returns of the facts */
export function sweepText({ over, targets, values }: Sweep, usual: string): string {
  return `${list(targets)} under ${valuesText({ over, values })} (OVER=${over}): ${values.join(', ')}; baseline ${usual}`;
}

/** Of a limit that the sweep changes. */
export const BY_VARIANT = 'as the sweep says';
