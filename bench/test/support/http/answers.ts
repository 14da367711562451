/** What a server sent, taken apart without an HTTP client, which would repair some of it and refuse some. Characters are bytes. */

import { hasBody, headIn } from '../../../verify/wire.ts';

/** header names in lower case */
export type Answer = { status: number; headers: Record<string, string>; body: string };

/**
 * @param methods of the requests, as far as an answer's body depends on them
 * @param ended nothing more will come
 * @returns the complete ones, interim answers (1xx) among them, and what is none
 */
export function answersIn(text: string, methods: (string | undefined)[], ended: boolean): { answers: Answer[]; rest: string } {
  const answers: Answer[] = [];
  let rest = text;
  for (;;) {
    const final = answers.filter(({ status }) => status >= 200).length;
    const next = firstAnswer(rest, methods[final] === 'HEAD', ended);
    if (next === null) return { answers, rest };
    answers.push(next.answer);
    rest = rest.slice(next.length);
  }
}

/** @returns null if it is not complete */
function firstAnswer(text: string, toHead: boolean, ended: boolean): { answer: Answer; length: number } | null {
  const found = headIn(text);
  if (found === null) return null;
  const { head, length } = found;
  const isFollowed = head.status >= 200 && hasBody(toHead ? 'HEAD' : 'GET', head.status);
  const body = isFollowed ? bodyAt(text.slice(length), head.headers, ended) : { content: '', length: 0 };
  return body && { answer: { ...head, body: body.content }, length: length + body.length };
}

function bodyAt(text: string, headers: Record<string, string>, ended: boolean) {
  if ('transfer-encoding' in headers) return chunkedBody(text);
  if (!('content-length' in headers)) return ended ? { content: text, length: text.length } : null;
  const length = Number(headers['content-length']);
  return text.length >= length ? { content: text.slice(0, length), length } : null;
}

function chunkedBody(text: string) {
  let content = '';
  let at = 0;
  for (;;) {
    const endOfSize = text.indexOf('\r\n', at);
    if (endOfSize < 0) return null;
    const size = Number.parseInt(text.slice(at, endOfSize), 16);
    const start = endOfSize + 2;
    if (text.length < start + size + 2) return null;
    content += text.slice(start, start + size);
    at = start + size + 2;
    if (size === 0) return { content, length: at };
  }
}
