import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { writeReport } from '../../../report/index.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import {
  assertTablesFitPaper,
  assertWhole,
  browserOfTests,
  drawnLines,
  LOOKS,
  PAPER_WIDTH,
  withReport,
} from '../../support/report-page.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Look } from '../../support/report-page.ts';
import type { Page } from 'playwright-core';

/** What TARGETS=all stands for. */
function soundTargets() {
  const { targets } = readCatalogue();
  return Object.keys(targets).filter((name) => !targets[name].flawed);
}

describe('report.html in Chromium', () => {
  const dir = temporaryFolder();
  const browser = browserOfTests();
  before(async () => {
    makeBundle(dir, { rounds: 3, blocks: 4, run: { spentSeconds: { blocks: 600, 'warm-ups': 300 } } });
    writeReport(dir);
  });

  async function withPage(look: Partial<Look>, use: (page: Page) => Promise<void>) {
    await withReport(browser(), join(dir, 'report.html'), look, use);
  }

  for (const look of LOOKS) {
    it(`draws all charts at ${look.width} px, ${look.colorScheme}, asks for nothing else and says nothing`, async () => {
      await withPage(look, (page) => assertWhole(page, { scenarios: 4, targets: 4 }));
    });
  }

  it('has no label of a chart cut off on a phone', async () => {
    await withPage({ width: 390 }, async (page) => {
      const cut = await page.$$eval('[data-chart] .canvas', (canvases: any[]) =>
        canvases.flatMap((canvas) => {
          const frame = canvas.getBoundingClientRect();
          const outside = (box: any) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
          return [...canvas.querySelectorAll('svg text')]
            .filter((text) => outside(text.getBoundingClientRect()))
            .map((text) => text.textContent);
        }),
      );
      assert.deepEqual(cut, []);
    });
  });

  for (const width of [390, 1400]) {
    it(`keeps the legend of all targets out of the plot at ${width} px`, async () => {
      const all = temporaryFolder();
      makeBundle(all, { scenarios: ['read'], targets: soundTargets() });
      writeReport(all);
      await withReport(browser(), join(all, 'report.html'), { width }, async (page) => {
        const charts = await page.$$eval('[data-chart]', (places: any[]) =>
          places.map((place, index) => {
            const { targets } = JSON.parse(place.ownerDocument.getElementById('data').textContent)[index];
            const legend = [...place.querySelectorAll('.legend button')].map((name) => name.getBoundingClientRect());
            const right = Math.max(...legend.map((box) => box.right));
            const plot = Math.min(...[...place.querySelectorAll('svg text')].map((text) => text.getBoundingClientRect().top));
            const bottom = Math.max(...legend.map((box) => box.bottom));
            return { names: legend.length, expected: targets.length, right, legend: bottom, plot };
          }),
        );
        assert.ok(charts.length >= 1);
        for (const { names, expected, right, legend, plot } of charts) {
          assert.ok(names === expected && names > 10, `${names} of ${expected} names`);
          assert.ok(right <= width, `the legend ends at ${right} px`);
          assert.ok(legend <= plot, `the legend ends at ${legend} px, the plot begins at ${plot} px`);
        }
      });
    });
  }

  it('hides and shows a target by its name in the legend, by keyboard too', async () => {
    await withPage({}, async (page) => {
      const chart = '[data-scenario="read"][data-chart="levels"]';
      await page.click(`${chart} .legend button >> nth=1`);
      assert.equal((await drawnLines(page, chart))[0].length, 3);
      assert.equal(await page.getAttribute(`${chart} .legend button >> nth=1`, 'aria-pressed'), 'false');
      await page.keyboard.press('Enter');
      assert.equal((await drawnLines(page, chart))[0].length, 4);
    });
  });

  it('changes its charts with the theme while it is open', async () => {
    await withPage({}, async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      const faint = await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--faint')");
      assert.equal(faint, '#9aa4af');
      await page.locator(`[data-chart="levels"] svg text[fill="${faint}"]`).first().waitFor({ state: 'attached', timeout: 5000 });
    });
  });

  it('has no table wider than an A4 page', async () => {
    await withPage({ width: PAPER_WIDTH }, assertTablesFitPaper);
  });
});
