import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readBundle } from '../../../analyse/index.ts';
import { partFigures } from '../../../analyse/slice/index.ts';
import { partDir, writePart } from '../../../record/part.ts';
import { partLines } from '../../../run/part-points.ts';
import { hlogText, processesCsv, serverCsv, writeRun } from '../../fixtures/bundle-files.ts';
import { plannedPart, recordedSlice, validPart, validRun } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const START_MS = 100_000;
const BLOCKS = [
  { vus: 5, targets: ['mvc'] },
  { vus: 10, targets: ['mvc'] },
];

/**
 * Two slices of three seconds; the plateau of that with 10 users is the seconds 105 and 106: 30 successes in them, the slowest 9 ms.
 * @param files in place of the usual ones
 */
function bundle(files: Record<string, string> = {}) {
  const dir = path.join(temporaryFolder(), 'r1');
  const planned = plannedPart({ blocks: BLOCKS });
  const run = validRun({ id: 'r1', levels: [5, 10], sliceSeconds: 3, parts: [planned] });
  writeRun(dir, run);
  const slices = BLOCKS.map(({ vus }, index) =>
    recordedSlice({ slice: index + 1, block: index + 1, vus, startMs: START_MS + index * 4000, seconds: 3 }),
  );
  const folder = partDir(dir, planned);
  mkdirSync(folder, { recursive: true });
  writePart(folder, validPart({ slices, startMs: START_MS, endMs: 107_200 }));
  const content = {
    'http.hlog': hlogText([
      { second: 101, tag: 'read#1.ok', counts: [[90_000, 35]] },
      { second: 104, tag: 'read#2.ok', counts: [[50_000, 5]] },
      { second: 105, tag: 'read#2.ok', counts: [[5_000, 10]] },
      { second: 106, tag: 'read#2.ok', counts: [[9_000, 20]] },
    ]),
    'server-mvc.csv': serverCsv([
      [105_000, 'process_cpu_time_ns_total', '', 1_000_000_000],
      [106_500, 'process_cpu_time_ns_total', '', 1_750_000_000],
      [105_000, 'jvm_threads_live_threads', '', 18],
      [106_500, 'jvm_threads_live_threads', '', 21],
      [105_000, 'jvm_memory_used_bytes', 'area=heap;id=Eden Space', 100],
      [105_000, 'jvm_memory_used_bytes', 'area=heap;id=Tenured Gen', 50],
      [106_500, 'jvm_memory_used_bytes', 'area=heap;id=Eden Space', 60],
      [106_500, 'jvm_memory_used_bytes', 'area=heap;id=Tenured Gen', 50],
    ]),
    'processes.csv': processesCsv([]),
    ...files,
  };
  for (const [name, lines] of Object.entries(content)) writeFileSync(path.join(folder, name), lines);
  const { readPart } = readBundle(dir);
  return { run, raw: readPart(planned) };
}

test('a part becomes one point for each target, with the figures of its slices at which targets are compared', () => {
  const { run, raw } = bundle();
  const [line, ...others] = partLines(run, partFigures(raw, run));
  assert.deepEqual(others, []);
  const head = 'cell,run=r1,target=mvc,scenario=read,round=1 startMs=100000,endMs=107200,plateauSeconds=2,plateauSuccesses=30,failures=0';
  const whole = new RegExp(`^${head},p99Ms=([\\d.]+),cpuSeconds=([\\d.]+),threadsMax=21,heapMaxBytes=150,discarded=.* 100000$`);
  const [, p99Ms, cpuSeconds] = whole.exec(line)?.map(Number) ?? assert.fail(line);
  assert.ok(Math.abs(p99Ms - 9) < 0.01);
  // 0.75 s of CPU within 1.5 s is half a core; on a plateau of 2 s that is 1 s.
  assert.ok(Math.abs(cpuSeconds - 1) < 1e-9);
});

test('why slices are discarded stands in the point, and figures that could not be had are left out', () => {
  const { run, raw } = bundle({ 'server-mvc.csv': serverCsv([]) });
  const [line] = partLines(run, partFigures(raw, run));
  assert.match(line, /,discarded="[^"]+"/);
  assert.doesNotMatch(line, /null|NaN|threadsMax|cpuSeconds|heapMaxBytes/);
});

test('a part that failed has no point', () => {
  const { run, raw } = bundle();
  assert.deepEqual(partLines(run, partFigures({ ...raw, planned: { ...raw.planned, state: 'failed' } }, run)), []);
});
