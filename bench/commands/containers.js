/** Tells the host of the Docker engine which containers a command needs. */
import { containersFor } from '../run/stack/containers.js';
import { check } from './check.js';

/**
 * Checks the options of that command, too.
 * @param {import('../setup/command.js').Command} command
 * @param {string} name of the command that will follow
 * @returns {Promise<number>} exit code 0
 * @throws {import('../util/errors.js').UsageError} one line
 */
export async function containers(command, name) {
  await check(command, name);
  for (const line of containersFor(command, name)) command.log(line);
  return 0;
}
