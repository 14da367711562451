/** Answers that k6 has logged (k6/lib/own/http.js), and whether two variants gave the same. */

/**
 * @typedef {object} Answer
 * @property {string} method
 * @property {string} url without the base URL; whole where the request went elsewhere
 * @property {string} sent digest of the request's body
 * @property {number} status
 * @property {string} type content type
 * @property {number} length of the body; in bytes, or in characters of a text
 * @property {string} hash digest of the body; '' where k6 discards it
 */

const SETUP = /\bmsg="setup (\d+) ms"/;
const LINE = /\bmsg="answer ((?:[^"\\]|\\.)*)"/g;
const SHOWN = /** @type {const} */ ({ status: 'status', type: 'content type', length: 'length', hash: 'body' });

/** @param {string} log of k6 @returns {Answer[]} in their order */
export function answersIn(log) {
  return [...log.matchAll(LINE)].map(([, text]) => JSON.parse(JSON.parse(`"${text}"`)));
}

/** @param {string} log of k6 @returns {number} seconds that the script's setup() took */
export function setupSecondsIn(log) {
  return Number(SETUP.exec(log)?.[1] ?? 0) / 1000;
}

/** @param {Answer} answer @returns {boolean} was it the target's, and not another server's? */
export function isOfTarget({ url }) {
  return !/^[a-z]+:\/\//i.test(url);
}

/**
 * Requests that are the same must have the same answers.
 * @param {{ target: string, answers: Answer[] }[]} given of each target, the baseline first
 * @returns {string | null} the first difference, in a sentence
 */
export function differenceOf(given) {
  const [{ target: baseline, answers: expected }] = given;
  const known = new Map(expected.map((answer) => [keyOf(answer), answer]));
  for (const { target, answers } of given.slice(1)) {
    for (const answer of answers) {
      const other = known.get(keyOf(answer));
      const field = other && /** @type {(keyof typeof SHOWN)[]} */ (Object.keys(SHOWN)).find((each) => answer[each] !== other[each]);
      if (!other || field === undefined) continue;
      const values = field === 'hash' ? 'another body of the same length' : `${SHOWN[field]} ${answer[field]} instead of ${other[field]}`;
      return `${target} answers ${answer.method} ${answer.url} with ${values}, unlike ${baseline}`;
    }
  }
  return null;
}

/** @param {Answer} answer */
function keyOf({ method, url, sent }) {
  return `${method} ${url} ${sent}`;
}
