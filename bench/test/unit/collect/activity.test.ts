import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activityLine, partText, publishActivity } from '../../../collect/influx.ts';
import { withServer } from '../../support/server.ts';

test('a point has words for a reader, and tags for a query', () => {
  const blocks = [50, 300, 300].map((vus) => ({ vus, targets: ['mvc', 'mvc-vt'] }));
  assert.equal(
    activityLine('20261121-090000-quick', 'blocks', partText({ scenario: 'read', round: 2, blocks }), 5),
    'activity,run=20261121-090000-quick,phase=blocks text="round 2: read on mvc, mvc-vt in 3 blocks of slices, 50, 300 users" 5',
  );
  assert.match(activityLine('r', 'end', 'a "quoted" \\ text', 5), /text="a \\"quoted\\" \\\\ text" 5$/);
});

test('an InfluxDB that is gone, or refuses, does not stop the run', async () => {
  const publish = (url: string) => publishActivity({ url, database: 'k6', token: 'secret' }, 'r', 'end', 'ended');
  await publish('http://127.0.0.1:1');
  const seen: string[] = [];
  await withServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(500).end();
  }, publish);
  assert.deepEqual(seen, ['/write?db=k6&precision=ms Token secret']);
});
