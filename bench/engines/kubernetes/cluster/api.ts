/** The cluster's API through the socket of `kubectl proxy`. */
import { UsageError } from '../../../util/errors.ts';
import { ignoreGone, JsonApi, type Refusal } from '../../common/json-api.ts';

const ANSWER_MS = 15_000;

/** as the API gives it */
export type KubeObject = any;

export class Api extends JsonApi {
  namespace;
  #core;
  #deployments;

  constructor(namespace: string) {
    super('', ANSWER_MS);
    this.namespace = namespace;
    this.#core = `/api/v1/namespaces/${namespace}`;
    this.#deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  }

  /** Nothing is asked before. @param socket of `kubectl proxy` */
  open(socket: string) {
    this.socketPath = socket;
  }

  protected override refusal(text: string, status: number) {
    const isOfApi = text.startsWith('{');
    // kubectl answers for an API that it cannot reach.
    if (status >= 500 && !isOfApi) return this.silence({ message: text.trim() });
    const { message = text }: { message?: string } = isOfApi ? JSON.parse(text) : {};
    return new UsageError(`ENGINE=kubernetes: ${message.split('\n')[0]}`);
  }

  protected override silence({ message }: { message: string }) {
    return new UsageError(`ENGINE=kubernetes: the cluster's API does not answer: ${message.split('\n')[0]}`);
  }

  pods(selector: string): Promise<{ items: KubeObject[]; metadata: { resourceVersion: string } }> {
    return this.ask('GET', `${this.#core}/pods?labelSelector=${encodeURIComponent(selector)}`);
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

  resizePod(name: string, container: KubeObject) {
    return this.ask('PATCH', `${this.#core}/pods/${name}/resize`, { spec: { containers: [container] } });
  }

  /** @returns the end of its log; '' without one */
  log(name: string): Promise<string> {
    return this.text(`${this.#core}/pods/${name}/log?tailLines=200`);
  }

  deployment(name: string): Promise<KubeObject> {
    return this.ask('GET', `${this.#deployments}/${name}`);
  }

  async scale(name: string, replicas: number) {
    await this.ask('PATCH', `${this.#deployments}/${name}/scale`, { spec: { replicas } });
  }

  async secret(name: string): Promise<Record<string, string>> {
    const { data } = await this.ask('GET', `${this.#core}/secrets/${name}`);
    return Object.fromEntries(Object.entries<string>(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
  }

  /** Asks for what the Role `runner` may read. A refusal is an answer, too: rights may have gone with the namespace. */
  async answers(): Promise<boolean> {
    return this.ask('GET', `${this.#core}/pods?limit=1`).then(
      () => true,
      ({ status = Infinity }: Refusal) => status < 500,
    );
  }

  /** @returns null: there is no such namespace */
  phaseOfNamespace(): Promise<'Active' | 'Terminating' | null> {
    return this.ask('GET', this.#core).then(
      ({ status }) => status.phase,
      (refusal: Refusal) => {
        if (refusal.status === 404) return null;
        // A Role cannot grant that, so whoever has one only does not know.
        if (refusal.status === 403) return 'Active';
        throw refusal;
      },
    );
  }

  watchPods(resourceVersion: string, onEvent: (type: string, object: KubeObject) => void, onEnd: () => void): Promise<() => void> {
    const path = `${this.#core}/pods?watch=1&allowWatchBookmarks=true&resourceVersion=${resourceVersion}`;
    return this.stream(path, ({ type, object }) => onEvent(type, object), onEnd);
  }
}
