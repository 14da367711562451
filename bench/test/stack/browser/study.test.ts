/** The pages of studies in Chromium. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, test } from 'node:test';
import { studyResult, writeStudy } from '../../../report/study/index.ts';
import { chooseStudy } from '../../../studies/index.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { browserOfTests, LOOKS, overflowOf, withReport } from '../../support/report-page.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const S0 = chooseStudy('S0');
const S1 = chooseStudy('S1');
const folder = temporaryFolder();
const s0Dir = path.join(folder, '20261121-093000-S0-main');
const s1Dir = path.join(folder, '20261121-093000-S1-main');
const browser = browserOfTests();
let s0Page: string;

before(async () => {
  makeBundle(s0Dir, { healthy: true, levels: [100, 300, 500] });
  const [{ targets: five, scenarios: slow }] = S1.runs;
  makeBundle(s1Dir, { healthy: true, targets: five, scenarios: slow, levels: [600] });
  s0Page = writeStudy(folder, studyResult(S0, { main: s0Dir }));
});

for (const look of LOOKS) {
  test(`shows every conclusion and every chart at ${look.width} px, ${look.colorScheme}, and asks for nothing else`, async () => {
    await withReport(browser(), s0Page, look, async (page) => {
      assert.ok((await page.locator('#study-S0 table:first-of-type tbody tr').count()) >= Object.keys(S0.conclusions).length);
      assert.ok((await page.locator('.canvas svg path').count()) > 0);
      const charts = await page.locator('[data-chart]').count();
      assert.equal(charts, S0.runs[0].scenarios.length - 1, 'all but block, whose targets are measured alone with one number of users');
      assert.ok((await overflowOf(page)) <= 0);
    });
  });
}

for (const width of [390, 1400]) {
  test(`has the numbers of five cases beside ours at ${width} px, none wider than the page`, async () => {
    const file = writeStudy(folder, studyResult(S1, { main: s1Dir }));
    await withReport(browser(), file, { width }, async (page) => {
      const cells = await page.$$eval('.numbers tbody td', (all: any[]) => all.map((cell) => cell.textContent));
      assert.equal(cells.length, S1.figures.length * 2 * 5);
      assert.deepEqual(cells.slice(0, 2), ['3221/s', cells[1]]);
      assert.match(cells[1], /^[\d.,]+\/s$/);
      const wide = await page.$$eval('.numbers table', ([table]: any[]) => table.scrollWidth - table.parentElement.clientWidth);
      assert.ok(wide <= 0, `${wide} px too wide`);
      assert.ok((await overflowOf(page)) <= 0);
    });
  });
}
