/** What is checked of TypeScript and JavaScript without starting anything: types, lint, format. Results are cached in bench/node_modules/.cache. */
import path from 'node:path';
import type { Suite } from './suites.ts';

const PROJECTS = ['bench', 'bench/report/html/script', 'bench/published/pages/script', 'k6'];
const FOLDERS = ['bench', 'k6'];
/** Of what can be made again, from the root. */
export const CACHE = 'bench/node_modules/.cache';

/** @returns path of the program of an npm package */
function npmProgram(root: string, name: string): string {
  return path.join(root, 'bench', 'node_modules', '.bin', name);
}

export function typeChecks(root: string): Suite[] {
  return PROJECTS.map((project) => ({
    name: `types: ${project}`,
    file: path.join(root, 'bench', 'node_modules', 'typescript-7', 'bin', 'tsc'),
    args: ['-p', project, '--incremental', '--tsBuildInfoFile', `${CACHE}/tsc/${project.replaceAll('/', '-')}.json`],
  }));
}

export function codeChecks(root: string): Suite[] {
  const cached = ['--cache', '--cache-strategy', 'content', '--cache-location'];
  return [
    {
      name: 'ESLint',
      file: npmProgram(root, 'eslint'),
      args: ['--config', 'bench/eslint.config.js', '--max-warnings', '0', ...cached, `${CACHE}/eslint/`, ...FOLDERS],
    },
    {
      name: 'Prettier',
      file: npmProgram(root, 'prettier'),
      args: [...prettierArgs('--check'), ...cached, `${CACHE}/prettier/.cache`, ...FOLDERS],
    },
  ];
}

export function codeFormat(root: string): Suite {
  return { name: 'Prettier', file: npmProgram(root, 'prettier'), args: [...prettierArgs('--write'), ...FOLDERS] };
}

function prettierArgs(what: '--check' | '--write') {
  return ['--config', 'bench/.prettierrc.json', '--log-level', 'warn', what];
}
