import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { writeReport } from '../../../report/index.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { assertTablesFitPaper, assertWhole, browserOfTests, PAPER_WIDTH, withReport } from '../../support/report-page.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('report.html of a run with blocks in Chromium', () => {
  const dir = temporaryFolder();
  const file = join(dir, 'report.html');
  const browser = browserOfTests();
  before(async () => {
    makeBundle(dir, { rounds: 3, blocks: 4, run: { spentSeconds: { blocks: 600, 'warm-ups': 300 } } });
    writeReport(dir);
  });

  for (const width of [390, 1400]) {
    it(`draws all charts at ${width} px, asks for nothing else and says nothing`, async () => {
      await withReport(browser(), file, { width, colorScheme: 'light' }, (page, seen) =>
        assertWhole(page, seen, { scenarios: 4, targets: 4 }),
      );
    });
  }

  it('has no table wider than an A4 page', async () => {
    await withReport(browser(), file, { width: PAPER_WIDTH, colorScheme: 'light' }, assertTablesFitPaper);
  });
});
