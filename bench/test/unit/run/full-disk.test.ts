/** A full disk, and a folder that cannot be written: what is measured is kept, what is reported is true, and it is said in time. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { calibrate, compare } from '../../../commands/runs.ts';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { RunJournal } from '../../../record/journal/run.ts';
import { readRun } from '../../../record/run.ts';
import { capacity } from '../../../run/capacity.ts';
import { keptLines } from '../../../run/measure.ts';
import { keepMeasured } from '../../../run/stack/session.ts';
import { UsageError } from '../../../util/errors.ts';
import { plannedPart, validPart, validRun } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const targets = ['mvc', 'mvc-vt'];
const parts = targets.map((target, index) =>
  plannedPart({ number: index + 1, order: index + 1, blocks: [{ vus: 10, targets: [target] }], state: 'pending' }),
);

test('a part whose end cannot be recorded is not counted among those that are saved', async () => {
  const journal = new RunJournal(temporaryFolder(), validRun({ id: 'r1', targets, parts }));
  journal.close(journal.open(parts[0]), validPart());
  // In its place nothing can be written, as on a full disk.
  const partial = path.join(journal.dir, 'run.json.partial');
  mkdirSync(partial);
  assert.throws(() => journal.close(journal.open(parts[1]), validPart({ number: 2, order: 2 })));
  const lines: string[] = [];
  const stop = async () => {};
  const warn = (line: string) => void lines.push(line);
  await keepMeasured({ warn }, { stop }, journal, (each) => keptLines(root, each));
  assert.deepEqual(lines, ['1 of 2 measurements are saved. Resume with: make compare RESUME=r1']);
  rmSync(partial, { recursive: true });
  const [first, second] = readRun(journal.dir).parts;
  assert.deepEqual([first.state, second.state], ['ok', 'pending']);
  assert.ok(existsSync(path.join(journal.dir, 'parts', 'read', '1-1', 'part.json')));
});

for (const [name, run] of Object.entries({ compare, calibrate, capacity })) {
  test(`${name} says before the set-up that nothing can be written to results/`, async () => {
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    for (const [resultsDir, code] of [
      ['/proc/none/results', 'ENOENT'],
      [path.join(file, 'results'), 'ENOTDIR'],
    ]) {
      const line = () => assert.fail('nothing has begun');
      const signal = AbortSignal.timeout(2 ** 30);
      const command = { catalogue: readCatalogue(), env: {}, root, cacheDir: '/proc/none', resultsDir, signal, log: line, warn: line };
      await assert.rejects(run(command), new UsageError(`results/: nothing can be written there (${code})`));
    }
    assert.equal(readFileSync(file, 'utf8'), '');
  });
}
