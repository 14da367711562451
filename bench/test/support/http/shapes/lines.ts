/** Methods, targets and versions: what stands in the first line of a request. */
import { END } from '../conversation.ts';
import { get, HOST, request, shapes, type Shape } from './shape.ts';

const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND QUERY FOO get G@T GÉT'.split(' ');
const PATHS = ['/simple', '/members/1', '/members', '/heavy?limit=10', '/nope'];

/** @returns every method at every path */
function methods(): Shape[] {
  return METHODS.flatMap((method) =>
    PATHS.map((path) => ({
      name: `method: ${method} ${path}`,
      steps: [request(`${method} ${path} HTTP/1.1`, [HOST, 'Content-Length: 0'])],
      methods: [method],
    })),
  );
}

/** Characters that RFC 3986 has not in a path or query; clients send some of them all the same. */
const ODD_CHARACTERS = ['"', '<', '>', '[', ']', '\\', '^', '`', '{', '|', '}', '#', '\t', '\x01', '\x7f', 'é', '\xff'];
const TARGETS = `
  / // //simple /simple/ /simple? /simple?? /./simple /a/../simple /../simple /simple/.. /%2e%2e/simple /simple;a=b /;a=b/simple
  /members;a=b/1 /members/1;a=b /%73imple /simple%00 /simple%0a /simple%2f /simple%5c /% /%z /%zz /%c3%a9 /%ff /members%2f1
  /members/%31 /members/1%20 /members/1%2f2 /members/+1 /simple.json /SIMPLE /simple?x=%ff /simple?%zz /simple?a=1&a=2&=&&
  /heavy?limit=%zz /heavy?limit=10&x=%zz /heavy?limit=10&x=%ff /heavy?limit=+10 /heavy?limit=10&limit= /heavy?limit /heavy?=10
  /heavy?&&limit=10&& /heavy?limit=10;x=1 /heavy?LIMIT=10 /heavy?limit=%31%30 /heavy?l%69mit=10 /heavy?limit=10=
  http://127.0.0.1/simple http://127.0.0.1/heavy?limit=10 http://127.0.0.1/nope HTTP://127.0.0.1/simple http://elsewhere/simple
  https://127.0.0.1/simple http://127.0.0.1 http:///simple http://user@127.0.0.1/simple ftp://127.0.0.1/simple * simple ?x=1
  127.0.0.1:80
`
  .trim()
  .split(/\s+/);

function targets(): Shape[] {
  const odd = ODD_CHARACTERS.flatMap((character) => [`/simple?x=${character}`, `/nope${character}x`]);
  return shapes('target', {
    ...Object.fromEntries([...TARGETS, ...odd].map((target) => [JSON.stringify(target), get(target)])),
    'query of 7,000 bytes': get(`/simple?x=${'x'.repeat(7000)}`),
    'query of 9,000 bytes': get(`/simple?x=${'x'.repeat(9000)}`),
    'path of 7,000 bytes': get(`/${'x'.repeat(7000)}`),
    '1,000 parameters': get(`/heavy?limit=10${'&x'.repeat(999)}`),
    '1,001 parameters': get(`/heavy?limit=10${'&x'.repeat(1000)}`),
    '2,000 parameters': get(`/heavy?limit=10${'&x'.repeat(1999)}`),
  });
}

/** A TLS client's first words. */
const CLIENT_HELLO = Buffer.from('16030100a10100009d0303', 'hex');

function versions(): Shape[] {
  const versioned = 'HTTP/1.0 HTTP/1.2 HTTP/2.0 HTTP/0.9 HTTP/1 HTTP/11.1 HTTP/1.1x http/1.1 HTTPS/1.1 ICE/1.0'.split(' ');
  return shapes('first line', {
    ...Object.fromEntries(versioned.map((version) => [version, request(`GET /simple ${version}`)])),
    'two spaces': request('GET  /simple  HTTP/1.1'),
    'tabs for spaces': request('GET\t/simple\tHTTP/1.1'),
    'space before it': request(' GET /simple HTTP/1.1'),
    'space after it': request('GET /simple HTTP/1.1 '),
    'space in the target': request('GET /simple x HTTP/1.1'),
    'one empty line before it': `\r\n${get('/simple')}`,
    'ten empty lines before it': `${'\r\n'.repeat(10)}${get('/simple')}`,
    'bare line feeds': get('/simple').replaceAll('\r\n', '\n'),
    'bare line feed after it': get('/simple').replace('\r\n', '\n'),
    'bare line feeds before it': `\n\n${get('/simple')}`,
    'bare carriage return after it': get('/simple').replace('\r\n', '\r'),
    'NUL before it': `\0${get('/simple')}`,
    'method of 1,000 letters': request(`${'G'.repeat(1000)} /simple HTTP/1.1`),
    'preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'preface of TLS': [CLIENT_HELLO, END],
    'an answer': ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
  });
}

/**
 * To be sent after all others: a thread of Tomcat that has answered one answers the next malformed first line as HTTP/0.9, too
 * (`Http11Processor` keeps `http09`).
 */
export function oldestShapes(): Shape[] {
  return shapes('HTTP/0.9', {
    'a target': ['GET /simple\r\n', END],
    'a target and headers': [`GET /simple\r\n${HOST}\r\n\r\n`, END],
    'a target without a handler': ['GET /nope\r\n', END],
    'a target that is none': ['GET HTTP/1.1\r\n\r\n', END],
    'no target': ['GET\r\n\r\n', END],
  });
}

export function lineShapes(): Shape[] {
  return [...methods(), ...targets(), ...versions()];
}
