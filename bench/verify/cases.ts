/** Sends the same cases to every target and compares the answers with the catalogue, and between targets. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mismatch } from '../../k6/lib/answer.js';
import { root, type Answer, type Case } from '../record/catalogue.ts';
import { messageOf } from '../util/errors.ts';
import { plural } from '../util/text.ts';
import type { Received, Client } from './client.ts';
import type { Finding } from './finding.ts';

/** The Java conformance tests read the same file. */
const ERROR_CASES = 'services/conformance/src/main/resources/stackbench/conformance/error-cases.json';
/** Headers that change the meaning of an answer; compared between targets even if the catalogue does not list them. */
const HEADERS_THAT_MATTER = ['content-type', 'location', 'allow'];
/** Each server adds its own, or none; or a check of their own compares them. */
const NOT_COMPARED = new Set(['date', 'connection', 'keep-alive', 'server', 'content-length', 'transfer-encoding']);
const SHOWN_CHARACTERS = 200;

/** `needs`: dependencies without which the answer is another error */
export type ErrorCase = Case & { needs?: string[] };

export type CaseFinding = { target: string; name: string } & Finding;

/** a case with its answers by target; `title`: for messages */
export type Asked = Case & { title: string; received: Record<string, Received> };

/** @returns the requests that must fail, with their exact answers */
export function readErrorCases(): ErrorCase[] {
  return JSON.parse(readFileSync(path.join(root, ERROR_CASES), 'utf8'));
}

/** @param kind begins the titles @returns in the order of the cases, then of the targets */
export async function askCases(
  targets: { name: string; client: Client }[],
  cases: Case[],
  kind: string,
): Promise<{ findings: CaseFinding[]; asked: Asked[] }> {
  const asked = cases.map((one): Asked => ({ ...one, title: `${kind} ${one.name}`, received: {} }));
  const findings = await Promise.all(asked.flatMap((one) => targets.map((target) => askCase(target, one))));
  return { findings, asked };
}

/** @param asked gets the answer */
async function askCase({ name: target, client }: { name: string; client: Client }, asked: Asked): Promise<CaseFinding> {
  const { name, request, response, received } = asked;
  try {
    received[target] = await client.send(request);
  } catch (error) {
    return { target, name, ok: false, detail: `no answer: ${messageOf(error)}` };
  }
  const difference = answerDifference(response, received[target]);
  return { target, name, ok: difference === null, detail: difference ?? 'as expected' };
}

/** @returns the first difference as a sentence, or null. Compares the status, the listed headers exactly and the body byte for byte */
export function answerDifference(expected: Answer, received: Received): string | null {
  if (received.status !== expected.status) return `status: expected ${expected.status}, got ${received.status}`;
  const integers = new Map<string, string>();
  for (const [name, value] of Object.entries(expected.headers)) {
    const actual = received.headers[name];
    if (actual === undefined) return `header ${name}: expected ${quote(value)}, got none`;
    if (mismatch(value, actual, integers)) return `header ${name}: expected ${quote(value)}, got ${quote(actual)}`;
  }
  const body = Buffer.from(expected.body);
  // Strings whose characters are bytes: decoding would hide invalid UTF-8.
  const at = mismatch(body.toString('latin1'), received.body.toString('latin1'), integers);
  if (at === null) return null;
  const known = [...integers].map(([name, integer]) => `, where ${name} is ${integer}`).join('');
  const show = (bytes: Buffer, from: number) => quote(bytes.subarray(Math.max(0, from - SHOWN_CHARACTERS / 2)).toString());
  return `body, from byte ${at.inText}: expected ${show(body, at.inTemplate)}, got ${show(received.body, at.inText)}${known}`;
}

function quote(text: string) {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}

/** @param received by target @returns a sentence per header that the catalogue does not list and that differs between the targets */
export function headerDifferences({ headers: listed }: Answer, received: Record<string, Received>): string[] {
  const unlisted = HEADERS_THAT_MATTER.filter((name) => !(name in listed));
  return [
    ...unlisted.flatMap((name) => {
      return differing(`header ${name}`, received, ({ headers }) => (headers[name] === undefined ? 'none' : quote(headers[name])));
    }),
    // Bytes on the wire, and work for both ends.
    ...differing('other headers', received, ({ headers }) => {
      const isOther = (name: string) => !(name in listed || HEADERS_THAT_MATTER.includes(name) || NOT_COMPARED.has(name));
      const names = Object.keys(headers).filter(isOther).sort();
      return names.map((name) => `${name} (${plural(Buffer.byteLength(headers[name]), 'byte')})`).join(', ') || 'none';
    }),
  ];
}

/** @returns a sentence, if not all targets show the same */
function differing(what: string, received: Record<string, Received>, show: (answer: Received) => string): string[] {
  const shown = Object.entries(received).map(([target, answer]) => [target, show(answer)]);
  if (new Set(shown.map(([, text]) => text)).size <= 1) return [];
  return [`${what}: ${shown.map((each) => each.join(' ')).join(', ')}`];
}
