/** What a shape is: a way to talk HTTP to a server that a well-behaved client would not, or seldom. */
import type { Step } from '../conversation.ts';

/** `methods`: of the requests, if an answer has no body for its method */
export type Shape = { name: string; steps: Step[]; methods?: string[] };

export const HOST = 'Host: 127.0.0.1';
export const JSON_TYPE = 'Content-Type: application/json';
export const MEMBER = '{"name":"shape","age":30,"teamId":7}';

/** @returns a request */
export function request(line: string, headers: string[] = [HOST], body = ''): string {
  return `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

/** @param headers besides Host */
export function get(target: string, headers: string[] = []) {
  return request(`GET ${target} HTTP/1.1`, [HOST, ...headers]);
}

/** @param body of known length */
export function post(body: string, headers: string[] = [JSON_TYPE], target = '/members') {
  return request(`POST ${target} HTTP/1.1`, [HOST, ...headers, `Content-Length: ${Buffer.byteLength(body, 'latin1')}`], body);
}

/** @param chunks as sent, with the last one */
export function postChunks(chunks: string, headers: string[] = [JSON_TYPE], target = '/members') {
  return request(`POST ${target} HTTP/1.1`, [HOST, ...headers, 'Transfer-Encoding: chunked'], chunks);
}

/** @returns as one chunk, without the last one */
export function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

export const LAST_CHUNK = '0\r\n\r\n';

/** @param steps by name */
export function shapes(group: string, steps: Record<string, string | Step[]>): Shape[] {
  return Object.entries(steps).map(([name, taken]) => ({ name: `${group}: ${name}`, steps: [taken].flat() }));
}
