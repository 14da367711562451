/** published/index.html of six runs on two machines, in Chromium from a file. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { packed } from '../../../published/archive.ts';
import { filesOf } from '../../../published/check/files.ts';
import { writeIndex, writeSubmission } from '../../../published/folder.ts';
import { partsOf } from '../../../published/small-form/index.ts';
import { NOBODY } from '../../../published/small-form/private.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { validCircumstances } from '../../fixtures/records.ts';
import { fillWithMarkup } from '../../support/damage.ts';
import { browserOfTests, LOOKS, openDetails, overflowOf, violations, withPage, withReport, type Look } from '../../support/report-page.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Page } from 'playwright-core';

const SMALL = validCircumstances().machine;
const LARGE = { ...SMALL, cpuModel: 'Another(R) CPU', cores: 16, memoryBytes: 64 * 2 ** 30 };
const java = (version: string) => ({ ...validCircumstances().versions, java: version });
const CORE = ['mvc', 'mvc-vt', 'webflux-r2dbc'];

const RUNS: [id: string, targets: string[], run: Record<string, unknown>][] = [
  ['20260801-090000-quick', CORE, { machine: SMALL, versions: java('21.0.9') }],
  ['20260901-090000-quick', CORE, { machine: SMALL, versions: java('25.0.1') }],
  ['20261001-090000-quick', CORE, { machine: SMALL, versions: java('25.0.3') }],
  ['20261002-090000-quick', ['mvc', 'mvc-vt'], { machine: SMALL, versions: java('25.0.3'), databaseRttMs: 10 }],
  ['20260701-090000-quick', CORE, { machine: LARGE, engine: 'docker', versions: java('25.0.1') }],
  ['20260702-090000-quick', ['mvc', 'webflux-jdbc'], { machine: LARGE, engine: 'docker', versions: java('25.0.1') }],
];

const root = temporaryFolder();
const folder = path.join(root, 'published');
const browser = browserOfTests();
let index: string;

before(async () => {
  for (const [id, targets, changed] of RUNS) {
    const startedAt = `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}T09:00:00.000Z`;
    const dir = path.join(root, 'results', id);
    const levels = [10, 20];
    makeBundle(dir, { rounds: 3, blocks: 2, scenarios: ['read', 'block'], targets, healthy: true, levels, run: { startedAt, ...changed } });
    publish(dir, path.join(folder, id));
  }
  index = writeIndex(folder);
});

/** Without a check: it is not measured well enough. */
function publish(dir: string, place: string) {
  const { raw, derived } = partsOf(dir, NOBODY);
  writeSubmission(place, filesOf(packed(raw), derived));
}

async function withIndex(use: (page: Page) => Promise<void>, look: Partial<Look> = {}) {
  await withReport(browser(), index, look, use);
}

/** @returns ids of the runs that are shown */
function shownRuns(page: Page): Promise<string[]> {
  return page.$$eval('article', (all: any[]) => all.filter((article) => !article.closest('[hidden]')).map(({ id }) => id));
}

const press = (page: Page, filter: string, value: string) => page.click(`.chip[data-filter="${filter}"][data-value="${value}"]`);

