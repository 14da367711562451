/** Whether the cluster's API is there, as whoever has only a Role in the namespace can know it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Api } from '../../../engines/kubernetes/cluster/api.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const socket = path.join(temporaryFolder(), 'api');
const api = new Api('ns');
const asked: string[] = [];
let status = 200;

const server = http.createServer(({ url = '' }, response) => {
  asked.push(url);
  const isNamespace = url === '/api/v1/namespaces/ns';
  response.statusCode = isNamespace ? 403 : status;
  response.end(response.statusCode === 502 ? 'bad gateway' : JSON.stringify({ message: 'forbidden', items: [] }));
});

api.open(socket);
before(() => once(server.listen(socket), 'listening'));

after(() => {
  api.close();
  server.close();
  server.closeAllConnections();
});

test('a Role that may list pods is enough: the namespace itself is not asked for', async () => {
  assert.equal(await api.answers(), true);
  assert.deepEqual(asked, ['/api/v1/namespaces/ns/pods?limit=1']);
  assert.equal(await api.phaseOfNamespace(), 'Active', 'nobody says otherwise');
});

test('a refusal is an answer; a proxy that reaches nobody is none', async () => {
  status = 403;
  assert.equal(await api.answers(), true);
  status = 502;
  assert.equal(await api.answers(), false);
});
