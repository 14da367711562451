/** `catalogue.json` as the scripts see it; every field is described in docs/interfaces.md, section 1. */

/**
 * @typedef {import('./request.js').Request} Request
 * @typedef {import('./answer.js').Answer} Answer
 * @typedef {{ request: Request, expect: { status: number }, cases: { request: Request, response: Answer }[] }} Scenario
 * @typedef {{ targets: import('./target.js').Targets, scenarios: Record<string, Scenario> }} Catalogue
 */

// open() resolves relative paths against the script, wherever it lies, and wants no percent-encoding: resolve() does the first, and encodes.
/** @type {Catalogue} */
export const catalogue = JSON.parse(open(decodeURIComponent(import.meta.resolve('../../catalogue.json'))));
