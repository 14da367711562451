import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBursts } from '../../../measure/warm-up/alone.ts';

/** @param rates of each burst @param how `compiling`: ms that the compilers take in each burst; without it, the target does not tell */
async function run(
  rates: number[][],
  {
    pauseSeconds = 1,
    compiling,
    ...how
  }: { maxSeconds: number; limitInTurn?: boolean; steadyBursts?: number; pauseSeconds?: number; compiling?: number[] },
) {
  const [asked, limited]: [number[], boolean[]] = [[], []];
  let nowMs = 0;
  let compilerMs = 0;
  const burst = async (seconds: number, isLimited: boolean) => {
    limited.push(isLimited);
    const index = asked.push(seconds) - 1;
    nowMs += seconds * 1000;
    compilerMs += compiling?.[index] ?? 0;
    return rates[index];
  };
  const pause = async () => {
    nowMs += pauseSeconds * 1000;
    compilerMs += 5000;
  };
  const usage = async () => ({ cpuMs: 3 * nowMs, compilerMs: compiling ? compilerMs : null });
  return { asked, limited, found: await inBursts({ burst, pause, usage, nowMs: () => nowMs, ...how }) };
}

const flat = (bursts: number) => Array.from({ length: bursts }, () => [100, 100]);

test('a warm-up goes on while the compilers take more than a tenth of a burst; what they do in the pauses does not count', async () => {
  const { asked, found } = await run(flat(5), { maxSeconds: 60, compiling: [2000, 1000, 201, 200, 0] });
  assert.deepEqual([asked, found.steady, found.compilingShare], [[2, 2, 2, 2], true, 0.1]);
});

test('it counts what the target took until its compilers were quiet', async () => {
  const { found } = await run(flat(4), { maxSeconds: 60, compiling: [2000, 1000, 0], steadyBursts: 1 });
  assert.deepEqual(
    found.untilWarm,
    { seconds: 4, requests: 400, cpuSeconds: 15 },
    'two bursts of 2 s and the pause between, 3 s of CPU each',
  );
  const warm = await run(flat(2), { maxSeconds: 60, compiling: [0, 0] });
  assert.deepEqual(warm.found.untilWarm, { seconds: 0, requests: 0, cpuSeconds: 0 });
  const never = await run(flat(4), { maxSeconds: 6, compiling: [2000, 2000, 2000] });
  assert.deepEqual([never.found.steady, never.found.untilWarm], [false, null]);
});

test('the CPU limit applies after a quiet burst and is lifted after another; only bursts under it end the warm-up', async () => {
  const compiling = [2000, 0, 900, 0, 0, 0];
  const { limited, found } = await run(flat(6), { maxSeconds: 60, compiling, limitInTurn: true, steadyBursts: 2 });
  assert.deepEqual(limited, [false, false, true, false, true, true]);
  assert.deepEqual([found.steady, found.untilWarm?.seconds], [true, 6]);
});

test('several bursts are counted in a row', async () => {
  const { asked } = await run(flat(6), { maxSeconds: 60, compiling: [0, 0, 500, 0, 0, 0], steadyBursts: 3 });
  assert.equal(asked.length, 6);
});

test('a target that does not tell what its compilers do is warm as soon as a burst is no better than those before', async () => {
  const rates = [
    [10, 50, 90],
    [100, 120, 121],
    [119, 122, 120],
    [0, 0, 0],
  ];
  const { asked, found } = await run(rates, { maxSeconds: 60 });
  assert.deepEqual(asked, [2, 2, 2]);
  const untilWarm = { seconds: 4, requests: 491, cpuSeconds: 15 };
  assert.deepEqual(found, { seconds: 9, perSecond: rates.slice(0, 3).flat(), compilingShare: null, steady: true, untilWarm });
});

test('there its bursts under the CPU limit are held against each other', async () => {
  const rates = [[100], [100], [40], [100], [50], [100], [50]];
  const { limited, found } = await run(rates, { maxSeconds: 60, limitInTurn: true });
  assert.deepEqual(limited, [false, false, true, false, true, false, true]);
  assert.equal(found.steady, true);
});

test('one that rises ends when there is no time for another burst, and says so', async () => {
  const rising = [[10], [20], [30], [40], [50]];
  const { asked, found } = await run(rising, { maxSeconds: 10 });
  assert.deepEqual([asked.length, found.steady, found.seconds], [3, false, 9]);
  assert.equal((await run(rising, { maxSeconds: 11 })).asked.length, 4);
  assert.equal((await run(rising, { maxSeconds: 10, pauseSeconds: 9 })).asked.length, 1);
  assert.deepEqual((await run(rising, { maxSeconds: 1 })).asked, [1]);
});
