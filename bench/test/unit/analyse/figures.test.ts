/** The arithmetic of plateaus, from the files of a bundle. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.ts';
import { partDir, serverFile } from '../../../record/part.ts';
import { absenceText } from '../../../report/words/discarded.ts';
import { hlogText, processesCsv, seriesCsv, writeRun } from '../../fixtures/bundle-files.ts';
import { plannedPart, recordedSlice, validPart, validRun } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { PlannedPart } from '../../../record/run.ts';

const S = 1_700_000_000;
const MS = S * 1000;
const LEVELS = [10, 20];
const TARGETS = ['mvc', 'mvc-vt', 'webflux-jdbc'];

/** @param target alone, in a block of each level */
function planned(target: string, state: 'ok' | 'failed' = 'ok') {
  const place = TARGETS.indexOf(target) + 1;
  const reason = state === 'failed' ? 'the target died' : null;
  return plannedPart({ number: place, order: place, blocks: LEVELS.map((vus) => ({ vus, targets: [target] })), state, reason });
}

function run(dir: string, parts: PlannedPart[]) {
  return validRun({ id: basename(dir), targets: TARGETS, levels: LEVELS, sliceSeconds: 3, parts });
}

function partJson(part: PlannedPart, startMs: number, interrupted: number) {
  const slices = part.blocks.map(({ vus, targets: [target] }, index) =>
    recordedSlice({ slice: index + 1, block: index + 1, target, vus, startMs: startMs + index * 4000, seconds: 3 }),
  );
  const { number, order } = part;
  const k6 = { exitCode: 0, httpReqs: 1, setupReqs: 0, interrupted };
  return JSON.stringify(validPart({ number, order, slices, startMs, endMs: startMs + 8000, k6 }));
}

