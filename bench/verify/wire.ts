/** Answers on the wire: each must name its length and leave in one TCP segment. A second one costs both ends more: other work. */
import net from 'node:net';
import { messageOf } from '../util/errors.ts';
import { plural } from '../util/text.ts';
import { NO_ANSWER_MS, type Received } from './client.ts';
import type { Finding } from './finding.ts';
import type { Asked } from './cases.ts';
import type { Request } from '../record/catalogue.ts';

/** `bytes`: of the first answer received, head and body; null if there was none */
export type WireFinding = Finding & { bytes: number | null };

/** header names in lower case */
type Head = Pick<Received, 'status' | 'headers'>;

const END_OF_HEAD = '\r\n\r\n';
const LAST_CHUNK = /(^|\r\n)0\r\n\r\n$/;

/** Node.js may come late and find two segments as one; one never looks like two, so the most that some repetitions showed is right. With both
 * processors busy, 4,116 of 5,000 answers that Tomcat wrote in two steps arrived as two: five times in a row two look like one in 1 of 5,000 cases. */
const TIMES = 5;
/** A case is not repeated beyond this, and left out where `countWith` stands for it: the same handler, and its headers are known. */
const SLOW_MS = 250;

/** @param how `countWith`: a request that is no case; `times`: fewer where many cases have one handler */
export async function checkWire(
  { name: target, baseUrl }: { name: string; baseUrl: string },
  asked: Asked[],
  { countWith, times = TIMES }: { countWith?: Request; times?: number },
): Promise<WireFinding> {
  const faults = [];
  let bytes: number | null = null;
  try {
    for (const { name, request, received } of exchangesOf(target, asked, countWith)) {
      const isLeftOut = countWith && received && received.elapsedMs > SLOW_MS;
      const raw = isLeftOut ? [] : await receiveRepeatedly(baseUrl, request, times);
      bytes ??= raw[0]?.bytes ?? null;
      const segments = Math.max(1, ...raw.map(({ pieces }) => pieces));
      const parts = [...framingFaults(request, received ?? raw[0]), ...(segments > 1 ? [`in ${segments} segments`] : [])];
      if (parts.length > 0) faults.push(`${name}: ${parts.join(', ')}`);
    }
  } catch (error) {
    return { ok: false, detail: `not checked: ${messageOf(error)}`, bytes: null };
  }
  if (faults.length === 0) return { ok: true, detail: 'Content-Length, one segment', bytes };
  const others = faults.length > 1 ? `, and ${plural(faults.length - 1, 'more case')} like it` : '';
  return { ok: false, detail: `on the wire: ${faults[0]}${others}; Content-Length and one segment expected`, bytes };
}

/** @returns those that were answered; `received`: the answer of a case */
function exchangesOf(target: string, asked: Asked[], countWith?: Request): { name: string; request: Request; received?: Received }[] {
  const answered = asked.filter(({ received }) => target in received);
  const cases = answered.map(({ name, request, received }) => ({ name: `case ${name}`, request, received: received[target] }));
  return countWith ? [...cases, { name: `${countWith.method} ${countWith.path}`, request: countWith }] : cases;
}

async function receiveRepeatedly(baseUrl: string, request: Request, times: number) {
  const startedMs = performance.now();
  const received = [await receive(baseUrl, request)];
  while (received.length < times && performance.now() - startedMs < SLOW_MS) received.push(await receive(baseUrl, request));
  return received;
}

function framingFaults({ method }: Request, head: Head): string[] {
  if (isChunked(head)) return ['chunked'];
  const lacksLength = hasBody(method, head.status) && !('content-length' in head.headers);
  return lacksLength ? ['without Content-Length'] : [];
}

/** An answer as it arrives, which an HTTP client hides. @returns `bytes`: of head and body; `pieces`: reads; rejected if incomplete */
export function receive(baseUrl: string, request: Request): Promise<Head & { bytes: number; pieces: number }> {
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
  const found = headIn(text);
  if (found === null) return null;
  return !hasBody(method, found.head.status) || isWhole(text.slice(found.length), found.head, closed) ? found.head : null;
}

/** @returns the head that the text begins with, and its length; null if it is not complete */
export function headIn(text: string): { head: Head; length: number } | null {
  const end = text.indexOf(END_OF_HEAD);
  if (end < 0) return null;
  const [statusLine, ...lines] = text.slice(0, end).split('\r\n');
  const head = { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(lines.map(headerOf)) };
  return { head, length: end + END_OF_HEAD.length };
}

function isWhole(body: string, head: Head, closed: boolean) {
  if (isChunked(head)) return LAST_CHUNK.test(body);
  return 'content-length' in head.headers ? body.length >= Number(head.headers['content-length']) : closed;
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
