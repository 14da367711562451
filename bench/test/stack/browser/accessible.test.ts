import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { writeReport } from '../../../report/index.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { violations } from '../../support/accessibility.ts';
import { browserOfTests, openDetails, withReport } from '../../support/report-page.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Page } from 'playwright-core';

describe('report.html, for those who cannot see it or use no mouse', () => {
  const dir = temporaryFolder();
  const browser = browserOfTests();
  before(async () => {
    makeBundle(dir, { rounds: 3, blocks: 4, scenarios: ['read', 'create', 'block'] });
    writeReport(dir);
  });

  async function withPage(width: number, colorScheme: 'light' | 'dark', use: (page: Page) => Promise<void>) {
    await withReport(browser(), path.join(dir, 'report.html'), { width, colorScheme }, use);
  }

  for (const width of [390, 1400]) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`has no violation that axe finds at ${width} px, ${scheme}, closed or open`, async () => {
        await withPage(width, scheme, async (page) => {
          assert.deepEqual(await violations(page), []);
          await openDetails(page);
          assert.deepEqual(await violations(page), []);
        });
      });
    }
  }

  it('has its headings in order', async () => {
    await withPage(1400, 'light', async (page) => {
      const levels = await page.$$eval('h1, h2, h3, h4', (headings: any[]) => headings.map(({ tagName }) => Number(tagName[1])));
      assert.equal(levels.filter((level) => level === 1).length, 1);
      levels.forEach((level, index) =>
        assert.ok(index === 0 ? level === 1 : level <= levels[index - 1] + 1, `h${level} after h${levels[index - 1]}`),
      );
    });
  });

  it('has switches that the keyboard reaches and changes', async () => {
    await withPage(1400, 'light', async (page) => {
      await page.focus('select[name="metric"]');
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.inputValue('select[name="metric"]'), 'cpu');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      assert.match(page.url(), /#metric=cpu&scenarios=create,block$/);
    });
  });
});
