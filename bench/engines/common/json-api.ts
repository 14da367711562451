/** An API that speaks JSON over a Unix socket: the Docker Engine's, or a cluster's behind `kubectl proxy`. */
import type { UnixHttp } from '../unix-http.ts';

export type Refusal = Error & { status?: number };

export abstract class JsonApi {
  protected http;

  constructor(http: UnixHttp) {
    this.http = http;
  }

  /** @param body of a PATCH: a strategic merge @returns the answer; null where it is empty @throws {Refusal} one line */
  async ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<any> {
    const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
    const { status, content } = await this.http.exchange(method, path, { body, type });
    const text = content.toString();
    if (status < 400) return text === '' ? null : JSON.parse(text);
    throw Object.assign(this.refusal(text, status, `${method} ${path}`), { status });
  }

  /** @returns the answer as text, whatever it is; '' if it is refused */
  async text(path: string): Promise<string> {
    const { status, content } = await this.http.exchange('GET', path);
    return status < 400 ? content.toString() : '';
  }

  /** @param text of the answer @returns one line */
  protected abstract refusal(text: string, status: number, asked: string): Error;

  close() {
    this.http.close();
  }
}

/** @param error 404: it is gone; 409: somebody else is removing it */
export function ignoreGone(error: Refusal) {
  if (error.status !== 404 && error.status !== 409) throw error;
}
