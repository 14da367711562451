/** HTTP over a Unix socket, which only its owner can use: the Docker Engine's, or that of `kubectl proxy`. */
import http from 'node:http';

/** @typedef {{ status: number, content: Buffer }} Answer */

export class UnixHttp {
  /** The connection of a request is kept for the next one. */
  #agent = new http.Agent({ keepAlive: true });

  /**
   * @param {string} socketPath
   * @param {{ answerMs: number, explained: (error: Error & { code?: string }) => Error }} options `explained`: what to throw where there is no answer
   */
  constructor(socketPath, { answerMs, explained }) {
    this.socketPath = socketPath;
    this.answerMs = answerMs;
    this.explained = explained;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {{ body?: object, type?: string }} [options] `type`: of the body
   * @returns {Promise<Answer>}
   */
  exchange(method, path, { body, type = 'application/json' } = {}) {
    return new Promise((resolve, reject) => {
      const headers = { host: 'localhost', ...(body !== undefined && { 'content-type': type }) };
      const { socketPath, answerMs: timeout } = this;
      const refused = (/** @type {Error} */ error) => reject(this.explained(error));
      const request = http.request({ socketPath, agent: this.#agent, method, path, headers, timeout }, (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', refused);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, content: Buffer.concat(chunks) }));
      });
      request.on('timeout', () => request.destroy(new Error(`no answer within ${timeout / 1000} s`))).on('error', refused);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /**
   * @param {string} path of an answer that does not end, with a JSON object in each line
   * @param {(object: any) => void} onObject
   * @param {() => void} [onEnd] it has ended by itself
   * @returns {Promise<() => void>} once the answer has begun; ends it
   */
  stream(path, onObject, onEnd = () => {}) {
    return new Promise((resolve, reject) => {
      const request = http.get({ socketPath: this.socketPath, agent: false, path, headers: { host: 'localhost' } }, (response) => {
        let rest = '';
        response.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
          const lines = (rest + text).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) if (line.trim() !== '') onObject(JSON.parse(line));
        });
        // Where the other side has gone, the next request says so.
        response.on('error', () => {}).on('close', onEnd);
        resolve(() => {
          response.off('close', onEnd);
          request.destroy();
        });
      });
      request.on('error', (error) => reject(this.explained(error)));
    });
  }

  close() {
    this.#agent.destroy();
  }
}
