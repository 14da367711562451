/** `catalogue.json` as the scripts read it. docs/interfaces.md, section 1, describes every field. */
import { SharedArray } from 'k6/data';
import { InputError } from './input.js';

/**
 * @typedef {{ leavesBacklog?: boolean, expect: { statuses?: number[] }, places?: number, cases: import('./answer.js').Case[] }} Scenario
 * @typedef {{ scenario: Scenario, targets: import('./target.js').Targets }} Entry one scenario, and all targets
 */

/** A path, with or without a drive letter, or the URL that import.meta.resolve() returns. */
const ABSOLUTE = /^(?:\/|[a-z]+:)/i;

/**
 * @param {string} name of a scenario
 * @returns {Entry}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function readCatalogue(name) {
  // Parsed once for all VUs. Every VU runs this file; parsing the catalogue in each would cost a millisecond and its memory every time.
  return new SharedArray(`catalogue: ${name}`, () => {
    // open() would resolve a relative path against the script, so import.meta.resolve() makes it absolute. It encodes the path, and open()
    // does not decode.
    const file = __ENV.CATALOGUE ?? decodeURIComponent(import.meta.resolve('../../catalogue.json'));
    try {
      return [readEntry(file, name)];
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      throw new InputError(`CATALOGUE=${file}: accepted is the absolute path of a catalogue that has ${name} (${message})`);
    }
  })[0];
}

/**
 * @param {string} file
 * @param {string} name of a scenario
 * @returns {Entry}
 */
function readEntry(file, name) {
  if (!ABSOLUTE.test(file)) throw new Error('this path is relative');
  const { scenarios, targets } = JSON.parse(open(file));
  if (!scenarios?.[name] || !targets) throw new Error('it lacks the scenario, or targets');
  return { scenario: scenarios[name], targets };
}
