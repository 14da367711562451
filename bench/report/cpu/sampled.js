/** What was sampled of a scenario. */
import { ALL_PARTS, msOf, requestCpu } from '../../analyse/cpu/request.js';
import { sum } from '../../util/math.js';

/**
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/cpu/request.js').RequestCpu} RequestCpu
 * @typedef {{ target: string, profile: import('../../record/cpu-profile.js').CpuProfile, cpu: RequestCpu }} Sampled
 */

/** Of the largest bar; smaller parts are shown together. */
const WORTH_A_PLACE = 0.02;
const REST = 'other parts';

/** @param {Figures} figures @param {string} scenario @returns {Sampled[]} in the order of the run's targets */
export function sampledIn({ run, cpuProfiles = [] }, scenario) {
  const own = cpuProfiles.filter((profile) => profile.scenario === scenario);
  return run.targets.flatMap((target) => {
    const profile = own.find((each) => each.target === target);
    return profile ? [{ target, profile, cpu: requestCpu(profile) }] : [];
  });
}

/** @param {Sampled[]} sampled @returns {{ part: string, ms: number[] }[]} for each of them what a part takes; parts that are small everywhere together at the end */
export function partsOf(sampled) {
  const most = Math.max(...sampled.map(({ cpu }) => cpu.ms));
  const rows = ALL_PARTS.map((part) => ({ part, ms: sampled.map(({ cpu }) => msOf(cpu, part)) }));
  const isShown = (/** @type {{ ms: number[] }} */ { ms }) => Math.max(...ms) >= WORTH_A_PLACE * most;
  const small = rows.filter((row) => !isShown(row));
  const rest = { part: REST, ms: sampled.map((_, index) => sum(small.map(({ ms }) => ms[index]))) };
  return [...rows.filter(isShown), ...(Math.max(...rest.ms) > 0 ? [rest] : [])];
}
