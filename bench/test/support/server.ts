/** Servers for tests, on free ports of 127.0.0.1. */
import http from 'node:http';
import { after, before } from 'node:test';
import type { AddressInfo, Server } from 'node:net';

/** @returns its URL */
export function listen(server: Server): Promise<string> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${portOf(server)}`)));
}

/** @param server that listens */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Ends it, and its connections. */
export function close(server: http.Server) {
  server.close();
  server.closeAllConnections();
}

/** one that may wait before it answers */
export type Answering = (...given: Parameters<http.RequestListener>) => void | Promise<void>;

/** @param use of a server that answers so, by its URL */
export async function withServer<T>(answer: Answering, use: (url: string) => Promise<T>): Promise<T> {
  const server = http.createServer((...given) => void answer(...given));
  try {
    return await use(await listen(server));
  } finally {
    close(server);
  }
}

/** @returns of a server that runs while the tests of the suite that calls it do; the URL is there once they have begun */
export function serverOfSuite(answer: http.RequestListener): { url: string } {
  const server = http.createServer(answer);
  const running = { url: '' };
  before(async () => void (running.url = await listen(server)));
  after(() => close(server));
  return running;
}
