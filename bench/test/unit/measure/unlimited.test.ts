import assert from 'node:assert/strict';
import { test } from 'node:test';
import { underLimit, withoutLimit, withoutLimits } from '../../../measure/unlimited.ts';
import type { Engine } from '../../../engines/engine.ts';

function engineThatTells(canLiftLimit: boolean) {
  const calls: string[] = [];
  const engine = {
    canLiftLimit: () => canLiftLimit,
    liftLimit: async (target: string) => void calls.push(`lift ${target}`),
    applyLimit: async (target: string) => void calls.push(`limit ${target}`),
  };
  return { calls, engine: engine as unknown as Engine };
}

test('the limit is lifted for the action alone, and comes back where it fails', async () => {
  const { calls, engine } = engineThatTells(true);
  assert.equal(await withoutLimit(engine, 'mvc', async () => calls.push('act')), 2);
  assert.deepEqual(calls, ['lift mvc', 'act', 'limit mvc']);
  await assert.rejects(
    withoutLimit(engine, 'mvc', () => Promise.reject(new Error('no answer'))),
    /no answer/,
  );
  assert.deepEqual(calls.slice(3), ['lift mvc', 'limit mvc']);
});

test('meanwhile some of it can be under the limit', async () => {
  const { calls, engine } = engineThatTells(true);
  await withoutLimit(engine, 'mvc', () => underLimit(engine, 'mvc', async () => calls.push('act')));
  assert.deepEqual(calls, ['lift mvc', 'limit mvc', 'act', 'lift mvc', 'limit mvc']);
  await assert.rejects(
    underLimit(engine, 'mvc', () => Promise.reject(new Error('no answer'))),
    /no answer/,
  );
  assert.deepEqual(calls.slice(5), ['limit mvc', 'lift mvc']);
});

test('of several targets all limits are lifted, and come back where the action fails', async () => {
  const { calls, engine } = engineThatTells(true);
  await withoutLimits(engine, ['mvc', 'webflux'], async () => calls.push('act'));
  assert.deepEqual(calls, ['lift mvc', 'lift webflux', 'act', 'limit webflux', 'limit mvc']);
  await assert.rejects(
    withoutLimits(engine, ['mvc', 'webflux'], () => Promise.reject(new Error('no answer'))),
    /no answer/,
  );
  assert.deepEqual(calls.slice(5), ['lift mvc', 'lift webflux', 'limit webflux', 'limit mvc']);
});

test('an engine that cannot lift the limit is not asked to', async () => {
  const { calls, engine } = engineThatTells(false);
  assert.equal(await withoutLimit(engine, 'mvc', async () => 'done'), 'done');
  assert.deepEqual(calls, []);
});
