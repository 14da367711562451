/** The cluster's API through the socket of `kubectl proxy`. */
import { UsageError } from '../../../util/errors.ts';
import { UnixHttp } from '../../unix-http.ts';

const ANSWER_MS = 15_000;

/** as the API gives it */
export type KubeObject = any;
export type Refusal = Error & { status?: number; reason?: string };

export class Api {
  namespace;
  #http = new UnixHttp('', { answerMs: ANSWER_MS, explained: (error) => error });
  #core: string;

  constructor(namespace: string) {
    this.namespace = namespace;
    this.#core = `/api/v1/namespaces/${namespace}`;
  }

  open(socket: string) {
    this.#http = new UnixHttp(socket, { answerMs: ANSWER_MS, explained: ({ message }) => new UsageError(silence(message)) });
  }

  /** @param body of a PATCH: a strategic merge @throws {Refusal} one line */
  async ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<KubeObject> {
    const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
    const { status, content } = await this.#http.exchange(method, path, { body, type });
    const text = content.toString();
    if (status < 400) return text === '' ? null : JSON.parse(text);
    // kubectl answers for an API that it cannot reach.
    if (status >= 500 && !text.startsWith('{')) throw Object.assign(new UsageError(silence(text.trim())), { status });
    const { message = text, reason } = text.startsWith('{') ? JSON.parse(text) : {};
    throw Object.assign(new UsageError(`ENGINE=kubernetes: ${message.split('\n')[0]}`), { status, reason });
  }

  pods(selector = ''): Promise<{ items: KubeObject[]; metadata: { resourceVersion: string } }> {
    return this.ask('GET', `${this.#core}/pods?labelSelector=${encodeURIComponent(selector)}`);
  }

  pod(name: string): Promise<KubeObject> {
    return this.ask('GET', `${this.#core}/pods/${name}`);
  }

  createPod(pod: KubeObject): Promise<KubeObject> {
    return this.ask('POST', `${this.#core}/pods`, pod);
  }

  /** @param seconds that it has after TERM */
  async deletePod(name: string, seconds: number) {
    await this.ask('DELETE', `${this.#core}/pods/${name}?gracePeriodSeconds=${seconds}`).catch(ignoreGone);
  }

  async deletePods(selector: string) {
    const { items } = await this.pods(selector);
    await Promise.all(items.map(({ metadata }) => this.deletePod(metadata.name, 0)));
  }

  /** @param resources of its container */
  resizePod(name: string, resources: KubeObject) {
    return this.ask('PATCH', `${this.#core}/pods/${name}/resize`, { spec: { containers: [resources] } });
  }

  /** @returns the end of its log; '' without one */
  async log(name: string): Promise<string> {
    const { status, content } = await this.#http.exchange('GET', `${this.#core}/pods/${name}/log?tailLines=200`);
    return status < 400 ? content.toString() : '';
  }

  deployment(name: string): Promise<KubeObject> {
    return this.ask('GET', `/apis/apps/v1/namespaces/${this.namespace}/deployments/${name}`);
  }

  async scale(name: string, replicas: number) {
    await this.ask('PATCH', `/apis/apps/v1/namespaces/${this.namespace}/deployments/${name}/scale`, { spec: { replicas } });
  }

  /** @returns decoded */
  async secret(name: string): Promise<Record<string, string>> {
    const { data } = await this.ask('GET', `${this.#core}/secrets/${name}`);
    return Object.fromEntries(Object.entries<string>(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
  }

  /**
   * Asks for what the Role `runner` may read. A refusal is an answer, too: rights may have gone with the namespace.
   * @returns whether the API is there
   */
  async answers(): Promise<boolean> {
    return this.ask('GET', `${this.#core}/pods?limit=1`).then(
      () => true,
      ({ status = Infinity }) => status < 500,
    );
  }

  /** @returns null: there is no such namespace, or nobody says, as to whoever has a Role in it only */
  async phaseOfNamespace(): Promise<'Active' | 'Terminating' | null> {
    const found = await this.ask('GET', this.#core).catch(() => null);
    return found?.status?.phase ?? null;
  }

  /** @returns null where this user may not read nodes */
  node(name: string): Promise<KubeObject | null> {
    return this.ask('GET', `/api/v1/nodes/${name}`).catch(() => null);
  }

  /** @returns ends it */
  watchPods(resourceVersion: string, onEvent: (type: string, object: KubeObject) => void, onEnd: () => void): Promise<() => void> {
    const path = `${this.#core}/pods?watch=1&allowWatchBookmarks=true&resourceVersion=${resourceVersion}`;
    return this.#http.stream(path, ({ type, object }) => onEvent(type, object), onEnd);
  }

  close() {
    this.#http.close();
  }
}

function silence(message: string) {
  return `ENGINE=kubernetes: the cluster's API does not answer: ${message.split('\n')[0]}`;
}

/** @param error 404: it is gone; 409: somebody else is removing it */
function ignoreGone(error: Refusal) {
  if (error.status !== 404 && error.status !== 409) throw error;
}
