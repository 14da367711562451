/** `make setup`: fetches and builds what is missing, so that measurements need no network. */
import { setUp, USUAL_NEEDS } from '../setup/index.ts';
import { untilAborted } from '../util/interruption.ts';
import type { Command } from '../setup/command.ts';

/** @returns exit code */
export async function setup({ catalogue, root, cacheDir, signal, log }: Command): Promise<number> {
  await untilAborted(setUp({ catalogue, root, cacheDir, log, needs: [...USUAL_NEEDS, 'toxiproxy'] }), signal);
  log(`everything is in place, in ${cacheDir} and services/*/target`);
  return 0;
}
