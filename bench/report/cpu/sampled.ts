/** What was sampled of a scenario. */
import { ALL_PARTS, msOf, requestCpu, type RequestCpu } from '../../analyse/cpu/request.ts';
import { sum } from '../../util/math.ts';
import type { CpuProfile } from '../../record/cpu-profile.ts';
import type { Figures } from '../../analyse/types.ts';

type Sampled = { target: string; profile: CpuProfile; cpu: RequestCpu };

/** Of the largest bar; smaller parts are shown together. */
const WORTH_A_PLACE = 0.02;
const REST = 'other parts';

/** @returns in the order of the run's targets */
export function sampledIn({ run, cpuProfiles = [] }: Figures, scenario: string): Sampled[] {
  const own = cpuProfiles.filter((profile) => profile.scenario === scenario);
  return run.targets.flatMap((target) => {
    const profile = own.find((each) => each.target === target);
    return profile ? [{ target, profile, cpu: requestCpu(profile) }] : [];
  });
}

/** @returns for each of them what a part takes; parts that are small everywhere together at the end */
export function partsOf(sampled: Sampled[]): { part: string; ms: number[] }[] {
  const most = Math.max(...sampled.map(({ cpu }) => cpu.ms));
  const rows = ALL_PARTS.map((part) => ({ part, ms: sampled.map(({ cpu }) => msOf(cpu, part)) }));
  const isShown = ({ ms }: { ms: number[] }) => Math.max(...ms) >= WORTH_A_PLACE * most;
  const small = rows.filter((row) => !isShown(row));
  const rest = { part: REST, ms: sampled.map((_, index) => sum(small.map(({ ms }) => ms[index]))) };
  return [...rows.filter(isShown), ...(Math.max(...rest.ms) > 0 ? [rest] : [])];
}
