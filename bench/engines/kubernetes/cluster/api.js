/** The cluster's API through the socket of `kubectl proxy`. */
import { UsageError } from '../../../util/errors.js';
import { UnixHttp } from '../../unix-http.js';

const ANSWER_MS = 15_000;

/** @typedef {any} KubeObject as the API gives it */
/** @typedef {Error & { status?: number, reason?: string }} Refusal */

export class Api {
  #http = new UnixHttp('', { answerMs: ANSWER_MS, explained: (error) => error });
  /** @type {string} */
  #core;

  /** @param {string} namespace */
  constructor(namespace) {
    this.namespace = namespace;
    this.#core = `/api/v1/namespaces/${namespace}`;
  }

  /** @param {string} socket */
  open(socket) {
    this.#http = new UnixHttp(socket, { answerMs: ANSWER_MS, explained: ({ message }) => new UsageError(silence(message)) });
  }

  /**
   * @param {'GET' | 'POST' | 'PATCH' | 'DELETE'} method
   * @param {string} path
   * @param {object} [body] of a PATCH: a strategic merge
   * @returns {Promise<KubeObject>}
   * @throws {Refusal} one line
   */
  async ask(method, path, body) {
    const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
    const { status, content } = await this.#http.exchange(method, path, { body, type });
    const text = content.toString();
    if (status < 400) return text === '' ? null : JSON.parse(text);
    // kubectl answers for an API that it cannot reach.
    if (status >= 500 && !text.startsWith('{')) throw Object.assign(new UsageError(silence(text.trim())), { status });
    const { message = text, reason } = text.startsWith('{') ? JSON.parse(text) : {};
    throw Object.assign(new UsageError(`ENGINE=kubernetes: ${message.split('\n')[0]}`), { status, reason });
  }

  /** @param {string} [selector] @returns {Promise<{ items: KubeObject[], metadata: { resourceVersion: string } }>} */
  pods(selector = '') {
    return this.ask('GET', `${this.#core}/pods?labelSelector=${encodeURIComponent(selector)}`);
  }

  /** @param {string} name @returns {Promise<KubeObject>} */
  pod(name) {
    return this.ask('GET', `${this.#core}/pods/${name}`);
  }

  /** @param {KubeObject} pod @returns {Promise<KubeObject>} */
  createPod(pod) {
    return this.ask('POST', `${this.#core}/pods`, pod);
  }

  /** @param {string} name @param {number} seconds that it has after TERM */
  async deletePod(name, seconds) {
    await this.ask('DELETE', `${this.#core}/pods/${name}?gracePeriodSeconds=${seconds}`).catch(ignoreGone);
  }

  /** @param {string} selector */
  async deletePods(selector) {
    const { items } = await this.pods(selector);
    await Promise.all(items.map(({ metadata }) => this.deletePod(metadata.name, 0)));
  }

  /** @param {string} name @param {KubeObject} resources of its container */
  resizePod(name, resources) {
    return this.ask('PATCH', `${this.#core}/pods/${name}/resize`, { spec: { containers: [resources] } });
  }

  /** @param {string} name @returns {Promise<string>} the end of its log; '' without one */
  async log(name) {
    const { status, content } = await this.#http.exchange('GET', `${this.#core}/pods/${name}/log?tailLines=200`);
    return status < 400 ? content.toString() : '';
  }

  /** @param {string} name @returns {Promise<KubeObject>} */
  deployment(name) {
    return this.ask('GET', `/apis/apps/v1/namespaces/${this.namespace}/deployments/${name}`);
  }

  /** @param {string} name @param {number} replicas */
  async scale(name, replicas) {
    await this.ask('PATCH', `/apis/apps/v1/namespaces/${this.namespace}/deployments/${name}/scale`, { spec: { replicas } });
  }

  /** @param {string} name @returns {Promise<Record<string, string>>} decoded */
  async secret(name) {
    const { data } = await this.ask('GET', `${this.#core}/secrets/${name}`);
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
  }

  /**
   * Asks for what the Role `runner` may read. A refusal is an answer, too: rights may have gone with the namespace.
   * @returns {Promise<boolean>} whether the API is there
   */
  async answers() {
    return this.ask('GET', `${this.#core}/pods?limit=1`).then(
      () => true,
      ({ status = Infinity }) => status < 500,
    );
  }

  /** @returns {Promise<'Active' | 'Terminating' | null>} null: there is no such namespace, or nobody says, as to whoever has a Role in it only */
  async phaseOfNamespace() {
    const found = await this.ask('GET', this.#core).catch(() => null);
    return found?.status?.phase ?? null;
  }

  /** @param {string} name @returns {Promise<KubeObject | null>} null where this user may not read nodes */
  node(name) {
    return this.ask('GET', `/api/v1/nodes/${name}`).catch(() => null);
  }

  /**
   * @param {string} resourceVersion
   * @param {(type: string, object: KubeObject) => void} onEvent
   * @param {() => void} onEnd
   * @returns {Promise<() => void>} ends it
   */
  watchPods(resourceVersion, onEvent, onEnd) {
    const path = `${this.#core}/pods?watch=1&allowWatchBookmarks=true&resourceVersion=${resourceVersion}`;
    return this.#http.stream(path, ({ type, object }) => onEvent(type, object), onEnd);
  }

  close() {
    this.#http.close();
  }
}

/** @param {string} message */
function silence(message) {
  return `ENGINE=kubernetes: the cluster's API does not answer: ${message.split('\n')[0]}`;
}

/** @param {Refusal} error 404: it is gone; 409: somebody else is removing it */
function ignoreGone(error) {
  if (error.status !== 404 && error.status !== 409) throw error;
}
