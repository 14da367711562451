/**
 * Sends bytes to a server as they are, and says what came back and whether the connection may be used again. Answers are taken apart without an
 * HTTP client, which would repair some of them and refuse some. Characters are bytes.
 */
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { hasBody, headIn } from '../../../verify/wire.ts';

/** header names in lower case */
export type Answer = { status: number; headers: Record<string, string>; body: string };

/** what to send (characters are bytes); `ANSWER`: wait for the next one; `END`: close this side of the connection; `silentMs`: send nothing for so long,
 * unless the server closes */
export type Step = string | Buffer | typeof ANSWER | typeof END | { silentMs: number };

/** `kept`: another request on the connection was answered; `silent`: nothing came for 20 s */
type Ending = 'kept' | 'closed' | 'silent';

/** `rest`: what came and is no answer */
export type Outcome = { answers: Answer[]; rest: string; ending: Ending };

export const ANSWER = Symbol('answer');
export const END = Symbol('end');

/** Nothing should take so long: it keeps a hanging server from hanging the test. */
const HANGS_MS = 20_000;
/** A request with an answer like no other. */
const PROBE_PATH = '/is-the-connection-kept';
const PROBE = `GET ${PROBE_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
/** Pieces of a long body, so that an answer can be read before all of it is sent. */
const PIECE_BYTES = 1 << 18;

/** @param port of 127.0.0.1 @param methods of the requests, if one is HEAD */
export async function converse(port: number, steps: Step[], methods: (string | undefined)[] = []): Promise<Outcome> {
  const connection = new Connection(port, methods);
  try {
    for (const step of steps) await connection.take(step);
    const ending = steps.at(-1) === END ? await connection.untilEnded() : await connection.probe();
    const { answers, rest } = connection.received();
    return { answers: answers.filter((answer) => !isOfProbe(answer)), rest, ending };
  } finally {
    connection.socket.destroy();
  }
}

function isOfProbe({ body }: Answer) {
  return body.includes(`"instance":"${PROBE_PATH}"`);
}

class Connection {
  methods;
  socket;
  #text = '';
  #ended = false;
  #seen = 0;
  #notify = () => {};

  constructor(port: number, methods: (string | undefined)[]) {
    this.methods = methods;
    // Half open: the server's end of the connection must not end ours.
    this.socket = net.connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    this.socket.on('data', (piece) => {
      this.#text += piece.toString('latin1');
      this.#notify();
    });
    for (const event of ['end', 'error', 'close'])
      this.socket.on(event, () => {
        this.#ended = true;
        this.#notify();
      });
  }

  received() {
    return answersIn(this.#text, this.methods, this.#ended);
  }

  get #answers() {
    return this.received().answers;
  }

  async take(step: Step) {
    if (step === END) this.socket.end();
    else if (step === ANSWER) await this.#nextAnswer();
    else if (typeof step === 'object' && 'silentMs' in step) await this.#until(() => this.#ended, step.silentMs);
    else await this.#send(typeof step === 'string' ? Buffer.from(step, 'latin1') : step);
  }

  async #nextAnswer() {
    this.#seen++;
    await this.#until(() => this.#ended || this.#answers.length >= this.#seen, HANGS_MS);
  }

  async #send(bytes: Buffer) {
    for (let at = 0; at < bytes.length && !this.#ended; at += PIECE_BYTES) {
      const isTaken = this.socket.write(bytes.subarray(at, at + PIECE_BYTES));
      if (!isTaken) await this.#until(() => this.#ended || !this.socket.writableNeedDrain, HANGS_MS, 'drain');
      await turn();
    }
  }

  async untilEnded(): Promise<Ending> {
    return (await this.#until(() => this.#ended, HANGS_MS)) ? 'closed' : 'silent';
  }

  async probe(): Promise<Ending> {
    const isAnswered = await this.#until(() => this.#ended || this.#answers.some(({ status }) => status >= 200), HANGS_MS);
    if (!isAnswered) return 'silent';
    if (!this.#ended) this.socket.write(PROBE);
    const isProbed = () => this.#answers.some(isOfProbe);
    if (!(await this.#until(() => this.#ended || isProbed(), HANGS_MS))) return 'silent';
    return isProbed() ? 'kept' : 'closed';
  }

  /**
   * @param condition looked at whenever something arrives
   * @param event of the socket after which the condition may hold, too
   * @returns false if it did not come to hold
   */
  #until(condition: () => boolean, maxMs: number, event?: string): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        if (event) this.socket.off(event, look);
        this.#notify = () => {};
        resolve(condition());
      };
      const look = () => condition() && finish();
      const timer = setTimeout(finish, maxMs);
      this.#notify = look;
      if (event) this.socket.on(event, look);
      look();
    });
  }
}

/**
 * @param methods of the requests, as far as an answer's body depends on them
 * @param ended nothing more will come
 * @returns the complete ones, interim answers (1xx) among them, and what is none
 */
function answersIn(text: string, methods: (string | undefined)[], ended: boolean): { answers: Answer[]; rest: string } {
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
