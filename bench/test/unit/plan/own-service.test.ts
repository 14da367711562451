/** The file of `make ab`: what it means, and one line for whatever is wrong with it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ownCatalogue } from '../../../plan/own/catalogue.ts';
import { readOwnService } from '../../../plan/own/file.ts';
import { conditionsOf } from '../../../report/own.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const dir = temporaryFolder();
writeFileSync(path.join(dir, 'browse.js'), 'export default function () {}\n');

function read(text: string) {
  const file = path.join(dir, 'my-service.yaml');
  writeFileSync(file, text);
  return readOwnService(file);
}

const START = 'start: { command: java -jar orders.jar, port: 8080, ready: /health, env: { A: 1 } }\n';
const TWO = 'variants: { platform: { env: { VT: false } }, virtual: { env: { VT: true } } }\n';
const LOAD =
  'load: { browse: { script: browse.js, vus: 100 }, order: { request: POST /orders, body: "{}", headers: { X-A: b }, expect: 201 } }\n';

describe('the file of make ab', () => {
  it('gives each variant what all have, what it has itself, and a port of its own', () => {
    const { targets } = ownCatalogue(read(`${START}${TWO}${LOAD}metrics: /metrics\n`), readCatalogue());
    const own = { directory: dir, ready: '/health', metrics: '/metrics' };
    const { platform, virtual } = targets;
    assert.deepEqual([platform.own, virtual.own], [own, own]);
    assert.deepEqual(platform.environment, { PORT: '8080', SERVER_PORT: '8080', A: '1', VT: 'false' });
    assert.deepEqual(virtual.environment, { PORT: '8081', SERVER_PORT: '8081', A: '1', VT: 'true' });
    assert.notEqual(platform.managementPort, virtual.managementPort);
    assert.notEqual(platform.colour, virtual.colour);
  });

  it('puts the port where the command or a variable asks for it', () => {
    const start = 'start: { command: "serve --port {port}", port: 8080, env: { URL: "http://localhost:{port}" } }\n';
    const { virtual } = ownCatalogue(read(`${start}${TWO}${LOAD}`), readCatalogue()).targets;
    assert.deepEqual(virtual.command, ['sh', '-c', 'serve --port 8081']);
    assert.equal(virtual.environment.URL, 'http://localhost:8081');
  });

  it('lets a variant replace any part of the start, also by a URL', () => {
    const variants =
      'variants: { old: { command: java -jar old.jar, port: 9000, ready: /ok }, there: { url: "http://localhost:7000/" } }\n';
    const { old, there } = ownCatalogue(read(`${START}${variants}${LOAD}`), readCatalogue()).targets;
    assert.deepEqual([old.command, old.port, old.own?.ready], [['sh', '-c', 'java -jar old.jar'], 9000, '/ok']);
    assert.deepEqual([there.command, there.own?.url, there.own?.ready], [undefined, 'http://localhost:7000', '/health']);
  });

  it('reads scripts, requests, users and rates', () => {
    const { scenarios } = ownCatalogue(read(`${START}${TWO}${LOAD.replace('expect: 201 ', 'expect: 201, rate: 400 ')}`), readCatalogue());
    const { browse, order } = scenarios;
    assert.deepEqual([browse.own, browse.vus, browse.rate], [{ script: path.join(dir, 'browse.js') }, 100, undefined]);
    assert.deepEqual([order.own, order.vus, order.rate, order.expect.status], [{}, 80, 400, 201]);
    assert.deepEqual(order.request, { method: 'POST', path: '/orders', body: '{}', headers: { 'x-a': 'b' } });
  });

  const all = `${START}${TWO}${LOAD}`;
  const nine = [...'abcdefghi'].map((name) => `${name}: { env: { N: ${name} } }`);
  const BAD: [string, string, RegExp][] = [
    ['nothing', '', /accepted is an object with start, variants and load/],
    ['a list', '- a', /accepted is an object/],
    ['YAML that ends too early', `${START}variants: { a: { env: {`, /line 2, column \d+: /],
    ['the same key twice', `${all}${START}`, /line 4, column 1: Map keys must be unique/],
    ['an unknown key', `${START}varients: {}\n${LOAD}`, /varients is unknown; did you mean variants\?/],
    ['a key that is like no other', `${all}database: yes\n`, /database is unknown; accepted: start, variants, load/],
    ['an unknown key of the start', all.replace('ready:', 'raedy:'), /start\.raedy is unknown; did you mean ready\?/],
    ['an unknown key of a variant', all.replace('virtual: { env', 'virtual: { evn'), /variants\.virtual\.evn is .*; did you mean env\?/],
    ['an unknown key of a load', all.replace('vus:', 'users:'), /load\.browse\.users is unknown; accepted: script/],
    ['an unknown limit', `${all}limits: { cpu: 1 }\n`, /limits\.cpu is unknown; did you mean cpus\?/],
    ['no variants', `${START}${LOAD}`, /variants is missing/],
    ['one variant', `${START}variants: { one: {} }\n${LOAD}`, /variants has 1; accepted are 2 to 8/],
    ['nine variants', `${START}variants: { ${nine.join(', ')} }\n${LOAD}`, /variants has 9/],
    ['equal variants', `${START}variants: { one: {}, two: {} }\n${LOAD}`, /variants\.two is the same as variants\.one/],
    ['a name with a space', `${START}variants: { "a b": {}, c: {} }\n${LOAD}`, /a name of lower-case letters/],
    ['neither command nor URL', `${TWO}${LOAD}`, /variants\.platform needs a command, an image or a url/],
    ['both', all.replace('start: {', 'start: { url: "http://localhost:1",'), /needs a command, .*, and one of them alone/],
    ['a URL with a path', `variants: { a: { url: "http://x:1/x" }, b: {} }\n${LOAD}`, /a\.url is ".*"; accepted is a URL such as/],
    ['no port', all.replace(' port: 8080,', ''), /variants\.platform needs a port/],
    ['a port that is none', all.replace('8080', '80800'), /start\.port is 80800; accepted is a whole number from 1 to 65000/],
    ['a path without a slash', all.replace('/health', 'health'), /start\.ready is "health"; accepted is a path such as/],
    ['no load', `${START}${TWO}`, /load is missing/],
    ['an empty load', `${START}${TWO}load: {}\n`, /load is empty/],
    ['a script that is not there', all.replace('browse.js', 'brows.js'), /load\.browse\.script: there is no brows\.js/],
    ['a script and a request', all.replace('script:', 'request: GET /, script:'), /load\.browse needs a script or a request, and not both/],
    ['neither', all.replace('script: browse.js, ', ''), /load\.browse needs a script or a request/],
    ['a body for a script', all.replace('vus: 100', 'body: x'), /load\.browse\.body belongs to a request/],
    ['a request without a path', all.replace('POST /orders', 'POST'), /load\.order\.request is "POST"; accepted is a method and a path/],
    ['no users', all.replace('vus: 100', 'vus: 0'), /load\.browse\.vus is 0; accepted is a whole number from 1/],
    ['memory without a container', `${all}limits: { memory: 1g }\n`, /limits\.memory: variants\.platform is no container/],
    ['memory that is no size', `${all}limits: { memory: much }\n`, /limits\.memory is "much"; accepted is a size such as/],
    ['too little CPU', `${all}limits: { cpus: 0 }\n`, /limits\.cpus is 0; accepted is a number from 0\.1 to 64/],
    ['a backend that is no list', `${all}backends: mariadbd\n`, /backends is "mariadbd"; accepted is a list of names of processes/],
    ['a switch that is none', `${all}same: maybe\n`, /same is "maybe"; accepted is true or false/],
  ];
  for (const [what, text, expected] of BAD) {
    it(`refuses ${what} in one line`, () => {
      const message = new RegExp(`^.*my-service\\.yaml: .*${expected.source}.*$`);
      assert.throws(() => read(text), { message, exitCode: 2 });
    });
  }

  it('says what FILE is for where there is none, and that there is no such file', () => {
    assert.throws(() => readOwnService(undefined), /FILE is missing/);
    assert.throws(() => readOwnService(path.join(dir, 'other.yaml')), /other\.yaml: no such file/);
  });
});

describe('FAIL_IF', () => {
  it('has conditions and percentages', () => {
    const conditions = conditionsOf('slower 5%, more-cpu 2.5 %').map(({ metric, share }) => `${metric} ${share}`);
    assert.deepEqual(conditions, ['throughput 0.05', 'cpu 0.025']);
    assert.deepEqual(conditionsOf(undefined), []);
  });

  it('refuses other words, and shares that are none, in one line', () => {
    for (const value of ['slower', 'faster 5%', 'slower 100%', 'slower -5%', 'slower 5%,']) {
      assert.throws(() => conditionsOf(value), /FAIL_IF=.*accepted are 'slower' or 'more-cpu'/, value);
    }
  });
});
