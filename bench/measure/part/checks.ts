/** Health of a part's measurement. */
import { generatorUse, isGenerator, isOverused, type ProcessCores } from '../../analyse/slice/shares.ts';
import { CLOCK_LIMIT_MS, SPREAD_LIMIT_MS, certainOffsetMs, spreadMs, type Instance } from '../../record/json/generators.ts';
import { nearestSecondMs } from '../../util/time.ts';
import type { Check } from '../../record/part.ts';
import type { Limits } from '../../record/json/circumstances.ts';

type RollupAccount = Pick<import('../../record/rollup.ts').RollupAccount, 'pointsDropped' | 'writeErrors' | 'lastError' | 'hlogError'>;

const ALIGNED_WITHIN_MS = 100;

/** @returns do the three ways to count requests agree? */
export function countsCheck({ k6, hlog, influx }: { k6: number; hlog: number; influx: number | null }): Check {
  const detail = `k6 ${k6}, http.hlog ${hlog}, InfluxDB ${influx ?? 'did not answer'}`;
  return { name: 'counts', ok: k6 === hlog && hlog === influx, detail };
}

/** @returns do slices begin on whole seconds, as the per-second load data need? */
export function alignmentCheck(startMs: number): Check {
  const offsetMs = startMs - nearestSecondMs(startMs);
  const detail = `slices begin ${offsetMs.toFixed(0)} ms after the whole second`;
  return { name: 'alignment', ok: Math.abs(offsetMs) <= ALIGNED_WITHIN_MS, detail };
}

/** @returns did all instances of k6 begin together? None where there is one */
export function spreadCheck(instances: Instance[]): Check[] {
  if (instances.length === 1) return [];
  const spread = spreadMs(instances);
  return [{ name: 'spread', ok: spread <= SPREAD_LIMIT_MS, detail: `${instances.length} k6 began within ${spread.toFixed(0)} ms` }];
}

/** @returns are their clocks right? None where all are those of this machine */
export function clockCheck(instances: Instance[]): Check[] {
  const links = instances.flatMap(({ link }) => link ?? []);
  if (links.length === 0) return [];
  const off = Math.max(...links.map(certainOffsetMs));
  const known = links.flatMap(({ clockOffsetMs }) => (clockOffsetMs === null ? [] : Math.abs(clockOffsetMs)));
  const detail =
    known.length < links.length ? 'a clock of k6 could not be read' : `clocks of k6 up to ${Math.max(...known).toFixed(0)} ms off`;
  return [{ name: 'clock', ok: off <= CLOCK_LIMIT_MS && known.length === links.length, detail }];
}

/**
 * The generator's share is what the others left, and at most its own limit. A k6 that used nearly all of its share was the bottleneck, not
 * the target.
 * @param processCores of the load
 * @param given cores of the machine under the targets; cores that each k6
 * is held to, null for none; where a cluster has them
 */
export function generatorCheck(
  processCores: ProcessCores,
  { cores, ...limits }: Pick<Limits, 'generatorCpus' | 'nodes' | 'runnerMachine'> & { cores: number },
): Check {
  const name = 'generator';
  const use = generatorUse(processCores, { machine: { cores }, limits });
  if (!use) return { name, ok: false, detail: 'its CPU time was not recorded' };
  const { process = 'k6', used, share } = use;
  const count = use.process ? 1 : Object.keys(processCores).filter(isGenerator).length;
  const isGiven = limits.generatorCpus !== null && share === limits.generatorCpus * count;
  const detail = `${process} used ${used.toFixed(2)} of the ${share.toFixed(2)} cores that it ${isGiven ? 'is given' : 'was left by the others'}`;
  return { name, ok: !isOverused(use), detail };
}

/**
 * A part has no figures without a complete record of its requests.
 * @param successes in http.hlog
 * @returns why the part has failed, in a sentence; null if it has not
 */
export function recordFault(
  { k6, hlog }: { k6: number; hlog: number },
  successes: number,
  { rollup, instances = [] }: { rollup: RollupAccount | null; instances?: Instance[] },
): string | null {
  if (rollup?.hlogError) return `http.hlog could not be written completely: ${rollup.hlogError}`;
  const idle = instances.find(({ startMs }) => startMs === null);
  if (idle) return `${idle.name} sent no request of the load`;
  const counts = [...instances.map(({ name, requests }) => ({ name, ...requests })), { name: 'k6', k6, hlog }];
  const off = counts.find((each) => each.k6 !== each.hlog);
  if (off) return `${off.name} counted ${off.k6} requests, http.hlog holds ${off.hlog}`;
  return successes === 0 ? 'no request succeeded' : null;
}

/** @param rollup the output's own account */
export function liveDataCheck(rollup: RollupAccount | null): Check {
  if (!rollup) return { name: 'live data', ok: false, detail: 'the rollup output left no account' };
  const { pointsDropped, writeErrors, lastError } = rollup;
  const detail = `${pointsDropped} points dropped, ${writeErrors} failed writes${lastError ? `: ${lastError}` : ''}`;
  return { name: 'live data', ok: pointsDropped === 0, detail };
}
