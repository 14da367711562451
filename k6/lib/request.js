/** From the catalogue's request to the URL of each iteration. No k6 imports. */

/**
 * @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string,
 *   parameters?: Record<string, { from: number, to: number }> }} Request in the catalogue; both ends of a range belong to it
 */

/**
 * @param {string} baseUrl without a slash at its end
 * @param {Request} request
 * @returns {() => string} the URL of the next request; every `{parameter}` drawn anew, uniformly from its range
 */
export function urlSource(baseUrl, { path, parameters = {} }) {
  const [first, ...rest] = (baseUrl + path).split(/\{(\w+)\}/);
  let source = () => first;
  for (let index = 0; index < rest.length; index += 2) source = withParameter(source, parameters[rest[index]], rest[index + 1]);
  return source;
}

/**
 * Closures, because k6's JavaScript engine takes 10 µs for a loop over the parts: a sixth of what a whole request costs k6.
 *
 * @param {() => string} before
 * @param {{ from: number, to: number }} range
 * @param {string} after
 */
function withParameter(before, { from, to }, after) {
  const span = to - from + 1;
  return () => before() + (from + Math.floor(Math.random() * span)) + after;
}
