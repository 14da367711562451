/** What a report says of a sweep. */
import { list, number, plural } from '../../../util/text.ts';
import type { Knob, Sweep } from '../../../record/variant.ts';
import type { Optimum } from '../../sweep/optimum.ts';

/** Names of an axis with the values. */
export const AXES: Record<Knob, string> = {
  pool: 'connections in the pool',
  heap: 'heap, MB',
  cpus: 'CPUs of the target',
  gc: 'garbage collector',
  jdk: 'JDK',
  aot: 'start-up cache',
};

const VALUES: Record<Knob, [one: string, several: string]> = {
  pool: ['pool size', 'pool sizes'],
  heap: ['heap size', 'heap sizes'],
  cpus: ['CPU limit', 'CPU limits'],
  gc: ['garbage collector', 'garbage collectors'],
  jdk: ['JDK', 'JDKs'],
  aot: ['start-up cache', 'start-up caches'],
};

/** @returns '6 pool sizes' */
export function valuesText({ over, values }: Pick<Sweep, 'over' | 'values'>): string {
  return plural(values.length, ...VALUES[over]);
}

/** How the curve is drawn. */
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
  return `${list(targets)} under ${plural(values.length, ...VALUES[over])} (OVER=${over}): ${values.join(', ')}; baseline ${usual}`;
}

/** Of a limit that the sweep changes. */
export const BY_VARIANT = 'as the sweep says';
