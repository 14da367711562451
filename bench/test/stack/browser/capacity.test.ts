/** The page of a capacity search in Chromium. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { writeCapacityReport } from '../../../report/capacity/index.ts';
import { record } from '../../fixtures/capacity-record.ts';
import { assertTablesFitPaper, browserOfTests, PAPER_WIDTH, withReport } from '../../support/report-page.ts';
import { temporaryFolder } from '../../support/temporary.ts';

// A bundle lies in a folder that has the name of its run.
const folder = path.join(temporaryFolder(), record.id);
const browser = browserOfTests();
let file: string;
before(async () => {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'capacity.json'), JSON.stringify(record));
  file = writeCapacityReport(folder);
});

test('the page draws a chart per scenario, fits a phone, and asks for nothing', async () => {
  assert.ok(readFileSync(file, 'utf8').includes('quota of 0.5 CPU &lt;b&gt;'));
  for (const width of [390, 1400]) {
    await withReport(browser(), file, { width, colorScheme: 'dark' }, async (page) => {
      assert.equal(await page.locator('.canvas svg').count(), 2);
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
      const names = await page.$$eval('.canvas', (all: any[]) => all.map((canvas) => canvas.getAttribute('aria-label')));
      assert.deepEqual(
        names,
        ['read', 'block'].map((scenario) => `Latency over rate, ${scenario}; the figures are in the tables below`),
      );
    });
  }
});

test('the page prints to paper with every trial, in light colours, and comes back', async () => {
  await withReport(browser(), file, { colorScheme: 'dark' }, async (page) => {
    const drawn = () => page.$eval('.canvas svg', (svg: any) => svg.outerHTML);
    const onScreen = await drawn();
    const onPaper = await page.evaluate(`dispatchEvent(new Event('beforeprint')), document.querySelector('.canvas svg').outerHTML`);
    assert.match(String(onPaper), /^<svg width="680"/);
    assert.match(String(onPaper), /fill="#59636e"/);
    assert.equal(await page.$$eval('details:not([open])', (closed) => closed.length), 0);
    await page.pdf({ preferCSSPageSize: true, printBackground: true });
    assert.equal(await drawn(), onScreen);
  });
});

test('no table is wider than an A4 page', async () => {
  await withReport(browser(), file, { width: PAPER_WIDTH }, assertTablesFitPaper);
});
