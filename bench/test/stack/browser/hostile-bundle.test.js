/** Pages of bundles full of markup, in Chromium: it is text there, and would not run if it were not. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readBundle } from '../../../record/bundle-reader.js';
import { readCapacity } from '../../../record/capacity.js';
import { writeCapacityReport } from '../../../report/capacity/index.js';
import { writeReport } from '../../../report/index.js';
import { studyResult, writeStudies, writeStudy } from '../../../report/study/index.js';
import { chooseStudy } from '../../../studies/index.js';
import { record } from '../../fixtures/capacity-record.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { validCalibration } from '../../fixtures/records.js';
import { MARKUP, fullOfMarkup } from '../../support/damage.js';
import { launchBrowser, withReport } from '../../support/report-page.js';
import { temporaryFolder } from '../../support/temporary.js';

const folder = temporaryFolder();
const dir = path.join(folder, '20261121-093000-S0-main');
const capacityDir = path.join(folder, record.id);
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Record<string, string>} name → file */
const pages = {};

/** @param {string} file JSON of a bundle @param {() => boolean} isValid */
function fill(file, isValid) {
  const accepts = (/** @type {unknown} */ content) => {
    writeFileSync(file, JSON.stringify(content));
    try {
      return isValid();
    } catch {
      return false;
    }
  };
  const full = fullOfMarkup(JSON.parse(readFileSync(file, 'utf8')), accepts);
  writeFileSync(file, JSON.stringify(full));
  assert.ok(readFileSync(file, 'utf8').includes(JSON.stringify(MARKUP)), file);
}

before(async () => {
  const study = chooseStudy('S0');
  const options = { rounds: 2, blocks: 2, scenarios: ['read', 'block'], levels: [5, 10] };
  makeBundle(dir, { ...options, run: { calibration: validCalibration(), study: { id: 'S0', run: 'main', session: 's', knobs: {} } } });
  const isWhole = () => {
    const { run, readPart } = readBundle(dir);
    return run.parts.map(readPart).every(({ planned, missing }) => planned.state === 'pending' || missing.length === 0);
  };
  fill(path.join(dir, 'run.json'), isWhole);
  fill(path.join(dir, 'parts', 'read', '1-1', 'part.json'), isWhole);
  writeReport(dir);
  pages.report = path.join(dir, 'report.html');
  mkdirSync(capacityDir);
  writeFileSync(path.join(capacityDir, 'capacity.json'), JSON.stringify({ ...record, calibration: validCalibration() }));
  fill(path.join(capacityDir, 'capacity.json'), () => readCapacity(capacityDir) !== null);
  pages.capacity = writeCapacityReport(capacityDir);
  const result = studyResult(study, { main: dir });
  pages.study = writeStudy(folder, result);
  pages.studies = writeStudies(folder, [result]);
  browser = await launchBrowser();
});
after(() => browser?.close());

for (const name of ['report', 'capacity', 'study', 'studies']) {
  test(`the page of a ${name} shows markup, opens no dialog, asks for nothing and says nothing`, async () => {
    await withReport(browser, pages[name], { width: 1400, colorScheme: 'light' }, async (page, seen) => {
      for (const chart of await page.locator('[data-chart] .canvas').all()) await chart.hover();
      assert.ok((await page.evaluate('document.body.innerText')).includes('<img src=x onerror=alert(1)>'));
      for (const metric of name === 'report' ? ['cpu', 'p99'] : []) await page.selectOption('select[name="metric"]', metric);
      assert.equal(await page.locator('img').count(), 0);
      assert.equal(await page.locator('script').count(), name === 'report' ? 3 : 2, 'two of them, or one, are data');
      assert.deepEqual(seen.messages, []);
      assert.equal(seen.requests.length, 1);
    });
  });

  test(`the page of a ${name} runs no script but its own, where a text should not have been escaped`, async () => {
    const file = path.join(folder, `unescaped-${name}.html`);
    const hostile = `<script>document.title = 'run'</script><img src="data:," onerror="document.title = 'run'"><style>body { display: none }</style>`;
    writeFileSync(
      file,
      readFileSync(pages[name], 'utf8').replace('<header>', () => `<header>${hostile}`),
    );
    await withReport(browser, file, { width: 1400, colorScheme: 'light' }, async (page, seen) => {
      await page.waitForLoadState();
      assert.match(await page.title(), /^stackbench /);
      assert.ok(await page.locator('h1').isVisible());
      const refused = seen.messages.filter((message) => message.includes('Content Security Policy'));
      assert.equal(refused.length, 3, seen.messages.join('\n'));
    });
  });
}

test('the picture of a report shows markup, and has no element but its own', async () => {
  await withReport(browser, path.join(dir, 'report.svg'), { width: 1400, colorScheme: 'light' }, async (page, seen) => {
    assert.ok((await page.evaluate('document.documentElement.textContent')).includes('<img src=x onerror=alert(1)>'));
    const names = /** @type {string[]} */ (await page.evaluate('[...document.querySelectorAll("*")].map(({ localName }) => localName)'));
    const own = ['circle', 'g', 'path', 'rect', 'style', 'svg', 'text', 'title'];
    assert.deepEqual(
      names.filter((each) => !own.includes(each)),
      [],
    );
    assert.deepEqual([seen.messages, seen.requests.length], [[], 1]);
  });
});
