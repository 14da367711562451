import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMeans } from '../../../analyse/startup.ts';
import { validStartup } from '../../fixtures/records.ts';

const NOTHING = { cpuSeconds: null, readySeconds: null, restRssBytes: null };

/** @param seconds of each target, round by round */
function recordOf(seconds: Record<string, number[]>) {
  const targets = Object.keys(seconds);
  const measured = targets.flatMap((target) =>
    seconds[target].map((answerSeconds, index) => ({ ...NOTHING, target, round: index + 1, answerSeconds })),
  );
  return validStartup({ targets, baseline: targets[0], measured });
}

describe('the starts of a target', () => {
  it('have a mean with its interval', () => {
    const [{ mean, low, high, starts, comparison }] = startMeans(recordOf({ mvc: [1, 2, 3, 4, 5] }), 'answerSeconds');
    // Standard deviation √2.5, standard error √0.5, t of 4 degrees 2.776.
    assert.deepEqual([mean, starts, comparison], [3, 5, null]);
    assert.deepEqual([low?.toFixed(3), high?.toFixed(3)], ['1.037', '4.963']);
    assert.deepEqual(startMeans(recordOf({ mvc: [1] }), 'answerSeconds')[0].low, null);
  });

  it('are compared with those of the baseline, round by round', () => {
    // Machine and round are slow or fast for both: without pairs nothing would be seen.
    const mvc = [2, 3, 4, 2.5, 3.5, 4.5];
    const seconds = { mvc, 'mvc-vt': mvc.map((value, index) => value * (index % 2 === 0 ? 0.8 : 0.81)) };
    const [, { comparison }] = startMeans(recordOf(seconds), 'answerSeconds');
    assert.equal(comparison?.verdict, 'less');
    assert.ok(Number(comparison?.low) > 0.79 && Number(comparison?.high) < 0.82);
    const other = { mvc, 'mvc-vt': mvc.map((value, index) => value * (index % 2 === 0 ? 0.95 : 1.05)) };
    assert.equal(startMeans(recordOf(other), 'answerSeconds')[1].comparison?.verdict, 'same');
  });

  it('decide nothing where they are fewer than five', () => {
    const [, { comparison }] = startMeans(recordOf({ mvc: [2, 2, 2, 2], 'mvc-vt': [1, 1, 1, 1] }), 'answerSeconds');
    assert.deepEqual([comparison?.verdict, comparison?.ratio, comparison?.low], ['indicative', 0.5, null]);
  });

  it('are left out where a figure was not recorded', () => {
    assert.deepEqual(startMeans(recordOf({ mvc: [1, 2] }), 'readySeconds'), []);
  });
});