/** @param dir the run's folder */
function writePart(dir: string, part: PlannedPart, files: Record<string, string>) {
  const folder = partDir(dir, part);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

/** Slice 1 is S…S+2 with its plateau S+1, S+2; S+3 is the gap; slice 2 is S+4…S+6 with its plateau S+5, S+6. */
const OF_MVC = {
  'part.json': partJson(planned('mvc'), MS, 3),
  'http.hlog': hlogText([
    { second: S - 1, tag: 'setup.ok', counts: [[999, 1]] },
    { second: S, tag: 'read#1.ok', counts: [[500_000, 5]] },
    { second: S + 1, tag: 'read#1.ok', counts: [[1000, 90]] },
    { second: S + 2, tag: 'read#1.ok', counts: [[2000, 100]] },
    { second: S + 1, tag: 'read#1.ok', counts: [[1500, 10]] },
    { second: S + 2, tag: 'read#1.failed', counts: [[700, 4]] },
    { second: S + 3, tag: 'read#1.ok', counts: [[1000, 7]] },
    { second: S + 3, tag: 'read#1.failed', counts: [[1000, 2]] },
    { second: S + 4, tag: 'read#2.ok', counts: [[1000, 50]] },
    { second: S + 5, tag: 'read#2.ok', counts: [[1000, 300]] },
  ]),
  [serverFile('mvc')]: seriesCsv(MS, {
    process_cpu_time_ns_total: { 0.9: 1e9, 1.4: 2e9, 2.9: 2.75e9, 5.4: 5e9, 6.4: 1e9 },
    jvm_threads_live_threads: { 0.4: 99, 1.4: 30, 2.4: 40 },
    'jvm_memory_used_bytes{area=heap;id=Eden}': { 1.4: 100, 2.4: 10 },
    'jvm_memory_used_bytes{area=heap;id=Old}': { 1.4: 50, 2.4: 120 },
    'jvm_memory_used_bytes{area=nonheap;id=Metaspace}': { 1.4: 1000 },
    'http_server_requests_active_seconds_count{method=GET;uri=/a}': { 1.4: 6 },
    'http_server_requests_active_seconds_count{method=GET;uri=/b}': { 1.4: 3 },
    'jvm_compilation_time_ms_total{compiler=HotSpot}': { 1.4: 5000, 2.4: 5300 },
    'jvm_gc_pause_seconds_sum{cause=G1 Evacuation Pause;gc=G1 Young Generation}': { 1.4: 4, 2.9: 4.25, 5.4: 5 },
    'jvm_gc_pause_seconds_sum{cause=G1 Humongous Allocation;gc=G1 Young Generation}': { 2.9: 0.125 },
    cgroup_cpu_periods_total: { 1.4: 100, 2.4: 110 },
    cgroup_cpu_throttled_periods_total: { 1.4: 40, 2.4: 46 },
    'tomcat_threads_config_max_threads{name=http}': { 1.4: 200 },
  }),
  'processes.csv': processesCsv([
    [MS + 1000, 'generator', 10, 0],
    [MS + 3000, 'generator', 11, 0],
    [MS + 900, 'target mvc', 1, 999],
    [MS + 1500, 'target mvc', 1, 300],
    [MS + 2500, 'target mvc', 1, 350],
    [MS + 5500, 'target mvc', 1, 0],
  ]),
};

/** Half as much on the first plateau, at 3 ms, and 1.5 cores; nothing on the second. */
const OF_VT = {
  'part.json': partJson(planned('mvc-vt'), MS + 60_000, 1),
  'http.hlog': hlogText([{ second: S + 61, tag: 'read#1.ok', counts: [[3000, 100]] }]),
  [serverFile('mvc-vt')]: seriesCsv(MS, {
    process_cpu_time_ns_total: { 61: 0, 62: 1.5e9 },
    'jvm_gc_pause_seconds_sum{gc=G1}': { 62: 0.125 },
  }),
  'processes.csv': processesCsv([]),
};

describe('figures of a bundle', () => {
  const dir = temporaryFolder();
  writeRun(dir, run(dir, [planned('mvc'), planned('mvc-vt'), planned('webflux-jdbc', 'failed')]));
  writePart(dir, planned('mvc'), OF_MVC);
  writePart(dir, planned('mvc-vt'), OF_VT);
  const result = figures(readBundle(dir));

  /** @param slice both from 0 */
  const stageOf = (part: number, slice: number) => result.parts[part].slices[slice].stage;

  it('counts requests in the slice that they are of, late intervals added up, setup() left out', () => {
    const [first, second] = [stageOf(0, 0), stageOf(0, 1)];
    assert.deepEqual([first.successes, first.failures, second.successes], [5 + 90 + 10 + 100, 4, 50 + 300]);
    const [own, other] = result.parts;
    assert.deepEqual(own.slices[0].afterSlice, { successes: 7, failures: 2 });
    assert.deepEqual([own.slices[0].lastAnswerSeconds, other.slices[0].lastAnswerSeconds], [1, 0]);
    assert.equal(own.slices[0].unanswered, 3);
  });

  it('takes the throughput from the plateau alone', () => {
    const [first, second] = [stageOf(0, 0), stageOf(0, 1)];
    assert.equal(first.plateauSeconds, 2);
    assert.equal(first.rps, 200 / 2);
    assert.equal(second.rps, 300 / 2, 'the second without an answer counts');
  });

  it('takes latencies of successful requests of the plateau, in ms', () => {
    const { latency } = stageOf(0, 0);
    assert.equal(latency.min, 1);
    assert.equal(latency.mean, (90 * 1 + 10 * 1.5 + 100 * 2) / 200);
    assert.equal(latency.p50, 1.5, 'the 100th of 200');
    assert.equal(latency.p99, 2);
    assert.equal(stageOf(1, 1).latency.p99, null, 'nothing was answered');
  });

  it('divides the rise of a counter by the time between its first and last sample on the plateau', () => {
    const first = stageOf(0, 0);
    assert.equal(first.cpuCores, 0.75 / 1.5);
    assert.equal(first.cpuPer1000, (0.5 / 100) * 1000);
    assert.equal(first.throttledShare, 6 / 10);
    assert.equal(first.compilingShare, 0.3);
    assert.equal(stageOf(1, 0).compilingShare, null, 'not scraped');
    assert.equal(first.processCores.generator, 0.5);
  });

  it('divides the pauses of the collector, all series together, by the same time', () => {
    const [first, second, unpaused] = [stageOf(0, 0), stageOf(0, 1), stageOf(1, 0)];
    assert.equal(first.gcPauseShare, 0.25, '(4.375 - 4) s of 1.5 s, with a series that began on the plateau');
    assert.equal(second.gcPauseShare, null, 'restarted, and not paused since');
    assert.equal(unpaused.gcPauseShare, 0.125, '0.125 s of 1 s: no pause before the first scrape');
  });

  it('has no share of pauses of a target that is no JVM', () => {
    const other = temporaryFolder();
    writeRun(other, run(other, [planned('mvc')]));
    const file = serverFile('mvc');
    writePart(other, planned('mvc'), { ...OF_MVC, [file]: OF_MVC[file].replace(/.*jvm_.*\n/g, '') });
    const { cpuCores, gcPauseShare } = figures(readBundle(other)).parts[0].slices[0].stage;
    assert.deepEqual([cpuCores, gcPauseShare], [0.5, null]);
  });

  it('leaves a figure out, with the reason, when its process was restarted or too few samples are there', () => {
    const second = stageOf(0, 1);
    assert.deepEqual([second.cpuCores, second.threadsMax], [null, null]);
    assert.match(absenceText(second.absent.cpuCores), /restarted/);
    assert.match(absenceText(second.absent.threadsMax), /no samples in the slice/);
  });

  it('sums pools and routes per time stamp before it looks for the largest', () => {
    const first = stageOf(0, 0);
    assert.equal(first.heapMaxBytes, 150, 'not 100 + 120');
    assert.equal(first.threadsMax, 40, 'the 99 before the plateau does not count');
    assert.equal(first.inFlightMax, 9);
    assert.equal(result.parts[0].slices[0].requestThreads, 200);
  });

  it('has the resident memory of the target on the plateau, and none where it was not recorded', () => {
    const [first, second] = [stageOf(0, 0), stageOf(0, 1)];
    assert.equal(first.rssMaxBytes, 350, 'the 999 before the plateau does not count, nor does the generator');
    assert.equal(second.rssMaxBytes, null, '0 is what a control group of version 1 shows');
    assert.match(absenceText(second.absent.rssMaxBytes), /no samples in the slice/);
  });

  it('keeps a part that failed out of the figures and in the list', () => {
    const [, , { state, reason, slices, missing }] = result.parts;
    assert.deepEqual([state, reason, slices], ['failed', 'the target died', []]);
    assert.deepEqual(
      missing,
      ['server-webflux-jdbc.csv', 'part.json', 'http.hlog', 'processes.csv'].map((file) => `${file}: no such file`),
    );
    assert.equal(result.groups[2].stage.rps, null);
  });
});

describe('a broken bundle', () => {
  const dir = temporaryFolder();

  it('is refused in one line where run.json is missing or broken', () => {
    assert.throws(() => readBundle(join(dir, 'nowhere')), /^Error: .*run\.json: no such file; .*expected$/);
    writeFileSync(join(dir, 'run.json'), '{"schema": 1,');
    assert.throws(() => readBundle(dir), /run\.json: not JSON/);
  });

  it('names the broken file of a part and has no figures from it', () => {
    writeRun(dir, run(dir, [planned('mvc')]));
    writePart(dir, planned('mvc'), {
      ...OF_MVC,
      'http.hlog': `${S}.000,1.000,2.000,bm90IGEgaGlzdG9ncmFt\n`,
      [serverFile('mvc')]: 'time,metric\n',
      'processes.csv': 'time_ms,process,cpu_s,rss_bytes\n1,generator\n',
    });
    const { parts, groups } = figures(readBundle(dir));
    const [{ missing, slices }] = parts;
    assert.match(missing[0], /^server-mvc\.csv: the header is 'time,metric'/);
    assert.match(missing[1], /^http\.hlog: line 1 cannot be decoded/);
    assert.match(missing[2], /^processes\.csv: line 2 has 2 fields/);
    const [{ rps, successes, failures, cpuCores }] = slices.map(({ stage }) => stage);
    assert.deepEqual([rps, successes, failures, cpuCores], [null, null, null, null], 'not zeros');
    assert.equal(groups[0].stage.rps, null);
  });
});
