import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figures } from '../../../analyse/index.ts';
import { partFigures } from '../../../analyse/slice/index.ts';
import { parseSlicedHlog } from '../../../record/hlog.ts';
import { parseProcessesCsv, parseServerCsv } from '../../../record/samples.ts';
import { hlogText, interval, processesCsv, seriesCsv } from '../../fixtures/bundle-files.ts';
import { plannedPart, recordedSlice, validPart, validRollup, validRun } from '../../fixtures/records.ts';
import type { Slice, Part, MeasuredPart } from '../../../record/part.ts';
import type { RawPart } from '../../../record/bundle-reader.ts';
import type { PlannedPart } from '../../../record/run.ts';

const S = 1_700_000_000;
const MS = S * 1000;
const TARGETS = ['mvc', 'mvc-vt', 'webflux-jdbc'];

/** counted from the first slice's start */
type Second = [second: number, ok: number, failed?: number];

/** Slices of 5 s, one for each target, each followed by a second: from 0, 6 and 12 s on. */
function slice(index: number, changed: Partial<Slice> = {}): Slice {
  return recordedSlice({ slice: index + 1, target: TARGETS[index], vus: 100, startMs: MS + index * 6000, requests: 5000, ...changed });
}

/** @param slices requests of each, by second */
function requests(slices: Second[][]) {
  const intervals = slices.flatMap((seconds, index) =>
    seconds.flatMap(([second, ok, failed = 0]) => [
      interval(S + second, `read#${index + 1}.ok`, ok),
      interval(S + second, `read#${index + 1}.failed`, failed),
    ]),
  );
  return parseSlicedHlog(hlogText(intervals.filter(({ counts: [[, count]] }) => count > 0)));
}

/** @param cpuSeconds of each process until that second */
function processes(cpuSeconds: Record<string, (second: number) => number>) {
  const rows = Array.from({ length: 19 }, (_, second) =>
    Object.entries(cpuSeconds).map(([name, until]) => [MS + second * 1000, name, until(second), 0] as [number, string, number, number]),
  );
  return parseProcessesCsv(processesCsv(rows.flat()));
}

/** A target that takes 0.5 cores in its own slice and 0.01 else. */
const target = (index: number) => (second: number) => 0.01 * second + 0.49 * Math.min(5, Math.max(0, second - 6 * index));
const QUIET = {
  'target mvc': target(0),
  'target mvc-vt': target(1),
  'target webflux-jdbc': target(2),
  generator: (second: number) => 0.2 * second,
  database: (second: number) => 0.1 * second,
};

/** @param others cores of processes that are not of the run */
function busy(others: number) {
  const all = (second: number) => Object.values(QUIET).reduce((sum, until) => sum + until(second), others * second);
  return processes({ ...QUIET, machine: all });
}

/** @param series as `seriesCsv` has them @returns of mvc */
const serverOf = (series: Parameters<typeof seriesCsv>[1]) => new Map([['mvc', parseServerCsv(seriesCsv(MS, series))]]);

/** @returns the value at each of these seconds */
const at = (seconds: number[], value: (second: number) => number) =>
  Object.fromEntries(seconds.map((second) => [second, Math.round(value(second) * 1e9)]));

const SECONDS = [0, 1, 2, 3, 4, 5, 6];

/** @param seconds at which the metrics were scraped */
const server = (seconds: number[]) => serverOf({ process_cpu_time_ns_total: at(seconds, target(0)) });

/** @param waitShare of each second that its compilers take */
const compiling = (cpuShare: number, waitShare: number) =>
  serverOf({
    process_cpu_time_ns_total: at(SECONDS, target(0)),
    jvm_compiler_cpu_time_ns_total: at(SECONDS, (second) => cpuShare * second),
    jvm_compiler_wait_time_ns_total: at(SECONDS, (second) => waitShare * second),
  });

/** @param index a slice in which 1000 requests a second succeed */
const steady = (index: number) => Array.from({ length: 5 }, (_, second) => [6 * index + second, 1000] as Second);

function raw(changed: Partial<RawPart> = {}, record: Partial<Part> = {}): RawPart {
  const slices = TARGETS.map((_, index) => slice(index));
  return {
    planned: plannedPart({ blocks: [{ vus: 100, targets: TARGETS }] }),
    part: validPart({ slices, startMs: MS, endMs: MS + 18_000, ...record }) as MeasuredPart,
    requests: requests([0, 1, 2].map(steady)),
    servers: server(SECONDS),
    downstream: null,
    processes: busy(0.1),
    rollup: null,
    missing: [],
    ...changed,
  };
}

const run = validRun({ targets: TARGETS, levels: [100], parts: [raw().planned] });

/** @param index of the slice */
function figuresOf(part: RawPart, index = 0) {
  return partFigures(part, run).slices[index];
}

