/** A service that nobody of this project has written, and a script for k6 that uses much of what a script can. */
import path from 'node:path';
import { writeFiles } from './temporary.ts';

const SERVICE = `
import http from 'node:http';
const { PORT, BUSY_MS = '0', NAME = 'chair', OTHER = '' } = process.env;
const busy = (ms) => { for (const until = performance.now() + ms; performance.now() < until; ); };
http.createServer((request, response) => {
  busy(Number(BUSY_MS));
  const isOrder = request.method === 'POST';
  const status = request.url === OTHER ? 500 : isOrder ? 201 : 200;
  request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(isOrder ? { ok: true } : { name: NAME })));
}).listen(Number(PORT), '127.0.0.1');
`;

const SCRIPT = `
import http, { get } from 'k6/http';
import { check, group } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { pathOf } from './lib/paths.js';

const BASE = __ENV.BASE_URL;
const ids = new SharedArray('ids', () => JSON.parse(open('./data/ids.json')));
const seen = new Counter('chairs_seen');
const length = new Trend('name_length');

export const options = {
  scenarios: { mine: { executor: 'shared-iterations', vus: 2, iterations: 3 } },
  thresholds: { http_req_duration: ['p(99)<0'] },
  hosts: { 'orders.test': '127.0.0.1' },
  tags: { team: 'orders' },
  maxRedirects: 3,
};

export function setup() {
  return { token: http.get(BASE + '/login').json('name') };
}

export default function ({ token }) {
  const id = ids[exec.scenario.iterationInTest % ids.length];
  group('one', () => {
    const answer = http.get(BASE + pathOf(id), { tags: { name: 'item ' + id }, headers: { authorization: token } });
    check(answer, { 'is a chair': (r) => r.json('name') === 'chair' });
    length.add(answer.json('name').length);
  });
  get(BASE.replace('127.0.0.1', 'orders.test') + '/named');
  http.batch([['GET', BASE + '/first'], { method: 'POST', url: BASE + '/second', body: 'x' }]);
  seen.add(1);
}

export function teardown({ token }) {
  console.info('teardown with ' + token);
}
`;

/** Requests of one iteration. */
export const REQUESTS = 4;

/** @param variants in YAML @param other in YAML @returns the file of make ab, beside the service and its scripts */
export function ownService(
  dir: string,
  variants: string,
  { load = 'browse: { script: browse.js, vus: 4 }', more = '' }: { load?: string; more?: string } = {},
): string {
  const start = `start: { command: ${JSON.stringify(`exec "${process.execPath}" service.mjs`)}, port: 18080 }`;
  writeFiles(dir, {
    'service.mjs': SERVICE,
    'browse.js': SCRIPT,
    'faulty.js': 'export default function () {\n',
    'lost.js': "import http from 'k6/http';\nexport default () => http.get('http://localhost:18080/items/1');\n",
    'lib/paths.js': 'export const pathOf = (id) => `/items/${id}`;\n',
    'data/ids.json': '[1, 2, 3, 5, 8]',
    'my-service.yaml': `${start}\nvariants:\n${variants}\nload:\n  ${load}\n${more}`,
  });
  return path.join(dir, 'my-service.yaml');
}
