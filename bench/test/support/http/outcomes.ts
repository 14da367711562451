/** Outcomes of conversations, as they are compared: whole, and in the words of the table of differences. */
import type { Answer, Outcome } from './conversation.ts';

const PROBLEM = 'application/problem+json';
const PROBLEM_FIELDS = ['type', 'title', 'status', 'detail', 'instance'];
/** Each server adds others of its own: date, connection, keep-alive. What they mean is seen in whether the connection is kept. */
const COMPARED_HEADERS = [
  ...['content-type', 'content-length', 'transfer-encoding', 'content-encoding', 'allow', 'accept'],
  ...['retry-after', 'location', 'vary', 'upgrade', 'set-cookie'],
];

/** @returns whatever two targets should have in common; the ids of new rows are their own */
export function wholeOf({ answers, rest, ending }: Outcome): object {
  const whole = answers.map(({ status, headers, body }) => ({ status, headers: compared(headers), body: withoutId(body) }));
  return { answers: whole, rest, ending };
}

function compared(headers: Record<string, string>) {
  const present = COMPARED_HEADERS.filter((name) => name in headers);
  return Object.fromEntries(present.map((name) => [name, withoutId(headers[name])]));
}

function withoutId(text: string) {
  return text.replace(/("id":|\/members\/)1\d{4}\b/g, '$1<id>');
}

/** @returns such as `404 problem, kept` */
export function wordsOf({ answers, rest, ending }: Outcome): string {
  const statuses = answers.map(inWords);
  const others = rest ? ['a body without a head'] : [];
  return `${[...statuses, ...others].join(', ') || 'no answer'}, ${ending}`;
}

function inWords(answer: Answer) {
  if (isProblem(answer)) return `${answer.status} problem`;
  return answer.status === 200 && 'allow' in answer.headers ? '200 with `Allow`' : `${answer.status}`;
}

function isProblem({ headers }: Answer) {
  return headers['content-type'] === PROBLEM;
}

/** @returns what is wrong whatever the other targets answer */
export function faultOf({ answers }: Outcome): string | null {
  const wrong = answers.find((answer) => isProblem(answer) && answer.body !== '' && !hasItsFields(answer));
  if (wrong) return `not a problem of status ${wrong.status}: ${wrong.body}`;
  const failed = answers.find(({ status }) => status === 500);
  return failed ? 'it fails' : null;
}

function hasItsFields({ status, body }: Answer) {
  const problem = JSON.parse(body);
  return Object.keys(problem).join() === PROBLEM_FIELDS.join() && problem.status === status;
}
