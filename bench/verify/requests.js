/** Requests of a scenario, made from its template in the catalogue. */

/**
 * @typedef {import('../record/catalogue.js').Request} Request
 */

/** Coprime to any small span, so that consecutive requests are spread over the range. */
const STRIDE = 7_919;

/**
 * @param {Request} template `{name}` in the path stands for a parameter
 * @param {number} index from 0; spreads the parameters over their ranges
 * @returns {Request}
 */
export function requestAt({ parameters = {}, ...template }, index) {
  const path = template.path.replace(/\{(\w+)\}/g, (_, name) => {
    const { from, to } = parameters[name];
    return String(from + ((index * STRIDE) % (to - from + 1)));
  });
  return { ...template, path };
}
