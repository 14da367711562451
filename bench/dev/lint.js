/** `make lint` and `make format`: every linter and formatter of the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { untilAborted } from '../util/interruption.js';
import { installOnce } from '../setup/cache.js';
import { findPrograms } from '../util/programs.js';
import { libraryPath, unpack } from '../setup/debian.js';
import { findMaven } from '../setup/programs/jars.js';
import { GO_ENVIRONMENT } from '../setup/go.js';
import { findJdk } from '../setup/jdk.js';
import { codeChecks, codeFormat, typeChecks } from './checks.js';
import { runSuites } from './suites.js';

/** @typedef {import('../setup/command.js').Command} Command */

const GO = 'k6/xk6-output-rollup';
const STATICCHECK = 'honnef.co/go/tools/cmd/staticcheck@v0.8.2';

/** @param {Command} command @returns {Promise<number>} exit code */
export async function lint(command) {
  const { root } = command;
  const [shellcheck, yamllint] = [await provideLinter('shellcheck', command), await provideLinter('yamllint', command)];
  return runSuites(
    [
      // The slowest first, so that no core waits for it at the end.
      await javaFormat('validate'),
      ...typeChecks(root),
      ...codeChecks(root),
      { name: 'staticcheck', file: 'go', args: ['run', '-C', GO, STATICCHECK, './...'], env: GO_ENVIRONMENT },
      { name: 'go vet', file: 'go', args: ['vet', '-C', GO, './...'], env: GO_ENVIRONMENT },
      { name: 'kube-score', file: process.execPath, args: ['bench/dev/manifests.js'] },
      { name: 'gofmt', file: 'bash', args: ['-c', `! gofmt -l ${GO} | grep .`] },
      { name: 'shellcheck', ...shellcheck, args: ['.ci/run', 'bench/engines/docker/run.sh'] },
      { name: 'yamllint', ...yamllint, args: [...(yamllint.args ?? []), '--strict', '.'] },
    ],
    command,
  );
}

/** @param {Command} command @returns {Promise<number>} exit code */
export async function format(command) {
  return runSuites(
    [
      await javaFormat('apply'),
      codeFormat(command.root),
      { name: 'dashboards', file: process.execPath, args: ['bench/dashboards/write.js'] },
      { name: 'docs, prometheus', file: process.execPath, args: ['bench/dev/derived.js'] },
      { name: "Compose's settings", file: process.execPath, args: ['bench/engines/docker/settings-files.js'] },
      { name: 'gofmt', file: 'gofmt', args: ['-w', GO] },
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
