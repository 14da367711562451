/** What does not answer is named, and nobody waits for it for ever. */
import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { askForJson } from '../../../collect/ask.ts';
import { query } from '../../../engines/mariadb.ts';
import { openDatabase } from '../../../verify/database.ts';
import { freePorts } from '../../support/processes.ts';
import { listen, portOf } from '../../support/server.ts';

describe('a service that hangs', () => {
  const sockets = new Set<Socket>();
  // Accepts connections, as the kernel does for a stopped process.
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  let port = 0;
  before(async () => {
    await listen(server);
    port = portOf(server);
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('is named, with the time that it had', async () => {
    const message = 'Prometheus did not answer within 0.2 s';
    await assert.rejects(askForJson('Prometheus', `http://127.0.0.1:${port}/`, {}, 200), { message });
  });

  it('is MariaDB where it is asked for a statement', async () => {
    const address = { host: '127.0.0.1', port, user: 'u', password: 'p', database: 'd' };
    await assert.rejects(query(address, 'SELECT 1', 200), /^Error: MariaDB does not answer: [^\n]+$/);
    await assert.rejects(openDatabase(address), /^Error: MariaDB does not answer: [^\n]+$/);
  });
});

it('a service that is gone is named, with the reason', async () => {
  const [port] = await freePorts(1);
  const message = `InfluxDB did not answer: connect ECONNREFUSED 127.0.0.1:${port}`;
  await assert.rejects(askForJson('InfluxDB', `http://127.0.0.1:${port}/`, {}, 1000), { message });
});
