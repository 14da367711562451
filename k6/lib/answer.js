/** Compares an answer with the one in the catalogue. No k6 imports. */

/**
 * @typedef {{ status: number, headers: Record<string, string>, body: string }} Answer
 * @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string }} Request
 * @typedef {{ request: Request, response: Answer }} Case a request, and the exact answer
 */

const SHOWN_CHARACTERS = 200;

/** A comparison takes k6 about 0.3 ms, a request 60 µs. */
const COMPARED_EVERY = 200;

/**
 * @param {number} number of a VU's answer, from 1
 * @returns {boolean} whether it is compared: each power of two until 200, as a short run has few answers, and then one of 200
 */
export function isCompared(number) {
  return number % COMPARED_EVERY === 0 || (number < COMPARED_EVERY && (number & (number - 1)) === 0);
}

/**
 * @param {Answer} expected only the headers to compare, names in lower case; `${id}` in a header or body stands for a number in digits, the
 *   same one wherever it occurs
 * @param {Answer} actual header names in any case
 * @returns {string | null} the first difference, as one line of text; null if there is none
 */
export function difference(expected, actual) {
  if (actual.status !== expected.status) return `status ${actual.status} instead of ${expected.status} (body ${shown(actual.body)})`;
  const headers = Object.fromEntries(Object.entries(actual.headers).map(([name, value]) => [name.toLowerCase(), value]));
  /** @type {Map<string, string>} */
  const integers = new Map();
  for (const [name, value] of Object.entries(expected.headers)) {
    const header = headers[name] ?? '';
    if (mismatch(value, header, integers)) return `${name} ${shown(header)} instead of ${shown(value)}`;
  }
  if (mismatch(expected.body, actual.body, integers)) return `body ${shown(actual.body)} instead of ${shown(expected.body)}`;
  return null;
}

/**
 * Works on text and on bytes decoded as latin1: placeholders stand for ASCII digits without a sign, as in primary keys.
 *
 * @param {string} template literal text with placeholders such as `${id}`, none of them followed by a digit
 * @param {string} text
 * @param {Map<string, string>} integers values of the placeholders met so far in this answer; extended here
 * @returns {{ inTemplate: number, inText: number } | null} where the two start to differ; null if the text matches
 */
export function mismatch(template, text, integers) {
  let inTemplate = 0;
  let inText = 0;
  for (const part of template.split(/(\$\{\w+\})/)) {
    const name = /^\$\{(\w+)\}$/.exec(part)?.[1];
    const known = name === undefined ? part : integers.get(name);
    const wanted = known ?? /^\d+/.exec(text.slice(inText))?.[0];
    if (wanted === undefined || !text.startsWith(wanted, inText)) {
      const common = name === undefined ? commonStart(part, text.slice(inText)) : 0;
      return { inTemplate: inTemplate + common, inText: inText + common };
    }
    if (name !== undefined) integers.set(name, wanted);
    inTemplate += part.length;
    inText += wanted.length;
  }
  return inText === text.length ? null : { inTemplate, inText };
}

/** @param {string} a @param {string} b */
function commonStart(a, b) {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** @param {string} text */
function shown(text) {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}
