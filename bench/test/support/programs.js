/** Stand-ins for programs. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param {string} file where to put it @param {string} script body of a shell script @returns {string} the file */
export function fakeProgram(file, script) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/**
 * Runs an action with other environment variables.
 *
 * @template T
 * @param {Record<string, string>} variables
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withEnvironment(variables, action) {
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
