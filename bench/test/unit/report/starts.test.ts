/** The table of start-ups: one row per target, from all JVMs of the run, whatever they then did. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startsTable } from '../../../report/tables/parts.ts';
import type { Figures } from '../../../analyse/types.ts';

const jvm = (startedMs: number, readySeconds: number | null, restRssBytes: number | null) => {
  return { startedMs, restartedBefore: null, readySeconds, restRssBytes };
};

/** @param jvms of mvc, one for each part @param warmups of mvc in these parts */
function figuresWith(jvms: any[], warmups: any[] = []) {
  const figures = {
    run: { targets: ['mvc'], catalogue: { targets: { mvc: { label: 'MVC' } } } },
    parts: jvms.map((each, index) => ({
      part: { jvms: each ? { mvc: each } : {}, warmups: warmups[index] ? { mvc: warmups[index] } : {} },
    })),
  };
  return figures as unknown as Figures;
}

it('a JVM that served several parts counts once', () => {
  const table = startsTable(figuresWith([jvm(1, 10, 200 << 20), jvm(1, 10, 200 << 20), jvm(2, 14, 220 << 20)]));
  assert.deepEqual(table?.rows, [
    [
      ...[
        { text: 'MVC', target: 'mvc' },
        { text: '12.0', note: '10.0 to 14.0' },
        { text: '210', note: '200 to 220' },
      ],
      ...[{ text: '–' }, { text: '–' }, { text: '–' }, { text: '2' }],
    ],
  ]);
});

it('what could not be found out is no figure, and a run without any has no table', () => {
  const [row] = startsTable(figuresWith([jvm(1, null, 200 << 20)]))?.rows ?? [];
  assert.deepEqual([row[1].text, row[2]], ['–', { text: '200', note: '' }]);
  assert.equal(startsTable(figuresWith([jvm(1, null, null), null])), null);
});

it('a JVM is warm after all of its warm-ups; one that did not become warm is not averaged away', () => {
  const jvms = [jvm(1, null, null), jvm(1, null, null), jvm(2, null, null), jvm(3, null, null)];
  const untilWarm = (seconds: number) => {
    return { steady: true, untilWarm: { seconds, requests: 100 * seconds, cpuSeconds: seconds / 2 } };
  };
  assert.equal(startsTable(figuresWith(jvms)), null);
  const warmups = [untilWarm(20), untilWarm(4), untilWarm(12), { steady: false, untilWarm: null }];
  const [found] = startsTable(figuresWith(jvms, warmups))?.rows ?? [];
  assert.deepEqual(found.slice(3), [
    { text: '18.0', note: '1 of 3 JVMs never' },
    { text: '1,800', note: '1,200 to 2,400' },
    { text: '9.00', note: '6.00 to 12.0' },
    { text: '3' },
  ]);
});
