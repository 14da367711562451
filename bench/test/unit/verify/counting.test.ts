import assert from 'node:assert/strict';
import test from 'node:test';
import { calibrate } from '../../../verify/counting.ts';

/** A database to which a pool opens its connections, one after the other. */
function fillingDatabase({ connections, eachMs }: { connections: number; eachMs: number }) {
  const startedMs = performance.now();
  const opened = () => Math.min(connections, Math.floor((performance.now() - startedMs) / eachMs));
  let readings = 0;
  const counters = async () => ({ Com_set_option: opened(), Com_show_status: readings++ });
  return { opened, database: { counters } };
}

test('a pool that fills slowly from far away is waited for, and only then are requests counted', async () => {
  const { opened, database } = fillingDatabase({ connections: 2, eachMs: 550 });
  const count = await calibrate(database, 70);
  assert.equal(opened(), 2);
  assert.deepEqual(await count(async () => {}), { Com_set_option: 0, Com_show_status: 0 });
});

test('a connection that opens between two looks is seen, however long a busy machine makes the pause', async () => {
  const opensBefore = [4, 7, 10, 13, 16];
  let readings = 0;
  const opened = () => opensBefore.filter((reading) => reading <= readings).length;
  const counters = async () => ({ Com_show_status: readings++, Com_set_option: opened() });
  await calibrate({ counters });
  assert.equal(opened(), opensBefore.length);
});
