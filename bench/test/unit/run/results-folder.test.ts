import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { calibrate, compare } from '../../../commands/runs.ts';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { capacity } from '../../../run/capacity.ts';
import { UsageError } from '../../../util/errors.ts';
import { temporaryFolder } from '../../support/temporary.ts';

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
