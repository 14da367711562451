/** The target under load. No k6 imports. */
import { InputError, oneOf } from './input.js';

/**
 * @typedef {Record<string, { port: number, managementPort?: number, metricsPath?: string }>} Targets in the catalogue, by name
 * @typedef {object} Target
 * @property {string} name
 * @property {string} baseUrl without a slash at its end
 * @property {string | null} metricsUrl null where it is not known: the catalogue has no port of it, or TARGET_HOST replaced the target's
 */

/** Where a target shows its metrics, on its management port, if its entry does not say otherwise. */
export const METRICS_PATH = '/actuator/prometheus';

const DEFAULT_HOST = '127.0.0.1';
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i;

/**
 * The target TARGET.
 *
 * @param {Targets} targets
 * @param {import('./input.js').Env} env
 * @returns {Target}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function chooseTarget(targets, env) {
  return locateTarget(targets, oneOf(env, 'TARGET', Object.keys(targets)), env);
}

/**
 * A target on TARGET_HOST: a host, or host:port to replace the catalogue's port. `{target}` in it stands for the target's name. This
 * serves Compose, where every target has its own host name.
 *
 * @param {Targets} targets
 * @param {string} name of one of them
 * @param {import('./input.js').Env} env
 * @returns {Target}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function locateTarget(targets, name, env) {
  const host = (env.TARGET_HOST ?? DEFAULT_HOST).replaceAll('{target}', name);
  const match = HOST.exec(host);
  if (!match || Number(match[1] ?? 1) > 65_535) {
    throw new InputError(`TARGET_HOST=${env.TARGET_HOST}: accepted is a host or host:port, {target} in it stands for the target's name`);
  }
  const { port, managementPort, metricsPath = METRICS_PATH } = targets[name];
  if (match[1] !== undefined) return { name, baseUrl: `http://${host}`, metricsUrl: null };
  const metricsUrl = managementPort === undefined ? null : `http://${host}:${managementPort}${metricsPath}`;
  return { name, baseUrl: `http://${host}:${port}`, metricsUrl };
}
