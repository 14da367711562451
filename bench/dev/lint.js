/** `make lint` and `make format`: every linter and formatter of the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { untilAborted } from '../util/interruption.js';
import { installOnce } from '../setup/cache.js';
import { findPrograms } from '../util/programs.js';
import { libraryPath, unpack } from '../setup/debian.js';
import { findMaven } from '../setup/programs/jars.js';
import { findJdk } from '../setup/jdk.js';
import { runSuites } from './suites.js';

/** @typedef {import('../setup/command.js').Command} Command */

const GO = 'k6/xk6-output-rollup';
const STATICCHECK = 'honnef.co/go/tools/cmd/staticcheck@v0.8.2';
const JAVASCRIPT = ['bench', 'bench/report/html/script', 'k6'];

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code
 */
export async function lint(command) {
  const { root } = command;
  const module = (/** @type {string} */ name) => path.join(root, 'bench', 'node_modules', '.bin', name);
  const [shellcheck, yamllint] = [await provideLinter('shellcheck', command), await provideLinter('yamllint', command)];
  return runSuites(
    [
      { name: 'ESLint', file: module('eslint'), args: ['--config', 'bench/eslint.config.js', '--max-warnings', '0', ...JAVASCRIPT] },
      {
        name: 'Prettier',
        file: module('prettier'),
        args: ['--config', 'bench/.prettierrc.json', '--log-level', 'warn', '--check', ...JAVASCRIPT],
      },
      ...['bench', 'bench/report/html/script', 'k6'].map((project) => ({
        name: `tsc ${project}`,
        file: module('tsc'),
        args: ['-p', project],
      })),
      { name: 'gofmt', file: 'bash', args: ['-c', `! gofmt -l ${GO} | grep .`] },
      { name: 'go vet', file: 'go', args: ['vet', '-C', GO, './...'] },
      { name: 'staticcheck', file: 'go', args: ['run', '-C', GO, STATICCHECK, './...'] },
      await javaFormat('validate'),
      { name: 'shellcheck', ...shellcheck, args: ['.ci/run', 'bench/engines/docker/stack.sh'] },
      { name: 'yamllint', ...yamllint, args: [...(yamllint.args ?? []), '--strict', '.'] },
    ],
    command,
  );
}

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code
 */
export async function format(command) {
  const prettier = path.join(command.root, 'bench', 'node_modules', '.bin', 'prettier');
  return runSuites(
    [
      { name: 'Prettier', file: prettier, args: ['--config', 'bench/.prettierrc.json', '--log-level', 'warn', '--write', ...JAVASCRIPT] },
      { name: 'Dashboards', file: process.execPath, args: ['bench/dashboards/write.js'] },
      { name: 'docs/usage.md, prometheus', file: process.execPath, args: ['bench/dev/derived.js'] },
      { name: "Compose's settings", file: process.execPath, args: ['bench/engines/docker/settings-files.js'] },
      { name: 'gofmt', file: 'gofmt', args: ['-w', GO] },
      await javaFormat('apply'),
    ],
    command,
  );
}

/** @param {'validate' | 'apply'} goal */
async function javaFormat(goal) {
  const { home } = await findJdk();
  const args = ['-B', '-ntp', '-q', '-f', 'services/pom.xml', `spring-javaformat:${goal}`];
  return { name: 'spring-javaformat', file: await findMaven(home), args, env: { JAVA_HOME: home } };
}

/**
 * @param {'shellcheck' | 'yamllint'} name a program and the Debian package that holds it
 * @param {Command} command
 * @returns {Promise<{ file: string, args?: string[], env?: Record<string, string> }>} the installed one, or a private copy
 */
async function provideLinter(name, { cacheDir, signal, log }) {
  const [installed] = await findPrograms([name]);
  if (installed) return { file: installed };
  const build = async (/** @type {string} */ temporary) => {
    log(`Unpacking ${name} from Debian into the cache …`);
    await unpack([name], temporary);
    return temporary;
  };
  const copy = await untilAborted(installOnce(cacheDir, name, build, log), signal);
  const python = path.join(copy, 'usr', 'lib', 'python3', 'dist-packages');
  const env = { LD_LIBRARY_PATH: await libraryPath(copy), PYTHONPATH: python };
  // Debian's Python programs begin with '#!/usr/bin/python3', which a private copy has, if at all, elsewhere.
  if (existsSync(path.join(python, name))) return { file: 'python3', args: ['-m', name], env: { PYTHONPATH: python } };
  return { file: path.join(copy, 'usr', 'bin', name), env };
}
