/** The options that change the environment of all targets of a run: pools and threads, and how far the database is. */
import { settingsOf } from '../engines/common/given.js';
import { UsageError } from '../util/errors.js';
import { wholeNumber } from '../../k6/lib/input.js';
import { needsOf } from './pairs.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../record/run.js').Settings} Settings */

const MAX_RTT_MS = 10_000;

/**
 * @param {string | undefined} value of SETTINGS
 * @param {Catalogue} catalogue
 * @returns {string | null} a name of the catalogue's `settings`; null where none is given
 * @throws {UsageError} for another name
 */
export function chooseSettings(value, { settings = {} }) {
  if (value === undefined || value === '') return null;
  if (!Object.hasOwn(settings, value)) {
    throw new UsageError(`SETTINGS=${value}: unknown; accepted: ${Object.keys(settings).join(', ') || 'none'}`);
  }
  return value;
}

/**
 * @param {string | undefined} value of DB_RTT_MS
 * @returns {number | null} ms; null where none is given: no proxy
 * @throws {import('../../k6/lib/input.js').InputError} for anything but a whole number of milliseconds
 */
export function databaseRttMs(value) {
  if (value === undefined || value === '') return null;
  return wholeNumber({ DB_RTT_MS: value }, 'DB_RTT_MS', 0, 1, MAX_RTT_MS);
}

/**
 * @param {Catalogue} catalogue
 * @param {string | null} name
 * @param {string[]} targets of the run
 * @returns {Settings | null} what each target gets beyond its own environment
 */
export function describeSettings(catalogue, name, targets) {
  if (name === null) return null;
  const given = targets.map((target) => [target, settingsOf(catalogue, name, target)]);
  return { name, title: catalogue.settings[name].title, targets: Object.fromEntries(given) };
}

/**
 * @param {{ catalogue: Pick<Catalogue, 'scenarios'>, scenarios: string[], settings?: Settings | null, databaseRttMs?: number | null, profileCpu?: boolean }} plan
 * @returns {{ needs: string[], settings: string | null, databaseRttMs: number | null, samplesCpu: boolean }} what an engine is made with for it
 */
export function environmentOf({ catalogue, scenarios, settings, databaseRttMs: rttMs = null, profileCpu = false }) {
  return { needs: needsOf(catalogue, scenarios), settings: settings?.name ?? null, databaseRttMs: rttMs, samplesCpu: profileCpu };
}
