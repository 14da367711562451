/** A catalogue in which one target is there several times, each with another known share of CPU on top. */
import { moved } from '../../plan/calibration.js';

/** @typedef {import('../../record/catalogue.js').Catalogue} Catalogue */

const DRAWN = [
  { colour: '#777777', symbol: 'diamond', line: 'dashed' },
  { colour: '#D55E00', symbol: 'triangle', line: 'dotted' },
];

/**
 * All of them carry the agent, so that it makes no difference itself.
 * @param {Catalogue} catalogue
 * @param {string} name of the target
 * @param {number[]} shares two at most; 0.1 is 10 % more CPU than it would use
 * @param {string} jar of the agent
 * @returns {Catalogue} that target, and `<name>-plus-10` for a share of 0.1
 */
export function withBurners(catalogue, name, shares, jar) {
  const plain = catalogue.targets[name];
  const burning = (/** @type {number} */ share) => ({ ...plain.environment, JAVA_TOOL_OPTIONS: `-javaagent:"${jar}"=${share}` });
  const others = shares.map((share, index) => {
    const percent = Math.round(share * 100);
    const target = {
      ...moved(plain, index + 1),
      label: `${plain.label} +${percent} %`,
      environment: burning(share),
      ...DRAWN[index],
    };
    return [`${name}-plus-${percent}`, target];
  });
  return { ...catalogue, targets: { [name]: { ...plain, environment: burning(0) }, ...Object.fromEntries(others) } };
}
