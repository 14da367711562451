import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.js';
import { absenceText } from '../../../report/words/absence.js';
import { hlogText, processesCsv, serverCsv, stageBounds, writeCell, writeRun } from '../../fixtures/bundle-files.js';
import { validCell, validRun } from '../../fixtures/records.js';

const S = 1_700_000_000;
const MS = S * 1000;
const STAGES = [
  { vus: 10, durationMs: 3000 },
  { vus: 20, durationMs: 3000 },
];

const TARGETS = ['mvc', 'mvc-vt', 'webflux-jdbc'];

/** @param {string} target @param {'ok' | 'failed'} [state] @returns {import('../../../record/run.js').PlannedCell} */
function planned(target, state = 'ok') {
  const reason = state === 'failed' ? 'the target died' : null;
  return { scenario: 'read', target, round: 1, order: TARGETS.indexOf(target) + 1, state, reason };
}

/** @param {string} dir @param {import('../../../record/run.js').PlannedCell[]} cells */
function run(dir, cells) {
  return validRun({ id: basename(dir), targets: TARGETS, stages: STAGES, cells });
}

/** @param {string} target @param {number} startMs @param {number} interrupted */
function cellJson(target, startMs, interrupted) {
  const k6 = { exitCode: 0, httpReqs: 1, setupReqs: 0, interrupted };
  return JSON.stringify(validCell({ target, startMs, stages: stageBounds(STAGES, startMs), k6 }));
}

/** Stage 1 is S…S+2 with its plateau S+1, S+2; stage 2 is S+3…S+5 with its plateau S+4, S+5; S+6 is the drain. */
const OF_MVC = {
  'cell.json': cellJson('mvc', MS, 3),
  'http.hlog': hlogText([
    { second: S - 1, tag: 'setup.ok', counts: [[999, 1]] },
    { second: S, tag: 'read.ok', counts: [[500_000, 5]] },
    { second: S + 1, tag: 'read.ok', counts: [[1000, 90]] },
    { second: S + 2, tag: 'read.ok', counts: [[2000, 100]] },
    { second: S + 1, tag: 'read.ok', counts: [[1500, 10]] },
    { second: S + 2, tag: 'read.failed', counts: [[700, 4]] },
    { second: S + 3, tag: 'read.ok', counts: [[1000, 50]] },
    { second: S + 4, tag: 'read.ok', counts: [[1000, 300]] },
    { second: S + 6, tag: 'read.ok', counts: [[1000, 7]] },
    { second: S + 6, tag: 'read.failed', counts: [[1000, 2]] },
  ]),
  'server.csv': serverCsv([
    [MS + 900, 'process_cpu_time_ns_total', '', 1e9],
    [MS + 1400, 'process_cpu_time_ns_total', '', 2e9],
    [MS + 2900, 'process_cpu_time_ns_total', '', 2.75e9],
    [MS + 4400, 'process_cpu_time_ns_total', '', 5e9],
    [MS + 5400, 'process_cpu_time_ns_total', '', 1e9],
    [MS + 400, 'jvm_threads_live_threads', '', 99],
    [MS + 1400, 'jvm_threads_live_threads', '', 30],
    [MS + 2400, 'jvm_threads_live_threads', '', 40],
    [MS + 1400, 'jvm_memory_used_bytes', 'area=heap;id=Eden', 100],
    [MS + 1400, 'jvm_memory_used_bytes', 'area=heap;id=Old', 50],
    [MS + 1400, 'jvm_memory_used_bytes', 'area=nonheap;id=Metaspace', 1000],
    [MS + 2400, 'jvm_memory_used_bytes', 'area=heap;id=Eden', 10],
    [MS + 2400, 'jvm_memory_used_bytes', 'area=heap;id=Old', 120],
    [MS + 1400, 'http_server_requests_active_seconds_count', 'method=GET;uri=/a', 6],
    [MS + 1400, 'http_server_requests_active_seconds_count', 'method=GET;uri=/b', 3],
    [MS + 1400, 'jvm_compilation_time_ms_total', 'compiler=HotSpot', 5000],
    [MS + 2400, 'jvm_compilation_time_ms_total', 'compiler=HotSpot', 5300],
    [MS + 1400, 'jvm_gc_pause_seconds_sum', 'cause=G1 Evacuation Pause;gc=G1 Young Generation', 4],
    [MS + 2900, 'jvm_gc_pause_seconds_sum', 'cause=G1 Evacuation Pause;gc=G1 Young Generation', 4.25],
    [MS + 2900, 'jvm_gc_pause_seconds_sum', 'cause=G1 Humongous Allocation;gc=G1 Young Generation', 0.125],
    [MS + 4400, 'jvm_gc_pause_seconds_sum', 'cause=G1 Evacuation Pause;gc=G1 Young Generation', 5],
    [MS + 1400, 'cgroup_cpu_periods_total', '', 100],
    [MS + 2400, 'cgroup_cpu_periods_total', '', 110],
    [MS + 1400, 'cgroup_cpu_throttled_periods_total', '', 40],
    [MS + 2400, 'cgroup_cpu_throttled_periods_total', '', 46],
    [MS + 1400, 'tomcat_threads_config_max_threads', 'name=http', 200],
  ]),
  'processes.csv': processesCsv([
    [MS + 1000, 'generator', 10, 0],
    [MS + 3000, 'generator', 11, 0],
    [MS + 900, 'target', 1, 999],
    [MS + 1500, 'target', 1, 300],
    [MS + 2500, 'target', 1, 350],
    [MS + 4500, 'target', 1, 0],
  ]),
};

