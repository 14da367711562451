/** `make lint` and `make format`: every linter and formatter of the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { untilAborted } from '../util/interruption.ts';
import { libraryPath, unpack } from '../setup/debian.ts';
import { findMaven } from '../setup/programs/maven.ts';
import { GO_ENVIRONMENT } from '../setup/go.ts';
import { findJdk } from '../setup/jdk.ts';
import { provide } from '../setup/provide.ts';
import { codeChecks, codeFormat, typeChecks } from './node-suites.ts';
import { runSuites, type Suite } from './suites.ts';
import type { Command } from '../setup/command.ts';

const GO = 'k6/xk6-output-rollup';
const STATICCHECK = 'honnef.co/go/tools/cmd/staticcheck@v0.8.2';

/** @returns exit code */
export async function lint(command: Command): Promise<number> {
  const [shellcheck, yamllint] = [await provideLinter('shellcheck', command), await provideLinter('yamllint', command)];
  const suites: Suite[] = [
    // The slowest first, so that no core waits for it at the end.
    await javaFormat('validate'),
    ...typeChecks(),
    ...codeChecks(),
    { name: 'staticcheck', file: 'go', args: ['run', '-C', GO, STATICCHECK, './...'], env: GO_ENVIRONMENT },
    { name: 'go vet', file: 'go', args: ['vet', '-C', GO, './...'], env: GO_ENVIRONMENT },
    { name: 'kube-score', file: process.execPath, args: ['bench/dev/manifests.ts'] },
    { name: 'gofmt', file: 'bash', args: ['-c', `! gofmt -l ${GO} | grep .`] },
    { name: 'shellcheck', ...shellcheck, args: ['.ci/run', 'bench/engines/docker/run.sh'] },
    { name: 'yamllint', ...yamllint, args: [...yamllint.args, '--strict', '.'] },
  ];
  return runSuites(suites, command);
}

/** @returns exit code */
export async function format(command: Command): Promise<number> {
  const suites: Suite[] = [
    await javaFormat('apply'),
    codeFormat(),
    { name: 'derived files', file: process.execPath, args: ['bench/dev/derived.ts'] },
    { name: 'gofmt', file: 'gofmt', args: ['-w', GO] },
  ];
  return runSuites(suites, command);
}

async function javaFormat(goal: 'validate' | 'apply'): Promise<Suite> {
  const { home } = await findJdk();
  const args = ['-B', '-ntp', '-q', '-f', 'services/pom.xml', `spring-javaformat:${goal}`];
  return { name: 'spring-javaformat', file: await findMaven(home), args, env: { JAVA_HOME: home } };
}

/** @param name a program and the Debian package that holds it @returns the installed one, or a private copy */
function provideLinter(name: 'shellcheck' | 'yamllint', { cacheDir: cache, signal, log }: Command) {
  const fetch = async (temporary: string) => {
    log(`Unpacking ${name} from Debian into the cache …`);
    await unpack([name], temporary);
    return temporary;
  };
  const inspect = async (file: string, copy?: string): Promise<Pick<Suite, 'file' | 'args' | 'env'>> => {
    if (copy === undefined) return { file, args: [] };
    const python = path.join(copy, 'usr', 'lib', 'python3', 'dist-packages');
    // Debian's Python programs begin with '#!/usr/bin/python3', which a private copy has, if at all, elsewhere.
    if (existsSync(path.join(python, name))) return { file: 'python3', args: ['-m', name], env: { PYTHONPATH: python } };
    return { file, args: [], env: { LD_LIBRARY_PATH: await libraryPath(copy), PYTHONPATH: python } };
  };
  const wanted = { names: [name], inspect, entry: name, bin: `usr/bin/${name}`, fetch, title: name, cure: `install ${name}` };
  return untilAborted(provide(wanted, { cache, log }), signal);
}
