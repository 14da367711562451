/** Bodies: how their end is told, how large they are, what is in them, and who reads them. */
import { ANSWER, END } from '../conversation.ts';
import { chunk, get, HOST, JSON_TYPE, LAST_CHUNK, MEMBER, post, postChunks, request, shapes, type Shape } from './shape.ts';

/** `Limits.MAX_BODY` of the services. */
const MAX_BODY = 65_536;
const LARGE = 3 << 20;

/** @param headers about the length */
const framed = (headers: string[], body: string = MEMBER) => request('POST /members HTTP/1.1', [HOST, JSON_TYPE, ...headers], body);

const withLength = (value: string, body?: string) => framed([`Content-Length: ${value}`], body);

function lengths(): Shape[] {
  const { length } = MEMBER;
  return shapes('Content-Length', {
    right: withLength(`${length}`),
    none: framed([], ''),
    0: withLength('0', ''),
    'with zeros before it': withLength(`000${length}`),
    'with a plus': withLength(`+${length}`),
    negative: withLength('-1'),
    'in hexadecimal': withLength(`0x${length.toString(16)}`),
    'a word': withLength('x'),
    empty: withLength(''),
    'with a space after it': withLength(`${length} `),
    'beyond a long': withLength('9223372036854775808'),
    'beyond an int': [request('POST /nope HTTP/1.1', [HOST, 'Content-Length: 2147483648']), END],
    'twice the same': framed([`Content-Length: ${length}`, `Content-Length: ${length}`]),
    'two of them': framed([`Content-Length: ${length}`, `Content-Length: ${length + 1}`], `${MEMBER} `),
    'a list of the same': withLength(`${length}, ${length}`),
    'a list': withLength(`${length}, ${length + 1}`, `${MEMBER} `),
    'too small': withLength(`${length - 1}`),
    'too large, then the end': [withLength(`${length + 10}`), END],
  });
}

/** @param headers about the coding */
const coded = (headers: string[], body: string = chunk(MEMBER) + LAST_CHUNK) => framed(headers, body);

