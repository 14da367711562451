/** `catalogue.json` as the scripts see it; every field is described in docs/interfaces.md, section 1. */
import { SharedArray } from 'k6/data';
import { InputError } from './input.js';

/**
 * @typedef {import('./request.js').Request} Request
 * @typedef {import('./answer.js').Answer} Answer
 * @typedef {{ request: Request, leavesBacklog?: boolean, expect: { status: number, statuses?: number[] }, cases: { request: Request, response: Answer }[] }} Scenario
 * @typedef {{ scenario: Scenario, targets: import('./target.js').Targets }} Entry what the catalogue says of a scenario, and all targets
 */

/** A path, also one with a drive, or what resolve() makes. */
const ABSOLUTE = /^(?:\/|[a-z]+:)/i;

/**
 * @param {string} name of a scenario
 * @returns {Entry}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function readCatalogue(name) {
  // Parsed once for all: every VU runs this file, and the whole catalogue takes a millisecond and its memory each time.
  return new SharedArray('catalogue', () => {
    // open() resolves a relative path against the script, wherever it lies, and wants no percent-encoding: resolve() does the first, and encodes.
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
  if (!ABSOLUTE.test(file)) throw new Error('this one is relative');
  const { scenarios, targets } = JSON.parse(open(file));
  if (!scenarios?.[name] || !targets) throw new Error('it lacks the scenario, or targets');
  return { scenario: scenarios[name], targets };
}
