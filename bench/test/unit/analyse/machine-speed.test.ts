import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnlike, machineSpeed, speedChange } from '../../../analyse/comparison/machine-speed.ts';
import { validRun } from '../../fixtures/records.ts';
import { partOf } from '../../fixtures/slices.ts';

/** @param memoryNs of the parts of each round; null: not recorded */
function speeds(memoryNs: (number | null)[][]) {
  const parts = memoryNs.flatMap((round, index) =>
    round.map((ns) => partOf({ round: index + 1, yardstick: ns === null ? null : { memoryNs: ns, loopNs: 1.5 } })),
  );
  return machineSpeed({ run: validRun({ rounds: memoryNs.length }), parts });
}

test('rounds are held against each other by the median of their parts', () => {
  const [memory, loop] = speeds([
    [100, 110, 900],
    [130, 133, 134],
  ]);
  assert.deepEqual([memory.mediansNs, memory.medianNs, memory.isUnlike], [[110, 133], 131.5, true]);
  assert.deepEqual([loop.mediansNs, loop.isUnlike], [[1.5, 1.5], false]);
  assert.equal(speeds([[100], [120]])[0].isUnlike, false, '×1.2 is not more than ×1.2');
});

test('what was not recorded is left out', () => {
  const [memory] = speeds([[null, null], [100, null], [119]]);
  assert.deepEqual([memory.mediansNs, memory.isUnlike], [[100, 119], false]);
  assert.deepEqual(speeds([[null]])[0], { measure: 'memory', medianNs: null, mediansNs: [], isUnlike: false });
  assert.equal(isUnlike([]), false);
});

test('a machine that is slower or faster than in earlier runs is known by what has changed most', () => {
  const earlier = [
    { memoryNs: 100, loopNs: 1 },
    { memoryNs: 110, loopNs: 1 },
    { memoryNs: 400, loopNs: 9 },
  ];
  assert.equal(speedChange({ memoryNs: 115, loopNs: 1.1 }, earlier), null);
  assert.deepEqual(speedChange({ memoryNs: 165, loopNs: 3 }, earlier), { measure: 'loop', ratio: 3 });
  assert.deepEqual(speedChange({ memoryNs: 55, loopNs: 1 }, earlier), { measure: 'memory', ratio: 0.5 });
  assert.equal(speedChange({ memoryNs: 55, loopNs: 1 }, []), null);
});
