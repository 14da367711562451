/** Answers that k6 has logged (k6/lib/own/http.js), and whether two variants gave the same. */

export interface Answer {
  method: string;
  /** without the base URL; whole where the request went elsewhere */
  url: string;
  /** digest of the request's body */
  sent: string;
  status: number;
  /** content type */
  type: string;
  /** of the body; in bytes, or in characters of a text */
  length: number;
  /** digest of the body; '' where k6 discards it */
  hash: string;
}

const SETUP = /\bmsg="setup (\d+) ms"/;
const LINE = /\bmsg="answer ((?:[^"\\]|\\.)*)"/g;
const SHOWN = { status: 'status', type: 'content type', length: 'length', hash: 'body' } as const;

/** @param log of k6 @returns in their order */
export function answersIn(log: string): Answer[] {
  return [...log.matchAll(LINE)].map(([, text]) => JSON.parse(JSON.parse(`"${text}"`)));
}

/** @param log of k6 @returns seconds that the script's setup() took */
export function setupSecondsIn(log: string): number {
  return Number(SETUP.exec(log)?.[1] ?? 0) / 1000;
}

/** @returns was it the target's, and not another server's? */
export function isOfTarget({ url }: Answer): boolean {
  return !/^[a-z]+:\/\//i.test(url);
}

/**
 * Requests that are the same must have the same answers.
 * @param given of each target, the baseline first
 * @returns the first difference, in a sentence
 */
export function differenceOf(given: { target: string; answers: Answer[] }[]): string | null {
  const [{ target: baseline, answers: expected }] = given;
  const known = new Map(expected.map((answer) => [keyOf(answer), answer]));
  for (const { target, answers } of given.slice(1)) {
    for (const answer of answers) {
      const other = known.get(keyOf(answer));
      const field = other && (Object.keys(SHOWN) as (keyof typeof SHOWN)[]).find((each) => answer[each] !== other[each]);
      if (!other || field === undefined) continue;
      const values = field === 'hash' ? 'another body of the same length' : `${SHOWN[field]} ${answer[field]} instead of ${other[field]}`;
      return `${target} answers ${answer.method} ${answer.url} with ${values}, unlike ${baseline}`;
    }
  }
  return null;
}

function keyOf({ method, url, sent }: Answer) {
  return `${method} ${url} ${sent}`;
}
