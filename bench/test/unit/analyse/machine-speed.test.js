import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnlike, machineSpeed } from '../../../analyse/comparison/machine-speed.js';

/** @param {(number | null)[][]} memoryNs of the cells of the first round, and of the sequences of each later one; null: not recorded */
function speeds([first, ...later]) {
  const recorded = (/** @type {number | null} */ ns) => (ns === null ? {} : { yardstick: { memoryNs: ns, loopNs: 1.5 } });
  const cells = first.map((ns) => ({ planned: { round: 1 }, cell: recorded(ns) }));
  const sequences = later.flatMap((round, index) => round.map((ns) => ({ planned: { round: index + 2 }, sequence: recorded(ns) })));
  return machineSpeed(/** @type {any} */ ({ run: { rounds: 1 + later.length }, cells, sequences }));
}

test('rounds are held against each other by the median of their cells and sequences', () => {
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
