/** Stand-ins for programs. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param file where to put it @param script body of a shell script @returns the file */
export function fakeProgram(file: string, script: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** What docker says of itself: shell, by the words that it is asked. */
const DOCKER = {
  '--version ': 'echo Docker version 28.0.0',
  'info ': 'echo 28.0.0',
  'compose version': 'echo 2.40.0',
  'context ': 'echo unix:///dev/null',
  'kill ': 'exit 1',
};

/** A docker command, in `bin`. @param first shell, before it answers; it has $FOLDER @param changed answers */
export function fakeDocker(folder: string, first = '', changed: Partial<Record<keyof typeof DOCKER, string>> = {}) {
  const answers = Object.entries({ ...DOCKER, ...changed }).map(([words, shell]) => `  '${words}'*) ${shell} ;;`);
  fakeProgram(path.join(folder, 'bin', 'docker'), `FOLDER='${folder}'\n${first}\ncase "$1 $2" in\n${answers.join('\n')}\nesac`);
}

/** Answers at its port as Grafana does. */
const GRAFANA = `exec '${process.execPath}' -e 'require("http").createServer((_, r) => r.end("{}")).listen(+process.env.GF_SERVER_HTTP_PORT, process.env.GF_SERVER_HTTP_ADDR)'`;

/** @param home as Grafana is installed @param first shell, before it answers @returns home */
export function fakeGrafana(home: string, program: string, first = ''): string {
  mkdirSync(path.join(home, 'conf'), { recursive: true });
  writeFileSync(path.join(home, 'conf', 'defaults.ini'), '');
  fakeProgram(path.join(home, 'bin', program), `${first}\n${GRAFANA}`);
  return home;
}

/** Runs an action with other environment variables. */
export async function withEnvironment<T>(variables: Record<string, string>, action: () => Promise<T>): Promise<T> {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  Object.assign(process.env, variables);
  try {
    return await action();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** Runs an action with the programs of a folder before those of the PATH. */
export const withPrograms = <T>(bin: string, action: () => Promise<T>): Promise<T> =>
  withEnvironment({ PATH: `${bin}:${process.env.PATH}` }, action);
