/** The options that change the environment of all targets of a run: pools and threads, and how far the database is. */
import { settingsOf } from '../engines/common/given.ts';
import { UsageError } from '../util/errors.ts';
import { wholeNumber } from '../../k6/lib/input.js';
import { needsOf } from './pairs.ts';
import type { Catalogue } from '../record/catalogue.ts';
import type { Settings } from '../record/run.ts';

const MAX_RTT_MS = 10_000;

/**
 * @param value of SETTINGS
 * @returns a name of the catalogue's `settings`; null where none is given
 * @throws {UsageError} for another name
 */
export function chooseSettings(value: string | undefined, { settings = {} }: Catalogue): string | null {
  if (value === undefined || value === '') return null;
  if (!Object.hasOwn(settings, value)) {
    throw new UsageError(`SETTINGS=${value}: unknown; accepted: ${Object.keys(settings).join(', ') || 'none'}`);
  }
  return value;
}

/**
 * @param value of DB_RTT_MS
 * @returns ms; null where none is given: no proxy
 * @throws {InputError} for anything but a whole number of milliseconds
 */
export function databaseRttMs(value: string | undefined): number | null {
  if (value === undefined || value === '') return null;
  return wholeNumber({ DB_RTT_MS: value }, 'DB_RTT_MS', 0, 1, MAX_RTT_MS);
}

/** @param targets of the run @returns what each target gets beyond its own environment */
export function describeSettings(catalogue: Catalogue, name: string | null, targets: string[]): Settings | null {
  if (name === null) return null;
  const given = targets.map((target) => [target, settingsOf(catalogue, name, target)]);
  return { name, title: catalogue.settings[name].title, targets: Object.fromEntries(given) };
}

/** @returns what an engine is made with for it */
export function environmentOf({
  catalogue,
  scenarios,
  settings,
  databaseRttMs: rttMs = null,
  profileCpu = false,
}: {
  catalogue: Pick<Catalogue, 'scenarios'>;
  scenarios: string[];
  settings?: Settings | null;
  databaseRttMs?: number | null;
  profileCpu?: boolean;
}): { needs: string[]; settings: string | null; databaseRttMs: number | null; samplesCpu: boolean } {
  return { needs: needsOf(catalogue, scenarios), settings: settings?.name ?? null, databaseRttMs: rttMs, samplesCpu: profileCpu };
}
