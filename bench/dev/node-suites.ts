/** Suites that need nothing but Node.js: the test files of bench/test, and what is checked of TypeScript and JavaScript without starting anything. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../record/catalogue.ts';
import { nodeFailures, nodeRemarks, nodeTests } from './outputs.ts';
import type { Suite } from './suites.ts';

const REPORTER = fileURLToPath(new URL('reporter.ts', import.meta.url));
const PROJECTS = ['bench', 'bench/report/html/script', 'bench/published/pages/script', 'k6'];
const FOLDERS = ['bench', 'k6'];
/** Of what can be made again, from the root. */
const CACHE = 'bench/node_modules/.cache';
const CACHED = ['--cache', '--cache-strategy', 'content', '--cache-location'];
const PRETTIER = ['--config', 'bench/.prettierrc.json', '--log-level', 'warn'];

/** @returns paths from the root */
export function testFiles(folder: 'unit' | 'integration' | 'stack' | 'surroundings'): string[] {
  const names = readdirSync(path.join(root, 'bench', 'test', folder), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.test.ts')).sort();
  return files.map((name) => path.join('bench', 'test', folder, name));
}

/** @param how `atOnce`: files */
export function nodeSuite(
  name: string,
  files: string[],
  { atOnce = 1, env, ...how }: { atOnce?: number } & Pick<Suite, 'env' | 'after' | 'alone' | 'live'> = {},
): Suite {
  const args = ['--test', `--test-concurrency=${atOnce}`, `--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', ...files];
  const read = { countTests: nodeTests, failures: nodeFailures, remarks: nodeRemarks };
  return { name, file: process.execPath, args, ...read, env: { NODE_COMPILE_CACHE: path.join(root, CACHE, 'node'), ...env }, ...how };
}

/** @returns path of a program in npm's folder */
function npmProgram(...names: string[]): string {
  return path.join(root, 'bench', 'node_modules', ...names);
}

export function typeChecks(): Suite[] {
  return PROJECTS.map((project) => ({
    name: `types: ${project}`,
    file: npmProgram('typescript-7', 'bin', 'tsc'),
    args: ['-p', project, '--incremental', '--tsBuildInfoFile', `${CACHE}/tsc/${project.replaceAll('/', '-')}.json`],
  }));
}

export function codeChecks(): Suite[] {
  const eslint = ['--config', 'bench/eslint.config.js', '--max-warnings', '0', ...CACHED, `${CACHE}/eslint/`, ...FOLDERS];
  const prettier = [...PRETTIER, '--check', ...CACHED, `${CACHE}/prettier/.cache`, ...FOLDERS];
  return [
    { name: 'ESLint', file: npmProgram('.bin', 'eslint'), args: eslint },
    { name: 'Prettier', file: npmProgram('.bin', 'prettier'), args: prettier },
  ];
}

export function codeFormat(): Suite {
  return { name: 'Prettier', file: npmProgram('.bin', 'prettier'), args: [...PRETTIER, '--write', ...FOLDERS] };
}
