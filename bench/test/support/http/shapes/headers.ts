/** Headers that are odd, many or long, and those with which HTTP says more than Spring's handlers ask for. */
import { get, HOST, JSON_TYPE, MEMBER, post, request, shapes, type Shape } from './shape.ts';

/** @param headers all of them */
const simple = (headers: string[]) => request('GET /simple HTTP/1.1', headers);

function hosts(): Shape[] {
  return shapes('Host', {
    none: simple([]),
    'none, HTTP/1.0': request('GET /simple HTTP/1.0', []),
    empty: simple(['Host:']),
    'twice the same': simple([HOST, HOST]),
    'two of them': simple([HOST, 'Host: elsewhere']),
    'with a port': simple(['Host: 127.0.0.1:8080']),
    'with a port beyond 65535': simple(['Host: 127.0.0.1:99999']),
    'with a port that is no number': simple(['Host: 127.0.0.1:x']),
    'with a space': simple(['Host: a b']),
    'with a slash': simple(['Host: a/b']),
    'with an underscore': simple(['Host: a_b']),
    'with a user': simple(['Host: user@a']),
    'an IPv6 address': simple(['Host: [::1]:8080']),
    'half an IPv6 address': simple(['Host: [::1']),
    'in letters beyond ASCII': simple(['Host: é']),
    'another than in the target': request('GET http://127.0.0.1/simple HTTP/1.1', ['Host: elsewhere']),
  });
}

/** @param length of each */
const many = (count: number, length = 8) => Array.from({ length: count }, (_, index) => `X${index}: `.padEnd(length - 2, 'x'));

function syntax(): Shape[] {
  return shapes('header', {
    'space before the colon': simple([HOST, 'X : y']),
    'space before the name': simple([HOST, ' X: y']),
    folded: simple([HOST, 'X: y', ' z']),
    'folded, the first': simple([' folded: y', HOST]),
    'without a colon': simple([HOST, 'X']),
    'without a name': simple([HOST, ': y']),
    'without a value': simple([HOST, 'X:']),
    'without a space': simple([HOST, 'X:y']),
    'name in brackets': simple([HOST, '(X): y']),
    'name with an underscore': simple([HOST, 'X_Y: z']),
    'name in letters beyond ASCII': simple([HOST, 'é: y']),
    'NUL in the name': simple([HOST, 'X\0: y']),
    'NUL in the value': simple([HOST, 'X: \0']),
    'control character in the value': simple([HOST, 'X: \x01']),
    'DEL in the value': simple([HOST, 'X: \x7f']),
    'carriage return in the value': simple([HOST, 'X: a\rb']),
    'line feed in the value': simple([HOST, 'X: a\nY: b']),
    'tab in the value': simple([HOST, 'X: a\tb']),
    'value in letters beyond ASCII': simple([HOST, 'X: é']),
    '99 more': simple([HOST, ...many(99)]),
    '100 more': simple([HOST, ...many(100)]),
    '400 more': simple([HOST, ...many(400)]),
    'of 7,000 bytes': simple([HOST, ...many(1, 7000)]),
    'of 9,000 bytes': simple([HOST, ...many(1, 9000)]),
    'of 100,000 bytes': simple([HOST, ...many(1, 100_000)]),
    'many, together above 8 KB': simple([HOST, ...many(900, 12)]),
    'name of 7,000 bytes': simple([HOST, `${'X'.repeat(7000)}: y`]),
    'names in capitals': request('GET /simple HTTP/1.1', ['HOST: 127.0.0.1', 'ACCEPT: application/json']),
  });
}

const types = (count: number) => Array.from({ length: count }, (_, index) => `text/x${index}`).join(',');

function accepted(): Shape[] {
  const values = {
    anything: '*/*',
    'any application': 'application/*',
    'JSON with quality 0': 'application/json;q=0',
    'quality above 1': '*/*;q=2',
    'quality that is no number': '*/*;q=x',
    empty: '',
    'a word': 'x',
    'a comma': ',',
    'star and a subtype': '*/json',
    'JSON in another encoding': 'application/json;charset=utf-16',
    problems: 'application/problem+json',
    '50 types': types(50),
    '50 types and JSON': `${types(49)},application/json`,
    '51 types': types(51),
    '51 types, the last anything': `${types(50)},*/*`,
    '500 types': types(500),
    'malformed, among others': 'application/json,x',
  };
  const paths = { simple: '/simple', member: '/members/1', error: '/heavy?limit=0', nothing: '/nope' };
  const all = Object.entries(values).flatMap(([name, value]) =>
    Object.entries(paths).map(([of, path]) => [`${name} (${of})`, get(path, [`Accept: ${value}`])]),
  );
  return shapes('Accept', {
    ...Object.fromEntries(all),
    twice: get('/simple', ['Accept: text/html', 'Accept: application/json']),
    '51 types in 51 headers': get('/simple', `Accept: ${types(51).replaceAll(',', ',Accept: ')}`.split(',')),
    '51 types, a body to create': post(MEMBER, [JSON_TYPE, `Accept: ${types(51)}`]),
  });
}

function meanings(): Shape[] {
  const headers = [
    'Accept-Encoding: gzip',
    'Accept-Charset: utf-16',
    'Accept-Language: x;q=y',
    'Range: bytes=0-3',
    'If-None-Match: *',
    'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT',
    'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
    'If-Match: "x"',
    'Connection: close',
    'Connection: CLOSE',
    'Connection: keep-alive',
    'Connection: x, close',
    'Connection: x',
    'Connection:',
    'Keep-Alive: timeout=1, max=1',
    'Upgrade: websocket',
    'Expect: 100-continue',
    'Expect: x',
    'Origin: http://elsewhere',
    'Content-Type: x',
    'TE: trailers',
    'Trailer: X',
    'X-HTTP-Method-Override: DELETE',
    'Forwarded: host=elsewhere;proto=https',
    'X-Forwarded-Host: elsewhere',
    'X-Forwarded-Prefix: /x',
    'Authorization: Basic x',
    'Cookie: a=b; c; =; "',
    'Max-Forwards: 0',
    'Via: x',
    'Sec-Fetch-Mode: cors',
  ];
  const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'];
  const preflight = ['Origin: http://elsewhere', 'Access-Control-Request-Method: POST'];
  return shapes('with', {
    ...Object.fromEntries(headers.map((header) => [header, get('/simple', [header])])),
    'Connection: close (error)': get('/nope', ['Connection: close']),
    'Upgrade: h2c': get('/simple', h2c),
    'Origin (error)': get('/nope', ['Origin: http://elsewhere']),
    preflight: request('OPTIONS /simple HTTP/1.1', [HOST, ...preflight]),
    'preflight of nothing': request('OPTIONS /nope HTTP/1.1', [HOST, ...preflight]),
    '200 cookies': get('/simple', [`Cookie: ${Array.from({ length: 200 }, (_, index) => `c${index}=x`).join('; ')}`]),
    '201 cookies': get('/simple', [`Cookie: ${Array.from({ length: 201 }, (_, index) => `c${index}=x`).join('; ')}`]),
    'HTTP/1.0 and Connection: keep-alive': request('GET /simple HTTP/1.0', [HOST, 'Connection: keep-alive']),
  });
}

export function headerShapes(): Shape[] {
  return [...hosts(), ...syntax(), ...accepted(), ...meanings()];
}
