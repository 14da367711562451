/** The test files of bench/test, by folder, as suites of `node --test`. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../record/catalogue.ts';
import { CACHE } from './checks.ts';
import { nodeFailures, nodeRemarks, nodeTests } from './outputs.ts';
import type { Suite } from './suites.ts';

const REPORTER = fileURLToPath(new URL('reporter.ts', import.meta.url));

/** @returns paths from the root */
export function testFiles(checkout: string, folder: 'unit' | 'integration' | 'stack' | 'surroundings'): string[] {
  const names = readdirSync(path.join(checkout, 'bench', 'test', folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => path.join('bench', 'test', folder, name));
}

/** @param how `atOnce`: files */
export function nodeSuite(
  name: string,
  files: string[],
  {
    atOnce = 1,
    env: more,
    ...how
  }: { atOnce?: number; env?: Record<string, string>; after?: string[]; alone?: boolean; live?: boolean } = {},
): Suite {
  const env = { NODE_COMPILE_CACHE: path.join(root, CACHE, 'node'), ...more };
  const args = ['--test', `--test-concurrency=${atOnce}`, `--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', ...files];
  return { name, file: process.execPath, args, countTests: nodeTests, failures: nodeFailures, remarks: nodeRemarks, env, ...how };
}
