/** An API that speaks JSON over a Unix socket, which only its owner can use: the Docker Engine's, or a cluster's behind `kubectl proxy`. */
import http from 'node:http';

export type Refusal = Error & { status?: number };

export abstract class JsonApi {
  protected socketPath;
  #answerMs;
  /** The connection of a request is kept for the next one. */
  #agent = new http.Agent({ keepAlive: true });

  constructor(socketPath: string, answerMs: number) {
    this.socketPath = socketPath;
    this.#answerMs = answerMs;
  }

  /** @param body of a PATCH: a strategic merge @returns the answer; null where it is empty @throws {Refusal} one line */
  async ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<any> {
    const { status, text } = await this.#exchange(method, path, body);
    if (status < 400) return text === '' ? null : JSON.parse(text);
    throw Object.assign(this.refusal(text, status, `${method} ${path}`), { status });
  }

  /** @returns the answer as text, whatever it is; '' if it is refused */
  async text(path: string): Promise<string> {
    const { status, text } = await this.#exchange('GET', path);
    return status < 400 ? text : '';
  }

  #exchange(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
      const headers = { host: 'localhost', ...(body !== undefined && { 'content-type': type }) };
      const timeout = this.#answerMs;
      const refused = (error: Error) => reject(this.silence(error));
      const request = http.request({ socketPath: this.socketPath, agent: this.#agent, method, path, headers, timeout }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', refused);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      request.on('timeout', () => request.destroy(new Error(`no answer within ${timeout / 1000} s`))).on('error', refused);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** @param path of an endless answer of a JSON object in each line @param onEnd by itself @returns once it has begun; ends it */
  protected stream(path: string, onObject: (object: any) => void, onEnd: () => void = () => {}): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const request = http.get({ socketPath: this.socketPath, agent: false, path, headers: { host: 'localhost' } }, (response) => {
        let rest = '';
        response.setEncoding('utf8').on('data', (text: string) => {
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
      request.on('error', (error) => reject(this.silence(error)));
    });
  }

  /** @param text of the answer @returns one line */
  protected abstract refusal(text: string, status: number, asked: string): Error;

  /** @returns what to throw where there is no answer */
  protected abstract silence(error: { code?: string; message: string }): Error;

  close() {
    this.#agent.destroy();
  }
}

/** @param error 404: it is gone; 409: somebody else is removing it */
export function ignoreGone(error: Refusal) {
  if (error.status !== 404 && error.status !== 409) throw error;
}
