/** Methods that a start-up cache keeps at tier 2 (JDK-8386852). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jvms } from '../../../analyse/findings/jvms.ts';
import { tiersIn } from '../../../engines/native/jcmd.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { WORDS } from '../../../report/words/findings/index.ts';
import { recordedJvm, validRun } from '../../fixtures/records.ts';
import { partOf } from '../../fixtures/slices.ts';
import type { Part } from '../../../record/part.ts';

const catalogue = readCatalogue();

type Tiers = Part['jvms'][string]['tiers'];

/** @param tiers by cache */
function found(tiers: Record<string, Tiers>) {
  const names = Object.keys(tiers);
  const measured = Object.fromEntries(names.map((name) => [name, recordedJvm({ tiers: tiers[name] })]));
  const variants = names.map((value) => [value, { ...catalogue.targets.mvc, variant: { of: 'mvc', knob: 'aot' as const, value } }]);
  const run = validRun({ catalogue: { ...catalogue, targets: Object.fromEntries(variants) } });
  const parts = [partOf({ jvms: measured })];
  return jvms({ run, parts, groups: [], comparisons: [], baseline: 'none', noise: null, unpairedNoise: null });
}

test('the tiers of all variants are said, and those that are stuck are doubted', () => {
  const none = { 1: 100, 2: 50, 3: 250, 4: 600 };
  const [all, stuck, ...others] = found({ none, cds: none, aot: { 1: 100, 2: 300, 3: 200, 4: 400 } });
  assert.deepEqual(others, []);
  assert.equal(all.kind, 'compiled-tiers');
  const names = { label: (name: string) => name };
  assert.equal(
    WORDS['compiled-tiers'].statements?.([all] as any, names as any),
    'Methods compiled at the end of the last blocks: none 1,000 (tier 2: 5 %, tier 4: 60 %); cds 1,000 (tier 2: 5 %, tier 4: 60 %); aot 1,000 (tier 2: 30 %, tier 4: 40 %).',
  );
  const doubt = WORDS['stuck-tiers'];
  assert.deepEqual(doubt.items?.(stuck as any, names as any), ['read · aot: 30 %']);
  assert.match(String(doubt.text), /JDK-8386852/);
});

test('a little more at tier 2 is no fault, nor is what nothing can be compared with', () => {
  assert.equal(found({ none: { 2: 5, 4: 95 }, aot: { 2: 14, 4: 86 } }).length, 1);
  assert.equal(found({ aot: { 2: 90, 4: 10 } }).length, 1);
  assert.deepEqual(found({ none: undefined }), []);
});

test('the JVM lists each compiled method with its tier and state', () => {
  const list = [
    '4711:',
    '12 3 0 java.lang.String.hashCode()I [0x00007f, 0x00007f - 0x00007f]',
    '  13 4 0 java.lang.Object.<init>()V [0x00007f, 0x00007f - 0x00007f]',
    '14 2 1 java.lang.Old.notEntrant()V [0x00007f, 0x00007f - 0x00007f]',
    '15 0 0 java.lang.Object.wait0(J)V [0x00007f, 0x00007f - 0x00007f]',
  ].join('\n');
  assert.deepEqual(tiersIn(list), { 1: 0, 2: 0, 3: 1, 4: 1 });
});
