import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCatalogue, type Answer } from '../../../record/catalogue.ts';
import { answerDifference } from '../../../verify/cases.ts';
import { openClient, type Client } from '../../../verify/client.ts';
import { requestAt } from '../../../verify/statements.ts';
import { workOf, works } from '../../../verify/work/index.ts';
import { withServer } from '../../support/server.ts';
import type { RequestListener } from 'node:http';

const received = (status: number, headers: Record<string, string>, body: string | Buffer) => {
  return { status, headers, body: Buffer.from(body), elapsedMs: 1 };
};

describe('an answer against the catalogue', () => {
  const created = { status: 201, headers: { location: '/members/${id}' }, body: '{"id":${id},"age":30}' };
  /** @param sentence null: as expected */
  const differs = (expected: Partial<Answer>, answer: ReturnType<typeof received>, sentence: string | null) =>
    assert.equal(answerDifference({ status: 200, headers: {}, body: '', ...expected }, answer), sentence);

  it('lets ${id} stand for one integer, the same everywhere in the answer', () => {
    differs(created, received(201, { location: '/members/7' }, '{"id":7,"age":30}'), null);
    const sentence = 'body, from byte 6: expected "{\\"id\\":${id},\\"age\\":30}", got "{\\"id\\":8,\\"age\\":30}", where id is 7';
    differs(created, received(201, { location: '/members/7' }, '{"id":8,"age":30}'), sentence);
  });

  it('takes nothing but an integer for ${id}, and no sign for part of a key', () => {
    const sentence = 'header location: expected "/members/${id}", got "/members/x"';
    differs(created, received(201, { location: '/members/x' }, '{"id":7,"age":30}'), sentence);
    const body = '{"id":${id}}';
    differs({ body }, received(200, {}, '{"id":7}'), null);
    differs({ body }, received(200, {}, '{"id":-7}'), 'body, from byte 6: expected "{\\"id\\":${id}}", got "{\\"id\\":-7}"');
  });

  it('compares bytes, not characters, and reads none of them as a pattern', () => {
    differs({ body: 'a.c(1)?' }, received(200, {}, 'a.c(1)?'), null);
    differs({ body: 'a.c(1)?' }, received(200, {}, 'abc(1)?'), 'body, from byte 1: expected "a.c(1)?", got "abc(1)?"');
    differs({ body: 'é' }, received(200, {}, 'é'), null);
    differs({ body: 'é' }, received(200, {}, Buffer.from([0xe9])), 'body, from byte 0: expected "é", got "\ufffd"');
  });

  it('notices one byte too many at the end, shows it escaped, and 200 characters at most', () => {
    differs({ body: 'ok' }, received(200, {}, 'ok\n'), 'body, from byte 2: expected "ok", got "ok\\n"');
    differs({ body: '' }, received(200, {}, 'x'.repeat(500)), `body, from byte 0: expected "", got "${'x'.repeat(200)}…"`);
  });

  it('compares header values exactly', () => {
    const [type, other] = ['application/json', 'application/json;charset=UTF-8'];
    const sentence = `header content-type: expected "${type}", got "${other}"`;
    differs({ headers: { 'content-type': type } }, received(200, { 'content-type': other }, ''), sentence);
  });
});

describe('the client', () => {
  const withClient = (listener: RequestListener, use: (client: Client) => Promise<void>) =>
    withServer(listener, (url) => {
      const client = openClient(url);
      return use(client).finally(client.close);
    });

  it('sends paths as they are written', async () => {
    for (const path of ['/members/%31', '//members//1', '/a/../b', '/members/1?x=%2F&y']) {
      await withClient(
        (incoming, outgoing) => void outgoing.end(incoming.url),
        async ({ send }) => assert.equal((await send({ method: 'GET', path })).body.toString(), path),
      );
    }
  });

  it('adds no header but those of HTTP itself', async () => {
    await withClient(
      (incoming, outgoing) => void outgoing.end(Object.keys(incoming.headers).sort().join()),
      async ({ send }) => {
        assert.equal((await send({ method: 'GET', path: '/' })).body.toString(), 'connection,host');
        const post = await send({ method: 'POST', path: '/', headers: { 'content-type': 'text/plain' }, body: 'é' });
        assert.equal(post.body.toString(), 'connection,content-length,content-type,host');
      },
    );
  });

  it('joins repeated headers and keeps redirects', async () => {
    await withClient(
      (_, outgoing) => void outgoing.writeHead(302, ['Location', '/b', 'Allow', 'GET', 'Allow', 'HEAD']).end(),
      async ({ send }) => {
        const { status, headers } = await send({ method: 'GET', path: '/a' });
        assert.deepEqual([status, headers.location, headers.allow], [302, '/b', 'GET, HEAD']);
      },
    );
  });

  /** Answers one request on a connection, and closes it when the next arrives, as one that closes idle connections may. */
  const closing = () => {
    const met = new Set();
    const asked: string[] = [];
    const listener = (({ socket, method, url }, outgoing) => {
      asked.push(`${method} ${url}`);
      if (met.has(socket) || url === '/never') socket.destroy();
      else outgoing.end();
      met.add(socket);
    }) as RequestListener;
    return { asked, listener };
  };

  it('asks again on a new connection if the one that it reused ends before an answer', async () => {
    const { asked, listener } = closing();
    await withClient(listener, async ({ send }) => {
      for (const path of ['/first', '/second', '/third']) assert.equal((await send({ method: 'GET', path })).status, 200);
    });
    assert.deepEqual(asked, ['GET /first', 'GET /second', 'GET /second', 'GET /third']);
  });

  it('asks once on a connection of its own where a second request would be work done twice; one that ends without an answer is reported', async () => {
    const { asked, listener } = closing();
    await withClient(listener, async ({ send }) => {
      await send({ method: 'GET', path: '/first' });
      assert.equal((await send({ method: 'POST', path: '/second' })).status, 200);
      await assert.rejects(send({ method: 'POST', path: '/never' }), /socket hang up/);
    });
    await withClient(listener, ({ send }) => assert.rejects(send({ method: 'GET', path: '/never' }), /socket hang up/));
    assert.deepEqual(asked, ['GET /first', 'POST /second', 'POST /never', 'GET /never']);
  });
});

it('the requests of a scenario spread the parameters over their range, both ends included, and repeat none within it', () => {
  const template = { method: 'GET', path: '/members/{id}', parameters: { id: { from: 3, to: 7 } } };
  const paths = [0, 1, 2, 3, 4].map((index) => requestAt(template, index).path);
  assert.equal(paths[0], '/members/3');
  assert.deepEqual([...paths].sort(), ['/members/3', '/members/4', '/members/5', '/members/6', '/members/7']);
});

describe('the work checks', () => {
  it('are of scenarios of the catalogue, and of all whose work is more than the answer', async () => {
    const { scenarios } = readCatalogue();
    for (const name of Object.keys(works)) assert.ok(name in scenarios, name);
    for (const [name, { database, needs, waits }] of Object.entries(scenarios)) {
      const { check } = await workOf(name);
      if (database || needs || waits) assert.notEqual(check, works.simple.check, name);
    }
  });

  it('of a scenario without one, and of a file that has none, is that the answer is the work', async () => {
    for (const name of ['unheard-of', 'get']) assert.equal((await workOf(name)).check, works.simple.check);
  });
});
