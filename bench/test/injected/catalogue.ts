/** A catalogue in which one target is there several times, each with another known CPU quota. */
import { moved } from '../../plan/calibration.ts';
import { percent } from '../../util/text.ts';
import type { Catalogue } from '../../record/catalogue.ts';

const DRAWN = [
  { colour: '#777777', symbol: 'diamond', line: 'dashed' },
  { colour: '#D55E00', symbol: 'triangle', line: 'dotted' },
];

/**
 * @param name of the target
 * @param shares two at most; 0.1 is a quota that is 10 % smaller
 * @param cpus quota of the target itself
 * @returns that target, and `<name>-less-10` for a share of 0.1
 */
export function withSmallerQuotas(catalogue: Catalogue, name: string, shares: number[], cpus: number): Catalogue {
  const plain = catalogue.targets[name];
  const limited = (share: number) => ({
    of: name,
    knob: 'cpus' as const,
    value: String(Number((cpus * (1 - share)).toFixed(3))),
  });
  const others = shares.map((share, index) => {
    const label = `${plain.label}, ${percent(share)} less CPU`;
    const target = { ...moved(plain, index + 1), label, variant: limited(share), ...DRAWN[index] };
    return [`${name}-less-${Math.round(share * 100)}`, target];
  });
  return { ...catalogue, targets: { [name]: { ...plain, variant: limited(0) }, ...Object.fromEntries(others) } };
}
