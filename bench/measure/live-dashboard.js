/**
 * LIVE=k6: k6's own web dashboard at one address for a whole run. Every cell has its own k6. A k6 does not end while a browser reads its
 * events, and does not start where its port is taken. So each gets a free port behind a relay, which closes connections when the load ends.
 */
import { createServer, request } from 'node:http';
import net from 'node:net';

const HOST = '127.0.0.1';

/** k6's own default. */
const PORT = 5665;

/** What k6 writes into the stream of events after the last one (server-sent events: a line for the event's name). */
const LAST_EVENT = 'event: stop';

const WAITING = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>k6</title>
<p>No load at the moment. This page reloads until the next cell begins.`;

export class LiveDashboard {
  /** @type {number | null} port of the k6 that is running */
  #k6Port = null;
  #server = createServer((incoming, outgoing) => this.#relay(incoming, outgoing));

  /**
   * @param {number} [port]
   * @returns {Promise<string>} its address
   * @throws {Error} one line, if the port is taken
   */
  async start(port = PORT) {
    await new Promise((resolve, reject) => {
      this.#server.once('error', () => reject(new Error(`port ${port} (k6's web dashboard) is taken`)));
      this.#server.listen({ port, host: HOST }, () => resolve(null));
    });
    return `http://${HOST}:${port}`;
  }

  /** @returns {Promise<{ outputs: string[], environment: Record<string, string> }>} what the next k6 is given */
  async nextCell() {
    this.#k6Port = await freePort();
    return {
      outputs: ['web-dashboard'],
      environment: { K6_WEB_DASHBOARD_HOST: HOST, K6_WEB_DASHBOARD_PORT: String(this.#k6Port) },
    };
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** @param {import('node:http').IncomingMessage} incoming @param {import('node:http').ServerResponse} outgoing */
  #relay({ method, url, headers }, outgoing) {
    const port = this.#k6Port;
    if (port === null) return wait(outgoing);
    const upstream = request({ host: HOST, port, method, path: url, headers: { ...headers, 'accept-encoding': 'identity' } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
      if (answer.headers['content-type']?.startsWith('text/event-stream'))
        answer.on('data', this.#hangUpAtTheEnd(port, upstream, outgoing));
    });
    upstream.on('error', () => (outgoing.headersSent ? outgoing.destroy() : wait(outgoing)));
    outgoing.on('close', () => upstream.destroy());
    upstream.end();
  }

  /**
   * @param {number} port
   * @param {import('node:http').ClientRequest} upstream
   * @param {import('node:http').ServerResponse} outgoing
   * @returns {(chunk: Buffer) => void}
   */
  #hangUpAtTheEnd(port, upstream, outgoing) {
    let tail = '';
    return (chunk) => {
      tail = (tail + chunk.toString('latin1')).slice(-LAST_EVENT.length - chunk.length);
      if (!tail.includes(LAST_EVENT)) return;
      if (this.#k6Port === port) this.#k6Port = null;
      outgoing.end(() => upstream.destroy());
    };
  }
}

/** @param {import('node:http').ServerResponse} outgoing */
function wait(outgoing) {
  outgoing.writeHead(503, { 'content-type': 'text/html' }).end(WAITING);
}

/** @returns {Promise<number>} a port that no process listens on */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port: 0, host: HOST }, () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