describe('published/index.html', () => {
  it('has the newest run of each comparison first, and asks for nothing', async () => {
    await withIndex(async (page) => {
      assert.deepEqual(await shownRuns(page), [
        ...['20261002-090000-quick', '20261001-090000-quick', '20260901-090000-quick', '20260801-090000-quick'],
        ...['20260702-090000-quick', '20260701-090000-quick'],
      ]);
      assert.equal(await page.textContent('#shown'), '6 of 6 runs shown');
    });
  });

  it('filters by chips, says how many are left, and keeps the choice in its address', async () => {
    await withIndex(async (page) => {
      await press(page, 'engine', 'native');
      await press(page, 'jdk', 'JDK 25');
      assert.deepEqual(await shownRuns(page), ['20261002-090000-quick', '20261001-090000-quick', '20260901-090000-quick']);
      assert.equal(await page.textContent('#shown'), '3 of 6 runs shown');
      await press(page, 'target', 'webflux-r2dbc');
      assert.deepEqual(
        await shownRuns(page),
        ['20261001-090000-quick', '20260901-090000-quick'],
        'without the run that has not the target',
      );
      await press(page, 'scenario', 'read');
      assert.deepEqual(await page.locator('article:visible tbody th:visible').allTextContents(), ['read', 'read']);
      assert.deepEqual(
        await page.locator('article:visible thead th:visible').allTextContents(),
        Array(2).fill(['Scenario', 'WebFlux+R2DBC']).flat(),
      );
      await press(page, 'metric', 'cpu');
      assert.equal(await page.locator('.ratio[data-metric="cpu"]:visible').count(), 2);
      assert.equal(await page.locator('.ratio[data-metric="throughput"]:visible').count(), 0);

      const again = await browser().newPage();
      await again.goto(page.url());
      assert.deepEqual(await shownRuns(again), ['20261001-090000-quick', '20260901-090000-quick']);
      assert.equal(await again.getAttribute('.chip[data-value="cpu"]', 'aria-pressed'), 'true');
      assert.equal(await again.locator('.ratio[data-metric="cpu"]:visible').count(), 2);
      await again.close();

      await page.click('#reset');
      assert.equal((await shownRuns(page)).length, 6);
      assert.ok(!page.url().includes('#'));
    });
  });

  it('filters by machine, and leaves out what its address asks for in vain', async () => {
    await withIndex(async (page) => {
      await press(page, 'machine', 'Another, 16 cores, 64 GB');
      assert.deepEqual(await shownRuns(page), ['20260702-090000-quick', '20260701-090000-quick']);
      assert.equal(await page.locator('h2:visible').count(), 1);
      await page.goto(`${page.url().split('#')[0]}#engine=none&metric=none`);
      await page.reload();
      assert.equal((await shownRuns(page)).length, 6);
    });
  });

  it('shows the history of a ratio where it was measured alike', async () => {
    await withIndex(async (page) => {
      const charts = page.locator('.history figure:visible');
      assert.deepEqual(await charts.locator('figcaption').allTextContents(), [
        'read MVC-VT',
        'read WebFlux+R2DBC',
        'block MVC-VT',
        'block WebFlux+R2DBC',
      ]);
      assert.equal(await charts.first().locator('circle').count(), 3, 'without the run whose database was far');
      await press(page, 'scenario', 'block');
      assert.equal(await charts.count(), 2);
    });
  });

  it('is used by keyboard', async () => {
    await withIndex(async (page) => {
      await page.focus('.chip[data-value="cpu"]');
      await page.keyboard.press('Enter');
      assert.match(page.url(), /#metric=cpu$/);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Space');
      assert.equal(await page.getAttribute('.chip[data-value="throughput"]', 'aria-pressed'), 'true');
      assert.ok(!page.url().includes('#'));
    });
  });

  it('leads to the page of a run, which needs no script', async () => {
    await withPage(browser(), index, {}, async (page, seen) => {
      await page.click('article a');
      assert.match(page.url(), /20261002-090000-quick\/index\.html$/);
      assert.equal(await page.locator('h1').textContent(), 'Platform threads or virtual threads?');
      assert.match(String(await page.locator('.imprint').textContent()), /run 20261002-090000-quick/);
      assert.ok((await page.locator('#plot svg:visible').count()) === 1);
      assert.equal(await page.locator('script').count(), 0);
      assert.deepEqual(seen.messages, []);
      assert.deepEqual(await violations(page), []);
      await page.getByRole('link', { name: 'All published results' }).click();
      assert.match(page.url(), /published\/index\.html$/);
    });
  });

  for (const look of LOOKS) {
    it(`fits and has no violation that axe finds at ${look.width} px, ${look.colorScheme}`, async () => {
      await withIndex(async (page) => {
        assert.ok((await overflowOf(page)) <= 0);
        await openDetails(page);
        assert.deepEqual(await violations(page), []);
        assert.ok((await overflowOf(page)) <= 0);
      }, look);
    });
  }

  it('shows every run without JavaScript', async () => {
    const context = await browser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`file://${encodeURI(index)}`);
    assert.equal(await page.locator('article').count(), 6);
    assert.equal(await page.locator('.ratio[data-metric="throughput"]').first().isVisible(), true);
    assert.equal(await page.locator('.ratio[data-metric="cpu"]').first().isVisible(), false);
    assert.equal(await page.locator('#filters').isVisible(), false);
    await context.close();
  });
});

describe('pages of a submission full of markup', () => {
  const id = '20260101-090000-quick';
  const bad = path.join(root, 'bad', 'published');
  before(() => {
    const dir = path.join(root, 'bad', 'results', id);
    makeBundle(dir, { rounds: 3, blocks: 1, scenarios: ['read', 'block'], targets: ['mvc', 'mvc-vt'], healthy: true });
    fillWithMarkup(path.join(dir, 'run.json'), () => partsOf(dir, NOBODY).raw.size > 0);
    publish(dir, path.join(bad, id));
    writeIndex(bad);
  });

  for (const [name, scripts] of [
    ['index.html', 1],
    [`${id}/index.html`, 0],
  ] as [string, number][]) {
    it(`${name} shows it, opens no dialog, asks for nothing and says nothing`, async () => {
      await withReport(browser(), path.join(bad, name), {}, async (page) => {
        assert.ok(String(await page.evaluate('document.body.innerText')).includes('<img src=x onerror=alert(1)>'));
        assert.equal(await page.locator('img').count(), 0);
        assert.equal(await page.locator('script').count(), scripts);
      });
    });
  }
});