describe('a slice of a JVM that compiles', () => {
  it('is discarded where the compilers took over a tenth of the time, CPU and waiting together; its CPU does not count either', () => {
    const { discardedFor: reasons, cpuCounts, stage } = figuresOf(raw({ servers: compiling(0.05, 0.06) }));
    assert.deepEqual(reasons, [{ kind: 'compilers at work', share: 0.11, limitShare: 0.1 }]);
    assert.deepEqual([cpuCounts, stage.compilerCores, stage.rps], [false, 0.05, 1000]);
    assert.deepEqual(figuresOf(raw({ servers: compiling(0.05, 0.05) })).discardedFor, []);
  });

  it('counts in a run whose warm-up is too short for a warm JVM', () => {
    const cold = { ...run, warmupMaxSeconds: 2 };
    assert.deepEqual(partFigures(raw({ servers: compiling(0.5, 0.5) }), cold).slices[0].discardedFor, []);
  });

  it('has a CPU per request without that of the compilers', () => {
    const { stage } = figuresOf(raw({ servers: compiling(0.1, 0) }));
    assert.deepEqual([stage.cpuCores, stage.cpuPer1000, stage.compilerCpuPer1000], [0.5, 0.4, 0.1]);
    const other = figuresOf(raw()).stage;
    assert.deepEqual([other.cpuPer1000, other.compilerCpuPer1000], [0.5, null], 'it does not count them');
  });
});

describe('a slice', () => {
  it('knows what the targets without load used', () => {
    assert.ok(Math.abs(Number(figuresOf(raw()).idleCores) - 0.02) < 1e-9);
  });

  it('knows that also where each was sampled at times of its own, as in a cluster', () => {
    const watched = busy(0.1);
    const name = 'target webflux-jdbc';
    const later = watched.get(name)?.map(({ timeMs, value }) => ({ timeMs: timeMs + 130, value: value + 0.0013 })) ?? [];
    const { idleCores } = figuresOf(raw({ processes: watched.set(name, later) }));
    assert.ok(Math.abs(Number(idleCores) - 0.02) < 1e-9);
  });

  it('of a repeated part counts its block on; those of targets that are measured alone all begin with 1, and so does the repeat of the only block', () => {
    const part = (number: number, ...blocks: string[][]) =>
      plannedPart({ number, blocks: blocks.map((targets) => ({ vus: 100, targets })) });
    const blockIn = (...parts: PlannedPart[]) =>
      partFigures(raw({ planned: parts[0] }), validRun({ targets: TARGETS, parts })).slices[0].block;
    const three = part(1, TARGETS, TARGETS, TARGETS);
    assert.equal(blockIn(part(2, TARGETS), three, { ...three, scenario: 'create' }, { ...three, round: 2 }, part(3, TARGETS)), 4);
    assert.equal(blockIn(part(2, ['mvc']), part(1, ['mvc-vt']), part(3, ['webflux-jdbc'])), 1);
    const alone = { ...part(1, ['mvc']), scenario: 'block' };
    assert.equal(blockIn({ ...alone, number: 2, attempt: 2 }, alone), 1);
  });

  it('of a part that failed or is pending is none', () => {
    for (const state of ['failed', 'pending'] as const) {
      assert.deepEqual(partFigures(raw({ planned: plannedPart({ state, reason: 'k6 ended with 107' }) }), run).slices, []);
    }
  });

  it('is held against Little’s law', () => {
    const users = (mean: number) =>
      Array.from({ length: 18 }, (_, second) => ({ second: S + second, iterations: second < 6 ? mean : 100, requests: mean }));
    const holds = (mean: number) =>
      partFigures(raw({ rollup: validRollup({ userSeconds: users(mean) }) }), run).slices.map(({ littlesLaw }) => littlesLaw?.holds);
    assert.deepEqual(holds(100), [true, true, true]);
    assert.deepEqual(holds(90), [false, true, true]);
  });
});

