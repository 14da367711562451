/** Pages of bundles full of markup, in Chromium: it is text there, and would not run if it were not. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { readBundle } from '../../../record/bundle-reader.ts';
import { readCapacity } from '../../../record/capacity.ts';
import { writeCapacityReport } from '../../../report/capacity/index.ts';
import { writeReport } from '../../../report/index.ts';
import { studyResult, writeStudies, writeStudy } from '../../../report/study/index.ts';
import { chooseStudy } from '../../../studies/index.ts';
import { record } from '../../fixtures/capacity-record.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { validCalibration } from '../../fixtures/records.ts';
import { fillWithMarkup } from '../../support/damage.ts';
import { browserOfTests, withPage, withReport } from '../../support/report-page.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const folder = temporaryFolder();
const dir = path.join(folder, '20261121-093000-S0-main');
const capacityDir = path.join(folder, record.id);
const browser = browserOfTests();
/** name → file */
const pages: Record<string, string> = {};

before(async () => {
  const study = chooseStudy('S0');
  const options = { rounds: 2, blocks: 2, scenarios: ['read', 'block'], levels: [5, 10] };
  makeBundle(dir, { ...options, run: { calibration: validCalibration(), study: { id: 'S0', run: 'main', session: 's', knobs: {} } } });
  const isWhole = () => {
    const { run, readPart } = readBundle(dir);
    return run.parts.map(readPart).every(({ planned, missing }) => planned.state === 'pending' || missing.length === 0);
  };
  fillWithMarkup(path.join(dir, 'run.json'), isWhole);
  fillWithMarkup(path.join(dir, 'parts', 'read', '1-1', 'part.json'), isWhole);
  writeReport(dir);
  pages.report = path.join(dir, 'report.html');
  mkdirSync(capacityDir);
  writeFileSync(path.join(capacityDir, 'capacity.json'), JSON.stringify({ ...record, calibration: validCalibration() }));
  fillWithMarkup(path.join(capacityDir, 'capacity.json'), () => readCapacity(capacityDir) !== null);
  pages.capacity = writeCapacityReport(capacityDir);
  const result = studyResult(study, { main: dir });
  pages.study = writeStudy(folder, result);
  pages.studies = writeStudies(folder, [result]);
});

for (const name of ['report', 'capacity', 'study', 'studies']) {
  test(`the page of a ${name} shows markup, opens no dialog, asks for nothing and says nothing`, async () => {
    await withReport(browser(), pages[name], {}, async (page) => {
      for (const chart of await page.locator('[data-chart] .canvas').all()) await chart.hover();
      assert.ok(String(await page.evaluate('document.body.innerText')).includes('<img src=x onerror=alert(1)>'));
      for (const metric of name === 'report' ? ['cpu', 'p99'] : []) await page.selectOption('select[name="metric"]', metric);
      assert.equal(await page.locator('img').count(), 0);
      assert.equal(await page.locator('script').count(), name === 'report' ? 3 : 2, 'two of them, or one, are data');
    });
  });

  test(`the page of a ${name} runs no script but its own, where a text should not have been escaped`, async () => {
    const file = path.join(folder, `unescaped-${name}.html`);
    const hostile = `<script>document.title = 'run'</script><img src="data:," onerror="document.title = 'run'"><style>body { display: none }</style>`;
    const page = readFileSync(pages[name], 'utf8').replace('<header>', () => `<header>${hostile}`);
    writeFileSync(file, page);
    await withPage(browser(), file, {}, async (opened, seen) => {
      await opened.waitForLoadState();
      assert.match(await opened.title(), /^stackbench /);
      assert.ok(await opened.locator('h1').isVisible());
      const refused = seen.messages.filter((message) => message.includes('Content Security Policy'));
      assert.equal(refused.length, 3, seen.messages.join('\n'));
    });
  });
}

test('the picture of a report shows markup, and has no element but its own', async () => {
  await withReport(browser(), path.join(dir, 'report.svg'), {}, async (page) => {
    assert.ok(String(await page.evaluate('document.documentElement.textContent')).includes('<img src=x onerror=alert(1)>'));
    const names = await page.evaluate<string[]>('[...document.querySelectorAll("*")].map(({ localName }) => localName)');
    const own = ['circle', 'g', 'path', 'rect', 'style', 'svg', 'text', 'title'];
    for (const name of names) assert.ok(own.includes(name), name);
  });
});
