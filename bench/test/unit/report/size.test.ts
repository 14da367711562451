import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { writeReport } from '../../../report/index.ts';
import { madeRun } from '../../support/bundles.ts';

/** What still opens at once on a phone, and can be sent by mail. */
const MOST_BYTES = 2e6;

/** @returns bytes of its report */
function sizeOf(options: Parameters<typeof madeRun>[0]): number {
  const { dir } = madeRun(options);
  writeReport(dir);
  return statSync(join(dir, 'report.html')).size;
}

describe('a report, whose plot can be switched to any baseline, is at most 2 MB', () => {
  it('of many rounds', () => {
    const bytes = sizeOf({ rounds: 10, blocks: 4 });
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  });

  it('of many targets', () => {
    const { targets } = readCatalogue();
    const all = Object.keys(targets).filter((name) => !targets[name].flawed);
    const bytes = sizeOf({ targets: all, scenarios: ['read', 'create', 'simple', 'heavy'], levels: [50, 300] });
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  });
});
