import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gapSecondsOf, rateAfter, sliceBounds } from '../../../measure/part/slices.ts';
import { watchedInTurn, watchedProcesses } from '../../../measure/watched.ts';
import { plannedPart, recordedWarmUp, validRun } from '../../fixtures/records.ts';

const BLOCKS = [
  { vus: 50, targets: ['mvc', 'mvc-vt'] },
  { vus: 300, targets: ['mvc-vt', 'mvc'] },
];
const LOAD = { blocks: BLOCKS, sliceSeconds: 5, gapSeconds: 1 };

describe('the slices of a part', () => {
  it('follow each other with a gap; a plateau is a slice without its first second', () => {
    const bounds = [1, 4].map((gapSeconds) => sliceBounds({ ...LOAD, gapSeconds }, 100_000));
    const told = bounds[0].map(({ slice, block, vus, target, startMs, plateauStartMs, plateauEndMs, endMs }) => {
      return `${slice} ${block} ${vus} ${target} ${[startMs, plateauStartMs, plateauEndMs, endMs].join(' ')}`;
    });
    assert.deepEqual(told, [
      '1 1 50 mvc 100000 101000 105000 105000',
      '2 1 50 mvc-vt 106000 107000 111000 111000',
      '3 2 300 mvc-vt 112000 113000 117000 117000',
      '4 2 300 mvc 118000 119000 123000 123000',
    ]);
    assert.deepEqual(
      bounds[1].map(({ startMs }) => startMs),
      [100_000, 109_000, 118_000, 127_000],
    );
  });

  it('have plateaus of whole seconds also where k6 began some milliseconds late', () => {
    const [{ startMs, endMs, plateauStartMs, plateauEndMs }] = sliceBounds({ ...LOAD, sliceSeconds: 3 }, 100_004);
    assert.deepEqual([startMs, endMs, plateauStartMs, plateauEndMs], [100_004, 103_004, 101_000, 103_000]);
    const [, early] = sliceBounds({ ...LOAD, sliceSeconds: 3 }, 99_997);
    assert.deepEqual([early.plateauStartMs, early.plateauEndMs], [105_000, 107_000]);
  });
});

describe('the gap after each slice', () => {
  /** @param rates at the end of the warm-up */
  const gapOf = (rates: Record<string, number>, changed: Parameters<typeof plannedPart>[0] = {}) => {
    const planned = plannedPart({ blocks: BLOCKS, ...changed });
    const jvms = Object.entries(rates).map(([target, rate]) => [target, { rates: new Map([[planned.scenario, rate]]) }] as const);
    return gapSecondsOf(validRun(), planned, new Map(jvms));
  };

  it('is as long as the users of the slowest target wait, with a reserve: from one to ten seconds', () => {
    const gaps = [375, 374, 75, 1].map((rate) => gapOf({ mvc: 2000, 'mvc-vt': rate }));
    assert.deepEqual(gaps, [1, 2, 5, 10]);
    assert.equal(gapOf({ mvc: 75 * (50 / 300), 'mvc-vt': 2000 }, { blocks: BLOCKS.slice(0, 1) }), 5, 'that are as many as the part has');
  });

  it('is three seconds where no warm-up has shown the rate', () => {
    assert.deepEqual([gapOf({}), gapOf({ mvc: 0, 'mvc-vt': 2000 })], [3, 3]);
  });
});

describe('the rate at the end of a warm-up', () => {
  const rate = (quotaLifted: boolean, limitInTurn: boolean, perSecond = [10, 10, 400, 400, 420, 420]) =>
    rateAfter(recordedWarmUp({ perSecond, quotaLifted, limitInTurn }), validRun(), 'mvc');

  it('is that of its last seconds under load; none without a second', () => {
    assert.equal(rate(false, false), 410);
    assert.equal(rate(true, true), 410, 'the last slices were under the limit');
    assert.equal(rate(false, false, []), 0);
  });

  it('is less under the limit that was lifted: 0.5 of 2 CPUs', () => {
    assert.equal(rate(true, false), 102.5);
  });
});

describe('the processes that are watched', () => {
  const engine = {
    processes: () => [
      { process: 'target', name: 'mvc', pid: 1 },
      { process: 'target', name: 'webflux', pid: 2 },
      { process: 'target', name: 'mvc-vt', pid: 3 },
      { process: 'database', name: 'mariadb', pid: 4 },
    ],
  };
  const names = (watched: { process: string; pid?: number }[]) => watched.map(({ process: name, pid }) => `${name} ${pid}`);

  it('are the target under load, or all that get slices under their own names, and what they share', () => {
    const shared = ['database 4', 'generator 9', `runner ${process.pid}`];
    const load = { processes: [{ process: 'generator', pid: 9 }] };
    assert.deepEqual(names(watchedProcesses(engine.processes(), 'mvc', load)), ['target 1', ...shared]);
    assert.deepEqual(names(watchedInTurn(engine, ['mvc', 'webflux'], load)), [...shared, 'target mvc 1', 'target webflux 2']);
  });

  it('are every k6 that shares the load and did start, each where it runs', () => {
    const pids = { 'generator 1': 11, 'generator 2': 12, 'generator 3': undefined };
    const load = { processes: Object.entries(pids).map(([name, pid]) => ({ process: name, pid })) };
    const contained = { process: 'generator 2', name: 'k6', pid: 30 };
    const own = { processes: () => [...engine.processes(), contained] };
    assert.deepEqual(names(watchedInTurn(own, [], load)), ['database 4', 'generator 2 30', 'generator 1 11', `runner ${process.pid}`]);
  });
});
