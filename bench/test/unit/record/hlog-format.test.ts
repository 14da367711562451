/** Reads the committed interval log with the JavaScript library. The Go test k6/xk6-output-rollup/hlog_test.go checks that k6 still writes it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { HistogramLogReader } from 'hdr-histogram-js';
import { root } from '../../../record/catalogue.ts';

function readIntervals() {
  const file = path.join(root, 'k6', 'xk6-output-rollup', 'testdata', 'two-seconds.hlog');
  const reader = new HistogramLogReader(readFileSync(file, 'utf8'));
  const intervals = [];
  for (let next = reader.nextIntervalHistogram(); next; next = reader.nextIntervalHistogram()) {
    intervals.push(next);
  }
  return intervals;
}

test('streams, seconds and counts arrive as they were written, late samples as a further interval', () => {
  const intervals = readIntervals().map(({ tag, startTimeStampMsec, endTimeStampMsec, totalCount }) => ({
    tag,
    startTimeStampMsec,
    endTimeStampMsec,
    totalCount,
  }));
  const first = { startTimeStampMsec: 1_700_000_000_000, endTimeStampMsec: 1_700_000_001_000 };
  const second = { startTimeStampMsec: 1_700_000_001_000, endTimeStampMsec: 1_700_000_002_000 };
  assert.deepEqual(intervals, [
    { tag: 'read.failed', ...first, totalCount: 1 },
    { tag: 'read.ok', ...first, totalCount: 3 },
    { tag: 'read.ok', ...first, totalCount: 1 },
    { tag: 'read.ok', ...second, totalCount: 1 },
  ]);
});

test('values are microseconds, and those outside the range count at its ends', () => {
  const [failed, ok, late, next] = readIntervals();
  assert.equal(failed.maxValue, 1); // 0 ms
  assert.equal(ok.getValueAtPercentile(33), 1500);
  assert.equal(ok.getValueAtPercentile(66), 2000);
  // 200 s count as 120 s; that is in the bucket 1,831 × 65,536 µs … 1,832 × 65,536 - 1 µs.
  assert.equal(ok.getValueAtPercentile(100), 1832 * 65536 - 1);
  assert.equal(late.maxValue, 1500);
  assert.equal(next.maxValue, 1000);
});

test('intervals of one stream and second add up', () => {
  const [, ok, late] = readIntervals();
  ok.add(late);
  assert.equal(ok.totalCount, 4);
  assert.equal(ok.getValueAtPercentile(50), 1500); // 1.5, 1.5, 2 and 120,000 ms
});
