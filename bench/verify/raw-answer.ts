/** One answer as it arrives: its bytes and the pieces it came in. An HTTP client hides both. */
import net from 'node:net';
import { NO_ANSWER_MS } from './client.ts';
import type { Request } from '../record/catalogue.ts';

/** header names in lower case */
export type Head = { status: number; headers: Record<string, string> };

/** `bytes`: head and body; `pieces`: reads that brought something */
type RawAnswer = Head & { bytes: number; pieces: number };

const END_OF_HEAD = '\r\n\r\n';
const LAST_CHUNK = /(^|\r\n)0\r\n\r\n$/;

/**
 * On a connection of its own, so that nothing but this answer arrives.
 * @param baseUrl such as http://127.0.0.1:8081
 * @returns rejected if there is no complete answer
 */
export function receive(baseUrl: string, request: Request): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true }, () => socket.write(bytesOf(request, hostname, port)));
    // Characters are bytes.
    let text = '';
    let pieces = 0;
    const finish = (closed: boolean) => {
      const head = headOfComplete(text, request.method, closed);
      if (head === null) return;
      resolve({ ...head, bytes: text.length, pieces });
      socket.destroy();
    };
    socket.setTimeout(NO_ANSWER_MS, () => socket.destroy(new Error(`no answer within ${NO_ANSWER_MS / 1000} s`)));
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      pieces++;
      finish(false);
    });
    socket.on('end', () => finish(true));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('socket hang up')));
  });
}

export function isChunked({ headers }: Head) {
  return 'transfer-encoding' in headers;
}

export function hasBody(method: string, status: number) {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

function bytesOf({ method, path, headers = {}, body }: Request, hostname: string, port: string) {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}${END_OF_HEAD}${body ?? ''}`;
}

/** @param text what has arrived @param closed nothing more will arrive @returns null if the answer is not complete */
function headOfComplete(text: string, method: string, closed: boolean): Head | null {
  const end = text.indexOf(END_OF_HEAD);
  if (end < 0) return null;
  const [statusLine, ...lines] = text.slice(0, end).split('\r\n');
  const head = { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(lines.map(headerOf)) };
  const body = text.slice(end + END_OF_HEAD.length);
  return !hasBody(method, head.status) || isWhole(body, head, closed) ? head : null;
}

function isWhole(body: string, head: Head, closed: boolean) {
  if (isChunked(head)) return LAST_CHUNK.test(body);
  return 'content-length' in head.headers ? body.length >= Number(head.headers['content-length']) : closed;
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
