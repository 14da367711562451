/** Random request parameters. No k6 imports. */

/**
 * @param {number} from
 * @param {number} to
 * @returns {number} a whole number; every number from `from` to `to` is equally likely, both included
 */
export function randomInt(from, to) {
  return from + Math.floor(Math.random() * (to - from + 1));
}
