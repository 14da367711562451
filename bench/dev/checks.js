/** What is checked of the JavaScript without starting anything: types, lint, format. Results are cached in bench/node_modules/.cache. */
import path from 'node:path';

/** @typedef {import('./suites.js').Suite} Suite */

const PROJECTS = ['bench', 'bench/report/html/script', 'bench/published/pages/script', 'k6'];
const FOLDERS = ['bench', 'k6'];
const CACHE = 'bench/node_modules/.cache';

/** @param {string} root @param {string} name @returns {string} path of the program of an npm package */
function npmProgram(root, name) {
  return path.join(root, 'bench', 'node_modules', '.bin', name);
}

/** @param {string} root @returns {Suite[]} */
export function typeChecks(root) {
  return PROJECTS.map((project) => ({
    name: `types: ${project}`,
    file: npmProgram(root, 'tsc'),
    args: ['-p', project, '--incremental', '--tsBuildInfoFile', `${CACHE}/tsc/${project.replaceAll('/', '-')}.json`],
  }));
}

/** @param {string} root @returns {Suite[]} */
export function codeChecks(root) {
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

/** @param {string} root @returns {Suite} */
export function codeFormat(root) {
  return { name: 'Prettier', file: npmProgram(root, 'prettier'), args: [...prettierArgs('--write'), ...FOLDERS] };
}

/** @param {'--check' | '--write'} what */
function prettierArgs(what) {
  return ['--config', 'bench/.prettierrc.json', '--log-level', 'warn', what];
}
