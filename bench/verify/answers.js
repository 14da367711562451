/** Is an answer the one that the catalogue expects, and the same on every target? */

/**
 * @typedef {import('../catalogue.js').Answer} Answer
 * @typedef {import('./client.js').Received} Received
 */

/** Headers that change what an answer means; compared between targets even where the catalogue lists none. */
const HEADERS_THAT_MATTER = ['content-type', 'location', 'allow'];
const ID = '${id}';
const SHOWN_CHARACTERS = 200;

/**
 * @param {Answer} expected
 * @param {Received} received
 * @returns {string | null} the first difference as a sentence, or null; status, listed headers (exactly), body (byte for byte)
 */
export function answerDifference(expected, received) {
  if (received.status !== expected.status) return `status: expected ${expected.status}, got ${received.status}`;
  /** @type {Set<string>} */
  const ids = new Set();
  for (const [name, value] of Object.entries(expected.headers)) {
    const actual = received.headers[name];
    if (actual === undefined) return `header ${name}: expected ${quote(value)}, got none`;
    if (!matches(value, actual, ids)) return `header ${name}: expected ${quote(value)}, got ${quote(actual)}`;
  }
  const body = received.body.toString('latin1');
  const expectedBody = Buffer.from(expected.body).toString('latin1');
  if (!matches(expectedBody, body, ids)) return bodyDifference(Buffer.from(expected.body), received.body);
  if (ids.size > 1) return `the id differs within the answer: ${[...ids].join(' and ')}`;
  return null;
}

/**
 * @param {string} expected may hold `${id}`, which stands for an integer
 * @param {string} actual
 * @param {Set<string>} ids collects what stood in the place of `${id}`
 */
function matches(expected, actual, ids) {
  const pattern = expected.split(ID).map(escapeForPattern).join('(\\d+)');
  const match = new RegExp(`^${pattern}$`, 's').exec(actual);
  for (const id of match?.slice(1) ?? []) ids.add(id);
  return match !== null;
}

/** @param {string} text */
function escapeForPattern(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * @param {Buffer} expected
 * @param {Buffer} actual
 */
function bodyDifference(expected, actual) {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  const from = Math.max(0, at - SHOWN_CHARACTERS / 2);
  const show = (/** @type {Buffer} */ bytes) => quote(bytes.subarray(from).toString());
  return `body, from byte ${at}: expected ${show(expected)}, got ${show(actual)}`;
}

/** @param {string} text */
function quote(text) {
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return JSON.stringify(cut);
}

/**
 * Whatever the catalogue lists is held against the catalogue; this finds what it does not list.
 * @param {Answer} expected
 * @param {Record<string, Received>} received by target
 * @returns {string[]} one sentence per header that differs between the targets
 */
export function headerDifferences(expected, received) {
  const unlisted = HEADERS_THAT_MATTER.filter((name) => !(name in expected.headers));
  return unlisted.flatMap((name) => {
    const values = Object.entries(received).map(([target, answer]) => ({ target, value: answer.headers[name] }));
    if (new Set(values.map(({ value }) => value)).size <= 1) return [];
    return [`header ${name}: ${values.map(({ target, value }) => `${target} ${value === undefined ? 'none' : quote(value)}`).join(', ')}`];
  });
}
