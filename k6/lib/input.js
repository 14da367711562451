/** Reads `-e` variables. No k6 imports: the runner reads its options with the same code. */

/** @typedef {Record<string, string | undefined>} Env values of `-e` variables by name; undefined if not given */

/** A variable has a value that cannot be used. The message is the one line to show; the runner ends with that exit code, as after a UsageError. */
export class InputError extends Error {
  exitCode = 2;
}

/**
 * @param {Env} env
 * @param {string} name of the variable
 * @param {number} fallback used if the variable is not given
 * @param {number} from smallest accepted value
 * @param {number} to largest accepted value
 * @returns {number} a whole number
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function wholeNumber(env, name, fallback, from, to) {
  const value = env[name];
  if (value === undefined) return fallback;
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (!(number >= from && number <= to)) throw new InputError(`${name}=${value}: accepted is a whole number from ${from} to ${to}`);
  return number;
}

/**
 * @param {Env} env
 * @param {string} name of the variable
 * @param {string[]} accepted
 * @param {string} [fallback] used if the variable is not given; without a fallback the variable is required
 * @returns {string} one of `accepted`
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function oneOf(env, name, accepted, fallback) {
  const value = env[name] ?? fallback;
  if (value === undefined) throw new InputError(`${name} is missing: give -e ${name}=<one of ${accepted.join(', ')}>`);
  if (!accepted.includes(value)) throw new InputError(`${name}=${value} is unknown; accepted: ${accepted.join(', ')}`);
  return value;
}
