/** The Docker Engine's API over its socket, for what `docker compose` does not do: limits of a running container, exits with their reason. */
import { UsageError } from '../../util/errors.ts';
import { UnixHttp } from '../unix-http.ts';

/** Docker answers in milliseconds, but on a busy machine a start of ten containers at once took more than a minute. */
const ANSWER_MS = 180_000;

type OnEvent = (event: { Action: string; Actor: { ID: string; Attributes: Record<string, string> } }) => void;

export class DockerApi {
  socketPath;
  #http;

  constructor(socketPath: string) {
    this.socketPath = socketPath;
    this.#http = new UnixHttp(socketPath, { answerMs: ANSWER_MS, explained: (error) => this.#explained(error) });
  }

  /** @returns the answer; null where it is empty @throws {Error & { status?: number }} one line */
  async ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<any> {
    const { status, content } = await this.#http.exchange(method, path, { body });
    const text = content.toString();
    if (status < 400) return text === '' ? null : JSON.parse(text);
    const reason = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
    throw Object.assign(new Error(`Docker refused ${method} ${path}: ${reason.split('\\n')[0]}`), { status });
  }

  /** @returns the answer as text, whatever it is; '' if it is refused */
  async text(path: string): Promise<string> {
    const { status, content } = await this.#http.exchange('GET', path);
    return status < 400 ? content.toString() : '';
  }

  #explained({ code, message }: Error & { code?: string }) {
    if (code === 'EACCES') return new UsageError(`ENGINE=docker: this user may not use the Docker engine (${this.socketPath})`);
    return new UsageError(`ENGINE=docker: the Docker engine does not answer at ${this.socketPath}: ${message}`);
  }

  /** @returns once events are being heard; ends it */
  events(filters: Record<string, string[]>, onEvent: OnEvent): Promise<() => void> {
    return this.#http.stream(`/events?filters=${encodeURIComponent(JSON.stringify(filters))}`, onEvent);
  }

  close() {
    this.#http.close();
  }
}
