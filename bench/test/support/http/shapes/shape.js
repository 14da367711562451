/** What a shape is: a way to talk HTTP to a server that a well-behaved client would not, or seldom. */

/**
 * @typedef {import('../conversation.js').Step} Step
 * @typedef {{ name: string, steps: Step[], methods?: string[], differs?: string }} Shape `methods`: of the requests, if an answer has no body
 *   for its method; `differs`: the row of server-differences.json which says how Tomcat and Netty differ
 */

export const HOST = 'Host: 127.0.0.1';
export const JSON_TYPE = 'Content-Type: application/json';
export const MEMBER = '{"name":"shape","age":30,"teamId":7}';

/** @param {string} line @param {string[]} [headers] @param {string} [body] @returns {string} a request */
export function request(line, headers = [HOST], body = '') {
  return `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

/** @param {string} target @param {string[]} [headers] besides Host */
export function get(target, headers = []) {
  return request(`GET ${target} HTTP/1.1`, [HOST, ...headers]);
}

/** @param {string} body of known length @param {string[]} [headers] @param {string} [target] */
export function post(body, headers = [JSON_TYPE], target = '/members') {
  return request(`POST ${target} HTTP/1.1`, [HOST, ...headers, `Content-Length: ${Buffer.byteLength(body, 'latin1')}`], body);
}

/** @param {string} chunks as sent, with the last one @param {string[]} [headers] @param {string} [target] */
export function postChunks(chunks, headers = [JSON_TYPE], target = '/members') {
  return request(`POST ${target} HTTP/1.1`, [HOST, ...headers, 'Transfer-Encoding: chunked'], chunks);
}

/** @param {string} text @returns {string} as one chunk, without the last one */
export function chunk(text) {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

export const LAST_CHUNK = '0\r\n\r\n';

/**
 * @param {string} group
 * @param {Record<string, string | Step[]>} steps by name
 * @param {Record<string, string>} [differing] rows of server-differences.json by name
 * @returns {Shape[]}
 */
export function shapes(group, steps, differing = {}) {
  const unknown = Object.keys(differing).find((name) => !(name in steps));
  if (unknown !== undefined) throw new Error(`${group} have no shape '${unknown}'`);
  return Object.entries(steps).map(([name, taken]) => ({
    name: `${group}: ${name}`,
    steps: typeof taken === 'string' ? [taken] : taken,
    ...(name in differing ? { differs: differing[name] } : {}),
  }));
}

/** @param {string} row of server-differences.json @param {string[]} names of shapes @returns {Record<string, string>} the row by name */
export function toRow(row, names) {
  return Object.fromEntries(names.map((name) => [name, row]));
}
