/** `catalogue.json` as the scripts read it. docs/dev/interfaces.md, section 1, describes every field. */
import { SharedArray } from 'k6/data';
import { InputError } from './input.js';

/**
 * @typedef {import('./answer.js').Request & { parameters?: Record<string, { from: number, to: number }> }} Request `path` has placeholders
 * @typedef {object} Scenario
 * @property {Request} request
 * @property {boolean} [leavesBacklog]
 * @property {number} warmupVus
 * @property {number} [rate]
 * @property {{ statuses?: number[] }} expect
 * @property {number} [places]
 * @property {import('./answer.js').Case[]} cases
 *
 * @typedef {{ scenario: Scenario, targets: import('./target.js').Targets }} Entry one scenario, and all targets
 * @typedef {{ connections: number, everySeconds?: number, cases: import('./answer.js').Case[] }} Load that holds connections
 */

/** A path, with or without a drive letter, or the URL that import.meta.resolve() returns. */
const ABSOLUTE = /^(?:\/|[a-z]+:)/i;

/**
 * @param {string} name of a scenario
 * @returns {Entry}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function readCatalogue(name) {
  const { entry, targets } = read('scenarios', name);
  return { scenario: entry, targets };
}

/**
 * @param {string} name of a load that holds connections
 * @returns {{ load: Load, targets: import('./target.js').Targets }}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function readConnections(name) {
  const { entry, targets } = read('connections', name);
  return { load: entry, targets };
}

/** @param {'scenarios' | 'connections'} kind @param {string} name @returns {{ entry: any, targets: import('./target.js').Targets }} */
function read(kind, name) {
  // Parsed once for all VUs. Every VU runs this file; parsing the catalogue in each would cost a millisecond and its memory every time.
  return new SharedArray(`catalogue: ${name}`, () => {
    // open() would resolve a relative path against the script, so import.meta.resolve() makes it absolute. It encodes the path, and open()
    // does not decode.
    const file = __ENV.CATALOGUE ?? decodeURIComponent(import.meta.resolve('../../catalogue.json'));
    try {
      return [readEntry(file, kind, name)];
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      throw new InputError(`CATALOGUE=${file}: accepted is the absolute path of a catalogue that has ${name} (${message})`);
    }
  })[0];
}

/** @param {string} file @param {'scenarios' | 'connections'} kind @param {string} name */
function readEntry(file, kind, name) {
  if (!ABSOLUTE.test(file)) throw new Error('this path is relative');
  const { [kind]: entries, targets } = JSON.parse(open(file));
  if (!entries?.[name] || !targets) throw new Error(`it lacks ${name} in ${kind}, or targets`);
  // The rest of a target would be read by each of 10,000 users.
  const located = Object.entries(targets).map(([target, { port, managementPort, metricsPath }]) => [
    target,
    { port, managementPort, metricsPath },
  ]);
  return { entry: entries[name], targets: Object.fromEntries(located) };
}
