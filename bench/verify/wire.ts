/**
 * Answers on the wire: each must name its length and leave in one TCP segment. One in two segments costs the target a system call and the
 * load generator a wake-up more: other work than that of a target that sends one.
 */
import { plural } from '../util/text.ts';
import { hasBody, isChunked, receive, type Head } from './raw-answer.ts';
import type { Finding } from './work/index.ts';
import type { Asked } from './cases.ts';
import type { Received } from './client.ts';
import type { Request } from '../record/catalogue.ts';

/** `bytes`: of the first answer received, head and body; null if there was none */
export type WireFinding = Finding & { bytes: number | null };

/** `asked`: the cases with their answers; `countWith`: a request that is no case; `times`: fewer where many cases have one handler */
export type Subject = {
  target: string;
  baseUrl: string;
  asked: Asked[];
  countWith?: Request;
  times?: number;
};

/** `received`: the answer of a case */
type Exchange = { name: string; request: Request; received?: Received };

/**
 * On an idle connection Node.js reads each segment by itself, unless it comes late and finds two of them as one. One segment never looks like
 * two, so the most that some repetitions showed is right. With both processors busy, 15,000 of 15,000 answers that Tomcat wrote at once
 * arrived as one, 4,116 of 5,000 that it wrote in two steps as two: five times in a row two look like one in 1 of 5,000 cases.
 */
const TIMES = 5;
/** A case is not repeated beyond this, and left out where `countWith` stands for it: the same handler, and its headers are known. */
const SLOW_MS = 250;

/** @returns rejected if a request is not answered */
export async function checkWire({ target, baseUrl, asked, countWith, times = TIMES }: Subject): Promise<WireFinding> {
  const faults = [];
  let bytes: number | null = null;
  for (const { name, request, received } of exchangesOf({ target, asked, countWith })) {
    const isLeftOut = countWith && received && received.elapsedMs > SLOW_MS;
    const raw = isLeftOut ? [] : await receiveRepeatedly(baseUrl, request, times);
    bytes ??= raw[0]?.bytes ?? null;
    const segments = Math.max(1, ...raw.map(({ pieces }) => pieces));
    const parts = [...framingFaults(request, received ?? raw[0]), ...(segments > 1 ? [`in ${segments} segments`] : [])];
    if (parts.length > 0) faults.push(`${name}: ${parts.join(', ')}`);
  }
  return { ok: faults.length === 0, detail: sentence(faults), bytes };
}

/** @returns those that were answered */
function exchangesOf({ target, asked, countWith }: Omit<Subject, 'baseUrl'>): Exchange[] {
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

function sentence(faults: string[]) {
  if (faults.length === 0) return 'Content-Length, one segment';
  const others = faults.length > 1 ? `, and ${plural(faults.length - 1, 'more case')} like it` : '';
  return `on the wire: ${faults[0]}${others}; Content-Length and one segment expected`;
}
