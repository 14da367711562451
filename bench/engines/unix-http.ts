/** HTTP over a Unix socket, which only its owner can use: the Docker Engine's, or that of `kubectl proxy`. */
import http from 'node:http';

type Answer = { status: number; content: Buffer };

export class UnixHttp {
  #socketPath;
  #how;
  /** The connection of a request is kept for the next one. */
  #agent = new http.Agent({ keepAlive: true });

  /** @param how `explained`: what to throw where there is no answer */
  constructor(socketPath: string, how: { answerMs: number; explained: (error: Error & { code?: string }) => Error }) {
    this.#socketPath = socketPath;
    this.#how = how;
  }

  /** @param content `type`: of the body */
  exchange(method: string, path: string, { body, type = 'application/json' }: { body?: object; type?: string } = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = { host: 'localhost', ...(body !== undefined && { 'content-type': type }) };
      const { answerMs: timeout, explained } = this.#how;
      const refused = (error: Error) => reject(explained(error));
      const request = http.request({ socketPath: this.#socketPath, agent: this.#agent, method, path, headers, timeout }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', refused);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, content: Buffer.concat(chunks) }));
      });
      request.on('timeout', () => request.destroy(new Error(`no answer within ${timeout / 1000} s`))).on('error', refused);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** @param path of an endless answer of a JSON object in each line @param onEnd by itself @returns once it has begun; ends it */
  stream(path: string, onObject: (object: any) => void, onEnd: () => void = () => {}): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const request = http.get({ socketPath: this.#socketPath, agent: false, path, headers: { host: 'localhost' } }, (response) => {
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
      request.on('error', (error) => reject(this.#how.explained(error)));
    });
  }

  close() {
    this.#agent.destroy();
  }
}
