/** A catalogue in which one target is there several times, each with another known CPU quota. */
import { moved } from '../../plan/calibration.js';
import { percent } from '../../util/text.js';

/** @typedef {import('../../record/catalogue.js').Catalogue} Catalogue */

const DRAWN = [
  { colour: '#777777', symbol: 'diamond', line: 'dashed' },
  { colour: '#D55E00', symbol: 'triangle', line: 'dotted' },
];

/**
 * @param {Catalogue} catalogue
 * @param {string} name of the target
 * @param {number[]} shares two at most; 0.1 is a quota that is 10 % smaller
 * @param {number} cpus quota of the target itself
 * @returns {Catalogue} that target, and `<name>-less-10` for a share of 0.1
 */
export function withSmallerQuotas(catalogue, name, shares, cpus) {
  const plain = catalogue.targets[name];
  const limited = (/** @type {number} */ share) => ({
    of: name,
    knob: /** @type {const} */ ('cpus'),
    value: String(Number((cpus * (1 - share)).toFixed(3))),
  });
  const others = shares.map((share, index) => {
    const label = `${plain.label}, ${percent(share)} less CPU`;
    const target = { ...moved(plain, index + 1), label, variant: limited(share), ...DRAWN[index] };
    return [`${name}-less-${Math.round(share * 100)}`, target];
  });
  return { ...catalogue, targets: { [name]: { ...plain, variant: limited(0) }, ...Object.fromEntries(others) } };
}
