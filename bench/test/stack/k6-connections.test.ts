/** Runs the k6 scripts that hold connections with a real k6 (K6_BIN, else `k6` on the PATH) against a small server. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALONE_SECONDS, loadSeconds } from '../../../k6/lib/hold.js';
import { readCatalogue, root } from '../../record/catalogue.ts';
import { assertInvalid, load as loadIn } from '../support/k6-scripts.ts';
import { close, listen, portOf } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const catalogue = readCatalogue();
const folder = temporaryFolder();
const CONNECTIONS = 20;
const HOLD_SECONDS = 10;
/** How long an event of the server waits for the next: streams of seconds would only take longer. */
const EVENT_MS = 5;

let requests: { url: string; socket: unknown; atMs: number }[] = [];

const server = http.createServer(async (request, response) => {
  const url = String(request.url);
  requests.push({ url, socket: request.socket, atMs: Date.now() });
  const events = Number(/^\/stream\?events=(\d+)$/.exec(url)?.[1] ?? 0);
  if (events === 0) return response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":"ok"}');
  response.writeHead(200, { 'content-type': 'text/event-stream;charset=UTF-8' });
  for (let event = 0; event < events; event++) {
    response.write(`data:${event}\n\n`);
    await sleep(EVENT_MS);
  }
  return response.end();
});
server.keepAliveTimeout = 0;
before(() => listen(server.unref()));
after(() => close(server));

/** @param ends exit code */
function load(name: string, variables: Record<string, string> = {}, ends = 0) {
  requests = [];
  const given = { TARGET: 'mvc', TARGET_HOST: `127.0.0.1:${portOf(server)}`, CONNECTIONS, HOLD_SECONDS, ...variables };
  return loadIn(folder, `connections/${name}`, given, { ends });
}

describe('the scripts that hold connections', () => {
  it('are those of the catalogue', () => {
    const names = readdirSync(path.join(root, 'k6', 'connections')).map((name) => path.basename(name, '.js'));
    assert.deepEqual(names.sort(), Object.keys(catalogue.connections ?? {}).sort());
  });

  it('idle: opens its connections while one user is active, and keeps each of them open', async () => {
    const { stdout, metrics } = await load('idle');
    assert.equal(metrics().connections_opened.values.count, CONNECTIONS);
    const sockets = new Set(requests.map(({ socket }) => socket));
    assert.equal(sockets.size, CONNECTIONS + 1, 'one more is the active user’s');
    const seconds = (requests[requests.length - 1].atMs - requests[0].atMs) / 1000;
    const hold = { connections: CONNECTIONS, openSeconds: 1, holdSeconds: HOLD_SECONDS, everySeconds: 60 };
    assert.ok(seconds > ALONE_SECONDS + HOLD_SECONDS / 2 && seconds <= loadSeconds(hold) + 1, `${seconds} s`);
    const [alone, beside] = ['alone', 'beside'].map((phase) => metrics()[`http_req_duration{phase:${phase}}`].values.count);
    assert.ok(alone > 0 && beside > 0, `${alone} requests alone, ${beside} beside`);
    assert.match(stdout, /idle on mvc: 20 connections, held for 10 s\n +opened +20\n +failed +0\n +alone +active user: p50 /);
  });

  it('stream: asks for as many events as it has seconds, and counts those that come', async () => {
    const { stdout, metrics } = await load('stream');
    const events = HOLD_SECONDS + 1;
    const streams = requests.filter(({ url }) => url === `/stream?events=${events}`);
    assert.equal(streams.length, CONNECTIONS);
    assert.equal(metrics().stream_events.values.count, CONNECTIONS * events);
    assert.match(stdout, new RegExp(`events +${CONNECTIONS * events} of ${CONNECTIONS * events}\\n +late +last event of a stream`));
  });

  it('refuse what they cannot use, in one line', async () => {
    assertInvalid(await load('stream', { CONNECTIONS: 'many' }, 107), /CONNECTIONS=many: accepted is a whole number from 1 to 20000/);
  });
});
