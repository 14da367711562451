/** Reads the committed interval log. The Go test k6/xk6-output-rollup/hlog_test.go checks that k6 still writes it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../../record/catalogue.ts';
import { parseHlog } from '../../../record/hlog.ts';

const S = 1_700_000_000;

test('streams, seconds and counts arrive as they were written, late samples in their second; values are microseconds', () => {
  const { ok, failed, total } = parseHlog(readFileSync(path.join(root, 'k6', 'xk6-output-rollup', 'testdata', 'two-seconds.hlog'), 'utf8'));
  const counts = [ok, failed].map((stream) => [...stream].map(([second, { totalCount }]) => [second - S, totalCount]));
  assert.deepEqual([counts, total], [[[[0, 4], [1, 1]], [[0, 1]]], 6]); // prettier-ignore
  assert.equal(failed.get(S)?.maxValue, 1); // 0 ms
  // 1.5, 1.5, 2 and 200,000 ms: these count as 120 s, in the bucket 1,831 × 65,536 µs … 1,832 × 65,536 - 1 µs.
  const values = [25, 50, 75, 100].map((percent) => ok.get(S)?.getValueAtPercentile(percent));
  assert.deepEqual(values, [1500, 1500, 2000, 1832 * 65536 - 1]);
  assert.equal(ok.get(S + 1)?.maxValue, 1000);
});
