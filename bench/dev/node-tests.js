/** The test files of bench/test, by folder, as suites of `node --test`. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFailures, nodeRemarks, nodeTests } from './outputs.js';

const REPORTER = fileURLToPath(new URL('reporter.js', import.meta.url));

/** @typedef {import('./suites.js').Suite} Suite */

/** @param {string} root @param {'unit' | 'integration' | 'stack' | 'surroundings'} folder @returns {string[]} paths from the root */
export function testFiles(root, folder) {
  const names = readdirSync(path.join(root, 'bench', 'test', folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.test.js'))
    .sort()
    .map((name) => path.join('bench', 'test', folder, name));
}

/**
 * @param {string} name
 * @param {string[]} files
 * @param {{ atOnce?: number, env?: Record<string, string>, after?: string[], alone?: boolean, live?: boolean }} [how] `atOnce`: files
 * @returns {Suite}
 */
export function nodeSuite(name, files, { atOnce = 1, ...how } = {}) {
  const args = ['--test', `--test-concurrency=${atOnce}`, `--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', ...files];
  return { name, file: process.execPath, args, countTests: nodeTests, failures: nodeFailures, remarks: nodeRemarks, ...how };
}
