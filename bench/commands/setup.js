/** `make setup`: fetches and builds what is missing, so that measurements need no network. */
import { setUp, USUAL_NEEDS } from '../setup/index.js';
import { untilAborted } from '../util/interruption.js';

/** @param {import('../setup/command.js').Command} command @returns {Promise<number>} exit code */
export async function setup({ catalogue, root, cacheDir, signal, log }) {
  await untilAborted(setUp({ catalogue, root, cacheDir, log, needs: [...USUAL_NEEDS, 'toxiproxy'] }), signal);
  log(`everything is in place, in ${cacheDir} and services/*/target`);
  return 0;
}
