import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHlog } from '../../../record/hlog.js';
import { parseServerCsv, summed } from '../../../record/samples.js';
import { counterDelta } from '../../../analyse/cell/window.js';
import { hlogText } from '../../fixtures/bundle-files.js';

describe('server.csv', () => {
  it('keeps labels with commas and quotes, leaves NaN out, sorts by time', () => {
    const text = ['time_ms,metric,labels,value', '2000,m,"cause=G1 (a, ""b"")",2', '1000,m,cause=a, b,1', '3000,m,,NaN', ''].join('\r\n');
    assert.deepEqual(parseServerCsv(text).get('m'), [
      { timeMs: 1000, labels: 'cause=a, b', value: 1 },
      { timeMs: 2000, labels: 'cause=G1 (a, "b")', value: 2 },
    ]);
  });

  it('sums only series with the whole label', () => {
    const samples = [
      { timeMs: 1, labels: 'area=heap;id=a', value: 1 },
      { timeMs: 1, labels: 'area=heapless;id=b', value: 10 },
    ];
    assert.deepEqual(summed(samples, 'area=heap'), [{ timeMs: 1, value: 1 }]);
  });
});

describe('a counter', () => {
  const samples = [0, 1000, 2000, 3000].map((timeMs) => ({ timeMs, value: timeMs / 100 }));

  it('is taken between the samples inside, bounds included', () => {
    assert.deepEqual(counterDelta(samples, { fromMs: 1000, toMs: 3000 }), { delta: 20, seconds: 2 });
    assert.deepEqual(counterDelta(samples, { fromMs: 1, toMs: 2999 }), { delta: 10, seconds: 1 });
  });

  it('needs two samples', () => {
    assert.throws(() => counterDelta(samples, { fromMs: 1, toMs: 1999 }), { absence: { kind: 'samples', samples: 1, needed: 2 } });
  });
});

describe('http.hlog', () => {
  it('refuses a stream that is neither ok nor failed', () => {
    assert.throws(() => parseHlog(hlogText([{ second: 1_700_000_000, tag: 'read', counts: [[1, 1]] }])), /neither <name>\.ok nor/);
  });
});
