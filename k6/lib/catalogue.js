/** `catalogue.json` as the scripts see it; every field is described in docs/interfaces.md, section 1. */
import { SharedArray } from 'k6/data';

/**
 * @typedef {import('./request.js').Request} Request
 * @typedef {import('./answer.js').Answer} Answer
 * @typedef {{ request: Request, leavesBacklog?: boolean, expect: { status: number, statuses?: number[] }, cases: { request: Request, response: Answer }[] }} Scenario
 */

/**
 * @param {string} name of a scenario
 * @returns {{ scenario: Scenario, targets: import('./target.js').Targets }} what the catalogue says of it, and all targets
 */
export function readCatalogue(name) {
  // Parsed once for all: every VU runs this file, and the whole catalogue takes a millisecond and its memory each time.
  return new SharedArray('catalogue', () => {
    // open() resolves a relative path against the script, wherever it lies, and wants no percent-encoding: resolve() does the first, and encodes.
    const { scenarios, targets } = JSON.parse(open(__ENV.CATALOGUE ?? decodeURIComponent(import.meta.resolve('../../catalogue.json'))));
    return [{ scenario: scenarios[name], targets }];
  })[0];
}
