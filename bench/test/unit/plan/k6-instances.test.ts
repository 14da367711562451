/** Several k6 that share one load by number. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commonStartMs, secondsToStart } from '../../../../k6/lib/clock.js';
import { loadOptions } from '../../../../k6/lib/options.js';

const stages = [{ stage: 1, vus: 10, startMs: 0, durationMs: 1000 }];
const options = (env: Record<string, string>) => loadOptions({ name: 'read' }, 'mvc', stages, env);

describe('INSTANCES', () => {
  it('gives each k6 its execution segment, as k6 writes it', () => {
    const found = [0, 1, 2].map((instance) => options({ INSTANCES: '3', INSTANCE: String(instance) }));
    assert.equal(found.map(({ executionSegment }) => executionSegment).join(), '0:1/3,1/3:2/3,2/3:1');
    for (const { executionSegmentSequence } of found) assert.equal(executionSegmentSequence, '0,1/3,2/3,1');
    assert.equal(options({ INSTANCES: '3', INSTANCE: '1', THRESHOLDS: 'off' }).executionSegment, '1/3:2/3');
  });

  it('leaves a single k6 without one, so that its points have no instance', () => {
    const single: Record<string, string>[] = [{}, { INSTANCES: '1' }, { INSTANCES: '1', INSTANCE: '0' }];
    for (const env of single) assert.ok(!('executionSegment' in options(env)));
  });

  it('refuses a number that is missing, or not one of them, in one line', () => {
    assert.throws(() => options({ INSTANCES: '2' }), /^Error: INSTANCE is missing: give -e INSTANCE=<0 to 1>, another one to each k6$/);
    assert.throws(() => options({ INSTANCES: '2', INSTANCE: '2' }), /INSTANCE=2: accepted is a whole number from 0 to 1/);
    assert.throws(() => options({ INSTANCES: '0' }), /INSTANCES=0: accepted is a whole number from 1 to 100/);
  });
});

describe('START_AT', () => {
  const AT = 1_795_226_905_000;

  it('is awaited, and so is the whole second after one that is none', () => {
    assert.equal(secondsToStart(AT - 3210, AT), 3.21);
    assert.equal(secondsToStart(AT - 3210, AT - 1), 3.21);
    assert.equal(secondsToStart(AT, AT), 0);
    // Without one it is the next whole second.
    assert.deepEqual(
      [0, 1, 780, 999].map((ms) => secondsToStart(AT + ms)),
      [0, 0.999, 0.22, 0.001],
    );
  });

  it('that is over is 5 s later, or a multiple of it: for all that were late by about as much', () => {
    for (const readyMs of [AT + 1, AT + 2000, AT + 5000]) assert.equal(commonStartMs(AT, readyMs), AT + 5000);
    assert.equal(commonStartMs(AT, AT + 5001), AT + 10_000);
  });

  it('may be later than a setup() that hangs would end', () => {
    assert.equal(options({}).setupTimeout, '30s');
    assert.equal(options({ START_AT: String(AT) }).setupTimeout, undefined, 'the default of k6');
  });
});
