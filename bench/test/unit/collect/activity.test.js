import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { activityLine, blocksText, publishActivity, staircaseText, warmUpText } from '../../../collect/activity.js';
import { listen } from '../../support/server.js';

test('a point has words for a reader, and tags for a query', () => {
  const cell = { scenario: 'read', target: 'mvc', round: 1 };
  assert.equal(
    activityLine('20261121-090000-quick', 'staircase', staircaseText(cell, [{ vus: 50 }, { vus: 150 }]), 5),
    'activity,run=20261121-090000-quick,phase=staircase text="round 1: read on mvc, 50, 150 users" 5',
  );
  assert.equal(warmUpText({ scenario: 'read', round: 2 }, ['mvc', 'mvc-vt']), 'round 2: warming up mvc, mvc-vt for read');
  assert.equal(
    blocksText({ scenario: 'read', round: 2, blocks: [['mvc'], ['mvc']] }, 300),
    'round 2: read in 2 blocks of slices, 300 users',
  );
  assert.match(activityLine('r', 'end', 'a "quoted" \\ text', 5), /text="a \\"quoted\\" \\\\ text" 5$/);
});

test('an InfluxDB that is gone does not stop the run', async () => {
  await publishActivity({ url: 'http://127.0.0.1:1', database: 'k6' }, 'r', 'end', 'ended');
  /** @type {string[]} */
  const seen = [];
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(500).end();
  });
  const url = await listen(server);
  await publishActivity({ url, database: 'k6', token: 'secret' }, 'r', 'end', 'ended');
  server.close();
  assert.deepEqual(seen, ['/write?db=k6&precision=ms Token secret']);
});
