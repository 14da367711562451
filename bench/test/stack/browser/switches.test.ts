import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { figures, readBundle } from '../../../analyse/index.ts';
import { runAnswer } from '../../../report/verdicts/document.ts';
import { rowRatioText } from '../../../report/words/verdicts.ts';
import { verdictRows } from '../../../report/verdicts/rows.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { writeReport } from '../../../report/index.ts';
import { browserOfTests, drawnLines, LOOKS, openDetails, violations, withReport, type Look } from '../../support/report-page.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Page } from 'playwright-core';

const dir = temporaryFolder();
const file = path.join(dir, 'report.html');
const browser = browserOfTests();
before(async () => {
  makeBundle(dir, { rounds: 3, blocks: 4, scenarios: ['read', 'create', 'block'] });
  writeReport(dir);
});

async function withPage(use: (page: Page) => Promise<void>, look: Partial<Look> = {}) {
  await withReport(browser(), file, look, use);
}

/** @returns 'read/mvc-vt' */
function points(page: Page): Promise<string[]> {
  return page.$$eval('#plot .wide [data-point]', (all: any[]) => all.map((point) => point.dataset.point));
}

function shown(page: Page) {
  return page.$eval('body', ({ ownerDocument: document }: any) => ({
    plot: document.getElementById('plot').innerHTML,
    table: document.querySelector('#plot-table > div').innerHTML,
    answer: document.getElementById('answer').textContent,
    sections: [...document.querySelectorAll('section[id^="scenario-"]')].filter((section) => !section.hidden).map((section) => section.id),
    switches: [...document.querySelectorAll('#switches select')].map((select) => select.value),
    boxes: [...document.querySelectorAll('#switches input')].map((box) => box.checked),
  }));
}

describe('the switches of report.html', () => {
  it('show another baseline as a report of that baseline does', async () => {
    const result = figures(readBundle(dir), 'webflux-jdbc');
    await withPage(async (page) => {
      await page.selectOption('select[name="baseline"]', 'webflux-jdbc');
      const { answer, plot, table } = await shown(page);
      assert.equal(answer, runAnswer(result));
      for (const row of verdictRows(result).filter(({ metric }) => metric === 'throughput')) {
        assert.ok(plot.includes(`data-point="${row.scenario}/${row.target}"`));
        assert.ok(plot.includes(rowRatioText(row)) && table.includes(rowRatioText(row)), rowRatioText(row));
      }
      assert.ok(!plot.includes('data-point="read/webflux-jdbc"'));
    });
  });

  for (const metric of ['cpu', 'perMegabyte', 'p99'] as const) {
    it(`show ${metric}, with a claim only where there are verdicts`, async () => {
      const rows = verdictRows(figures(readBundle(dir))).filter((row) => row.metric === metric);
      await withPage(async (page) => {
        await page.selectOption('select[name="metric"]', metric);
        const { answer, plot } = await shown(page);
        for (const row of rows) if (row.ratio !== null) assert.ok(plot.includes(rowRatioText(row)), rowRatioText(row));
        assert.equal(
          plot.includes('<g class="shown"'),
          rows.some(({ verdict }) => verdict === 'less CPU' || verdict === 'more CPU'),
        );
        if (metric !== 'cpu') assert.match(answer, /claim no difference/);
      });
    });
  }

  it('leave out scenarios and targets, with their sections and their lines in the charts', async () => {
    await withPage(async (page) => {
      await page.click('summary:has-text("Scenarios")');
      await page.uncheck('input[value="create"]');
      await page.click('summary:has-text("Targets")');
      await page.uncheck('input[value="webflux-r2dbc"]');
      assert.deepEqual(await points(page), ['read/mvc-vt', 'read/webflux-jdbc', 'block/mvc-vt', 'block/webflux-jdbc']);
      assert.deepEqual((await shown(page)).sections, ['scenario-read', 'scenario-block']);
      const chart = '[data-scenario="read"][data-chart="levels"]';
      const legend = await page.locator(`${chart} .legend button:visible`).allTextContents();
      assert.deepEqual(legend, ['MVC', 'MVC-VT', 'WebFlux+JDBC']);
      assert.equal((await drawnLines(page, chart))[0].length, 3);
    });
  });

  it('are kept by the address: a link shows the same', async () => {
    await withPage(async (page) => {
      await page.selectOption('select[name="metric"]', 'cpu');
      await page.selectOption('select[name="baseline"]', 'mvc-vt');
      await page.click('summary:has-text("Scenarios")');
      await page.uncheck('input[value="block"]');
      assert.equal(page.url(), `${pathToFileURL(file).href}#baseline=mvc-vt&metric=cpu&scenarios=read,create`);
      const link = page.url();
      const chosen = await shown(page);
      await page.goto('about:blank');
      await page.goto(link);
      assert.deepEqual(await shown(page), chosen);
      await page.click('button[type="reset"]');
      assert.equal(page.url(), pathToFileURL(file).href);
      assert.deepEqual(
        await points(page),
        (await points(page)).filter((point) => !point.endsWith('/mvc')),
      );
    });
  });

  it('are not there without JavaScript, and the plot and its table are', async () => {
    const page = await browser().newPage({ javaScriptEnabled: false });
    await page.goto(pathToFileURL(file).href);
    assert.equal(await page.isVisible('#switches'), false);
    assert.equal(await page.isVisible('#plot .wide'), true);
    await page.close();
  });
});

describe('the first screen', () => {
  for (const [width, height] of [
    [1400, 900],
    [390, 844],
  ]) {
    it(`has the answer, the plot and the doubts at ${width} × ${height}`, async () => {
      const page = await browser().newPage({ viewport: { width, height } });
      await page.goto(pathToFileURL(file).href);
      for (const part of ['#answer', `#plot .${width > 640 ? 'wide' : 'narrow'}`, '#caveats']) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= height, `${part}: ${JSON.stringify(box)}`);
      }
      await page.close();
    });
  }
});

describe('report.html, for those who cannot see it or use no mouse', () => {
  for (const look of LOOKS) {
    it(`has no violation that axe finds at ${look.width} px, ${look.colorScheme}, closed or open`, async () => {
      await withPage(async (page) => {
        assert.deepEqual(await violations(page), []);
        await openDetails(page);
        assert.deepEqual(await violations(page), []);
      }, look);
    });
  }

  it('has switches that the keyboard reaches and changes', async () => {
    await withPage(async (page) => {
      await page.focus('select[name="metric"]');
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.inputValue('select[name="metric"]'), 'cpu');
      for (const key of ['Tab', 'Tab', 'Enter', 'Tab', 'Space']) await page.keyboard.press(key);
      assert.match(page.url(), /#metric=cpu&scenarios=create,block$/);
    });
  });
});
