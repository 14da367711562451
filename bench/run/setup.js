/** `make setup`: fetches and builds what is missing, so that the other commands need no network. */
import { setUp } from '../setup/index.js';

/**
 * @param {import('../command.js').Command} command
 * @returns {Promise<number>} exit code
 */
export async function setup({ catalogue, root, cacheDir, log }) {
  await setUp({ catalogue, root, cacheDir, log });
  log(`all is there, in ${cacheDir} and services/*/target`);
  return 0;
}
