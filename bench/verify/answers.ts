/** Compares answers with the catalogue, and between targets. */
import { mismatch } from '../../k6/lib/answer.js';
import { plural } from '../util/text.ts';
import type { Answer } from '../record/catalogue.ts';
import type { Received } from './client.ts';

/** Headers that change the meaning of an answer; compared between targets even if the catalogue does not list them. */
const HEADERS_THAT_MATTER = ['content-type', 'location', 'allow'];
/** Each server adds its own, or none; or a check of their own compares them. */
const NOT_COMPARED = new Set(['date', 'connection', 'keep-alive', 'server', 'content-length', 'transfer-encoding']);
const SHOWN_CHARACTERS = 200;

/** @returns the first difference as a sentence, or null. Compares the status, the listed headers exactly and the body byte for byte */
export function answerDifference(expected: Answer, received: Received): string | null {
  if (received.status !== expected.status) return `status: expected ${expected.status}, got ${received.status}`;
  const integers = new Map<string, string>();
  for (const [name, value] of Object.entries(expected.headers)) {
    const actual = received.headers[name];
    if (actual === undefined) return `header ${name}: expected ${quote(value)}, got none`;
    if (mismatch(value, actual, integers)) return `header ${name}: expected ${quote(value)}, got ${quote(actual)}`;
  }
  const known = [...integers].map(([name, integer]) => `, where ${name} is ${integer}`).join('');
  const difference = bodyDifference(Buffer.from(expected.body), received.body, integers);
  return difference && difference + known;
}

/** @param integers values of the headers' placeholders */
function bodyDifference(expected: Buffer, actual: Buffer, integers: Map<string, string>) {
  // Strings whose characters are bytes: decoding would hide invalid UTF-8.
  const at = mismatch(expected.toString('latin1'), actual.toString('latin1'), integers);
  if (at === null) return null;
  const show = (bytes: Buffer, from: number) => quote(bytes.subarray(Math.max(0, from - SHOWN_CHARACTERS / 2)).toString());
  return `body, from byte ${at.inText}: expected ${show(expected, at.inTemplate)}, got ${show(actual, at.inText)}`;
}

function quote(text: string) {
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return JSON.stringify(cut);
}

/**
 * Finds differences in headers that the catalogue does not list.
 * @param received by target
 * @returns one sentence per header that differs between the targets
 */
export function headerDifferences(expected: Answer, received: Record<string, Received>): string[] {
  const unlisted = HEADERS_THAT_MATTER.filter((name) => !(name in expected.headers));
  return unlisted.flatMap((name) => {
    const values = Object.entries(received).map(([target, answer]) => ({ target, value: answer.headers[name] }));
    if (new Set(values.map(({ value }) => value)).size <= 1) return [];
    return [`header ${name}: ${values.map(({ target, value }) => `${target} ${value === undefined ? 'none' : quote(value)}`).join(', ')}`];
  });
}

/**
 * Finds headers that neither the catalogue lists nor `headerDifferences` compares: they are bytes on the wire, and work for both ends.
 * @param received by target
 * @returns one sentence if their names or lengths differ between the targets
 */
export function otherHeaderDifferences(expected: Answer, received: Record<string, Received>): string[] {
  const isOther = (name: string) => !(name in expected.headers || HEADERS_THAT_MATTER.includes(name) || NOT_COMPARED.has(name));
  const others = Object.entries(received).map(([target, { headers }]) => {
    const names = Object.keys(headers).filter(isOther).sort();
    return { target, shown: names.map((name) => `${name} (${plural(Buffer.byteLength(headers[name]), 'byte')})`).join(', ') || 'none' };
  });
  if (new Set(others.map(({ shown }) => shown)).size <= 1) return [];
  return [`other headers: ${others.map(({ target, shown }) => `${target} ${shown}`).join(', ')}`];
}
