/** The Docker Engine's API over its socket, for what `docker compose` does not do: limits of a running container, exits with their reason. */
import http from 'node:http';
import { UsageError } from '../../util/errors.js';

/** Docker answers in milliseconds, but on a busy machine a start of ten containers at once took more than a minute. */
const ANSWER_MS = 180_000;

/** @typedef {(event: { Action: string, Actor: { ID: string, Attributes: Record<string, string> } }) => void} OnEvent */

export class DockerApi {
  /** Docker keeps the connection of a request open for the next one. */
  #agent = new http.Agent({ keepAlive: true });

  /** @param {string} socketPath */
  constructor(socketPath) {
    this.socketPath = socketPath;
  }

  /**
   * @param {'GET' | 'POST' | 'DELETE'} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>} the answer; null where it is empty
   * @throws {Error & { status?: number }} one line
   */
  async ask(method, path, body) {
    const { status, content } = await this.#exchange(method, path, body);
    const text = content.toString();
    if (status < 400) return text === '' ? null : JSON.parse(text);
    const reason = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
    throw Object.assign(new Error(`Docker refused ${method} ${path}: ${reason.split('\\n')[0]}`), { status });
  }

  /** @param {string} path @returns {Promise<string>} the answer as text, whatever it is; '' if it is refused */
  async text(path) {
    const { status, content } = await this.#exchange('GET', path);
    return status < 400 ? content.toString() : '';
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<{ status: number, content: Buffer }>}
   */
  #exchange(method, path, body) {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const { socketPath } = this;
      const refused = (/** @type {Error} */ error) => reject(this.#explained(error));
      const request = http.request({ socketPath, agent: this.#agent, method, path, headers, timeout: ANSWER_MS }, (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', refused);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, content: Buffer.concat(chunks) }));
      });
      request.on('timeout', () => request.destroy(new Error(`no answer within ${ANSWER_MS / 1000} s`))).on('error', refused);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** @param {Error & { code?: string }} error */
  #explained({ code, message }) {
    if (code === 'EACCES') return new UsageError(`ENGINE=docker: this user may not use the Docker engine (${this.socketPath})`);
    return new UsageError(`ENGINE=docker: the Docker engine does not answer at ${this.socketPath}: ${message}`);
  }

  /**
   * @param {Record<string, string[]>} filters
   * @param {OnEvent} onEvent
   * @returns {Promise<() => void>} once events are being heard; ends it
   */
  events(filters, onEvent) {
    return new Promise((resolve, reject) => {
      const path = `/events?filters=${encodeURIComponent(JSON.stringify(filters))}`;
      const request = http.get({ socketPath: this.socketPath, agent: false, path }, (response) => {
        let rest = '';
        response.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
          const lines = (rest + text).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) if (line.trim() !== '') onEvent(JSON.parse(line));
        });
        response.on('error', () => {}); // Docker itself has ended: the next request says so
        resolve(() => request.destroy());
      });
      request.on('error', (error) => reject(this.#explained(error)));
    });
  }

  close() {
    this.#agent.destroy();
  }
}
