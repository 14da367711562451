/** What several k6 leave is put together exactly. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { clockCheck } from '../../../measure/part/checks.ts';
import { filesIn, filesOf, mergeFiles, mergedHlogs, mergedReports, mergedSummaries } from '../../../measure/generators/files.ts';
import { HlogTail } from '../../../measure/generators/hlog-tail.ts';
import { worseLink } from '../../../measure/generators/results.ts';
import { latencyMs, merged, parseHlog } from '../../../record/hlog.ts';
import { hlogText } from '../../fixtures/bundle-files.ts';
import { recordedInstance, validRollup } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** @returns µs that are spread widely, once each */
const durations = (count: number, from: number): [number, number][] =>
  Array.from({ length: count }, (_, index) => [from + index * index, 1]);
const interval = (second: number, counts: [number, number][], tag = 'read.ok') => ({ second, tag, counts });

describe('interval logs of several k6', () => {
  it('have the p99 of one list of all values', () => {
    const [fast, slow] = [durations(700, 150), durations(300, 40_000)];
    const parts = [hlogText([interval(10, fast.slice(0, 400)), interval(11, fast.slice(400))]), hlogText([interval(10, slow)])];
    const log = parseHlog(mergedHlogs(parts));
    const all = [...fast, ...slow].map(([value]) => value).sort((a, b) => a - b);
    const whole = hlogText([interval(10, [...fast, ...slow])]);
    assert.equal(log.total, 1000);
    assert.deepEqual(latencyMs(merged(log.ok.values())), latencyMs(merged(parseHlog(whole).ok.values())));
    const p99 = latencyMs(merged(log.ok.values())).p99 ?? NaN;
    // 3 significant digits
    assert.ok(Math.abs(p99 * 1000 - all[989]) <= all[989] / 1000, `${p99} ms, ${all[989]} µs`);
  });

  it('keep seconds and streams apart, and leave out a line that was not finished', () => {
    const cut = hlogText([interval(10, [[1000, 3]], 'read.failed'), interval(12, [[1000, 9]])]).slice(0, -20);
    const log = parseHlog(mergedHlogs([hlogText([interval(10, [[1000, 5]])]), cut, hlogText([interval(10, [[2000, 2]])])]));
    assert.deepEqual([log.ok.get(10)?.totalCount, log.failed.get(10)?.totalCount, log.ok.get(12), log.total], [7, 3, undefined, 10]);
  });
});

it('summaries of several k6 have the sums of all counts, and ends of the ranges', () => {
  /** @param each values of one metric */
  const mergedValues = (...each: Record<string, number>[]) => {
    return mergedSummaries(each.map((values) => ({ metrics: { any: { values } } }))).metrics.any.values;
  };
  assert.deepEqual(mergedValues({ count: 10, rate: 5 }, { count: 7, rate: 3 }), { count: 17 });
  assert.deepEqual(mergedValues({ passes: 1, fails: 9, rate: 0.1 }, { passes: 0, fails: 7, rate: 0 }), { passes: 1, fails: 16 });
  const range = { count: 10, min: 2, max: 9, 'p(99)': 8 };
  assert.deepEqual(mergedValues(range, { count: 7, min: 1, max: 4, 'p(99)': 3 }), { count: 17, min: 1, max: 9 });
  assert.deepEqual(mergedValues({ value: 3000, min: 1000, max: 3000 }, { value: 1004 }), { min: 1000, max: 3000 });
  const ofOne = { vus: { values: { value: 3, min: 3, max: 3 } }, dropped_iterations: { values: { count: 2 } } };
  const { metrics } = mergedSummaries([{ metrics: {} }, { metrics: ofOne }]);
  assert.deepEqual(metrics, { dropped_iterations: ofOne.dropped_iterations }, 'users are a gauge of each k6');
});

it('accounts of several rollup outputs add up, second by second', () => {
  const one = validRollup({ pointsDropped: 1, userSeconds: [{ second: 10, iterations: 2, requests: 1.5 }] });
  const other = validRollup({
    ...{ writeErrors: 2, lastError: 'timeout' },
    userSeconds: [9, 10].map((second) => ({ second, iterations: 1, requests: 0.5 })),
  });
  assert.deepEqual(mergedReports([one, other]), {
    ...{ pointsDropped: 1, writeErrors: 2, lastError: 'timeout', hlogError: '' },
    userSeconds: [
      { second: 9, iterations: 1, requests: 0.5 },
      { second: 10, iterations: 3, requests: 2 },
    ],
  });
});

