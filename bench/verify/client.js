/** A plain HTTP client: sends requests byte for byte, follows no redirects, adds only `Host`, `Connection` and `Content-Length`. */
import http from 'node:http';

/**
 * @typedef {import('../record/catalogue.js').Request} Request
 * @typedef {{ status: number, headers: Record<string, string>, body: Buffer, elapsedMs: number }} Received header names in lower case;
 *   values of a repeated header joined by ', '
 * @typedef {{ send: (request: Request) => Promise<Received>, isSilent: () => boolean, close: () => void }} Client `isSilent`: was there no answer in
 *   time to the request that ended last?
 */

/** Longer than any request of the catalogue on an idle target. */
export const NO_ANSWER_MS = 15_000;

/** As many as the checks of `delay` and `lock` need in flight at the same time. All cases are sent at once, too. */
const CONNECTIONS = 50;

/**
 * @param {string} baseUrl such as http://127.0.0.1:8081
 * @returns {Client} `send` is rejected if there is no answer
 */
export function openClient(baseUrl) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { hostname, port } = new URL(baseUrl);
  let isSilent = false;
  return {
    send: async (request) => {
      try {
        const received = await send({ agent, hostname, port }, request);
        isSilent = false;
        return received;
      } catch (error) {
        isSilent = error instanceof NoAnswer;
        throw error;
      }
    },
    isSilent: () => isSilent,
    close: () => agent.destroy(),
  };
}

class NoAnswer extends Error {
  constructor() {
    super(`no answer within ${NO_ANSWER_MS / 1000} s`);
  }
}

/**
 * @param {{ agent: http.Agent, hostname: string, port: string }} server
 * @param {Request} request
 * @returns {Promise<Received>}
 */
function send(server, { method, path, headers = {}, body }) {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    // `path` is passed separately, because `new URL` would rewrite double slashes and percent-encodings.
    const outgoing = http.request({ ...server, method, path, headers: { ...headers, ...length } }, (incoming) => {
      /** @type {Buffer[]} */
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: joinHeaders(incoming.rawHeaders),
          body: Buffer.concat(chunks),
          elapsedMs: performance.now() - startedMs,
        }),
      );
    });
    outgoing.setTimeout(NO_ANSWER_MS, () => outgoing.destroy(new NoAnswer()));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** @param {string[]} rawHeaders names and values in turn */
function joinHeaders(rawHeaders) {
  /** @type {Record<string, string>} */
  const headers = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i].toLowerCase();
    headers[name] = name in headers ? `${headers[name]}, ${rawHeaders[i + 1]}` : rawHeaders[i + 1];
  }
  return headers;
}
