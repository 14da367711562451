/** Holds an answer against the catalogue's. No k6 imports. */

/** @typedef {{ status: number, headers: Record<string, string>, body: string }} Answer */

const SHOWN_CHARACTERS = 200;

/**
 * @param {Answer} expected headers are those that matter, names in lower case; `${id}` in a header or body stands for one integer, the
 *   same wherever it occurs
 * @param {Answer} actual header names in any case
 * @returns {string | null} the first difference in words, on one line; null if there is none
 */
export function difference(expected, actual) {
  if (actual.status !== expected.status) return `status ${actual.status} instead of ${expected.status} (body ${shown(actual.body)})`;
  const headers = Object.fromEntries(Object.entries(actual.headers).map(([name, value]) => [name.toLowerCase(), value]));
  /** @type {Map<string, string>} */
  const integers = new Map();
  for (const [name, value] of Object.entries(expected.headers)) {
    const header = headers[name] ?? '';
    if (!matches(value, header, integers)) return `${name} ${shown(header)} instead of ${shown(value)}`;
  }
  if (!matches(expected.body, actual.body, integers)) return `body ${shown(actual.body)} instead of ${shown(expected.body)}`;
  return null;
}

/**
 * @param {string} template
 * @param {string} text
 * @param {Map<string, string>} integers what the placeholders have stood for so far; added to
 */
function matches(template, text, integers) {
  const [first, ...rest] = template.split(/\$\{(\w+)\}/);
  let position = first.length;
  if (!text.startsWith(first)) return false;
  for (let index = 0; index < rest.length; index += 2) {
    const [name, literal] = [rest[index], rest[index + 1]];
    const integer = /^-?\d+/.exec(text.slice(position))?.[0];
    if (integer === undefined || (integers.get(name) ?? integer) !== integer) return false;
    integers.set(name, integer);
    position += integer.length;
    if (!text.startsWith(literal, position)) return false;
    position += literal.length;
  }
  return position === text.length;
}

/** @param {string} text */
function shown(text) {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}