function codings(): Shape[] {
  const both = [`Content-Length: ${MEMBER.length}`, 'Transfer-Encoding: chunked'];
  return shapes('Transfer-Encoding', {
    chunked: coded(['Transfer-Encoding: chunked']),
    'in capitals': coded(['Transfer-Encoding: CHUNKED']),
    'and Content-Length': coded(both),
    'after Content-Length': coded([...both].reverse()),
    'and Content-Length, of a body as long as it says': coded(both, MEMBER),
    identity: framed(['Transfer-Encoding: identity', `Content-Length: ${MEMBER.length}`]),
    'identity alone': [framed(['Transfer-Encoding: identity'], ''), END],
    gzip: [framed(['Transfer-Encoding: gzip'], ''), END],
    'gzip, chunked': coded(['Transfer-Encoding: gzip, chunked']),
    'chunked, gzip': [coded(['Transfer-Encoding: chunked, gzip']), END],
    'chunked, chunked': coded(['Transfer-Encoding: chunked, chunked']),
    'twice chunked': coded(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']),
    'an unknown one': [framed(['Transfer-Encoding: x'], ''), END],
    empty: framed(['Transfer-Encoding:', `Content-Length: ${MEMBER.length}`]),
    'in HTTP/1.0': [request('POST /members HTTP/1.0', [HOST, JSON_TYPE, 'Transfer-Encoding: chunked'], chunk(MEMBER) + LAST_CHUNK), END],
    'of a GET': request('GET /simple HTTP/1.1', [HOST, 'Transfer-Encoding: chunked'], LAST_CHUNK),
    'with a space before the colon': [request('POST /nope HTTP/1.1', [HOST, 'Transfer-Encoding : chunked'], LAST_CHUNK)],
  });
}

function chunks(): Shape[] {
  const size = MEMBER.length.toString(16);
  const half = MEMBER.length / 2;
  return shapes('chunks', {
    one: postChunks(chunk(MEMBER) + LAST_CHUNK),
    two: postChunks(chunk(MEMBER.slice(0, half)) + chunk(MEMBER.slice(half)) + LAST_CHUNK),
    'of a byte': postChunks([...MEMBER].map(chunk).join('') + LAST_CHUNK),
    'none but the last': postChunks(LAST_CHUNK),
    'with an extension': postChunks(`${size};a=b\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'with an extension of 9,000 bytes': postChunks(`${size};${'x'.repeat(9000)}\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'with a space after the size': postChunks(`${size} \r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'with zeros before the size': postChunks(`000${size}\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'size in capitals': postChunks(`${size.toUpperCase()}\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'size that is no number': postChunks(`x\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'size with 0x': postChunks(`0x${size}\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'negative size': postChunks(`-1\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'size beyond a long': postChunks(`fffffffffffffffff\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'without a size': postChunks(`\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'longer than its size': postChunks(`1\r\n${MEMBER}\r\n${LAST_CHUNK}`),
    'bare line feeds': postChunks(`${size}\n${MEMBER}\n0\n\n`),
    'bare line feed after the size': postChunks(`${size}\n${MEMBER}\r\n${LAST_CHUNK}`),
    'a trailer': postChunks(`${chunk(MEMBER)}0\r\nX: y\r\n\r\n`),
    'a trailer without a colon': postChunks(`${chunk(MEMBER)}0\r\nX\r\n\r\n`),
    'a trailer of 9,000 bytes': postChunks(`${chunk(MEMBER)}0\r\nX: ${'y'.repeat(9000)}\r\n\r\n`),
    'a trailer that is a header': postChunks(`${chunk(MEMBER)}0\r\nContent-Length: 1\r\n\r\n`),
    'the end instead of the last': [postChunks(chunk(MEMBER)), END],
    'malformed, which nobody reads': [postChunks(`x\r\n${LAST_CHUNK}`, [], '/nope')],
  });
}

/** @param bytes of JSON */
const ofSize = (bytes: number) => `{"name":"${'n'.repeat(bytes - 11)}"}`;

const inChunks = (body: string): string => `${(body.match(/.{1,50000}/gs) ?? []).map(chunk).join('')}${LAST_CHUNK}`;

function sizes(): Shape[] {
  const unread = 'x'.repeat(LARGE);
  return shapes('body', {
    'at the limit': post(ofSize(MAX_BODY)),
    'at the limit, chunked': postChunks(inChunks(ofSize(MAX_BODY))),
    'above the limit': post(ofSize(MAX_BODY + 1)),
    'above the limit, chunked': postChunks(inChunks(ofSize(MAX_BODY + 1))),
    'of 300 KB that is no JSON': post('x'.repeat(300_000)),
    'of 3 MB': post(ofSize(LARGE)),
    'of 3 MB, chunked': postChunks(inChunks(ofSize(LARGE))),
    'of 3 MB and of another type': post(ofSize(LARGE), ['Content-Type: text/plain']),
    'of 3 MB to no handler': post(unread, [JSON_TYPE], '/nope'),
    'of 3 MB to no handler, chunked': postChunks(inChunks(unread), [JSON_TYPE], '/nope'),
    'of 3 MB to a wrong method': post(unread, [JSON_TYPE], '/simple'),
    'of 3 MB to a handler that reads none': post(unread, [], '/events/999/places'),
    'of a GET': request('GET /simple HTTP/1.1', [HOST, 'Content-Length: 5'], 'hello'),
    'of a GET, chunked': request('GET /simple HTTP/1.1', [HOST, 'Transfer-Encoding: chunked'], chunk('hello') + LAST_CHUNK),
    'of a GET, 3 MB': request('GET /simple HTTP/1.1', [HOST, `Content-Length: ${LARGE}`], unread),
    'of a GET that is refused, 3 MB': request('GET /heavy?limit=0 HTTP/1.1', [HOST, `Content-Length: ${LARGE}`], unread),
    'of a DELETE': request('DELETE /nope HTTP/1.1', [HOST, 'Content-Length: 5'], 'hello'),
    'that follows the answer': [request('POST /nope HTTP/1.1', [HOST, 'Content-Length: 5']), ANSWER, 'hello'],
    'that never follows the answer': [request('POST /nope HTTP/1.1', [HOST, 'Content-Length: 5']), ANSWER, END],
    'too long by its length alone': [request('POST /members HTTP/1.1', [HOST, JSON_TYPE, `Content-Length: ${LARGE}`]), END],
  });
}

const utf8 = (body: string, headers?: string[]) => post(Buffer.from(body).toString('latin1'), headers);

function contents(): Shape[] {
  const deep = (levels: number) => `{"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  return shapes('JSON', {
    'in letters beyond ASCII': utf8('{"name":"é","age":30,"teamId":7}'),
    'not in UTF-8': post('{"name":"\xff","age":30,"teamId":7}'),
    'overlong UTF-8': post('{"name":"\xc0\xaf","age":30,"teamId":7}'),
    'half a character': post('{"name":"\xc3'),
    'after a byte order mark': utf8(`\ufeff${MEMBER}`),
    'in UTF-16': post(Buffer.from(MEMBER, 'utf16le').toString('latin1')),
    empty: post(''),
    spaces: post('   '),
    NUL: post('\0'),
    'followed by spaces': post(`${MEMBER}   `),
    'followed by a bracket': post(`${MEMBER}}`),
    'cut short': post(MEMBER.slice(0, -1)),
    'with a comment': post(`/* x */${MEMBER}`),
    'with a comma too much': post(MEMBER.replace('}', ',}')),
    'with single quotes': post(MEMBER.replaceAll('"', "'")),
    'with a name twice': post(MEMBER.replace('{', '{"age":1,')),
    NaN: post(MEMBER.replace('30', 'NaN')),
    'with an exponent': post(MEMBER.replace('30', '3e1')),
    'number of 2,000 digits': post(MEMBER.replace('30', '1'.repeat(2000))),
    'unread number of 2,000 digits': post(MEMBER.replace('{', `{"x":${'1'.repeat(2000)},`)),
    '400 levels deep': post(deep(400)),
    '2,000 levels deep': post(deep(2000)),
    'name of 60,000 letters': post(`{"${'x'.repeat(60_000)}":1}`),
    'control character in a string': post(MEMBER.replace('shape', 'a\x01b')),
    escaped: utf8(MEMBER.replace('shape', '\\u0061\\n')),
  });
}

function types(): Shape[] {
  const values = [
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json;charset=UTF8',
    'application/json;charset=utf-16',
    'application/json;charset=x',
    'application/json;charset=',
    'application/json;x=y',
    'APPLICATION/JSON',
    'application/problem+json',
    'application/*',
    '*/*',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'x',
    'application/',
    'application/json,text/plain',
    '',
  ];
  return shapes('Content-Type', {
    ...Object.fromEntries(values.map((value) => [JSON.stringify(value), post(MEMBER, [`Content-Type: ${value}`])])),
    none: post(MEMBER, []),
    'two of them': post(MEMBER, [JSON_TYPE, 'Content-Type: text/plain']),
    'and Content-Encoding: gzip': post(MEMBER, [JSON_TYPE, 'Content-Encoding: gzip']),
    'form to a handler with parameters': post('limit=10', ['Content-Type: application/x-www-form-urlencoded'], '/heavy'),
    'form of a GET': request(
      'GET /heavy HTTP/1.1',
      [HOST, 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 8'],
      'limit=10',
    ),
    'form to a handler without parameters': post('limit=10', ['Content-Type: application/x-www-form-urlencoded'], '/events/999/places'),
    'parts to a handler without parameters': post('--x--', ['Content-Type: multipart/form-data; boundary=x'], '/events/999/places'),
  });
}

function expectations(): Shape[] {
  const expecting = (target: string, body: string = MEMBER) =>
    request(`POST ${target} HTTP/1.1`, [HOST, JSON_TYPE, 'Expect: 100-continue', `Content-Length: ${body.length}`]);
  return shapes('Expect: 100-continue', {
    'a body that is read': [expecting('/members'), ANSWER, MEMBER, ANSWER],
    'a body that is sent without waiting': [`${expecting('/members')}${MEMBER}`],
    'a body that nobody reads': [expecting('/nope'), ANSWER, MEMBER],
    // The rest of it may be cut off: all of it might be answered with a reset.
    'a body that is too large': [expecting('/members', ofSize(LARGE)), ANSWER, ofSize(LARGE).slice(0, MAX_BODY + 1), ANSWER, ANSWER, END],
    'HTTP/1.0': request('GET /simple HTTP/1.0', [HOST, 'Expect: 100-continue']),
    'no body': get('/simple', ['Expect: 100-continue', 'Content-Length: 0']),
  });
}

export function bodyShapes(): Shape[] {
  return [...lengths(), ...codings(), ...chunks(), ...sizes(), ...contents(), ...types(), ...expectations()];
}
