import { untilReady } from '../../processes/ready.js';
import { SERVICES } from '../../common/services.js';

/** Limits of starts: MariaDB creates its data folder, and a busy machine takes its time. */
const START_MS = 60_000;

/** @typedef {import('../../processes/supervise.js').Supervised} Supervised */
/**
 * What all services are started with.
 * @typedef {object} Context
 * @property {import('../../../setup/index.js').Tools} tools
 * @property {string} root the checkout
 * @property {string} workDir for their data
 * @property {import('../children.js').Launch} launch
 * @property {import('../../engine.js').Endpoints} endpoints where they are to listen
 */

/**
 * @param {Pick<Context, 'launch' | 'endpoints'>} context
 * @param {keyof typeof SERVICES} name
 * @param {Omit<Parameters<Context['launch']>[0], 'name'>} program
 * @returns {Promise<Supervised>} it answers
 */
export async function startService({ launch, endpoints }, name, program) {
  const service = await launch({ name, ...program });
  await untilReady(service, START_MS, () => SERVICES[name].answers(endpoints));
  return service;
}
