import assert from 'node:assert/strict';
import hdr from 'hdr-histogram-js';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../../../record/catalogue.ts';
import { parseHlog } from '../../../record/hlog.ts';
import { parseProcessesCsv, parseServerCsv, summed } from '../../../record/samples.ts';
import { counterDelta } from '../../../analyse/slice/window.ts';
import { hlogText, interval } from '../../fixtures/bundle-files.ts';

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

  it('of a stranger has no sample that is absurd', () => {
    const samples = (value: string) => parseServerCsv(`time_ms,metric,labels,value\n1,m,,${value}\n`).get('m');
    assert.deepEqual(samples(''), [{ timeMs: 1, labels: '', value: 0 }]);
    for (const value of ['1e300', '-Infinity']) assert.equal(samples(value), undefined);
  });
});

describe('a figure that is none', () => {
  const server = (line: string) => parseServerCsv(`time_ms,metric,labels,value\n${line}\n`);
  const processes = (line: string) => parseProcessesCsv(`time_ms,process,cpu_s,rss_bytes\n${line}\n`);
  for (const [parse, line, what] of [
    ...['', 'x', 'NaN', '1e300', 'Infinity'].map((time) => [server, `${time},m,,1`, 'time'] as const),
    [processes, 'x,target,1,1', 'time'],
    [processes, '1,target,NaN,1', 'CPU time'],
    [processes, '1,target,,1', 'CPU time'],
    [processes, '1,target,1,x', 'memory'],
  ] as const) {
    it(`is refused: ${line}`, () => assert.throws(() => parse(line), { message: `line 2 has no number as its ${what}` }));
  }
});

describe('a counter', () => {
  const samples = [0, 1000, 2000, 3000].map((timeMs) => ({ timeMs, value: timeMs / 100 }));

  it('is taken between the samples inside, bounds included', () => {
    assert.deepEqual(counterDelta(samples, { fromMs: 1000, toMs: 3000 }), { delta: 20, seconds: 2 });
    assert.deepEqual(counterDelta(samples, { fromMs: 1, toMs: 2999 }), { delta: 10, seconds: 1 });
  });

  it('needs two samples, at different times', () => {
    const twice = [1, 2].map((value) => ({ timeMs: 1000, value }));
    for (const few of [samples, twice]) {
      assert.throws(() => counterDelta(few, { fromMs: 1, toMs: 1999 }), { absence: { kind: 'samples', samples: 1, needed: 2 } });
    }
  });
});

const S = 1_700_000_000;

describe('http.hlog', () => {
  it('is read as k6 writes it, which the Go test k6/xk6-output-rollup/hlog_test.go checks: streams, seconds and counts arrive as they were written, late samples in their second; values are microseconds', () => {
    const { ok, failed, total } = parseHlog(
      readFileSync(path.join(root, 'k6', 'xk6-output-rollup', 'testdata', 'two-seconds.hlog'), 'utf8'),
    );
    const counts = [ok, failed].map((stream) => [...stream].map(([second, { totalCount }]) => [second - S, totalCount]));
    assert.deepEqual([counts, total], [[[[0, 4], [1, 1]], [[0, 1]]], 6]); // prettier-ignore
    assert.equal(failed.get(S)?.maxValue, 1); // 0 ms
    // 1.5, 1.5, 2 and 200,000 ms: these count as 120 s, in the bucket 1,831 × 65,536 µs … 1,832 × 65,536 - 1 µs.
    const values = [25, 50, 75, 100].map((percent) => ok.get(S)?.getValueAtPercentile(percent));
    assert.deepEqual(values, [1500, 1500, 2000, 1832 * 65536 - 1]);
    assert.equal(ok.get(S + 1)?.maxValue, 1000);
  });

  it('refuses a stream that is neither ok nor failed', () => {
    assert.throws(() => parseHlog(hlogText([interval(S, 'read', 1)])), /neither <name>\.ok nor/);
  });

  it('refuses what could fill the memory, or is no count', () => {
    const good = hlogText([interval(S, 'read.ok', 1)]);
    const [, encoded] = /,([^,\n]+)\n$/.exec(good) ?? [];
    const refuses = (text: string, message: RegExp) => assert.throws(() => parseHlog(text), message);
    refuses(good.replace(encoded, 'A'.repeat(200_000)), /^Error: line 3 has more than 100000 characters$/);
    const fine = hdr.build({ numberOfSignificantValueDigits: 5, highestTrackableValue: 2 ** 40 });
    fine.recordValue(1000);
    refuses(good.replace(encoded, hdr.encodeIntoCompressedBase64(fine)), /^Error: line 3 is no interval of the rollup output$/);
    const many = hlogText([interval(S, 'read.ok', 4e9)]);
    refuses(many, /^Error: line 3 is no interval of the rollup output$/);
    refuses(good.replace('1700000000', 'x'), /^Error: line 3 is no interval of the rollup output$/);
    refuses(good.replace(`,${encoded}`, ''), /^Error: line 3 cannot be decoded$/);
  });
});
