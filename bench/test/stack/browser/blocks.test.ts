import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { writeReport } from '../../../report/index.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { assertWhole, launchBrowser, PAPER_WIDTH, withReport } from '../../support/report-page.ts';
import type { Browser } from 'playwright-core';

describe('report.html of a run with blocks in Chromium', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench blocks '));
  let browser: Browser;
  before(async () => {
    makeBundle(dir, { rounds: 3, blocks: 4, run: { spentSeconds: { blocks: 600, 'warm-ups': 300 } } });
    writeReport(dir);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  for (const width of [390, 1400]) {
    it(`draws all charts at ${width} px, asks for nothing else and says nothing`, async () => {
      await withReport(browser, join(dir, 'report.html'), { width, colorScheme: 'light' }, (page, seen) =>
        assertWhole(page, seen, { scenarios: 4, targets: 4 }),
      );
    });
  }

  it('has no table wider than an A4 page', async () => {
    await withReport(browser, join(dir, 'report.html'), { width: PAPER_WIDTH, colorScheme: 'light' }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      await page.$$eval('details', (all: any[]) => all.forEach((details) => (details.open = true)));
      const widths = await page.$$eval('table', (tables: any[]) => tables.map((table) => table.offsetWidth));
      assert.ok(Math.max(...widths) <= PAPER_WIDTH, `${Math.max(...widths)} px on a page of ${PAPER_WIDTH} px`);
    });
  });
});
