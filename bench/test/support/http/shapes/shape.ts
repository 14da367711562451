/** What a shape is: a way to talk HTTP to a server that a well-behaved client would not, or seldom. */
import type { Step } from '../conversation.ts';

/** `methods`: of the requests, if an answer has no body for its method; `differs`: the row of server-differences.json which says how Tomcat and Netty
 * differ */
export type Shape = { name: string; steps: Step[]; methods?: string[]; differs?: string };

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

/** @param steps by name @param differing names by the row of server-differences.json that they show */
export function shapes(group: string, steps: Record<string, string | Step[]>, differing: Record<string, string[]> = {}): Shape[] {
  const rows = new Map(Object.entries(differing).flatMap(([row, names]) => names.map((name) => [name, row])));
  const unknown = [...rows.keys()].find((name) => !(name in steps));
  if (unknown !== undefined) throw new Error(`${group} have no shape '${unknown}'`);
  return Object.entries(steps).map(([name, taken]) => ({
    name: `${group}: ${name}`,
    steps: typeof taken === 'string' ? [taken] : taken,
    differs: rows.get(name),
  }));
}
