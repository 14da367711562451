/** Watches the requests of a script that knows nothing of this project: what it does not await, what is answered, and whether its target is gone. */
import { sleep } from 'k6';
import { sha256 } from 'k6/crypto';
import exec from 'k6/execution';
import http from 'k6/http';
import { isCompared } from '../answer.js';
import { log } from '../log.js';

/** @typedef {import('k6/http').Response} Response */
/**
 * @typedef {object} Watched
 * @property {string} name of the target
 * @property {string} baseUrl
 * @property {boolean} all is every answer logged? Else a sample of each VU's
 */

const METHODS = /** @type {const} */ (['get', 'head', 'post', 'put', 'patch', 'del', 'options', 'request', 'asyncRequest', 'batch']);
/** Error codes of a request timeout and a connection timeout: signs of a busy target, not of one that is gone. */
const TIMEOUTS = [1050, 1211];
/** A target that is gone refuses connections at once: without a pause, every VU would try again in a hot loop. */
const PAUSE_SECONDS = 1;
const FAILURES_UNTIL_ABORT = 5;

/** What begins the line of an answer in k6's log. */
const ANSWER = 'answer ';

/**
 * From then on the functions of k6/http, however the script has imported them, are watched.
 * @param {Watched} watched
 * @returns {{ underWay: () => boolean }} is a request of this VU not answered yet? k6 interrupts a VU at the end of its slice
 */
export function watchRequests({ name, baseUrl, all }) {
  let underWay = 0;
  let answers = 0;
  let refused = 0;
  const onAnswer = (/** @type {Response} */ response) => {
    if (response.status !== 0) {
      refused = 0;
      if (all || isCompared(++answers)) log.info(`${ANSWER}${JSON.stringify(answerOf(response, baseUrl))}`);
    } else if (response.request.url.startsWith(baseUrl) && !TIMEOUTS.includes(response.error_code)) {
      refused += 1;
      if (refused === FAILURES_UNTIL_ABORT) exec.test.abort(`${name} is gone from ${baseUrl} (${response.error})`);
      sleep(PAUSE_SECONDS);
    }
  };
  const ended = (/** @type {any} */ result) => {
    underWay -= 1;
    const responses = result?.request === undefined ? Object.values(result ?? {}) : [result];
    for (const response of responses) onAnswer(/** @type {Response} */ (response));
    return result;
  };
  const functions = /** @type {Record<string, (...args: unknown[]) => any>} */ (/** @type {unknown} */ (http));
  for (const method of METHODS) {
    const send = functions[method];
    functions[method] = (...args) => {
      underWay += 1;
      const result = send(...args);
      return method === 'asyncRequest' ? result.then(ended) : ended(result);
    };
  }
  return { underWay: () => underWay > 0 };
}

/**
 * @param {Response} response
 * @param {string} baseUrl
 * @returns {import('./options.js').Answer}
 */
function answerOf({ request, status, headers, body }, baseUrl) {
  const { method, url } = request;
  const content = Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]));
  return {
    method,
    url: url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url,
    sent: digest(request.body ?? ''),
    status,
    type: content['content-type'] ?? '',
    length: body === null ? Number(content['content-length'] ?? -1) : lengthOf(body),
    hash: body === null ? '' : digest(body),
  };
}

/** @param {string | ArrayBuffer} body */
function digest(body) {
  return sha256(body, 'hex').slice(0, 16);
}

/** @param {any} body text or bytes */
function lengthOf(body) {
  return body.byteLength ?? body.length;
}
