import assert from 'node:assert/strict';
import net from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasBody, isChunked, receive } from '../../../verify/wire.ts';
import { listen, portOf } from '../../support/server.ts';

/** @param pieces written 20 ms apart, then the connection is closed if `closes` */
async function receiveFrom(
  pieces: string[],
  { method = 'GET', closes = false, body }: { method?: string; closes?: boolean; body?: string } = {},
) {
  let asked = '';
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async (request) => {
      asked = request.toString();
      for (const piece of pieces) {
        socket.write(piece);
        await sleep(20);
      }
      if (closes) socket.end();
    });
  });
  const url = await listen(server);
  try {
    return { ...(await receive(url, { method, path: '/a?b=c', headers: { accept: 'x' }, body })), asked, port: portOf(server) };
  } finally {
    server.close();
  }
}

/**
 * Where the machine is busy, pieces that were written 20 ms apart are read as one; one is never read as two.
 * @returns the most that some attempts showed
 */
async function mostPieces(pieces: string[]): Promise<number> {
  let most = 0;
  for (let attempt = 0; attempt < 20 && most < pieces.length; attempt++) most = Math.max(most, (await receiveFrom(pieces)).pieces);
  return most;
}

describe('an answer as it arrives', () => {
  it('is counted in bytes and pieces until its length is reached', async () => {
    const whole = await receiveFrom(['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok']);
    assert.deepEqual([whole.status, whole.headers, whole.bytes, whole.pieces], [200, { 'content-length': '2' }, 40, 1]);
    assert.equal(await mostPieces(['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n', 'ok']), 2);
    assert.equal((await receiveFrom(['HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\né', 'é'])).bytes, 42, 'bytes, not characters');
  });

  it('ends with its last chunk, without a body with its head, and else with the connection', async () => {
    const chunks = ['HTTP/1.1 201 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n', '0\r\n\r\n'];
    const chunked = await receiveFrom(chunks);
    assert.deepEqual([chunked.status, isChunked(chunked), chunked.bytes], [201, true, chunks.join('').length]);
    assert.equal(await mostPieces(chunks), 2);
    assert.equal((await receiveFrom(['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'], { method: 'HEAD' })).pieces, 1);
    assert.equal((await receiveFrom(['HTTP/1.1 204 No Content\r\n\r\n'])).status, 204);
    assert.equal((await receiveFrom(['HTTP/1.1 200 OK\r\n\r\nok'], { closes: true })).bytes, 21);
    assert.deepEqual([hasBody('HEAD', 200), hasBody('GET', 204), hasBody('GET', 404)], [false, false, true]);
  });

  it('follows a request that is sent as it is', async () => {
    const { asked, port } = await receiveFrom(['HTTP/1.1 204 \r\n\r\n'], { method: 'POST', body: 'é' });
    assert.equal(asked, `POST /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\naccept: x\r\nContent-Length: 2\r\n\r\né`);
  });

  it('is refused if the connection ends before it does', async () => {
    for (const cut of ['HTTP/1.1 200', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok'])
      await assert.rejects(receiveFrom([cut], { closes: true }), /^Error: socket hang up$/);
  });
});
