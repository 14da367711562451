import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import test from 'node:test';
import { holderOf, isFree, listeningSockets, requireFree } from '../../../engines/native/ports.ts';
import { freePorts } from '../../support/processes.ts';
import { portOf } from '../../support/server.ts';

/** Two lines of /proc/net/tcp: one listens on 127.0.0.1:23306 (0x5B0A), one is a connection from that port. */
const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:5B0A 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4242 1 0000000000000000 100 0 0 10 0
   1: 0100007F:5B0A 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1000        0 4343 1 0000000000000000 20 4 30 10 -1
`;

test('of a port’s sockets only the listening one counts', () => {
  assert.deepEqual(listeningSockets(TABLE, 23306), ['4242']);
  assert.deepEqual(listeningSockets(TABLE, 0xc001), []);
});

test('a taken port is named with the process that holds it, all in one line', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    const server = net.createServer().listen(0, host);
    await once(server, 'listening');
    const port = portOf(server);
    assert.equal(await isFree(port), false, host);
    await assert.rejects(requireFree([{ port, what: 'mariadb' }]), (error: Error) => {
      assert.ok(error.message.startsWith(`port ${port} (mariadb) is taken by process ${process.pid} (`), error.message);
      assert.ok(!error.message.includes('\n'));
      return true;
    });
    await new Promise((resolve) => server.close(resolve));
    assert.equal(await isFree(port), true, host);
    await requireFree([{ port, what: 'mariadb' }]);
  }
});

test('where the holder can’t be seen that is said', async () => {
  const [port] = await freePorts(1);
  assert.equal(await holderOf(port), 'a process of another user');
});
