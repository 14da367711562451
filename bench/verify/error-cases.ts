/** The requests that must fail, with their exact answers. The Java conformance tests read the same file. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, type Case } from '../record/catalogue.ts';

/** `needs`: dependencies without which the answer is another error */
export type ErrorCase = Case & { needs?: string[] };

const FILE = 'services/conformance/src/main/resources/stackbench/conformance/error-cases.json';

/** @returns the checked-in error cases */
export function readErrorCases(): ErrorCase[] {
  return JSON.parse(readFileSync(path.join(root, FILE), 'utf8'));
}
