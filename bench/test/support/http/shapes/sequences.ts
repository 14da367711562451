/** Several requests on a connection, requests in pieces, and connections that end early. */
import { ANSWER, END } from '../conversation.ts';
import { get, HOST, JSON_TYPE, MEMBER, post, request, shapes, type Shape } from './shape.ts';

const SIMPLE = get('/simple');
const BAD = 'GET /simple HTTP/1.1\r\nX\0: y\r\n\r\n';

/** An error of each kind, then a request on the same connection. */
function afterErrors(): Shape[] {
  const errors = {
    '400 of a path': get('/members/x'),
    '400 of a query': get('/heavy?limit=0'),
    '400 of a body': post('{'),
    '400 of a body that is JSON': post('{}'),
    '404 of a path': get('/nope'),
    '404 of a row': get('/members/99999999'),
    405: request('DELETE /simple HTTP/1.1', [HOST]),
    406: get('/simple', ['Accept: text/html']),
    409: post('', [], '/events/2/places'),
    415: post(MEMBER, ['Content-Type: text/plain']),
    503: get('/remote'),
  };
  return shapes('after', Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [error, ANSWER, SIMPLE, ANSWER]])));
}

function pipelines(): Shape[] {
  return [
    ...shapes('pipeline', {
      two: SIMPLE + SIMPLE,
      'a hundred': SIMPLE.repeat(100),
      'a slow one first': get('/block?millis=50') + SIMPLE,
      // What follows them is not read: reactor-netty 1.3.6, issue 4361.
      'a delayed one first': [get('/delay?millis=50') + SIMPLE, ANSWER, ANSWER],
      rows: get('/members/1') + get('/members/2') + get('/members/3'),
      bodies: post(MEMBER).repeat(3),
      'an error between': SIMPLE + get('/nope') + SIMPLE,
      'a bad request between': SIMPLE + get('/heavy?limit=0') + SIMPLE,
      'a malformed one between': SIMPLE + BAD + SIMPLE,
      'after Connection: close': get('/simple', ['Connection: close']) + SIMPLE,
      'after HTTP/1.0': request('GET /simple HTTP/1.0') + SIMPLE,
      'empty lines between': `${SIMPLE}\r\n\r\n${SIMPLE}`,
      'a word between': `${SIMPLE}x${SIMPLE}`,
    }),
    { name: 'pipeline: HEAD and GET', steps: [request('HEAD /simple HTTP/1.1') + SIMPLE], methods: ['HEAD', 'GET'] },
  ];
}

const pieces = (text: string, length: number) => text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];

function inPieces(): Shape[] {
  const steps = (text: string, length: number) => pieces(text, length).flatMap((piece) => [piece, { silentMs: 2 }]);
  return shapes('in pieces', {
    'a request, byte by byte': steps(SIMPLE, 1),
    'a body, byte by byte': steps(post(MEMBER), 1),
    'two requests, 7 bytes at a time': steps(SIMPLE + SIMPLE, 7),
  });
}

function ends(): Shape[] {
  return shapes('the client ends', {
    'at once': [END],
    'within the first line': ['GET /sim', END],
    'within the headers': ['GET /simple HTTP/1.1\r\nHost: 127', END],
    'within a body': [post(MEMBER).slice(0, -5), END],
    'after a request': [SIMPLE, END],
    'after a request that waits on a thread': [get('/block-offloaded?millis=3000'), END],
    'after a request that waits without a thread': [get('/delay?millis=3000'), END],
    'after an answer': [SIMPLE, ANSWER, END],
    'after an error': [get('/nope'), ANSWER, END],
    'after two requests': [SIMPLE + SIMPLE, END],
    'within the second request': [`${SIMPLE}GET /sim`, END],
  });
}

/** @returns that take so long */
export function silentShapes(silentMs: number): Shape[] {
  const silence = { silentMs };
  const body = post(MEMBER, [JSON_TYPE]);
  return shapes('silence', {
    'before a request': [silence, SIMPLE],
    'between requests': [SIMPLE, ANSWER, silence, SIMPLE, ANSWER],
    'within the headers': [SIMPLE.slice(0, 30), silence, SIMPLE.slice(30)],
    'within a body': [body.slice(0, -5), silence, body.slice(-5)],
    'before a body that nobody reads': [request('POST /nope HTTP/1.1', [HOST, 'Content-Length: 5']), ANSWER, silence, 'hello'],
  });
}

export function sequenceShapes(): Shape[] {
  return [...afterErrors(), ...pipelines(), ...inPieces(), ...ends()];
}
