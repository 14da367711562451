/** What a request of the load should be answered, as far as the catalogue's cases say it. No k6 imports. */

/**
 * @typedef {import('./answer.js').Case} Case
 * @typedef {import('./answer.js').Answer} Answer
 * @typedef {{ method: string, path: string, body: string }} Sent
 */

/** Splits a text into parts: at odd places numbers and placeholders such as `${id}`, at even places what lies between them. */
const NUMBERS = /(\$\{\w+\}|\d+)/;

/**
 * @param {Case[]} cases of the scenario
 * @param {Sent} sent
 * @param {number} status of the answer
 * @returns {Answer | null} null if no case tells. If the request is that of a case, it is the case's answer. If it differs in the numbers
 *   of its path alone, such as `/members/523`, numbers of the answer that follow from those of the path do so here, and others may be any
 */
export function expectedAnswer(cases, sent, status) {
  const comparable = cases.filter(
    ({ request, response }) => response.status === status && request.method === sent.method && (request.body ?? '') === sent.body,
  );
  const same = comparable.find(({ request }) => request.path === sent.path);
  if (same) return same.response;
  const alike = comparable.filter(({ request }) => withoutNumbers(request.path) === withoutNumbers(sent.path));
  return alike.length === 0 ? null : derived(alike, numbersIn(sent.path));
}

/**
 * @param {Case[]} alike at least one
 * @param {number[]} sent numbers in the path of the request
 * @returns {Answer | null} null if the answers of the cases differ in more than numbers
 */
function derived(alike, sent) {
  const paths = alike.map(({ request }) => numbersIn(request.path));
  const [{ response }] = alike;
  const body = template(
    alike.map((each) => each.response.body),
    { paths, sent },
  );
  if (body === null) return null;
  /** @type {Record<string, string>} */
  const headers = {};
  for (const name of Object.keys(response.headers)) {
    const value = template(
      alike.map((each) => each.response.headers[name] ?? ''),
      { paths, sent },
    );
    if (value === null) return null;
    headers[name] = value;
  }
  return { status: response.status, headers, body };
}

/**
 * @typedef {{ paths: number[][], sent: number[] }} Numbers those in the path of each case, and in the path of the request
 *
 * @param {string[]} texts of the cases
 * @param {Numbers} numbers
 * @returns {string | null} the text to expect, with placeholders; null if the texts differ in more than numbers
 */
function template(texts, numbers) {
  const parts = texts.map((text) => text.split(NUMBERS));
  const [first] = parts;
  let whole = '';
  for (let place = 0; place < first.length; place++) {
    const values = parts.map((each) => each[place]);
    const isNumber = place % 2 === 1;
    const isSame = values.every((value) => value === values[0]);
    if (!isSame && (!isNumber || !values.every((value) => /^\d+$/.test(value)))) return null;
    whole += isNumber ? numberTemplate(values, numbers, `\${any${place}}`) : values[0];
  }
  return parts.every(({ length }) => length === first.length) ? whole : null;
}

/**
 * @param {string[]} values of one number, or of a placeholder, in the answers of the cases
 * @param {Numbers} numbers
 * @param {string} any placeholder for a number that nothing is known of
 * @returns {string}
 */
function numberTemplate(values, numbers, any) {
  const [value] = values;
  if (!/^\d+$/.test(value)) return value;
  // One case alone does not show which numbers are always the same.
  const isConstant = values.length > 1 && values.every((each) => each === value);
  return isConstant ? value : (fromPath(values, numbers) ?? any);
}

/**
 * @param {string[]} values of one number in the answers of the cases
 * @param {Numbers} numbers
 * @returns {string | null} its value for the request; null if it does not follow from a number of the path
 */
function fromPath(values, { paths, sent }) {
  for (const [index, number] of sent.entries()) {
    const distance = Number(values[0]) - paths[0][index];
    // One case alone shows no distance: any number is at some distance from any other.
    if (values.length === 1 && distance !== 0) continue;
    if (values.every((value, of) => Number(value) - paths[of][index] === distance)) return padded(number + distance, values);
  }
  return null;
}

/** @param {number} number @param {string[]} like texts that have zeros before shorter numbers, or do not */
function padded(number, like) {
  const [{ length }] = like;
  const hasWidth = like.every((value) => value.length === length) && like.some((value) => value.startsWith('0'));
  return String(number).padStart(hasWidth ? length : 0, '0');
}

/** @param {string} text */
function withoutNumbers(text) {
  return text.replaceAll(/\d+/g, '0');
}

/** @param {string} text */
function numbersIn(text) {
  return (text.match(/\d+/g) ?? []).map(Number);
}