describe('the users of a slice were waiting for their own answers', () => {
  const LEVELS = [50, 100, 200];
  const scrapes = [0, 6, 12].flatMap((from, index) =>
    [1, 2, 3, 4].map((second) => ({ second: from + second, inFlight: LEVELS[index] / 2 })),
  );
  const idle = serverOf({
    process_cpu_time_ns_total: Object.fromEntries(scrapes.map(({ second }) => [second, second * 1e8])),
    'http_server_requests_active_seconds_count{uri=/read}': Object.fromEntries(scrapes.map(({ second, inFlight }) => [second, inFlight])),
  });

  /** @param rates requests/s of each level @returns what is found of each in round 1, and of the last in round 2 */
  function kinds(...rates: [ok: number, failed?: number][]): (string | undefined)[] {
    const blocks = LEVELS.map((vus) => ({ vus, targets: ['mvc'] }));
    const planned = [plannedPart({ blocks }), plannedPart({ round: 2, blocks: blocks.slice(-1) })];
    const slices = LEVELS.map((vus, index) => {
      const [ok, failed = 0] = rates[index];
      const k6 = 5 * (ok + failed);
      return slice(index, { block: index + 1, target: 'mvc', vus, counts: { k6, hlog: k6, influx: null } });
    });
    const log = requests(rates.map((rate, index) => steady(index).map(([second]) => [second, ...rate])));
    const { parts } = figures({
      run: validRun({ levels: LEVELS, parts: planned }),
      readPart: (each) => raw({ planned: each, servers: idle, requests: log }, { slices: each.round === 1 ? slices : slices.slice(-1) }),
    });
    return parts.flatMap((part) => part.slices.map(({ bottleneck }) => bottleneck?.kind));
  }

  it('where each was served as often as by the next fewer, in another block of the run; the fewest are held against the next more', () => {
    const [waiting, unknown] = ['users waiting', 'unknown'];
    assert.deepEqual(kinds([500], [1000], [2000]), [waiting, waiting, waiting, waiting]);
    assert.deepEqual(kinds([500], [1000], [1000]), [waiting, waiting, unknown, unknown]);
    assert.deepEqual(kinds([900], [1000], [2000]), [unknown, unknown, waiting, waiting]);
  });

  it('is not told by a discarded slice', () => {
    const [waiting, unknown] = ['users waiting', 'unknown'];
    assert.deepEqual(kinds([500], [1000, 20], [1000]), [unknown, waiting, unknown, unknown], 'too many requests of the second failed');
    assert.deepEqual(kinds([500, 20], [1000, 20], [2000]), [waiting, waiting, unknown, unknown], 'and of the first');
  });
});

describe('a slice is discarded', () => {
  it('where other processes disturbed it; its CPU per request counts where these used up to 50 % of the machine', () => {
    const cpuCounts = (cores: number) => figuresOf(raw({ processes: busy(cores) })).cpuCounts;
    assert.deepEqual([cpuCounts(0.99), cpuCounts(1.01)], [true, false]);
  });

  it('not for one scrape that is missing; without two on its plateau it has no CPU', () => {
    const slices = TARGETS.map((_, index) => slice(index, { scrapes: { expected: 5, ok: 4, slowestMs: 900 } }));
    const missing = (seconds: number[]) => {
      const { discardedFor, cpuCounts, stage } = figuresOf(raw({ servers: server(seconds) }, { slices }));
      return [discardedFor, cpuCounts, stage.cpuCores];
    };
    assert.deepEqual(missing([0, 1, 2, 4]), [[], true, 0.5]);
    assert.deepEqual(missing([0, 3, 6]), [[], false, null]);
  });

  it('where requests of the slice before were still in flight', () => {
    const late = requests([[...steady(0), [5, 10], [7, 1]], steady(1), steady(2)]);
    const counts = [5011, 5000, 5000].map((count) => ({ k6: count, hlog: count, influx: count }));
    const slices = TARGETS.map((_, index) => slice(index, { counts: counts[index] }));
    const [first, second, third] = partFigures(raw({ requests: late }, { slices }), run).slices;
    assert.deepEqual([first.discardedFor, second.discardedFor, third.discardedFor], [[], [{ kind: 'overlap', seconds: 2 }], []]);
    assert.deepEqual([first.cpuCounts, second.cpuCounts], [true, false]);
  });

  it('where the target of the slice before was still serving requests, whether or not k6 waited for them', () => {
    const inFlight = (bySecond: Record<number, number>) => {
      const servers = serverOf({ http_server_requests_active_seconds_count: bySecond });
      return partFigures(raw({ servers }), run).slices.map((each) => each.discardedFor);
    };
    assert.deepEqual(inFlight({ 4: 90, 5.5: 3, 6.5: 0 }), [[], [], []]);
    assert.deepEqual(inFlight({ 4: 90, 6.4: 3, 8.4: 1, 9.4: 0 }), [[], [{ kind: 'overlap', seconds: 2 }], []]);
  });

  it('where the generator was the limit, and its CPU per request with it', () => {
    const watched = processes({ ...QUIET, generator: (second) => 1.3 * second, machine: (second) => 1.8 * second });
    const { discardedFor: reasons, cpuCounts, tooFastFor } = figuresOf(raw({ processes: watched }));
    assert.deepEqual([reasons.map(({ kind }) => kind), cpuCounts, tooFastFor], [['generator overused'], false, 'generator']);
  });

  it('with requests of none, if its log is empty', () => {
    const { stage } = figuresOf(raw({ requests: requests([[], steady(1), steady(2)]) }));
    assert.equal(stage.plateauSuccesses, 0);
  });
});
