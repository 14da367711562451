import assert from 'node:assert/strict';
import test from 'node:test';
import { calibrate } from '../../../verify/counting.ts';
import { alike, failures } from '../../../verify/words.ts';

/** A database to which a pool opens connections. @param opened how many by now, after so many readings */
function fillingDatabase(opened: (readings: number) => number) {
  let readings = 0;
  return { counters: async () => ({ Com_show_status: readings++, Com_set_option: opened(readings) }) };
}

test('a pool that fills slowly from far away is waited for, and only then are requests counted', async () => {
  const startedMs = performance.now();
  const opened = () => Math.min(2, Math.floor((performance.now() - startedMs) / 550));
  const count = await calibrate(fillingDatabase(opened), 70);
  assert.equal(opened(), 2);
  assert.deepEqual(await count(async () => {}), { Com_set_option: 0, Com_show_status: 0 });
});

test('a connection that opens between two looks is seen, however long a busy machine makes the pause', async () => {
  let opened = 0;
  await calibrate(fillingDatabase((readings) => (opened = [4, 7, 10, 13, 16].filter((reading) => reading <= readings).length)));
  assert.equal(opened, 5);
});

test('error cases that failed alike are one sentence, also if a target answers none of more than a hundred', () => {
  const silent = (name: string) => ({ target: 'mvc', name, ok: false, detail: 'no answer: no answer within 15 s' });
  const wrong = { target: 'mvc', name: 'unknown id', ok: false, detail: 'status: expected 404, got 500' };
  const fine = { target: 'mvc', name: 'no body', ok: true, detail: 'as expected' };
  const others = alike([silent('bad id'), wrong, fine, silent('bad type'), silent('no type')]);
  const sentences = failures({ rows: [], others }).map(({ sentence }) => sentence);
  assert.deepEqual(sentences, [
    'mvc, 3 error cases, the first bad id: no answer: no answer within 15 s',
    'mvc, error case unknown id: status: expected 404, got 500',
  ]);
});
