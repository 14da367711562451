/** A plain HTTP client: sends requests byte for byte, follows no redirects, adds only `Host`, `Connection` and `Content-Length`. */
import http from 'node:http';
import { sumOfSeries } from '../../k6/lib/compilers.js';
import type { Request } from '../record/catalogue.ts';

/** header names in lower case; values of a repeated header joined by ', ' */
export type Received = { status: number; headers: Record<string, string>; body: Buffer; elapsedMs: number };

export type Client = ReturnType<typeof openClient>;

export type Management = ReturnType<typeof openManagement>;

/** Longer than any request of the catalogue on an idle target. */
export const NO_ANSWER_MS = 15_000;

/** As many as the checks of `delay` and `lock` need in flight at the same time. All cases are sent at once, too. */
const CONNECTIONS = 50;

/** The methods of RFC 9110, 9.2.2, that may not be sent twice. */
const NOT_IDEMPOTENT = ['POST', 'PATCH'];

const CPU_COUNTER = 'process_cpu_time_ns_total';

/** @returns `send` is rejected if there is no answer; `isSilent`: was there none in time to the request that ended last? */
export function openClient(baseUrl: string) {
  const kept = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const fresh = new UnsharedConnections({ keepAlive: true });
  const { hostname, port } = new URL(baseUrl);
  let isSilent = false;
  return {
    send: async (request: Request): Promise<Received> => {
      try {
        const agent = NOT_IDEMPOTENT.includes(request.method) ? fresh : kept;
        const received = await send({ agent, hostname, port }, request).catch((error) => {
          if (!(error instanceof ReusedTooLate)) throw error;
          return send({ agent: fresh, hostname, port }, request);
        });
        isSilent = false;
        return received;
      } catch (error) {
        isSilent = error instanceof NoAnswer;
        throw error;
      }
    },
    isSilent: () => isSilent,
    close: () => {
      kept.destroy();
      fresh.destroy();
    },
  };
}

/** @param url of a target's metrics @returns `cpuMs`: CPU time of its process since its start; `answers`: does it show its metrics? */
export function openManagement(url: string) {
  const { origin, pathname } = new URL(url);
  const client = openClient(origin);
  const scrape = async () => {
    const { status, body } = await client.send({ method: 'GET', path: pathname });
    if (status !== 200) throw new Error(`${pathname} answers ${status}`);
    return body.toString();
  };
  const cpuMs = async () => {
    const cpuNs = sumOfSeries(await scrape(), CPU_COUNTER);
    if (cpuNs === null) throw new Error(`${pathname} does not show ${CPU_COUNTER}`);
    return cpuNs / 1e6;
  };
  const answers = () => scrape().then(Boolean, () => false);
  return { scrape, cpuMs, answers, close: client.close };
}

/** Asks for a connection to be kept, as a client does that reuses it, so that answers have the same headers. */
class UnsharedConnections extends http.Agent {
  keepSocketAlive() {
    return false;
  }
}

/** The server has closed an idle connection while the request was on its way: a client may send an idempotent one again (RFC 9112, 9.3.1). */
class ReusedTooLate extends Error {}

class NoAnswer extends Error {
  constructor() {
    super(`no answer within ${NO_ANSWER_MS / 1000} s`);
  }
}

function send(
  server: { agent: http.Agent; hostname: string; port: string },
  { method, path, headers = {}, body }: Request,
): Promise<Received> {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    // `path` is passed separately, because `new URL` would rewrite double slashes and percent-encodings.
    const outgoing = http.request({ ...server, method, path, headers: { ...headers, ...length } }, (incoming) => {
      const chunks: Buffer[] = [];
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
    let bytesBefore = 0;
    outgoing.on('socket', ({ bytesRead }) => (bytesBefore = bytesRead));
    outgoing.on('error', (error) => {
      // Not `reusedSocket`, which Node.js does not set for a request that waited for a connection.
      const isUnanswered = bytesBefore > 0 && outgoing.socket?.bytesRead === bytesBefore;
      reject(isUnanswered && !(error instanceof NoAnswer) ? new ReusedTooLate() : error);
    });
    outgoing.end(body);
  });
}

/** @param rawHeaders names and values in turn */
function joinHeaders(rawHeaders: string[]) {
  const headers: Record<string, string> = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i].toLowerCase();
    headers[name] = name in headers ? `${headers[name]}, ${rawHeaders[i + 1]}` : rawHeaders[i + 1];
  }
  return headers;
}
