/** The arithmetic of plateaus, from the files of a bundle. */
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.ts';
import { partDir, serverFile } from '../../../record/part.ts';
import { absenceText } from '../../../report/words/discarded.ts';
import { hlogText, processesCsv, seriesCsv, writeRun } from '../../fixtures/bundle-files.ts';
import { plannedPart, recordedSlice, validPart, validRun } from '../../fixtures/records.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary.ts';
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

/** @param files of each part that has any, by target @returns the figures of a run with these parts */
function figuresOf(parts: PlannedPart[], files: Record<string, Record<string, string>>) {
  const dir = temporaryFolder();
  writeRun(dir, validRun({ id: basename(dir), targets: TARGETS, levels: LEVELS, sliceSeconds: 3, parts }));
  for (const [target, own] of Object.entries(files)) writeFiles(partDir(dir, planned(target)), own);
  return figures(readBundle(dir));
}

function partJson(part: PlannedPart, startMs: number, interrupted: number) {
  const slices = part.blocks.map(({ vus, targets: [target] }, index) =>
    recordedSlice({ slice: index + 1, block: index + 1, target, vus, startMs: startMs + index * 4000, seconds: 3 }),
  );
  const { number, order } = part;
  const k6 = { exitCode: 0, httpReqs: 1, setupReqs: 0, interrupted };
  return JSON.stringify(validPart({ number, order, slices, startMs, endMs: startMs + 8000, k6 }));
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

const RESTARTED = 'the counter fell: the process was restarted';
const NO_SAMPLES = 'no samples in the slice';

describe('figures of a bundle', () => {
  const three = [planned('mvc'), planned('mvc-vt'), planned('webflux-jdbc', 'failed')];
  const { parts, groups } = figuresOf(three, { mvc: OF_MVC, 'mvc-vt': OF_VT });
  const [[first, second], [unpaused, silent]] = parts.map(({ slices }) => slices);
  const { stage } = first;
  const absence = (figure: string) => absenceText(second.stage.absent[figure]);

  for (const [what, found, expected] of [
    ['successes in the slice that they are of, late intervals added up, setup() left out', stage.successes, 5 + 90 + 10 + 100],
    ['successes of a slice without its gap', second.stage.successes, 50 + 300],
    ['failures', stage.failures, 4],
    ['requests that ended after their slice', first.afterSlice, { successes: 7, failures: 2 }],
    ['when the last request had ended', [first.lastAnswerSeconds, unpaused.lastAnswerSeconds], [1, 0]],
    ['requests that were never answered', first.unanswered, 3],
    ['seconds of the plateau', stage.plateauSeconds, 2],
    ['throughput of the plateau alone', stage.rps, 200 / 2],
    ['throughput in which a second without an answer counts', second.stage.rps, 300 / 2],
    ['the least latency of successful requests of the plateau, in ms', stage.latency.min, 1],
    ['the mean latency', stage.latency.mean, (90 * 1 + 10 * 1.5 + 100 * 2) / 200],
    ['the median latency, the 100th of 200', stage.latency.p50, 1.5],
    ['the 99th percentile', stage.latency.p99, 2],
    ['no latency where nothing was answered', silent.stage.latency.p99, null],
    ['the rise of a counter ÷ the time between its first and last sample on the plateau', stage.cpuCores, 0.75 / 1.5],
    ['CPU per 1,000 requests', stage.cpuPer1000, (0.5 / 100) * 1000],
    ['the share of the periods in which it was throttled', stage.throttledShare, 6 / 10],
    ['the share of compilers', stage.compilingShare, 0.3],
    ['no share of compilers that were not scraped', unpaused.stage.compilingShare, null],
    ['cores of a process', stage.processCores.generator, 0.5],
    ['pauses of all series: (4.375 - 4) s of 1.5 s, with one that began on the plateau', stage.gcPauseShare, 0.25],
    ['no share of pauses where the target was restarted, and not paused since', second.stage.gcPauseShare, null],
    ['the first pause: 0.125 s of 1 s', unpaused.stage.gcPauseShare, 0.125],
    ['no figure, with the reason, of a process that was restarted', [second.stage.cpuCores, absence('cpuCores')], [null, RESTARTED]],
    ['no figure, with the reason, of too few samples', [second.stage.threadsMax, absence('threadsMax')], [null, NO_SAMPLES]],
    ['the largest sum of pools by time stamp, not 100 + 120', stage.heapMaxBytes, 150],
    ['the largest sum of routes', stage.inFlightMax, 9],
    ['the largest of a gauge on the plateau: the 99 before does not count', stage.threadsMax, 40],
    ['request threads', first.requestThreads, 200],
    ['resident memory on the plateau: neither the 999 before nor the generator counts', stage.rssMaxBytes, 350],
    ['no memory where a control group of version 1 shows 0', [second.stage.rssMaxBytes, absence('rssMaxBytes')], [null, NO_SAMPLES]],
  ] as [what: string, found: unknown, expected: unknown][]) {
    it(`have ${what}`, () => assert.deepEqual(found, expected));
  }

  it('have no share of pauses of a target that is no JVM', () => {
    const file = serverFile('mvc');
    const other = figuresOf([planned('mvc')], { mvc: { ...OF_MVC, [file]: OF_MVC[file].replace(/.*jvm_.*\n/g, '') } });
    const { cpuCores, gcPauseShare } = other.parts[0].slices[0].stage;
    assert.deepEqual([cpuCores, gcPauseShare], [0.5, null]);
  });

  it('keep a part that failed in the list, and nothing else of it', () => {
    const [, , { state, reason, slices, missing }] = parts;
    assert.deepEqual([state, reason, slices, groups[2].stage.rps], ['failed', 'the target died', [], null]);
    const files = ['server-webflux-jdbc.csv', 'part.json', 'http.hlog', 'processes.csv'];
    assert.equal(missing.join(), files.map((file) => `${file}: no such file`).join());
  });

  it('name the broken file of a part and have nothing from it', () => {
    const broken = figuresOf([planned('mvc')], {
      mvc: {
        ...OF_MVC,
        'http.hlog': `${S}.000,1.000,2.000,bm90IGEgaGlzdG9ncmFt\n`,
        [serverFile('mvc')]: 'time,metric\n',
        'processes.csv': 'time_ms,process,cpu_s,rss_bytes\n1,generator\n',
      },
    });
    const [{ missing, slices }] = broken.parts;
    assert.match(missing[0], /^server-mvc\.csv: the header is 'time,metric'/);
    assert.match(missing[1], /^http\.hlog: line 1 cannot be decoded/);
    assert.match(missing[2], /^processes\.csv: line 2 has 2 fields/);
    const [{ rps, successes, failures, cpuCores }] = slices.map((slice) => slice.stage);
    assert.deepEqual([rps, successes, failures, cpuCores], [null, null, null, null], 'not zeros');
    assert.equal(broken.groups[0].stage.rps, null);
  });
});
