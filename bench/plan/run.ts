/** The record of a run before anything is measured. */
import { hasBlocks, type Catalogue } from '../record/catalogue.ts';
import { MAX_LOAD_DAYS, levelsOf, loadDays, type Plan, type PlannedRun } from '../record/run.ts';
import { UsageError } from '../util/errors.ts';
import { backlogSeconds } from './backlog.ts';
import { planRounds, type Traits } from './order.ts';
import { fitting } from '../record/fits.ts';
import { SCHEMA } from '../record/json/file.ts';
import type { Calibration } from '../record/results/calibration.ts';

/**
 * @param suffix of the run's id
 * @param calibration that its figures will be held against
 * @throws {UsageError} one line, where it would take weeks
 */
export function newRun(options: Plan, catalogue: Catalogue, suffix: string, calibration: Calibration | null = null): PlannedRun {
  const startedAt = new Date().toISOString();
  const id = runIdAt(startedAt, suffix);
  const parts = planRounds(options, traitsOf(catalogue, options));
  const days = loadDays({ ...options, parts });
  if (days > MAX_LOAD_DAYS) {
    const fewer = 'take fewer ROUNDS, STAGES, SCENARIOS or TARGETS, or a shorter SLICE_SECONDS';
    throw new UsageError(`the load of this run would take ${Math.round(days)} days, accepted are up to ${MAX_LOAD_DAYS}: ${fewer}`);
  }
  const nothingYet = { endedAt: null, resumedAt: [], verified: null, refused: {}, spentSeconds: {}, notes: [] };
  return { schema: SCHEMA, id, ...options, catalogue, startedAt, calibration, parts, ...nothingYet };
}

/** @param startedAt ISO time @returns YYYYMMDD-hhmmss-<suffix> */
export function runIdAt(startedAt: string, suffix: string): string {
  return `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${suffix}`;
}

/** @param load null where requests cannot pile up */
export function traitsOf(catalogue: Catalogue, load: Pick<Plan, 'levels' | 'settings'> | null): Traits {
  return {
    backlogSeconds: (scenario, target) => (load === null ? 0 : backlogSeconds({ ...load, catalogue }, { scenario, target })),
    hasBlocks: (scenario) => hasBlocks(catalogue, scenario),
    levels: (scenario) => levelsOf({ levels: load?.levels ?? [], catalogue }, scenario),
    fits: (scenario, target) => fitting(catalogue, scenario)(target),
  };
}
