/** From the catalogue's request to the URL of each iteration. No k6 imports. */

/** @typedef {import('./catalogue.js').Request} Request */

/**
 * @param {string} baseUrl without a slash at its end
 * @param {Request} request
 * @returns {() => string} the URL of the next request; every `{parameter}` drawn anew, uniformly from its range
 */
export function urlSource(baseUrl, { path, parameters = {} }) {
  const [first, ...rest] = (baseUrl + path).split(/\{(\w+)\}/);
  if (rest.length === 0) return () => first;
  const drawn = rest.flatMap((part, index) => (index % 2 === 0 ? [{ ...parameters[part], then: rest[index + 1] }] : []));
  return () => {
    let url = first;
    for (const { from, to, then } of drawn) url += from + Math.floor(Math.random() * (to - from + 1)) + then;
    return url;
  };
}