/** Half as much on the first plateau, at 3 ms, and 1.5 cores; nothing on the second. */
const OF_VT = {
  'cell.json': cellJson('mvc-vt', MS + 60_000, 1),
  'http.hlog': hlogText([{ second: S + 61, tag: 'read.ok', counts: [[3000, 100]] }]),
  'server.csv': serverCsv([
    [MS + 61_000, 'process_cpu_time_ns_total', '', 0],
    [MS + 62_000, 'process_cpu_time_ns_total', '', 1.5e9],
    [MS + 62_000, 'jvm_gc_pause_seconds_sum', 'gc=G1', 0.125],
  ]),
  'processes.csv': processesCsv([]),
};

describe('figures of a bundle', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench analyse '));
  /** @type {import('../../../analyse/types.js').Figures} */
  let result;

  before(() => {
    writeRun(dir, run(dir, [planned('mvc'), planned('mvc-vt'), planned('webflux-jdbc', 'failed')]));
    writeCell(dir, planned('mvc'), OF_MVC);
    writeCell(dir, planned('mvc-vt'), OF_VT);
    result = figures(readBundle(dir));
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('counts requests in the stage in which they ended, late intervals added up, setup() left out', () => {
    const [first, second] = result.cells[0].stages;
    assert.equal(first.successes, 5 + 90 + 10 + 100);
    assert.equal(first.failures, 4);
    assert.equal(second.successes, 50 + 300);
    assert.deepEqual(result.cells[0].afterLastStage, { successes: 7, failures: 2 });
    assert.deepEqual([result.cells[0].lastAnswerSeconds, result.cells[1].lastAnswerSeconds], [1, 0]);
    assert.equal(result.cells[0].hlogTotal, 1 + 5 + 90 + 100 + 10 + 4 + 50 + 300 + 7 + 2);
  });

  it('has the baseline that was recorded, unless another is asked for', () => {
    const bundle = readBundle(dir);
    assert.equal(figures({ ...bundle, run: { ...bundle.run, baseline: 'mvc-vt' } }).baseline, 'mvc-vt');
    assert.equal(figures(bundle, 'webflux-jdbc').baseline, 'webflux-jdbc');
  });

  it('takes the throughput from the plateau alone', () => {
    const [first, second] = result.cells[0].stages;
    assert.equal(first.plateauSeconds, 2);
    assert.equal(first.rps, 200 / 2);
    assert.equal(second.rps, 300 / 2, 'the second without an answer counts');
  });

  it('takes latencies of successful requests of the plateau, in ms', () => {
    const { latency, failedLatency } = result.cells[0].stages[0];
    assert.equal(latency.min, 1);
    assert.equal(latency.mean, (90 * 1 + 10 * 1.5 + 100 * 2) / 200);
    assert.equal(latency.p50, 1.5, 'the 100th of 200');
    assert.equal(latency.p99, 2);
    assert.equal(failedLatency.max, 0.7);
    assert.equal(result.cells[1].stages[1].latency.p99, null, 'nothing was answered');
  });

  it('divides the rise of a counter by the time between its first and last sample on the plateau', () => {
    const [first] = result.cells[0].stages;
    assert.equal(first.cpuCores, 0.75 / 1.5);
    assert.equal(first.cpuPer1000, (0.5 / 100) * 1000);
    assert.equal(first.throttledShare, 6 / 10);
    assert.equal(first.compilingShare, 0.3);
    assert.equal(result.cells[1].stages[0].compilingShare, null, 'not scraped');
    assert.equal(first.processCores.generator, 0.5);
  });

  it('divides the pauses of the collector, all series together, by the same time', () => {
    const [[first, second], [unpaused]] = result.cells.map(({ stages }) => stages);
    assert.equal(first.gcPauseShare, 0.25, '(4.375 - 4) s of 1.5 s, with a series that began on the plateau');
    assert.equal(second.gcPauseShare, null, 'restarted, and not paused since');
    assert.equal(unpaused.gcPauseShare, 0.125, '0.125 s of 1 s: no pause before the first scrape');
  });

  it('has no share of pauses of a target that is no JVM', () => {
    const other = mkdtempSync(join(tmpdir(), 'stackbench no JVM '));
    try {
      writeRun(other, run(other, [planned('mvc')]));
      writeCell(other, planned('mvc'), { ...OF_MVC, 'server.csv': OF_MVC['server.csv'].replace(/.*jvm_.*\n/g, '') });
      const [{ cpuCores, gcPauseShare }] = figures(readBundle(other)).cells[0].stages;
      assert.deepEqual([cpuCores, gcPauseShare], [0.5, null]);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('leaves a figure out, with the reason, when its process was restarted or too few samples are there', () => {
    const second = result.cells[0].stages[1];
    assert.equal(second.cpuCores, null);
    assert.deepEqual(second.absent.cpuCores, { kind: 'restarted' });
    assert.match(absenceText(second.absent.cpuCores), /restarted/);
    assert.equal(second.threadsMax, null);
    assert.deepEqual(second.absent.threadsMax, { kind: 'samples', samples: 0, needed: 1 });
    assert.match(absenceText(second.absent.threadsMax), /no samples on the plateau/);
  });

  it('sums pools and routes per time stamp before it looks for the largest', () => {
    const [first] = result.cells[0].stages;
    assert.equal(first.heapMaxBytes, 150, 'not 100 + 120');
    assert.equal(first.threadsMax, 40, 'the 99 before the plateau does not count');
    assert.equal(first.threadsMean, 35);
    assert.equal(first.inFlightMax, 9);
    assert.equal(result.cells[0].requestThreads, 200);
  });

  it('has the resident memory of the target on the plateau, and none where it was not recorded', () => {
    const [first, second] = result.cells[0].stages;
    assert.equal(first.rssMaxBytes, 350, 'the 999 before the plateau does not count, nor does the generator');
    assert.equal(second.rssMaxBytes, null, '0 is what a control group of version 1 shows');
    assert.match(absenceText(second.absent.rssMaxBytes), /no samples on the plateau/);
    assert.equal(result.groups[0].overall.rssMaxBytes, 350);
  });

  it('shows every second, counted from the first stage', () => {
    const { seconds } = result.cells[0];
    assert.deepEqual(
      seconds.map(({ successes }) => successes),
      [5, 100, 100, 50, 300, 0],
    );
    assert.deepEqual(
      seconds.map(({ threads }) => threads),
      [99, 30, 40, null, null, null],
    );
  });

  it('has of a target in a scenario the figures of its cell', () => {
    const [first, second] = result.groups[0].stages;
    assert.deepEqual([first.rps, second.rps, first.successes, first.latency.p50], [100, 150, 205, 1.5]);
    assert.ok(Math.abs(Number(first.cpuPer1000) - 5) < 1e-9);
    assert.deepEqual([result.groups[0].failures, result.groups[0].unanswered], [4 + 2, 3]);
  });

  it('keeps a failed cell out of the figures and in the list', () => {
    assert.deepEqual([result.groups[2].failures, result.groups[2].unanswered], [null, null]);
    assert.deepEqual([result.cells[2].state, result.cells[2].reason], ['failed', 'the target died']);
    assert.deepEqual(result.cells[2].missing, [
      'cell.json: no such file',
      'http.hlog: no such file',
      'server.csv: no such file',
      'processes.csv: no such file',
    ]);
  });
});

describe('a broken bundle', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench-broken-'));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('is refused in one line where run.json is missing, broken, of another schema or without its catalogue', () => {
    assert.throws(() => readBundle(join(dir, 'nowhere')), /^Error: .*run\.json: no such file; .*expected$/);
    writeFileSync(join(dir, 'run.json'), '{"schema": 1,');
    assert.throws(() => readBundle(dir), /run\.json: not JSON/);
    writeRun(dir, { schema: 7 });
    assert.throws(() => readBundle(dir), /was written with schema 7; this version reads schema 3: a newer version reads it$/);
    writeRun(dir, { ...run(dir, []), schema: 1 });
    assert.throws(
      () => readBundle(dir),
      /was written with schema 1; this version reads schema 3\. To view it, check out commit 0123456789ab$/,
    );
    writeRun(dir, { ...run(dir, []), targets: ['mvc', 'nope'] });
    assert.throws(() => readBundle(dir), /targets\[1\] is "nope"; accepted is an entry of its catalogue\.targets, each once$/);
  });

  it('names the broken file of a cell and has no figures from it', () => {
    writeRun(dir, run(dir, [planned('mvc')]));
    writeCell(dir, planned('mvc'), {
      ...OF_MVC,
      'http.hlog': `${S}.000,1.000,2.000,bm90IGEgaGlzdG9ncmFt\n`,
      'server.csv': 'time,metric\n',
      'processes.csv': 'time_ms,process,cpu_s,rss_bytes\n1,generator\n',
    });
    const { cells, groups } = figures(readBundle(dir));
    assert.match(cells[0].missing[0], /^http\.hlog: line 1 cannot be decoded/);
    assert.match(cells[0].missing[1], /^server\.csv: the header is 'time,metric'/);
    assert.match(cells[0].missing[2], /^processes\.csv: line 2 has 2 fields/);
    assert.equal(cells[0].stages[0].rps, null);
    assert.equal(cells[0].stages[0].cpuCores, null);
    assert.equal(groups[0].stages[0].rps, null);
    assert.equal(groups[0].failures, null);
  });
});
