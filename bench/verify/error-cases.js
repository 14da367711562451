/** The requests that must fail, with their exact answers. The Java conformance tests read the same file. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../record/catalogue.js';

/** @typedef {import('../record/catalogue.js').Case & { needs?: string[] }} ErrorCase `needs`: dependencies without which the answer is another error */

const FILE = 'services/conformance/src/main/resources/stackbench/conformance/error-cases.json';

/** @returns {ErrorCase[]} the checked-in error cases */
export function readErrorCases() {
  return JSON.parse(readFileSync(path.join(root, FILE), 'utf8'));
}