it('the files of a load stay as they are where one k6 has not left its own, or half of it', () => {
  const dir = temporaryFolder();
  const parts = [0, 1].map((index) => filesOf(filesIn(dir), index, 2));
  for (const { hlog, log, summary, report } of parts) {
    writeFileSync(hlog, hlogText([interval(10, [[1000, 1]])]));
    writeFileSync(log, '');
    writeFileSync(summary ?? '', JSON.stringify({ metrics: { http_reqs: { values: { count: 1 } } } }));
    writeFileSync(report ?? '', JSON.stringify(validRollup()));
  }
  writeFileSync(parts[1].summary ?? '', '{"metrics":');
  mergeFiles(parts, filesIn(dir));
  assert.deepEqual([existsSync(path.join(dir, 'k6-summary.json')), existsSync(path.join(dir, 'k6-summary-1.json'))], [false, true]);
});

describe('several logs that are followed', () => {
  const START = 1_795_226_905;

  function tailOf(...logs: Parameters<typeof hlogText>[0][]) {
    const dir = temporaryFolder();
    const files = logs.map((log, index) => {
      const file = path.join(dir, `${index}.hlog`);
      writeFileSync(file, hlogText(log));
      return file;
    });
    const tail = new HlogTail(files, START * 1000);
    tail.read();
    return tail;
  }

  it('are counted together; a second is complete when it is in all of them', () => {
    const setup = interval(START - 3, [[1000, 2]], 'setup.ok');
    const ahead = [setup, interval(START, [[1000, 4]]), interval(START + 1, [[1000, 5]])];
    const tail = tailOf(ahead, [setup, interval(START, [[1000, 3]])]);
    assert.deepEqual([tail.totals(), tail.count('setup.ok')], [[11, 5], 4]);
    assert.deepEqual([tail.latest('read.ok'), tail.successes('read', START, 5)], [7, [7]]);
    assert.equal(tail.startSecond, START);
  });

  it('tell of each second of a burst, counted from the one after setup()', () => {
    const burst = (...seconds: [second: number, count: number, tag?: string][]) => {
      const intervals = seconds.map(([second, count, tag]) => interval(START + second, [[1000, count]], tag));
      return tailOf([interval(START - 1, [[1000, 2]], 'setup.ok'), ...intervals]);
    };
    assert.deepEqual(burst([0, 1], [1, 2], [2, 3], [3, 9]).successes('read', START, 3), [1, 2, 3]);
    assert.deepEqual(burst([1, 4], [2, 1, 'read.failed']).successes('read', START, 3), [0, 4, 0]);
    assert.deepEqual([burst([0, 1]).startSecond, burst().startSecond], [START, null]);
  });

  it('begin with the k6 that was late, if all were', () => {
    const late = [interval(START + 2, [[1000, 2]], 'setup.ok'), interval(START + 5, [[1000, 1]])];
    assert.equal(tailOf(late, late).startSecond, START + 5);
  });
});

describe('the clocks of generators elsewhere', () => {
  const link = (clockOffsetMs: number | null, clockErrorMs = 5, rttMs = 0.3) => ({ clockOffsetMs, clockErrorMs, rttMs });

  it('are the worse of before and after, with the round trip of before', () => {
    assert.deepEqual(worseLink(link(-3), link(80, 4, 9)), { link: link(80, 4, 0.3) });
    assert.deepEqual(worseLink(link(80, 4), link(2)), { link: link(80, 4) });
    assert.deepEqual(worseLink(link(2), link(null)), { link: link(null) }, 'unknown is worse than right');
    assert.deepEqual([worseLink(link(2), undefined), worseLink(undefined, undefined)], [{ link: link(2) }, {}]);
  });

  it('come with the segments that were sent again in between, where both were counted', () => {
    const counted = (retransmits: number) => ({ ...link(2), retransmits });
    assert.equal(worseLink(counted(7), counted(19)).link?.retransmits, 12);
    for (const after of [link(2), counted(3), undefined]) assert.equal(worseLink(counted(7), after).link?.retransmits, undefined);
  });

  it('are checked: right, wrong, or not read', () => {
    const check = (...links: ReturnType<typeof link>[]) => clockCheck(links.map((each) => recordedInstance({ link: each })));
    assert.deepEqual(check(link(3), link(-20)), [{ name: 'clock', ok: true, detail: 'clocks of k6 up to 20 ms off' }]);
    assert.deepEqual([check(link(3), link(-60)).map(({ ok }) => ok), check(link(60, 20)).map(({ ok }) => ok)], [[false], [true]]);
    assert.deepEqual(check(link(null)), [{ name: 'clock', ok: false, detail: 'a clock of k6 could not be read' }]);
    assert.deepEqual(clockCheck([recordedInstance()]), []);
  });
});
