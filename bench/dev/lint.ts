/** `make lint` and `make format`: every linter and formatter of the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { untilAborted } from '../util/interruption.ts';
import { installOnce } from '../setup/cache.ts';
import { findPrograms } from '../util/programs.ts';
import { libraryPath, unpack } from '../setup/debian.ts';
import { findMaven } from '../setup/programs/jars.ts';
import { GO_ENVIRONMENT } from '../setup/go.ts';
import { findJdk } from '../setup/jdk.ts';
import { codeChecks, codeFormat, typeChecks } from './checks.ts';
import { runSuites } from './suites.ts';
import type { Command } from '../setup/command.ts';

const GO = 'k6/xk6-output-rollup';
const STATICCHECK = 'honnef.co/go/tools/cmd/staticcheck@v0.8.2';

/** @returns exit code */
export async function lint(command: Command): Promise<number> {
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
      { name: 'kube-score', file: process.execPath, args: ['bench/dev/manifests.ts'] },
      { name: 'gofmt', file: 'bash', args: ['-c', `! gofmt -l ${GO} | grep .`] },
      { name: 'shellcheck', ...shellcheck, args: ['.ci/run', 'bench/engines/docker/run.sh'] },
      { name: 'yamllint', ...yamllint, args: [...(yamllint.args ?? []), '--strict', '.'] },
    ],
    command,
  );
}

/** @returns exit code */
export async function format(command: Command): Promise<number> {
  return runSuites(
    [
      await javaFormat('apply'),
      codeFormat(command.root),
      { name: 'dashboards', file: process.execPath, args: ['bench/dashboards/write.ts'] },
      { name: 'docs, prometheus', file: process.execPath, args: ['bench/dev/derived.ts'] },
      { name: "Compose's settings", file: process.execPath, args: ['bench/engines/docker/settings-files.ts'] },
      { name: 'gofmt', file: 'gofmt', args: ['-w', GO] },
    ],
    command,
  );
}

async function javaFormat(goal: 'validate' | 'apply') {
  const { home } = await findJdk();
  const args = ['-B', '-ntp', '-q', '-f', 'services/pom.xml', `spring-javaformat:${goal}`];
  return { name: 'spring-javaformat', file: await findMaven(home), args, env: { JAVA_HOME: home } };
}

/** @param name a program and the Debian package that holds it @returns the installed one, or a private copy */
async function provideLinter(
  name: 'shellcheck' | 'yamllint',
  { cacheDir, signal, log }: Command,
): Promise<{ file: string; args?: string[]; env?: Record<string, string> }> {
  const [installed] = await findPrograms([name]);
  if (installed) return { file: installed };
  const build = async (temporary: string) => {
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
