import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { writeReport } from '../../../report/index.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { temporaryFolder } from '../../support/temporary.js';

/** What still opens at once on a phone, and can be sent by mail. */
const MOST_BYTES = 2e6;

it('a report of 400 cells, whose plot can be switched to any baseline, is at most 2 MB', () => {
  const dir = temporaryFolder();
  makeBundle(dir, { rounds: 20 });
  const { figures } = writeReport(dir);
  assert.equal(figures.cells.length, 400);
  const { size } = statSync(join(dir, 'report.html'));
  assert.ok(size <= MOST_BYTES, `${size} bytes`);
});
